import type { Moment } from '../../src-shared/run/moment.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';

const nameIn = (list: readonly { readonly id: string; readonly name: string }[], id: string): string =>
  list.find((one) => one.id === id)?.name ?? id;

/** An event in the words of who watches: who did what. */
export function momentWords({ type, member, rooms, kind, detail }: Moment, team: TeamSketch): string {
  const who = nameIn(team.members, member);
  switch (type) {
    case 'graph:run-started':
      return 'The run starts';
    case 'graph:node-dispatched':
      return `${who} has its turn`;
    case 'graph:node-attempt-started':
      return `${who} starts`;
    case 'graph:node-resumed':
      return `${who} goes on`;
    case 'graph:node-completed':
      return rooms.length === 0 ? `${who} answered` : `${who} posted in ${rooms.map((room) => nameIn(team.rooms, room)).join(', ')}`;
    case 'graph:node-failed':
      return kind === 'failure' ? `${who} failed: ${detail}` : `${who} was stopped`;
    case 'graph:node-paused':
      return `${who} waits for a person`;
    case 'host:paused':
      return detail === 'person' ? 'Paused by a person' : `Paused: ${detail}`;
    case 'host:resumed':
      return 'Resumed';
    case 'host:stopped':
      return 'Stopped';
    case 'host:lease-taken':
      return 'Another process took the run over';
    case 'host:recovered':
      return 'A person settled a turn that was left open';
    case 'host:usage':
      return 'Usage was reported';
    default:
      return type;
  }
}
