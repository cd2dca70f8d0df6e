import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type JsonObject, type JsonValue, pointerOf } from '../../../src-shared/kernel/json.ts';
import { isList } from '../../../src-shared/team-document/document-path.ts';
import { setField } from '../../../src-shared/team-document/edit/set-field.ts';
import { placeOf } from '../../../src-shared/team-document/place.ts';
import { Button } from '../../ui/Button.tsx';
import { useEditor, useTeamEditor } from '../editor-store.ts';
import { NumberAt } from './fields.tsx';
import css from './Script.module.css';
import { isWithin, type Place, useValue } from './places.ts';
import { TurnItem } from './TurnItem.tsx';

type Turns = readonly JsonValue[];
/** What can be done with a turn of a script as a whole. */
export interface TurnActs {
  readonly move: (index: number, to: number) => void;
  readonly duplicate: (index: number) => void;
  readonly remove: (index: number) => void;
}

/** Turns that are listed at first, and with each wish for more. */
const MANY = 100;

let made = 0;
/** Something to tell turns apart by that follows them while they are moved; turns have no ids of their own. */
const newMark = (): number => {
  made += 1;
  return made;
};

const moved = <Item,>(list: readonly Item[], index: number, to: number): readonly Item[] => {
  const [item] = list.slice(index, index + 1);
  return item === undefined ? list : list.toSpliced(index, 1).toSpliced(to, 0, item);
};

/** The script of a member: its turns in order, and how fast it speaks. */
export function ScriptFields({ place, memberId }: { place: Place; memberId: string }) {
  const editor = useTeamEditor();
  const at = [...place, 'turns'];
  const value = useValue(at);
  const turns: Turns = isList(value) ? value : [];
  const [marks, setMarks] = useState<readonly number[]>(() => turns.map(newMark));
  const [opened, setOpened] = useState<number | null>(null);
  const [most, setMost] = useState(MANY);
  const asked = useEditor((state) => (state.asked !== null && isWithin(state.asked.pointer, pointerOf(at)) ? state.asked.pointer : null));
  const askedTurn = asked === null ? -1 : Number(asked.slice(pointerOf(at).length + 1).split('/')[0]);
  if (askedTurn >= most) setMost(askedTurn + 1);
  const shown = marks.length === turns.length ? marks : turns.map((_, index) => marks[index] ?? -1 - index);

  const act = (label: string, change: (list: Turns) => Turns, follow: (marks: readonly number[]) => readonly number[]) => {
    const { place: member } = placeOf(editor.document, [...place]);
    setMarks(follow(shown));
    editor.edit(`${label} of ${member}`, (document): JsonObject => {
      const changed = change(turns);
      return setField(document, at, changed.length === 0 ? undefined : changed);
    });
  };
  const insert = (label: string, index: number, turn: JsonValue) => {
    const mark = newMark();
    setOpened(mark);
    setMost(Math.max(most, index + 1));
    act(
      label,
      (list) => list.toSpliced(index, 0, turn),
      (list) => list.toSpliced(index, 0, mark),
    );
  };
  const acts: TurnActs = {
    move: (index, to) =>
      act(
        `Move turn ${index + 1}`,
        (list) => moved(list, index, to),
        (list) => moved(list, index, to),
      ),
    duplicate: (index) => insert(`Duplicate turn ${index + 1}`, index + 1, turns[index] ?? {}),
    remove: (index) =>
      act(
        `Remove turn ${index + 1}`,
        (list) => list.toSpliced(index, 1),
        (list) => list.toSpliced(index, 1),
      ),
  };
  return (
    <div>
      <div className={css['head']}>
        <span className={css['title']}>Turns</span>
        <span className="grow" />
        <span className={css['pace']}>
          <NumberAt
            label="Characters a second"
            place={[...place, 'pace']}
            rule={{ least: 0, most: 1_000_000, isWhole: false }}
            placeholder="at once"
          />
        </span>
      </div>
      {turns.length === 0 && <p className={css['none']}>Without turns it says its role and the task, once.</p>}
      <ol className={css['script']} aria-label="Turns">
        {shown.slice(0, most).map((mark, index) => (
          <TurnItem
            key={mark}
            place={[...at, index]}
            memberId={memberId}
            isLast={index === turns.length - 1}
            isNew={mark === opened}
            acts={acts}
          />
        ))}
      </ol>
      {shown.length > most && <Button onClick={() => setMost(most + MANY)}>Show more of {shown.length} turns</Button>}
      <Button icon={<Plus />} onClick={() => insert('Add a turn', turns.length, { say: '' })}>
        Add turn
      </Button>
    </div>
  );
}
