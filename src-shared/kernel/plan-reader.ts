import { GraphValidationError, IDENTIFIER_RULE, isIdentifier, isText, isVersion, jsonIssue, quoted, TEXT_RULE } from './issues.ts';
import { isDigest } from './digest.ts';
import { cloneFrozenJson, isJsonObject, type JsonObject, type JsonValue, JsonValueError, pointerStep } from './json.ts';

/** Refuses a description, a resolution or a plan: one issue, the first that was found (spec/graph-and-team.md 2.2). */
export function refusePlan(code: string, path: string, message: string): never {
  throw new GraphValidationError('Invalid graph plan', [{ code, path, message }]);
}

/** A frozen copy of a plan part given from outside; INVALID_JSON_VALUE where it is not JSON. */
export function frozenPlanValue(value: unknown, path: string): JsonValue {
  try {
    return cloneFrozenJson(value);
  } catch (error) {
    if (!(error instanceof JsonValueError)) throw error;
    const issue = jsonIssue(error, path);
    return refusePlan(issue.code, issue.path, issue.message);
  }
}

/** Whether fields that nobody asked for are let through (a description) or refused with UNKNOWN_FIELD (a stored plan). */
export type Extras = 'kept' | 'refused';

/** An object with these fields; MISSING_FIELD, UNKNOWN_FIELD or INVALID_SHAPE otherwise. */
export function readFields(
  value: JsonValue | undefined,
  path: string,
  fields: readonly string[],
  extras: Extras = 'kept',
  optional: readonly string[] = [],
): JsonObject {
  if (!isJsonObject(value)) return refusePlan('INVALID_SHAPE', path, `${path || 'The value'} must be an object with ${fields.join(', ')}.`);
  for (const field of fields)
    if (!Object.hasOwn(value, field))
      refusePlan('MISSING_FIELD', path + pointerStep(field), `${path || 'The value'} lacks the field ${field}.`);
  if (extras === 'refused')
    for (const field of Object.keys(value))
      if (!fields.includes(field) && !optional.includes(field))
        refusePlan('UNKNOWN_FIELD', path + pointerStep(field), `${path || 'A plan'} has no field ${quoted(field)}; remove it.`);
  return value;
}

/** A list whose items are read one by one with their own path. */
export function readList<Item>(value: JsonValue | undefined, path: string, item: (value: JsonValue, path: string) => Item): Item[] {
  if (!Array.isArray(value)) return refusePlan('INVALID_SHAPE', path, `${path} must be a list.`);
  return value.map((entry: JsonValue, index) => item(entry, path + pointerStep(index)));
}

/** An identifier; INVALID_ID otherwise. */
export function readId(value: JsonValue | undefined, path: string): string {
  return isIdentifier(value) ? value : refusePlan('INVALID_ID', path, `${path} is ${quoted(value)}; ${IDENTIFIER_RULE}.`);
}

/** A text that says something; INVALID_TEXT otherwise. */
export function readText(value: JsonValue | undefined, path: string): string {
  return isText(value) ? value : refusePlan('INVALID_TEXT', path, `${path} is ${quoted(value)}; ${TEXT_RULE}.`);
}

/** A whole number from 1; INVALID_VERSION otherwise. */
export function readVersion(value: JsonValue | undefined, path: string): number {
  return isVersion(value) ? value : refusePlan('INVALID_VERSION', path, `${path} must be a whole number from 1.`);
}

/** A `sha256:` digest; INVALID_DIGEST otherwise. */
export function readDigest(value: JsonValue | undefined, path: string): string {
  return isDigest(value) ? value : refusePlan('INVALID_DIGEST', path, `${path} must be sha256: and 64 lower-case hex digits.`);
}

/** Refuses the second of two equal keys; `path` leads to an item of the list by its index. */
export function refuseTwice(keys: readonly string[], code: string, pathOf: (index: number) => string): void {
  const seen = new Set<string>();
  for (const [index, key] of keys.entries()) {
    if (seen.has(key)) refusePlan(code, pathOf(index), `${quoted(key)} is there twice; name each once.`);
    seen.add(key);
  }
}
