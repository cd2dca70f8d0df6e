import { type JsonObject, pointerSteps } from '../kernel/json.ts';
import { isList, valueIn } from './document-path.ts';

/** The steps of a JSON pointer into a document; a step into a list is a number. */
export function stepsOf(document: JsonObject, pointer: string): (string | number)[] {
  const steps: (string | number)[] = [];
  for (const key of pointerSteps(pointer)) {
    steps.push(isList(valueIn(document, steps)) && /^\d+$/u.test(key) ? Number(key) : key);
  }
  return steps;
}
