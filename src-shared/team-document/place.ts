import { isJsonObject, type JsonValue } from '../kernel/json.ts';
import { valueIn } from './document-path.ts';
import { visible } from './shown.ts';

type Path = readonly (string | number)[];

/** The name a person knows a member or room by: its name, else its id, else its number in the list. */
export function labelOf(item: JsonValue | undefined, index: number): string {
  const { name, id }: { name?: JsonValue; id?: JsonValue } = isJsonObject(item) ? item : {};
  if (typeof name === 'string' && name.trim() !== '') return visible(name);
  return typeof id === 'string' && id.trim() !== '' ? visible(id) : `number ${index + 1}`;
}

const NUMBERED: Readonly<Record<string, string>> = { turns: 'turn', posts: 'post', steps: 'step', tools: 'tool call', notes: 'note' };
const LABELLED: Readonly<Record<string, string>> = { members: 'member', rooms: 'room', groups: 'group' };

/** The word for the list item at `index` of a path, or undefined when the path has no item of a known list there. */
function wordAt(root: JsonValue, path: Path, index: number): string | undefined {
  const [list, item] = [path[index - 1], path[index]];
  if (typeof list !== 'string' || typeof item !== 'number') return undefined;
  const label = index === 1 && Object.hasOwn(LABELLED, list) ? LABELLED[list] : undefined;
  if (label !== undefined) return `${label} ${labelOf(valueIn(root, path.slice(0, index + 1)), item)}`;
  return Object.hasOwn(NUMBERED, list) ? `${NUMBERED[list]} ${item + 1}` : undefined;
}

/**
 * A path in words: the field at its end (`limits.timeoutMs`; '' for an item of a list) and the place it lies in, innermost first
 * (`post 1 of turn 2 of member Writer`; what stands outside of all lists lies in `the team`).
 */
export function placeOf(root: JsonValue, path: Path): { readonly field: string; readonly place: string } {
  const words: string[] = [];
  let last = -1;
  for (let index = 1; index < path.length; index += 1) {
    const word = wordAt(root, path, index);
    if (word === undefined) continue;
    words.unshift(word);
    last = index;
  }
  const fields = path.slice(last + 1);
  return { field: visible(fields.join('.')), place: words.length === 0 ? 'the team' : words.join(' of ') };
}
