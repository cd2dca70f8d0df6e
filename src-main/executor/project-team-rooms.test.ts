import type * as crypto from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pair, Q, R, releaseTeam, withData } from '../../src-shared/graph-types/team/release-team.fixture.ts';
import type { TeamDefinition } from '../../src-shared/graph-types/team/team-definition.ts';
import { teamGraphType } from '../../src-shared/graph-types/team/team-graph-type.ts';
import { compileGraph } from '../../src-shared/kernel/compile-graph.ts';
import type { JsonValue } from '../../src-shared/kernel/json.ts';
import { storageRecord } from '../store/local-run-storage.ts';
import { projectTeamRooms, roomFileName } from './project-team-rooms.ts';
import { oneByOne, probeGraph } from './test-graphs.ts';
import { POLICY } from './test-policy.ts';
import { type Recorded, temporaryFolder, type TestRun, testRun } from './test-run.ts';

const fixed = vi.hoisted(() => ({ uuid: null as string | null }));
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>();
  return { ...real, randomUUID: () => fixed.uuid ?? real.randomUUID() };
});
beforeEach(() => {
  fixed.uuid = null;
});

const turn = (member: string, number: number, result: JsonValue): Recorded[] => [
  ['graph:node-dispatched', { nodeId: member, position: `team/${member}/${number}` }],
  ['graph:node-completed', { nodeId: member, position: `team/${member}/${number}`, result }],
];
async function conversation(definition: TeamDefinition, ...events: Recorded[]) {
  const run = await testRun(compileGraph(teamGraphType, definition));
  if (events.length > 0) await run.record(...events);
  return run;
}
const project = (run: TestRun, directory: string) => projectTeamRooms({ storage: run.storage, runId: run.runId, directory });
const say = (text: string, mentions: string[] = [], roomId = 'review') => ({ summary: '', posts: [{ roomId, text, mentions }] });

