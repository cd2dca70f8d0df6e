import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DocumentChange } from '../../src-shared/team-document/document-change.ts';
import { type Client, newCommand, openHost, refusal, temporaryHome } from './test-host.ts';

const example = readFileSync(new URL('../../examples/release-team.troupe.yaml', import.meta.url), 'utf8');
const retask = (task: string): DocumentChange => ({ path: ['task'], before: 'x', after: task });

function linked() {
  const opened = openHost();
  const folder = temporaryHome();
  const file = join(folder, 'release.troupe.yaml');
  writeFileSync(file, example);
  const open = async () => {
    const { teamId } = await opened.client.teams.openFile({ path: file });
    if (teamId === null) throw new Error('not opened');
    return teamId;
  };
  return { ...opened, folder, file, open };
}
const headOf = (client: Client, teamId: string) => client.teams.open({ teamId });
async function save(client: Client, teamId: string, base: string, ...changes: DocumentChange[]) {
  const text = JSON.stringify(changes);
  const answer = await client.teams.save({ teamId, base, uploadId: newCommand(), text, done: true, fresh: false });
  if (answer.kind === 'more') throw new Error('not whole');
  return answer;
}
/** The next head that differs. */
const next = (client: Client, teamId: string, after: { hash: string; file: Awaited<ReturnType<typeof headOf>>['file'] }) =>
  client.teams.next({ teamId, after: { hash: after.hash, file: after.file } });

it('a save goes into the library and the file, whole, with the rights it had', async () => {
  const { client, folder, file, open } = linked();
  chmodSync(file, 0o640);
  const teamId = await open();
  const opened = await headOf(client, teamId);
  expect(opened).toMatchObject({ id: 'release-team', text: example, file: { path: file, state: 'in-step', message: null } });
  const { kind, head } = await save(client, teamId, opened.hash, retask('Another task.'));
  expect([kind, head.file?.state]).toEqual(['saved', 'in-step']);
  const written = readFileSync(file, 'utf8');
  expect(written).toBe((await headOf(client, teamId)).text);
  expect(written).toContain('task: Another task.');
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder)).toEqual(['release.troupe.yaml']);
  expect(await open()).toBe(teamId);
  expect((await save(client, teamId, opened.hash, retask('Another task.'))).kind).toBe('behind');
});

it('[F8] a change made outside becomes a version, is told to who waits, and comes before a save', async () => {
  const { client, file, open } = linked();
  const teamId = await open();
  const first = await headOf(client, teamId);
  const waiting = next(client, teamId, first);
  writeFileSync(file, example.replace('Release team', 'Outside'));
  const outside = await waiting;
  expect(outside).toMatchObject({ name: 'Outside', version: 2, file: { state: 'in-step' } });
  const { versions } = await client.teams.versions({ teamId });
  expect(versions.map(({ version, by, members, rooms }) => [version, by, members, rooms])).toEqual([
    [2, 'file', 2, 1],
    [1, 'import', 2, 1],
  ]);
  // Nobody waits any more: the save itself sees it.
  writeFileSync(file, example.replace('Release team', 'Twice'));
  const { kind, head } = await save(client, teamId, outside.hash, retask('Mine.'));
  expect([kind, head.name]).toEqual(['behind', 'Twice']);
  expect((await save(client, teamId, head.hash, retask('Mine.'))).kind).toBe('saved');
  expect(readFileSync(file, 'utf8')).toMatch(/name: Twice[\s\S]*task: Mine\./);
});

it('a save answers with the digest of the text it wrote, whatever the file becomes meanwhile', async () => {
  const { client, host, file, open } = linked();
  const teamId = await open();
  const { hash } = await headOf(client, teamId);
  const change = host.teams.change.bind(host.teams);
  host.teams.change = (...given) => {
    const saved = change(...given);
    writeFileSync(file, example.replace('Release team', 'Outside'));
    return saved;
  };
  const { kind, head } = await save(client, teamId, hash, retask('Mine.'));
  expect(kind).toBe('saved');
  const now = await next(client, teamId, head);
  expect([now.name, now.hash === head.hash]).toEqual(['Outside', false]);
  expect((await client.teams.open({ teamId })).text).toMatch(/name: Outside[\s\S]*task: Mine\./);
});

