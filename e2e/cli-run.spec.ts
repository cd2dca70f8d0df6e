import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { linesOf, newHome } from './command-line.ts';

const EXAMPLES = join(import.meta.dirname, '../examples');
const RELEASE_TEAM = join(EXAMPLES, 'release-team.troupe.yaml');

test('runs the release team with the messages, order and answers of seed 000, and finds the run again', async () => {
  const { troupe } = newHome();
  const ended = await troupe('run', RELEASE_TEAM, '--json');
  expect(ended.stderr).toContain('Complete: 3 turns');
  expect(ended.code).toBe(0);
  const lines = linesOf(ended);
  const events = lines.filter(({ type }) => type === 'event').map(({ event }) => event as NonNullable<typeof event>);
  expect(events.map(({ type }) => type.replace('graph:', ''))).toEqual([
    'run-started',
    ...Array.from({ length: 3 }, () => ['node-dispatched', 'node-attempt-started', 'node-completed']).flat(),
  ]);
  const completed = events.filter(({ type }) => type === 'graph:node-completed') as unknown as {
    payload: { nodeId: string; result: { posts?: { text: string }[] } };
  }[];
  expect(completed.map(({ payload }) => payload.nodeId)).toEqual(['writer', 'reviewer', 'writer']);
  expect(completed.flatMap(({ payload }) => (payload.result.posts ?? []).map(({ text }) => text))).toEqual([
    'Please review: Prepare a release note.',
    'Reviewed team/writer/1/0: Please review: Prepare a release note.',
  ]);
  const outcome = lines.at(-1) as unknown as {
    type: string;
    runId: string;
    status: string;
    output: { agents: { name: string; result: { summary: string } }[] };
  };
  expect(outcome).toMatchObject({ type: 'outcome', status: 'complete' });
  expect(outcome.output.agents.map(({ name, result }) => [name, result.summary])).toEqual([
    ['writer', 'Finished Prepare a release note.: Reviewed team/writer/1/0: Please review: Prepare a release note.'],
    ['reviewer', 'Draft checked.'],
  ]);

  const listed = JSON.parse((await troupe('list', '--json')).stdout) as unknown[];
  expect(listed).toMatchObject([{ runId: outcome.runId, team: 'release-team', form: 'conversation', status: 'complete', turns: 3 }]);
  const shown = JSON.parse((await troupe('show', outcome.runId, '--json')).stdout) as { messages: unknown[]; output: unknown };
  expect(shown).toMatchObject({ status: 'complete', revision: 10, lastRevision: 10, output: outcome.output });
  expect(shown.messages).toHaveLength(2);
  const earlier = JSON.parse((await troupe('show', outcome.runId, '--at', '4', '--json')).stdout) as { messages: unknown[] };
  expect(earlier).toMatchObject({ revision: 4, lastRevision: 10, output: null });
  expect(earlier.messages).toHaveLength(1);
  expect((await troupe('verify', outcome.runId)).code).toBe(0);
  const files = JSON.parse((await troupe('rooms', outcome.runId, '--out', newHome().folder, '--json')).stdout) as {
    files: { path: string }[];
  };
  expect(readFileSync(files.files[0]?.path ?? '', 'utf8').split('\n')).toHaveLength(3);
  expect((await troupe('doctor')).code).toBe(0);
});

test('takes the task and inputs from the command line', async () => {
  const { troupe, file } = newHome();
  const document = file(
    't.troupe.yaml',
    `format: troupe.team\nformatVersion: 1\nid: t\nform: conversation\ntask: old\ninputs: { who: nobody }\nmembers:\n  - id: a\n    engine: { kind: scripted, turns: [{ say: "{{task}} for {{input.who}}" }] }\n`,
  );
  const ended = await troupe('run', document, '--json', '--task', 'New task', '--input', 'who=Mara');
  expect(linesOf(ended).at(-1)).toMatchObject({ output: { agents: [{ result: { summary: 'New task for Mara' } }] } });
  const refused = await troupe('run', document, '--input', 'when=now');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('[UNKNOWN_INPUT]');
});

test('ends with 1 when the team failed, saying who and why', async () => {
  const { troupe } = newHome();
  const ended = await troupe('run', join(EXAMPLES, 'design-review.troupe.yaml'));
  expect(ended.code).toBe(1);
  expect(ended.stdout).toMatch(/failed: .+ \[[A-Z_]+\]/);
  expect(ended.stderr).toContain('[TEAM_NODE_FAILED]');
  const [listed] = JSON.parse((await troupe('list', '--json')).stdout) as { status: string }[];
  expect(listed?.status).toBe('failed');
});

for (const [what, line, code] of [
  ['a missing member', 'rooms: [{ id: r, members: [a, ghost] }]', 'UNKNOWN_MEMBER'],
  ['a duplicate id', 'rooms: [{ id: r, members: [a] }, { id: r, members: [a] }]', 'DUPLICATE_ID'],
  ['a newer format', 'formatVersion: 2', 'NEWER_FORMAT'],
  ['YAML that is none', 'rooms: [', ''],
] as const)
  test(`refuses ${what} with its place, before anything runs`, async () => {
    const { troupe, file } = newHome();
    const head = code === 'NEWER_FORMAT' ? '' : 'formatVersion: 1\n';
    const members = 'members:\n  - { id: a, engine: { kind: scripted } }';
    const document = file('bad.troupe.yaml', `format: troupe.team\n${head}id: bad\nform: conversation\ntask: t\n${members}\n${line}\n`);
    for (const command of ['run', 'validate']) {
      const ended = await troupe(command, document);
      expect(ended.code).toBe(2);
      expect(`${ended.stdout}${ended.stderr}`).toMatch(/bad\.troupe\.yaml:\d+:\d+: error: .+ \[[A-Z_]+\]/);
      expect(`${ended.stdout}${ended.stderr}`).toContain(code);
    }
    expect(JSON.parse((await troupe('list', '--json')).stdout)).toEqual([]);
  });

test('refuses what is not there, and words it does not know, with 2 and a next step', async () => {
  const { troupe, file } = newHome();
  for (const args of [
    ['show', 'nothing'],
    ['run', 'no-such-file.yaml'],
    ['run'],
    ['frobnicate'],
    ['show', '../../etc/passwd'],
    ['validate', file('big.yaml', 'x'.repeat(20 * 1024 * 1024))],
  ]) {
    const ended = await troupe(...args);
    expect([args[0], ended.code]).toEqual([args[0], 2]);
    expect(`${ended.stdout}${ended.stderr}`).not.toMatch(/\n\s+at /);
  }
});
