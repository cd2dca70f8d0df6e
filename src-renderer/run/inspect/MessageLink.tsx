import type { MessageView } from '../../../src-shared/run/run-view.ts';
import { Name } from '../../ui/Name.tsx';
import { memberName, memberOf, roomName } from '../member-of.ts';
import { select, useRunState, useRunStore } from '../run-store.ts';
import { selectMessage } from '../selection.ts';
import { ChipButton } from './ChipButton.tsx';

/** A way to a message: who said it, and where. */
export function MessageLink({ message }: { message: Pick<MessageView, 'id' | 'sender' | 'roomId'> }) {
  const store = useRunStore();
  const team = useRunState((run) => run.team);
  return (
    <ChipButton color={memberOf(team, message.sender)?.color} onClick={() => select(store, selectMessage(message))}>
      <Name>{memberName(team, message.sender)}</Name> in <Name>{roomName(team, message.roomId)}</Name>
    </ChipButton>
  );
}
