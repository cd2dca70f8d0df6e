import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TeamGraphResult, TeamTurnInput } from '../../src-shared/graph-types/team/team-state.ts';
import { teamGraphType } from '../../src-shared/graph-types/team/team-graph-type.ts';
import { compileGraph } from '../../src-shared/kernel/compile-graph.ts';
import type { GraphCommand } from '../../src-shared/kernel/graph-type.ts';
import { compileTeamDocument } from '../../src-shared/team-document/compile-team.ts';
import { loadTeamDocument } from '../../src-shared/team-document/load-team-document.ts';
import { memberSettings } from '../../src-shared/team-document/member-settings.ts';
import { type ConversationDocument, isConversation } from '../../src-shared/team-document/schema.ts';
import { createScriptedTurn } from './scripted.ts';
import type { TurnClock } from './turn-clock.ts';
import { TurnFailure } from './turn-failure.ts';

const ROOT = join(import.meta.dirname, '../..');
const FIXTURES = join(ROOT, 'src-shared/team-document/fixtures');
const load = (folder: string, fileName: string) => loadTeamDocument({ text: readFileSync(join(folder, fileName), 'utf8'), fileName });

function example(name: string): ConversationDocument {
  const { document, problems } = load(join(ROOT, 'examples'), `${name}.troupe.yaml`);
  expect(problems).toEqual([]);
  if (document === null || !isConversation(document)) throw new Error(`${name} is no conversation`);
  return document;
}

const INSTANT: TurnClock = { now: () => 0, sleep: async () => {} };

/** Runs a conversation in memory: the graph decides, scripts answer, their answers are folded, until the graph ends. */
async function play(document: ConversationDocument) {
  const { definition, inputs } = compileTeamDocument(document);
  const graph = compileGraph(teamGraphType, definition);
  const batches: string[][] = [];
  const failures: { member: string; code: string; message: string }[] = [];
  let state = graph.initialState();
  let decision: readonly GraphCommand[] = graph.decide(state);
  for (; decision.every(({ kind }) => kind === 'dispatch'); decision = graph.decide(state)) {
    const dispatches = decision.filter((command) => command.kind === 'dispatch');
    batches.push(dispatches.map(({ position }) => position));
    for (const { nodeId, position } of dispatches)
      state = graph.reduce(state, { type: 'node-dispatched', version: 1, payload: { nodeId, position } });
    for (const { nodeId, position, input } of dispatches) {
      const run = createScriptedTurn({ member: nodeId, engine: memberSettings(document, nodeId).engine, clock: INSTANT });
      const turn = Number(position.split('/').at(-1));
      const payload = await run({
        input: input as TeamTurnInput,
        turn,
        signal: new AbortController().signal,
        inputs,
        emitPart: () => {},
      }).then(
        (result) => ({ nodeId, position, result }),
        (error: unknown) => {
          if (!(error instanceof TurnFailure)) throw error;
          failures.push({ member: nodeId, code: error.turnFailureCode, message: error.message });
          return { nodeId, position, code: error.turnFailureCode };
        },
      );
      state = graph.reduce(state, { type: 'result' in payload ? 'node-completed' : 'node-failed', version: 1, payload });
    }
  }
  const { messages } = state;
  return { batches, turns: batches.flat(), messages, failures, end: decision[0] };
}
const outputOf = (end: GraphCommand | undefined): TeamGraphResult => {
  if (end?.kind !== 'complete') throw new Error(JSON.stringify(end));
  return end.output as unknown as TeamGraphResult;
};
const turnsOf = (turns: readonly string[]) => Object.groupBy(turns, (position) => position.split('/')[1] ?? '');

