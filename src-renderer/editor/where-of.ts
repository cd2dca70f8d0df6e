import { isJsonObject, type JsonObject } from '../../src-shared/kernel/json.ts';
import { valueIn } from '../../src-shared/team-document/document-path.ts';
import { labelOf, placeOf } from '../../src-shared/team-document/place.ts';
import { stepsOf } from '../../src-shared/team-document/pointer-steps.ts';
import type { Problem } from '../../src-shared/team-document/problem.ts';

const COLORS = 12;
const WORDS: Readonly<Record<string, string>> = { members: 'member', rooms: 'room', groups: 'group' };

/** Whom a problem is about, with its colour when it is a member, and the place within in words: `turn 2, post 1`. */
export function whereOf(
  document: JsonObject,
  { path }: Problem,
): { readonly who: string; readonly place: string; readonly color: number | null } {
  const steps = stepsOf(document, path);
  const { field, place } = placeOf(document, steps);
  const [list, index] = steps;
  const word = typeof list === 'string' && Object.hasOwn(WORDS, list) ? WORDS[list] : undefined;
  if (typeof index !== 'number' || word === undefined) return { who: place === 'the team' ? 'Team' : place, place: field, color: null };
  const thing = valueIn(document, steps.slice(0, 2));
  const who = labelOf(thing, index);
  const inner = place.slice(0, -`${word} ${who}`.length).split(' of ').toReversed().filter(Boolean).join(', ');
  const chosen = isJsonObject(thing) ? thing['color'] : undefined;
  const color = typeof chosen === 'number' && chosen >= 1 && chosen <= COLORS ? chosen : (index % COLORS) + 1;
  return { who, place: inner === '' ? field : inner, color: list === 'members' ? color : null };
}