describe('room files', () => {
  it('hold one line a saved message: sender, id, mentions, text', async () => {
    const run = await conversation(releaseTeam, ...turn('writer', 1, Q), ...turn('reviewer', 1, R));
    const directory = join(temporaryFolder(), 'made', 'below');
    const { revision, files } = await project(run, directory);
    expect(revision).toBe(5);
    expect(files).toEqual([{ roomId: 'review', path: join(directory, roomFileName(run.storage, 'run-1', 'review')) }]);
    expect(readFileSync(files[0]?.path ?? '', 'utf8')).toBe(
      'writer [team/writer/1/0] @reviewer: Please check the draft.\nreviewer [team/reviewer/1/0] @writer: The draft is accurate.\n',
    );
    expect(lstatSync(files[0]?.path ?? '').mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toHaveLength(1);
  });

  it('count every event into the revision, whatever its type', async () => {
    const run = await conversation(
      releaseTeam,
      ...turn('writer', 1, Q),
      ['host:paused', { reason: 'person' }],
      ['graph:something-new', {}],
    );
    expect((await project(run, temporaryFolder())).revision).toBe(5);
  });

  it('are empty for a room without messages, and absent without rooms', async () => {
    const quiet = await conversation(releaseTeam);
    const { files } = await project(quiet, temporaryFolder());
    expect(readFileSync(files[0]?.path ?? '', 'utf8')).toBe('');
    const { communication: _none, ...data } = releaseTeam.data;
    const silent = await conversation({ ...releaseTeam, data });
    const directory = join(temporaryFolder(), 'never');
    expect(await project(silent, directory)).toEqual({ revision: 1, files: [] });
    expect(existsSync(directory)).toBe(false);
  });

  it('write line breaks, controls and backslashes as escapes, so that a message is one line', async () => {
    const text = 'a\\b\nc\rd\te\u0000\u001b\u007f\u0085\u009f\u2028\u2029é😀';
    const run = await conversation(releaseTeam, ...turn('writer', 1, say(text)));
    const { files } = await project(run, temporaryFolder());
    const line = 'writer [team/writer/1/0]: a\\\\b\\nc\\rd\\te\\u0000\\u001b\\u007f\\u0085\\u009f\\u2028\\u2029é😀\n';
    expect(readFileSync(files[0]?.path ?? '', 'utf8')).toBe(line);
  });

  it('[decision 19] are named by store, namespace, run and room', () => {
    const seed = { ...POLICY, maxEventPayloadBytes: 64_000, maxAppendBatchBytes: 128_000 };
    const record = storageRecord('/srv/store', 'team-conversation', seed);
    const expected = 'obversa-team-room-9b123ce82564959a8b3bde339372e725da878f5c46e8c003c37242e8daedf191.txt';
    expect(roomFileName({ record }, 'release-team-run', 'review')).toBe(expected);
    for (const other of [roomFileName({ record }, 'other-run', 'review'), roomFileName({ record }, 'release-team-run', 'other')])
      expect(other).not.toBe(expected);
  });

  it('[case 78] stay inside the directory whatever a room is called, in declaration order, and leave other files alone', async () => {
    const rooms = ['../outside.txt', `long-${'x'.repeat(300)}`, 'z', 'a'].map((id) => ({ id, members: ['writer', 'reviewer'] }));
    const definition = withData({ communication: { rooms, tailMessages: 3 } });
    const run = await conversation(definition, ...turn('writer', 1, say('hello', [], '../outside.txt')));
    const parent = temporaryFolder();
    const directory = join(parent, 'rooms');
    mkdirSync(directory);
    writeFileSync(join(directory, 'notes.txt'), 'mine');
    writeFileSync(join(parent, 'outside.txt'), 'mine too');
    const { files } = await project(run, directory);
    expect(files.map(({ roomId }) => roomId)).toEqual(rooms.map(({ id }) => id));
    for (const { path } of files) {
      expect(dirname(path)).toBe(directory);
      expect(basename(path).length).toBeLessThan(256);
      expect(path.endsWith('.txt')).toBe(true);
    }
    expect(readFileSync(join(directory, 'notes.txt'), 'utf8') + readFileSync(join(parent, 'outside.txt'), 'utf8')).toBe('minemine too');
    expect(readdirSync(parent).toSorted()).toEqual(['outside.txt', 'rooms']);
    expect(readdirSync(directory)).toHaveLength(rooms.length + 1);
  });

  it('[case 80] replace a link at their place and never follow it', async () => {
    const run = await conversation(releaseTeam, ...turn('writer', 1, Q));
    const directory = temporaryFolder();
    const target = join(temporaryFolder(), 'target.txt');
    writeFileSync(target, 'untouched');
    const path = join(directory, roomFileName(run.storage, 'run-1', 'review'));
    symlinkSync(target, path);
    await project(run, directory);
    expect(lstatSync(path).isFile()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('untouched');
    expect(readFileSync(path, 'utf8')).toContain('Please check');
  });

  it('[case 80] leave a temporary file that is not theirs, and say EEXIST', async () => {
    const run = await conversation(releaseTeam, ...turn('writer', 1, Q));
    const directory = temporaryFolder();
    fixed.uuid = '00000000-0000-4000-8000-000000000000';
    const foreign = join(directory, `${roomFileName(run.storage, 'run-1', 'review')}.${fixed.uuid}.tmp`);
    writeFileSync(foreign, 'foreign');
    await expect(project(run, directory)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(foreign, 'utf8')).toBe('foreign');
    expect(readdirSync(directory)).toHaveLength(1);
  });

  it('leave nothing half written behind when their place is taken by a folder', async () => {
    const run = await conversation(releaseTeam, ...turn('writer', 1, Q));
    const directory = temporaryFolder();
    mkdirSync(join(directory, roomFileName(run.storage, 'run-1', 'review'), 'inner'), { recursive: true });
    await expect(project(run, directory)).rejects.toMatchObject({ code: 'EISDIR' });
    expect(readdirSync(directory)).toHaveLength(1);
  });
});

describe('what is no conversation', () => {
  it('[case 82] a run of another kind is STORED_GRAPH_MISMATCH, and nothing is written', async () => {
    const run = await testRun(probeGraph(oneByOne(1, ['a'])));
    const directory = join(temporaryFolder(), 'never');
    await expect(project(run, directory)).rejects.toMatchObject({ name: 'GraphExecutionError', code: 'STORED_GRAPH_MISMATCH' });
    expect(existsSync(directory)).toBe(false);
  });

  it('[case 82] so is a conversation of version 2', async () => {
    const { compile, kind } = teamGraphType;
    const run = await testRun(compileGraph({ kind, compile, version: 2 }, pair));
    await expect(project(run, temporaryFolder())).rejects.toMatchObject({
      code: 'STORED_GRAPH_MISMATCH',
      message: expect.stringContaining('version 2'),
    });
  });

  it('[case 82] a bad record is INVALID_EVENT, and nothing is written', async () => {
    const completion = { nodeId: 'writer', position: 'team/writer/1', result: Q };
    const run = await conversation(
      releaseTeam,
      ['graph:node-dispatched', { nodeId: 'writer', position: 'team/writer/1' }],
      ['graph:node-completed', completion, 2],
    );
    const directory = join(temporaryFolder(), 'never');
    await expect(project(run, directory)).rejects.toMatchObject({ code: 'INVALID_EVENT', details: { revision: 3 } });
    expect(existsSync(directory)).toBe(false);
  });

  it.each(['', '  ', undefined, 7])('[case 84] the directory %j is a TypeError', async (directory) => {
    const run = await conversation(releaseTeam);
    await expect(project(run, directory as string)).rejects.toBeInstanceOf(TypeError);
  });
});