describe('examples', () => {
  it('release team gives the messages, order and answers of seed 000', async () => {
    const { turns, messages, end } = await play(example('release-team'));
    expect(turns).toEqual(['team/writer/1', 'team/reviewer/1', 'team/writer/2']);
    expect(messages.map(({ sender, text }) => ({ sender, text }))).toEqual([
      { sender: 'writer', text: 'Please review: Prepare a release note.' },
      { sender: 'reviewer', text: 'Reviewed team/writer/1/0: Please review: Prepare a release note.' },
    ]);
    expect(outputOf(end).agents.map(({ name, result }) => ({ name, summary: result?.summary }))).toEqual([
      { name: 'writer', summary: 'Finished Prepare a release note.: Reviewed team/writer/1/0: Please review: Prepare a release note.' },
      { name: 'reviewer', summary: 'Draft checked.' },
    ]);
  });

  it('newsroom takes 57 turns, two at a time, and every line of every script is heard once', async () => {
    const document = example('newsroom');
    const { batches, turns, messages, end } = await play(document);
    expect(turns).toHaveLength(57);
    expect(Math.max(...batches.map((batch) => batch.length))).toBe(2);
    const counts = Object.entries(turnsOf(turns)).map(([member, taken]) => [member, taken?.length]);
    const scripted = document.members.map(({ id, engine }) => [id, engine?.kind === 'scripted' ? engine.turns?.length : 0]);
    expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(scripted));
    expect(batches.slice(0, 4)).toEqual([
      ['team/politics/1', 'team/data/1'],
      ['team/science/1', 'team/managing/1'],
      ['team/politics/2', 'team/data/2'],
      ['team/science/2', 'team/facts/1'],
    ]);
    expect(turns.at(-1)).toBe('team/facts/13');
    const said = document.members.flatMap(({ engine }) => (engine?.kind === 'scripted' ? (engine.turns ?? []).map(({ say }) => say) : []));
    expect(new Set(said).size).toBe(57);
    expect(
      Object.fromEntries(Object.entries(Object.groupBy(messages, ({ roomId }) => roomId)).map(([room, list]) => [room, list?.length])),
    ).toEqual({ pitch: 12, facts: 24, copy: 15, 'sign-off': 9 });
    expect(outputOf(end).agents.every(({ result }) => result !== null)).toBe(true);
  });

  it('design review: one member fails with what to do next, the others finish their turns', async () => {
    const { batches, messages, failures, end } = await play(example('design-review'));
    expect(batches).toEqual([['team/mara/1'], ['team/jonas/1', 'team/noor/1', 'team/ilse/1']]);
    expect(failures).toMatchObject([{ member: 'noor', code: 'ENGINE_UNAVAILABLE' }]);
    expect(failures[0]?.message).toContain('Start the preview again');
    expect(messages.map(({ sender }) => sender)).toEqual(['mara', 'jonas', 'ilse', 'ilse']);
    expect(end).toEqual({ kind: 'fail', code: 'TEAM_NODE_FAILED', message: 'Failed team members: noor.' });
  });

  it('gives the same run every time', async () => {
    expect(await play(example('newsroom'))).toEqual(await play(example('newsroom')));
  });
});

describe('bad documents', () => {
  it.each([
    ['missing-member.troupe.yaml', true, ['UNKNOWN_MEMBER']],
    ['duplicate-id.troupe.yaml', true, ['DUPLICATE_ID']],
    ['hostile-names.troupe.yaml', true, ['HIDDEN_CHARACTERS', 'HIDDEN_CHARACTERS', 'HIDDEN_CHARACTERS']],
    ['newer-format.troupe.yaml', false, ['NEWER_FORMAT']],
    ['invalid-yaml.troupe.yaml', false, ['INVALID_YAML']],
    ['unsafe-key.troupe.json', false, ['UNSAFE_KEY']],
    [
      'many-problems.troupe.yaml',
      false,
      [
        'UNKNOWN_KEY',
        'INVALID_VALUE',
        'INVALID_VALUE',
        'UNKNOWN_TEMPLATE',
        'UNKNOWN_ROOM',
        'ENGINE_MISSING',
        'NEVER_REACHED',
        'ENGINE_UNAVAILABLE_HERE',
        'ROOM_EMPTY',
      ],
    ],
  ])('%s (opens: %s) has %j, each with its place', (fileName, opens, codes) => {
    const { document, problems } = load(FIXTURES, fileName);
    expect(problems.map(({ code }) => code)).toEqual(codes);
    expect(problems.every(({ line, column, message }) => line !== undefined && column !== undefined && message.endsWith('.'))).toBe(true);
    expect(document !== null).toBe(opens);
  });

  it('has a test for every fixture', () => {
    expect(readdirSync(FIXTURES)).toHaveLength(7);
  });
});
