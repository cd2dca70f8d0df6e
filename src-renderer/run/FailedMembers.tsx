import { ERROR_CODES } from '../../src-shared/kernel/error-codes.ts';
import { Button } from '../ui/Button.tsx';
import { Name } from '../ui/Name.tsx';
import { MemberBar } from '../ui/Seats.tsx';
import { visibleText } from '../ui/visible-text.ts';
import css from './FailedMembers.module.css';
import { memberName, memberOf } from './member-of.ts';
import { select, useRunState, useRunStore } from './run-store.ts';
import { selectMember, selectTurn } from './selection.ts';

const sentences: Readonly<Record<string, string>> = ERROR_CODES;

/** Every member that failed: in which turn and why, with the way there. */
export function FailedMembers({ ids }: { ids: readonly string[] }) {
  return (
    <ul className={css['failed']} aria-label="Failed members">
      {ids.map((id) => (
        <FailedMember key={id} id={id} />
      ))}
    </ul>
  );
}

function FailedMember({ id }: { id: string }) {
  const store = useRunStore();
  const team = useRunState((run) => run.team);
  const turn = useRunState(({ view }) => view.members[id]?.turns.at(-1));
  const code = useRunState(({ view }) => view.members[id]?.code) ?? '';
  const name = memberName(team, id);
  const cause = turn?.cause?.trim().split('\n')[0] ?? '';
  return (
    <li className={css['member']}>
      <MemberBar color={memberOf(team, id)?.color} />
      <p className={css['words']}>
        <b className="strong">
          <Name>{name}</Name>
        </b>{' '}
        failed{turn !== undefined && ` in turn ${turn.turn}`}: {Object.hasOwn(sentences, code) ? sentences[code] : 'no reason was saved.'}{' '}
        {cause !== '' && (
          <span className="dim">
            <Name>{cause}</Name>
          </span>
        )}{' '}
        <code className="code dim">
          <Name>{code}</Name>
        </code>
      </p>
      <Button look="line" onClick={() => select(store, turn === undefined ? selectMember(id) : selectTurn(id, turn))}>
        {`Open turn of ${visibleText(name)}`}
      </Button>
    </li>
  );
}
