import type { CanvasActs, CanvasView, NewKind } from '../canvas/canvas-acts.ts';
import { nameOfNode } from '../canvas/node-name.ts';
import type { JsonObject } from '../../src-shared/kernel/json.ts';
import { type Added, addMember, addNote, addRoom, type Place } from '../../src-shared/team-document/edit/add-things.ts';
import { placeThings } from '../../src-shared/team-document/edit/place-things.ts';
import { removeThings } from '../../src-shared/team-document/edit/remove-things.ts';
import { directRoom, seat, unseat } from '../../src-shared/team-document/edit/seating.ts';
import { keyOf, readKey, type ThingKey } from '../../src-shared/team-document/edit/thing-key.ts';
import type { TeamEditor } from './editor-store.ts';

const ADD: Record<NewKind, (document: JsonObject, at: Place) => Added> = { member: addMember, room: addRoom, note: addNote };

/** A node of the canvas as the thing of the document that it draws; a second one with the same id stands for the first. */
const keyOfNode = (node: string): ThingKey => {
  const { kind, id } = readKey(node.split('\u0000')[0] ?? '');
  return keyOf(kind, id);
};
const keysOf = (nodes: Iterable<string>): Set<ThingKey> => new Set([...nodes].map(keyOfNode));

/** What things are called in the words of undo. */
function inWords(editor: TeamEditor, keys: ReadonlySet<ThingKey>): string {
  const [first] = keys;
  if (keys.size !== 1 || first === undefined) return `${keys.size} things`;
  return nameOfNode(editor.store.getState().team, first) ?? readKey(first).kind;
}

/** Puts something new into the team and the keyboard into its name. */
function addThing(editor: TeamEditor, kind: NewKind, at: Place): void {
  const { document, key } = ADD[kind](editor.document, at);
  editor.edit(`Add ${kind}`, () => document);
  editor.name(key);
}
/** The same, in a free place of what can be seen. */
export function addWhereFree(editor: TeamEditor, view: CanvasView | null, kind: NewKind): void {
  if (view !== null) addThing(editor, kind, view.freePlace(kind));
}

/** Joins two things: a member sits down in a room, two members get a direct message. */
function join(document: JsonObject, from: ThingKey, to: ThingKey): { document: JsonObject; select: ThingKey } | null {
  const [left, right] = [readKey(from), readKey(to)];
  if (left.kind === 'member' && right.kind === 'member') {
    const { document: joined, key } = directRoom(document, left.id, right.id);
    return { document: joined, select: key };
  }
  const [member, room] = left.kind === 'member' ? [left, right] : [right, left];
  return member.kind === 'member' && room.kind === 'room' ? { document: seat(document, member.id, room.id), select: from } : null;
}

function connect(editor: TeamEditor, from: ThingKey, to: ThingKey): void {
  const joined = join(editor.document, from, to);
  if (joined !== null)
    editor.edit(`Join ${inWords(editor, new Set([from]))} and ${inWords(editor, new Set([to]))}`, () => joined.document, {
      select: [joined.select],
    });
}

/** The acts of the canvas as edits of the document. */
export const canvasActs = (editor: TeamEditor): CanvasActs => ({
  select: (nodes) => editor.select(keysOf(nodes)),
  move: (places) => {
    const moved = new Map([...places].map(([node, place]) => [keyOfNode(node), place]));
    const keys = new Set(moved.keys());
    editor.edit(`Move ${inWords(editor, keys)}`, (document) => placeThings(document, moved), { merge: `move ${[...keys].join(' ')}` });
  },
  connect: (from, to) => connect(editor, keyOfNode(from), keyOfNode(to)),
  connectToNew: (node, kind, at) => {
    const from = keyOfNode(node);
    const { document, key } = ADD[kind](editor.document, at);
    editor.edit(`Add ${kind} joined to ${inWords(editor, new Set([from]))}`, () => join(document, from, key)?.document ?? document);
    editor.name(key);
  },
  add: (kind, at) => addThing(editor, kind, at),
  remove: (nodes) => {
    const keys = keysOf(nodes);
    editor.edit(`Remove ${inWords(editor, keys)}`, (document) => removeThings(document, keys), { select: [] });
  },
  unseat: (memberId, roomId) => {
    const name = inWords(editor, new Set([keyOf('member', memberId)]));
    editor.edit(`Take ${name} out of ${inWords(editor, new Set([keyOf('room', roomId)]))}`, (document) =>
      unseat(document, memberId, roomId),
    );
  },
  name: (node) => editor.name(keyOfNode(node)),
});
