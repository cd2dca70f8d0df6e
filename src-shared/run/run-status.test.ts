import { expect, it } from 'vitest';
import type { GraphCommand } from '../kernel/graph-type.ts';
import { deriveRunStatus, exitCodeOf, isFinalStatus, RunStatus, statusThen } from './run-status.ts';
import type { MemberState } from './run-view.ts';

type Summary = Parameters<typeof deriveRunStatus>[0];
const summary = (changes: Partial<Summary> = {}): Summary => ({ revision: 9, turns: 1, open: {}, control: 'none', ...changes });
const running = { 'team/a/1': 'running' } as const;
const paused = { 'team/a/1': 'paused' } as const;
const complete: GraphCommand = { kind: 'complete', output: null };
const fail: GraphCommand = { kind: 'fail', code: 'TEAM_NODE_FAILED', message: 'Failed.' };
const pause: GraphCommand = { kind: 'pause', reason: 'awaiting-person' };

it.each<[string, Summary, boolean, readonly GraphCommand[] | null]>([
  ['starting', summary({ turns: 0 }), true, null],
  ['running', summary({ open: running }), true, null],
  ['running', summary({ open: running, control: 'paused' }), true, null],
  ['paused', summary({ control: 'paused' }), true, null],
  ['paused', summary({ control: 'paused' }), false, []],
  ['interrupted', summary({ open: running, control: 'paused' }), false, []],
  ['interrupted', summary({ open: running }), false, []],
  ['interrupted', summary(), false, null],
  ['waiting', summary({ open: paused }), false, [pause]],
  ['waiting', summary({ open: paused }), false, []],
  ['complete', summary({ control: 'paused' }), false, [complete]],
  ['failed', summary(), false, [fail]],
  ['stopped', summary({ control: 'stopped' }), true, null],
  ['stopped', summary({ control: 'stopped' }), false, [complete]],
])('[decision 14] %s', (status, of, leased, decision) => {
  expect(deriveRunStatus(of, { leased, decision })).toBe(status);
});

it('[decision 14] gives every status its exit code, and knows which are final', () => {
  const codes = RunStatus.options.map((status) => [status, exitCodeOf(status), isFinalStatus(status)]);
  expect(codes).toEqual([
    ['starting', 4, false],
    ['running', 4, false],
    ['paused', 3, false],
    ['waiting', 3, false],
    ['interrupted', 4, false],
    ['stopped', 130, true],
    ['complete', 0, true],
    ['failed', 1, true],
  ]);
});

it.each<[string, 'none' | 'paused' | 'stopped', number, readonly MemberState[]]>([
  ['starting', 'none', 0, ['queued', 'idle']],
  ['running', 'none', 1, ['running', 'waiting']],
  ['running', 'none', 1, ['done', 'queued']],
  ['running', 'paused', 1, ['running']],
  ['paused', 'paused', 1, ['done', 'waiting']],
  ['waiting', 'none', 1, ['done', 'waiting']],
  ['stopped', 'stopped', 1, ['cancelled']],
])('at a moment it was %s', (status, control, used, states) => {
  const members = Object.fromEntries(
    states.map((state, index) => {
      const id = `m${index}`;
      return [id, { id, state, code: null, turnCount: 1, turnCap: null, turns: [], activeMs: 0 }];
    }),
  );
  expect(statusThen({ control, members, turns: { used, cap: null } })).toBe(status);
});
