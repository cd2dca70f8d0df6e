import { isJsonObject, type JsonObject, type JsonValue, stringOf } from '../kernel/json.ts';
import { diffInDetail } from './document-change.ts';
import { type DocumentStep, valueIn } from './document-path.ts';

const WORDS: Readonly<Record<string, string>> = { members: 'Member', rooms: 'Room', notes: 'Note', groups: 'Group' };

const nameOf = (thing: JsonValue | undefined, id: string): string =>
  isJsonObject(thing) ? stringOf(thing['name']) || stringOf(thing['text']).slice(0, 40) || id : id;

/** A path inside of a thing, in words: `engine turn 2 say`. */
const wordsOf = (steps: readonly DocumentStep[]): string =>
  steps
    .map((step, index) =>
      typeof step === 'number'
        ? `${step + 1}`
        : typeof step === 'string'
          ? typeof steps[index + 1] === 'number'
            ? step.replace(/s$/u, '')
            : step
          : step.id,
    )
    .join(' ');

/** What differs between two documents, a line a thing: `Member Writer: brief, engine turn 2 say`, `Room Ship added`. */
export function describeChanges(before: JsonObject, after: JsonObject): string[] {
  const lines = new Map<string, Set<string>>();
  const add = (thing: string, what: string) => lines.set(thing, (lines.get(thing) ?? new Set()).add(what));
  for (const change of diffInDetail(before, after)) {
    const [list, step, ...inside] = change.path;
    const word = typeof list === 'string' ? WORDS[list] : undefined;
    if (word === undefined || typeof step !== 'object') {
      add(
        'Team',
        wordsOf(change.path.length === 0 ? ['all of it'] : change.path.slice(0, 3)) + ('order' in change ? ' in another order' : ''),
      );
      continue;
    }
    const path = [list ?? '', step];
    const thing = `${word} ${nameOf(valueIn(after, path) ?? valueIn(before, path), step.id)}`;
    if (inside.length > 0) add(thing, wordsOf(inside.slice(0, 4)));
    else if (!('order' in change)) add(thing, change.before === undefined ? 'added' : change.after === undefined ? 'removed' : 'replaced');
  }
  return [...lines].map(([thing, whats]) =>
    whats.has('added') || whats.has('removed') ? `${thing} ${[...whats][0] ?? ''}` : `${thing}: ${[...whats].join(', ')}`,
  );
}