it('a file that is gone or broken costs nothing, and comes back in step when it is mended', async () => {
  const { client, file, open } = linked();
  const teamId = await open();
  let at = await headOf(client, teamId);
  const step = async (change: () => void) => {
    const waiting = next(client, teamId, at);
    change();
    at = { ...at, ...(await waiting) };
  };
  await step(() => renameSync(file, `${file}.away`));
  expect(at.file).toMatchObject({ state: 'missing', message: expect.stringContaining(file) as string });
  at = { ...at, ...(await save(client, teamId, at.hash, retask('Kept.'))).head };
  expect(at.file?.state).toBe('missing');
  expect(readdirSync(join(file, '..'))).toEqual(['release.troupe.yaml.away']);
  await step(() => renameSync(`${file}.away`, file));
  expect(at.file?.state).toBe('in-step');
  expect(readFileSync(file, 'utf8')).toContain('task: Kept.');
  await step(() => writeFileSync(file, 'format: troupe.team\nmembers: [unclosed\n'));
  expect(at.file).toMatchObject({ state: 'unreadable', message: expect.stringMatching(/line \d/) as string });
  expect((await headOf(client, teamId)).text).toContain('task: Kept.');
  expect((await save(client, teamId, at.hash, retask('Not written.'))).head.file?.state).toBe('unreadable');
  expect(readFileSync(file, 'utf8')).toContain('[unclosed');
  at = await headOf(client, teamId);
  // Mended with a change of its own: both changes hold, and every text is a version.
  await step(() => writeFileSync(file, example.replace('name: Release team', 'name: Mended')));
  expect([at.file?.state, at.name]).toEqual(['in-step', 'Mended']);
  const { text } = await headOf(client, teamId);
  expect(text).toMatch(/name: Mended[\s\S]*task: Not written\./);
  expect(readFileSync(file, 'utf8')).toBe(text);
  const { versions } = await client.teams.versions({ teamId });
  expect(versions.map(({ by }) => by)).toEqual(['studio', 'file', 'studio', 'studio', 'import']);
});

it('a file that may not be written keeps the text in the library, and gets it when it may', async () => {
  const { client, folder, file, open } = linked();
  chmodSync(file, 0o666);
  chmodSync(folder, 0o777);
  const teamId = await open();
  const { hash } = await headOf(client, teamId);
  // Whoever runs the tests may be root, whom no rights stop: for the time of a save this process is nobody.
  const mine = process.geteuid?.() ?? 0;
  chmodSync(file, 0o444);
  if (mine === 0) process.seteuid?.(65_534);
  const saved = await save(client, teamId, hash, retask('Kept.')).finally(() => process.seteuid?.(mine));
  expect(saved.head.file).toMatchObject({ state: 'unwritable', message: expect.stringContaining('EACCES') as string });
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual([example, ['release.troupe.yaml']]);
  const waiting = next(client, teamId, saved.head);
  chmodSync(file, 0o644);
  expect((await waiting).file?.state).toBe('in-step');
  expect(readFileSync(file, 'utf8')).toContain('task: Kept.');
});

it('stays open when the linked path leads round in a circle', async () => {
  const { client, file, open } = linked();
  const teamId = await open();
  rmSync(file);
  symlinkSync(file, file);
  const { file: state, text } = await headOf(client, teamId);
  expect(state?.state).toBe('unreadable');
  expect(text).toBe(example);
  expect((await client.teams.unlink({ teamId })).file).toBeNull();
});

