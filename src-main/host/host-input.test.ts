import { call, isProcedure, ORPCError } from '@orpc/server';
import { expect, it } from 'vitest';
import { ERROR_CODES } from '../../src-shared/kernel/error-codes.ts';
import { HostError, toOrpcError } from './host-error.ts';
import { openHost, refusal, startRun, settled } from './test-host.ts';

type Procedure = Parameters<typeof call>[0];
function proceduresOf(router: object, path = ''): [string, Procedure][] {
  return Object.entries(router).flatMap(([key, value]: [string, unknown]) => {
    if (isProcedure(value)) return [[`${path}${key}`, value]];
    return typeof value === 'object' && value !== null ? proceduresOf(value, `${path}${key}.`) : [];
  });
}

const VALID: Readonly<Record<string, object>> = {
  about: {},
  'library.next': { after: null, search: '', limit: 10 },
  'teams.import': { fileName: 'a.yaml', uploadId: 'abcdefgh', text: '', done: false },
  'teams.remove': { teamId: 'team' },
  'teams.create': { source: { teamId: 'team' }, commandId: 'abcdefgh' },
  'teams.open': { teamId: 'team' },
  'teams.text': { teamId: 'team', version: null, offset: 0 },
  'teams.next': { teamId: 'team', after: { hash: 'x', file: null } },
  'teams.save': { teamId: 'team', base: 'x', uploadId: 'abcdefgh', text: '', done: false, fresh: false },
  'teams.versions': { teamId: 'team' },
  'teams.openFile': { path: '/nowhere' },
  'teams.folder': { path: '/nowhere' },
  'teams.unlink': { teamId: 'team' },
  'runs.start': { teamId: 'team', task: null, commandId: 'abcdefgh' },
  'runs.pause': { runId: 'run' },
  'runs.resume': { runId: 'run' },
  'runs.stop': { runId: 'run' },
  'runs.next': { runId: 'run', after: null, parts: true },
  'runs.at': { runId: 'run', revision: 1 },
  'runs.ticks': { runId: 'run', most: 10 },
  'runs.seek': { runId: 'run', from: 1, sought: 'turn', back: false },
  'runs.items': { runId: 'run', place: '1.0' },
  'runs.events': { runId: 'run', after: 0, limit: 10, search: '' },
  'runs.turn': { runId: 'run', position: 'team/a/1' },
  'runs.text': { runId: 'run', revision: 1, pointer: '', offset: 0 },
  'runs.team': { runId: 'run', offset: 0 },
  'runs.open': { runId: 'run' },
  'runs.recover': { runId: 'run', position: 'team/a/1', choice: 'again' },
};
const LONG = 'x'.repeat(300_000);
const JUNK: readonly unknown[] = [undefined, null, true, 7, Number.NaN, 'text', [], [{}], () => {}, { '': 1 }, { runId: {}, teamId: 3 }];

it('[habit 5] refuses junk to every procedure as BAD_REQUEST, and changes nothing', async () => {
  const { host } = openHost();
  const procedures = proceduresOf(host.router);
  expect(procedures.map(([name]) => name).toSorted()).toEqual(Object.keys(VALID).toSorted());
  const before = host.home.version();
  for (const [name, procedure] of procedures) {
    const valid = VALID[name] ?? {};
    const bent = Object.keys(valid).flatMap((key) => [
      { ...valid, [key]: Symbol('x') },
      { ...valid, [key]: { $gt: '' } },
      { ...valid, [key]: LONG },
      { ...valid, [key]: -1 },
      Object.fromEntries(Object.entries(valid).filter(([other]) => other !== key)),
    ]);
    for (const junk of [...JUNK, { ...valid, extra: 1 }, ...bent]) {
      const error = await refusal('BAD_REQUEST', call(procedure, junk as never));
      expect(error.status, `${name} ${JSON.stringify(junk)?.slice(0, 80)}`).toBe(400);
    }
  }
  expect(host.home.version()).toBe(before);
  expect(host.activeRuns()).toBe(0);
});

it('names what is not there, whatever it is called', async () => {
  const { client } = openHost();
  for (const runId of ['nothing', '../../etc/passwd', "' OR 1=1 --", '名'])
    for (const ask of [
      () => client.runs.pause({ runId }),
      () => client.runs.resume({ runId }),
      () => client.runs.stop({ runId }),
      () => client.runs.next({ runId, after: null, parts: true }),
      () => client.runs.at({ runId, revision: 1 }),
      () => client.runs.ticks({ runId, most: 10 }),
      () => client.runs.seek({ runId, from: 1, sought: 'failure', back: true }),
      () => client.runs.items({ runId, place: '1.0' }),
      () => client.runs.events({ runId, after: 0, limit: 10, search: '' }),
      () => client.runs.turn({ runId, position: 'team/a/1' }),
      () => client.runs.text({ runId, revision: 1, pointer: '', offset: 0 }),
      () => client.runs.open({ runId }),
      () => client.runs.recover({ runId, position: 'team/a/1', choice: 'again' }),
    ])
      expect((await refusal('UNKNOWN_RUN', ask())).message).toContain(runId);
  for (const ask of [
    () => client.teams.open({ teamId: 'nobody' }),
    () => client.teams.remove({ teamId: 'nobody' }),
    () => client.runs.start({ teamId: 'nobody', task: null, commandId: 'abcdefgh' }),
  ])
    expect((await refusal('UNKNOWN_TEAM', ask())).message).toContain('nobody');
});

it('names the turn, the revision and the place that a run does not have', async () => {
  const { client } = openHost();
  const runId = await startRun(client, { members: { ada: { turns: [{ say: 'Done.' }] } } });
  await settled(client, runId, 'complete');
  await refusal('UNKNOWN_TURN', client.runs.turn({ runId, position: 'team/ada/2' }));
  for (const ask of [client.runs.at({ runId, revision: 99 }), client.runs.text({ runId, revision: 99, pointer: '', offset: 0 })])
    expect((await refusal('UNKNOWN_REVISION', ask)).message).toContain('its last is 4. Ask for one from 1 to that.');
  for (const pointer of ['/nothing', '/result/summary/0', '/__proto__', '/constructor'])
    await refusal('UNKNOWN_POINTER', client.runs.text({ runId, revision: 4, pointer, offset: 0 }));
  expect((await refusal('PROTOCOL', client.runs.recover({ runId, position: 'team/ada/1', choice: 'again' }))).message).toContain('settled');
});

it('lets a coded error cross with its details, and of a bug neither text nor stack', () => {
  const known = toOrpcError(new HostError('UNKNOWN_TEAM', 'There is no team.', { teamId: 'x' }));
  expect(known).toMatchObject({ code: 'UNKNOWN_TEAM', message: 'There is no team.', data: { teamId: 'x' } });
  const system = Object.assign(new Error('/home/me/secret'), { code: 'ENOENT' });
  for (const bug of [
    new TypeError('x of undefined'),
    system,
    'text',
    null,
    new ORPCError('INTERNAL_SERVER_ERROR', { message: 'output' }),
  ]) {
    const { code, message } = toOrpcError(bug);
    expect(code).toBe('INTERNAL_ERROR');
    expect(message).not.toMatch(/undefined|secret|output/);
  }
  expect(Object.keys(ERROR_CODES)).toContain('INTERNAL_ERROR');
});
