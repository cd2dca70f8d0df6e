import type { Place } from './node-places.ts';

/** A member, room or note by node id: `member:writer`. */
type NodeKey = string;
export type NewKind = 'member' | 'room' | 'note';

/** What a person does on the canvas; the editor turns it into edits of the document. */
export interface CanvasActs {
  /** Another selection. */
  readonly select: (keys: ReadonlySet<NodeKey>) => void;
  /** Nodes were put elsewhere. */
  readonly move: (places: ReadonlyMap<NodeKey, Place>) => void;
  /** A line was drawn from one node to another. */
  readonly connect: (from: NodeKey, to: NodeKey) => void;
  /** A line was drawn to an empty place, where something new is to stand (its upper left corner). */
  readonly connectToNew: (from: NodeKey, kind: NewKind, at: Place) => void;
  /** Something new at that place (its upper left corner). */
  readonly add: (kind: NewKind, at: Place) => void;
  readonly remove: (keys: ReadonlySet<NodeKey>) => void;
  /** A member leaves a room. */
  readonly unseat: (memberId: string, roomId: string) => void;
  /** The keyboard goes into the node's name. */
  readonly name: (key: NodeKey) => void;
}

/** What the editor asks of the canvas; the palette and commands use it. */
export interface CanvasView {
  /** A free place for something of that kind, in the part of the canvas that can be seen. */
  readonly freePlace: (kind: NewKind) => Place;
  /** Where pasted things should have their upper left corner: in the part that can be seen. */
  readonly middle: () => Place;
  /** Brings a node to the eye and puts the keyboard on it. */
  readonly show: (key: NodeKey) => void;
  readonly fit: () => void;
  readonly zoom: (direction: 1 | -1) => void;
  readonly focus: () => void;
}

/** Type of a thing that is dragged from the palette onto the canvas. */
export const DRAGGED_KIND = 'application/x-troupe-thing';
