import type { TurnDetail } from '../../../src-shared/contract/runs-contract.ts';
import { select, useRunState, useRunStore } from '../run-store.ts';
import type { Selected } from '../selection.ts';
import { ChipButton } from './ChipButton.tsx';
import css from './Inspect.module.css';
import { Group } from './TurnFacts.tsx';

/** The saved events of a turn, each a way to its place among all of them. */
export function TurnEvents({ detail: { revisions, member, position } }: { detail: TurnDetail }) {
  const store = useRunStore();
  const looked = useRunState(({ selected }) => (selected?.kind === 'event' ? selected.revision : null));
  return (
    <Group title="Events">
      <div className={css['chips']}>
        {revisions.map((revision) => {
          const event: Selected = { kind: 'event', member, room: null, position, message: null, revision };
          return (
            <ChipButton key={revision} isLooked={looked === revision} onClick={() => select(store, event)}>
              Event {revision}
            </ChipButton>
          );
        })}
      </div>
    </Group>
  );
}
