import { RotateCcw } from 'lucide-react';
import { useContext } from 'react';
import { ERROR_CODES } from '../../src-shared/kernel/error-codes.ts';
import type { TurnView } from '../../src-shared/run/run-view.ts';
import { Button } from '../ui/Button.tsx';
import { Name } from '../ui/Name.tsx';
import { visibleText } from '../ui/visible-text.ts';
import { RunActsContext } from './run-acts-context.ts';
import { select, useRunStore } from './run-store.ts';
import { selectTurn } from './selection.ts';
import css from './Turn.module.css';

const sentences: Readonly<Record<string, string>> = ERROR_CODES;

/** Why a turn failed, in words, and what can be done. */
export function TurnFailure({ turn, memberId }: { turn: TurnView; memberId: string }) {
  const store = useRunStore();
  const acts = useContext(RunActsContext);
  const code = turn.code ?? '';
  return (
    <div className={css['cause']}>
      <p>
        <b className="strong">{Object.hasOwn(sentences, code) ? sentences[code] : 'The turn failed.'}</b>{' '}
        {code !== '' && (
          <code className="code dim">
            <Name>{code}</Name>
          </code>
        )}
      </p>
      {turn.cause !== null && turn.cause !== '' && (
        // What scrolls is scrolled by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre dir="auto" tabIndex={0}>
          {visibleText(turn.cause)}
        </pre>
      )}
      <p className="small dim">
        {turn.cause === null || turn.cause === '' ? 'No cause was saved with it. ' : ''}
        Everything said so far is kept in this run. Running the team again starts a new run from the beginning.
      </p>
      <div className={css['next']}>
        {acts?.again != null && (
          <Button look="line" icon={<RotateCcw />} onClick={acts.again} disabled={acts.busy}>
            Run again
          </Button>
        )}
        <Button onClick={() => select(store, selectTurn(memberId, turn))}>Show what it was given</Button>
      </div>
    </div>
  );
}
