import type { MemberView } from '../../src-shared/run/run-view.ts';

const TAIL = 240;

/** The last line of a text that still grows, from its last sentence on; reads only its end. */
export function lastLine(text: string): string {
  const line = text.slice(-TAIL).trimEnd().split('\n').at(-1)?.trim() ?? '';
  const sentence = line.search(/(?<=[.!?]\s)\S[^.!?]*[.!?]?$/);
  return sentence > 0 ? line.slice(sentence) : line;
}

/** One line under a member: what it says now, said last, or waits for. `over`: the run does not go on. */
export function lastWords(member: MemberView, seated: boolean, over: boolean): string {
  const turn = member.turns.at(-1);
  switch (member.state) {
    case 'failed':
      return turn?.cause?.split('\n')[0] ?? 'Failed without a word';
    case 'waiting':
      return turn?.reason ?? 'Waits for a person';
    case 'queued':
      return over ? 'Asked, but the run ended before' : 'Waits for its turn';
    case 'idle':
      return over ? 'Had no turn' : seated ? 'Waits for a mention' : 'Has no turn yet';
    case 'running':
    case 'done':
    case 'cancelled':
    case 'interrupted':
      return turn === undefined || turn.text.trim() === ''
        ? member.state === 'running'
          ? 'Starts…'
          : 'Said nothing'
        : lastLine(turn.text);
  }
}
