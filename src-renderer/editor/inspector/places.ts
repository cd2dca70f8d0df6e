import { type JsonValue, pointerOf } from '../../../src-shared/kernel/json.ts';
import { valueIn } from '../../../src-shared/team-document/document-path.ts';
import { setField } from '../../../src-shared/team-document/edit/set-field.ts';
import { placeOf } from '../../../src-shared/team-document/place.ts';
import type { Problem } from '../../../src-shared/team-document/problem.ts';
import { useEditor, useTeamEditor } from '../editor-store.ts';

/** Steps to a field: things by their number, so that the same steps are a problem's JSON pointer. */
export type Place = readonly (string | number)[];
/** True for a pointer that is `outer` or leads through it. */
export const isWithin = (pointer: string, outer: string): boolean => pointer === outer || pointer.startsWith(`${outer}/`);

/** Problems about a thing as a whole, and the field that solves them. */
const FIELDS: Readonly<Record<string, string>> = { NEVER_REACHED: '/initialTurn', ROOM_EMPTY: '/members' };
/** The pointer of the field in which a problem can be solved. */
export const fieldOf = ({ code, path }: Problem): string => path + (FIELDS[code] ?? '');

/** What stands at a place of the document. */
export const useValue = (place: Place): JsonValue | undefined => useEditor(({ document }) => valueIn(document, place));

/** The first problem of a field, or of something within it. */
export const useFinding = (place: Place): Problem | undefined => {
  const pointer = pointerOf(place);
  return useEditor(({ problems }) => problems.find((problem) => isWithin(fieldOf(problem), pointer)));
};

/**
 * Sets a field, or takes it out of the document when the value is undefined. What is typed into it letter by letter is one step of undo,
 * each choice one of its own.
 */
export function useSetter(label: string, place: Place, by: 'typing' | 'choosing' = 'choosing'): (value: JsonValue | undefined) => void {
  const editor = useTeamEditor();
  return (value) =>
    editor.edit(
      `${label} of ${placeOf(editor.document, place).place}`,
      (document) => setField(document, place, typeof value === 'string' ? value.toWellFormed() : value),
      by === 'typing' ? { merge: pointerOf(place) } : {},
    );
}
