import { type KeyboardEvent, type RefObject, useCallback } from 'react';
import type { CanvasActs, CanvasView } from './canvas-acts.ts';
import type { Drawing } from './Ends.tsx';
import { type Direction, nearestNode, readingOrder } from './nearest-node.ts';
import { nodeIdAt } from './node-id-at.ts';
import { nameOfNode } from './node-name.ts';
import { boxesOf } from './node-places.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { readSeatId } from './team-edges.ts';

const ARROWS: Readonly<Record<string, Direction>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };
const STEP = 16;
const FINE = 4;
const OFFSETS: Record<Direction, readonly [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

interface Keys {
  readonly team: RefObject<TeamSketch>;
  readonly selection: RefObject<ReadonlySet<string>>;
  readonly chosenSeat: RefObject<string | null>;
  readonly acts: CanvasActs;
  readonly view: CanvasView;
  readonly drawing: { readonly getState: () => Drawing; readonly setState: (drawing: Drawing) => void };
  readonly say: (words: string) => void;
}

/** The node that the keyboard stands on. */
const focusedNode = (): string | null => nodeIdAt(document.activeElement);

/**
 * The canvas by keyboard: arrows walk from node to node, Shift and arrows move what is selected (with Alt by 4 px), C begins a line whose
 * end the arrows choose and Enter sets, Enter selects and then goes to the name, Delete removes, Escape lets go.
 */
export function useCanvasKeys({ team, selection, chosenSeat, acts, view, drawing, say }: Keys) {
  const nameOf = useCallback((key: string) => nameOfNode(team.current, key) ?? 'Note', [team]);
  const walk = useCallback(
    (direction: Direction) => {
      const boxes = boxesOf(team.current);
      const from = drawing.getState().from === null ? focusedNode() : (drawing.getState().target ?? drawing.getState().from);
      const start = from ?? [...selection.current].at(-1) ?? null;
      const next = start === null ? (readingOrder(boxes)[0] ?? null) : nearestNode(start, direction, boxes);
      if (next === null) return;
      if (drawing.getState().from === null) acts.select(new Set([next]));
      else {
        drawing.setState({ ...drawing.getState(), target: next });
        say(`To ${nameOf(next)}. Enter joins, Escape gives up.`);
      }
      view.show(next);
    },
    [team, selection, acts, view, drawing, say, nameOf],
  );
  const shift = useCallback(
    (direction: Direction, step: number) => {
      const boxes = boxesOf(team.current);
      const [dx, dy] = OFFSETS[direction];
      const focused = focusedNode();
      const keys = selection.current.size > 0 ? selection.current : new Set(focused === null ? [] : [focused]);
      const places = new Map(
        [...keys].flatMap((key) => {
          const box = boxes.get(key);
          return box === undefined ? [] : [[key, { x: box.x + dx * step, y: box.y + dy * step }] as const];
        }),
      );
      if (places.size > 0) acts.move(places);
    },
    [team, selection, acts],
  );
  const joinOrName = useCallback(() => {
    const { from, target } = drawing.getState();
    const focused = focusedNode();
    if (from !== null) {
      drawing.setState({ from: null, target: null });
      if (target !== null && target !== from) acts.connect(from, target);
    } else if (focused !== null && selection.current.size === 1 && selection.current.has(focused)) acts.name(focused);
    else if (focused !== null) acts.select(new Set([focused]));
    else return false;
    return true;
  }, [selection, acts, drawing]);

  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const { target, key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (
        !(target instanceof HTMLElement) ||
        target.closest('input, textarea, select, [role=menu], [role=toolbar]') !== null ||
        ctrlKey ||
        metaKey
      )
        return;
      const isDone = act();
      if (isDone) {
        event.preventDefault();
        event.stopPropagation();
      }

      function act(): boolean {
        const direction = ARROWS[key];
        const focused = focusedNode();
        if (direction !== undefined) {
          if (shiftKey) shift(direction, altKey ? FINE : STEP);
          else walk(direction);
          return true;
        }
        if (altKey) return false;
        switch (key) {
          case 'Enter':
            return joinOrName();
          case ' ':
            if (focused === null) return false;
            acts.select(
              new Set(
                selection.current.has(focused) ? [...selection.current].filter((one) => one !== focused) : [...selection.current, focused],
              ),
            );
            return true;
          case 'c':
          case 'C':
            if (focused === null || !/^(?:member|room):/u.test(focused)) return false;
            drawing.setState({ from: focused, target: null });
            say(`A line from ${nameOf(focused)}: choose where it ends with the arrows, Enter joins, Escape gives up.`);
            return true;
          case 'F2':
            if (focused === null) return false;
            acts.name(focused);
            return true;
          case 'Delete':
          case 'Backspace':
            if (chosenSeat.current !== null) {
              const { memberId, roomId } = readSeatId(chosenSeat.current);
              acts.unseat(memberId, roomId);
            } else if (selection.current.size > 0) acts.remove(selection.current);
            else if (focused !== null) acts.remove(new Set([focused]));
            else return false;
            view.focus();
            return true;
          case 'Escape':
            if (drawing.getState().from !== null) {
              drawing.setState({ from: null, target: null });
              say('No line was drawn.');
            } else acts.select(new Set());
            return true;
          default:
            return false;
        }
      }
    },
    [walk, shift, joinOrName, selection, chosenSeat, acts, view, drawing, say, nameOf],
  );
}