it('never follows a file that became a link, and opens no pipe, folder, picture or too large file', async () => {
  const { client, folder, file, open } = linked();
  const teamId = await open();
  const { hash } = await headOf(client, teamId);
  const other = join(folder, 'other.yaml');
  writeFileSync(other, example);
  rmSync(file);
  symlinkSync(other, file);
  expect((await save(client, teamId, hash, retask('Elsewhere.'))).head.file?.state).toBe('unreadable');
  expect(readFileSync(other, 'utf8')).toBe(example);
  mkdirSync(join(folder, 'sub'));
  execFileSync('/usr/bin/mkfifo', [join(folder, 'pipe.yaml')]);
  writeFileSync(join(folder, 'picture.yaml'), Buffer.from([0xff, 0xd8]));
  writeFileSync(join(folder, 'big.yaml'), Buffer.alloc(16 * 1024 * 1024 + 1, 32));
  writeFileSync(join(folder, 'broken.yaml'), 'format: [');
  for (const name of ['sub', 'pipe.yaml', 'picture.yaml', 'big.yaml', 'none.yaml'])
    await refusal('FILE_UNREADABLE', client.teams.openFile({ path: join(folder, name) }));
  await refusal('FILE_UNREADABLE', client.teams.openFile({ path: 'relative.yaml' }));
  const broken = await client.teams.openFile({ path: join(folder, 'broken.yaml') });
  expect([broken.teamId, broken.problems[0]?.code]).toEqual([null, 'INVALID_YAML']);
  // Opened by its link it is linked to the real file.
  const real = await client.teams.openFile({ path: file });
  expect((await headOf(client, real.teamId ?? '')).file?.path).toBe(other);
});

it('two windows in two processes on one home lose nothing, in the library and in the file', async () => {
  const { client, home, file, open } = linked();
  const teamId = await open();
  const second = openHost(home);
  const add = async (window: Client, id: string) => {
    for (;;) {
      const { hash } = await headOf(window, teamId);
      const member = { path: ['members', { id }], after: { id, brief: 'x' }, behind: 'reviewer' };
      if ((await save(window, teamId, hash, member)).kind === 'saved') return;
    }
  };
  const ids = Array.from({ length: 10 }, (_, index) => `m${index}`);
  await Promise.all(ids.map((id, index) => add(index % 2 === 0 ? client : second.client, id)));
  const { text, file: state } = await headOf(client, teamId);
  for (const id of ids) expect(text).toContain(`id: ${id}\n`);
  expect([state?.state, readFileSync(file, 'utf8')]).toEqual(['in-step', text]);
  expect((await headOf(second.client, teamId)).text).toBe(text);
});

it('unlinks: team and file go separate ways', async () => {
  const { client, file, open } = linked();
  const teamId = await open();
  const { hash, file: none } = await client.teams.unlink({ teamId });
  expect(none).toBeNull();
  await save(client, teamId, hash, retask('Here only.'));
  expect(readFileSync(file, 'utf8')).toBe(example);
  expect(await open()).not.toBe(teamId);
});

it('lists what a folder offers to be opened', async () => {
  const { client, folder } = linked();
  for (const name of ['b10', 'b2', '.hidden']) mkdirSync(join(folder, name));
  for (const name of ['notes.txt', 'a.yml', 'c.JSON', '팀 🎭.troupe.yaml', '.secret.yaml']) writeFileSync(join(folder, name), '');
  symlinkSync(folder, join(folder, 'loop'));
  symlinkSync('nowhere', join(folder, 'dead.yaml'));
  expect(await client.teams.folder({ path: folder })).toEqual({
    path: folder,
    parent: join(folder, '..'),
    folders: ['b2', 'b10', 'loop'],
    files: ['a.yml', 'c.JSON', 'release.troupe.yaml', '팀 🎭.troupe.yaml'],
    more: false,
  });
  expect((await client.teams.folder({ path: null })).path).toMatch(/^\//);
  await refusal('FILE_UNREADABLE', client.teams.folder({ path: join(folder, 'a.yml') }));
  await refusal('FILE_UNREADABLE', client.teams.folder({ path: join(folder, 'none') }));
});
