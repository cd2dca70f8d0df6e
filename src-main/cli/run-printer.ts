import { isJsonObject, type JsonValue, stringOf } from '../../src-shared/kernel/json.ts';
import type { DomainEventEnvelope } from '../../src-shared/run/envelope.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import type { LivePart, RunObserver } from '../host/run-service.ts';
import { print, printJson } from './json-line.ts';

/** Prints a run as it goes: JSON Lines (spec/team-document.md 3), or lines for a person. */
export function runPrinter(json: boolean, team: TeamSketch): RunObserver {
  return json ? jsonPrinter() : linePrinter(team);
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);
const memberOf = (position: string) => position.split('/').at(-2) ?? position;

function jsonPrinter(): RunObserver {
  const sequences = new Map<string, number>();
  return {
    onEvents: (events) => events.forEach((event) => printJson({ type: 'event', event })),
    onPart: ({ position, attempt, kind, data }) => {
      const key = `${attempt} ${position}`;
      const sequence = (sequences.get(key) ?? 0) + 1;
      sequences.set(key, sequence);
      printJson({ type: 'part', position, attempt, member: memberOf(position), sequence, kind, data });
    },
  };
}

function linePrinter(team: TeamSketch): RunObserver {
  const names = new Map(team.members.map(({ id, name }) => [id, name]));
  const rooms = new Map(team.rooms.map(({ id, name }) => [id, name]));
  const width = Math.min(24, Math.max(0, ...[...names.values()].map((name) => name.length)));
  const causes = new Map<string, string>();
  const say = (member: string, text: string) => {
    const [first = '', ...rest] = text.split('\n');
    print(`${(names.get(member) ?? member).padEnd(width)}  ${first}`);
    for (const line of rest) print(`${' '.repeat(width)}  ${line}`);
  };
  const onEvent = ({ type, payload }: DomainEventEnvelope) => {
    if (!isJsonObject(payload)) return;
    const member = stringOf(payload['nodeId']);
    const position = stringOf(payload['position']);
    if (type === 'graph:node-completed') {
      const result = isJsonObject(payload['result']) ? payload['result'] : {};
      say(member, stringOf(result['summary']) || '(said nothing)');
      for (const post of listOf(result['posts'])) {
        if (!isJsonObject(post)) continue;
        const mentions = listOf(post['mentions'])
          .map((name) => ` @${stringOf(name)}`)
          .join('');
        say(member, `-> ${rooms.get(stringOf(post['roomId'])) ?? stringOf(post['roomId'])}${mentions}: ${stringOf(post['text'])}`);
      }
    } else if (type === 'graph:node-failed') say(member, `failed: ${causes.get(position) ?? ''} [${stringOf(payload['code'])}]`);
    else if (type === 'graph:node-paused') say(member, `waits: ${stringOf(payload['reason'])}`);
  };
  return {
    onEvents: (events) => events.forEach(onEvent),
    onPart: ({ kind, position, data }: LivePart) => {
      if (kind === 'error' && isJsonObject(data)) causes.set(position, stringOf(data['message']));
    },
  };
}
