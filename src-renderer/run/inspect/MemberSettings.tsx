import { DEFAULT_TURNS_PER_MEMBER } from '../../../src-shared/team-document/defaults.ts';
import { memberSettings } from '../../../src-shared/team-document/member-settings.ts';
import type { ConversationDocument, DocumentMember } from '../../../src-shared/team-document/schema.ts';
import { shortNumber, shortTime } from '../../ui/format-amount.ts';
import { Name } from '../../ui/Name.tsx';
import { memberName, memberOf } from '../member-of.ts';
import { select, useRunState, useRunStore } from '../run-store.ts';
import { selectRoom } from '../selection.ts';
import { ChipButton } from './ChipButton.tsx';
import css from './Inspect.module.css';
import { Pane, type PaneFrame } from './Pane.tsx';
import { Shown, ShownText } from './Shown.tsx';
import { TodaysVersion } from './TodaysVersion.tsx';
import { Group } from './TurnFacts.tsx';
import { useFrozenTeam } from './use-frozen-team.ts';
import { ValueTree } from './ValueTree.tsx';

/** One member with all its settings, as they were in this run. */
export function MemberSettings({ id, ...frame }: PaneFrame & { id: string }) {
  const team = useRunState((run) => run.team);
  const { document, error } = useFrozenTeam();
  const member = document?.members.find((one) => one.id === id);
  return (
    <Pane
      name="Inspector"
      close="Close inspector"
      {...frame}
      color={memberOf(team, id)?.color}
      title={memberName(team, id)}
      facts="as in this run"
    >
      {error !== null && <p className={css['error']}>{error}</p>}
      {document !== null && member === undefined && <p className={css['error']}>The team of this run has no such member.</p>}
      {document !== null && member !== undefined && (
        <>
          <Settings document={document} member={member} />
          <TodaysVersion frozen={document} />
        </>
      )}
    </Pane>
  );
}

function Settings({ document, member }: { document: ConversationDocument; member: DocumentMember }) {
  const store = useRunStore();
  const { id, name = id, role, brief, initialTurn, engine } = member;
  const { policy, permissions, approve, retrySafe, onEmpty } = memberSettings(document, id);
  const { kind, ...script } = engine ?? {};
  const rooms = document.rooms?.filter(({ members }) => members.includes(id)) ?? [];
  return (
    <>
      <dl className={css['group']}>
        <ShownText label="Name" text={name} of={name} />
        <ShownText label="Role" text={role} of={name} />
        <ShownText label="Brief" text={brief} of={name} />
        <Shown label="First turn">
          {initialTurn === false ? 'no: speaks when someone mentions it' : 'yes: speaks before anyone mentions it'}
        </Shown>
        <Shown label="Rooms">
          <div className={css['chips']}>
            {rooms.length === 0 && <span className="dimmer">none</span>}
            {rooms.map((room) => (
              <ChipButton key={room.id} onClick={() => select(store, selectRoom(room.id))}>
                <Name>{room.name ?? room.id}</Name>
              </ChipButton>
            ))}
          </div>
        </Shown>
      </dl>
      <Group title="Engine">
        <p>{kind}</p>
        <ValueTree value={script} title={`Script of ${name}`} />
      </Group>
      <Group title="Limits">
        <dl className={css['numbers']}>
          {(
            [
              ['Time', shortTime(policy.timeoutMs)],
              ['Input', `${shortNumber(policy.inputBytes)} bytes`],
              ['Output', `${shortNumber(policy.outputBytes)} bytes`],
              ['Memory', `${shortNumber(policy.memoryBytes)} bytes`],
              ['Turns', document.limits?.maxTurnsPerMember ?? DEFAULT_TURNS_PER_MEMBER],
              ['Permissions', permissions.length === 0 ? 'none' : permissions.join(', ')],
              ['Approve', approve],
              ['Empty answer', onEmpty],
              ['Runs again by itself', retrySafe ? 'yes' : 'no'],
            ] as const
          ).map(([label, value]) => (
            <div key={label} className={css['number']}>
              <dt>{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      </Group>
    </>
  );
}
