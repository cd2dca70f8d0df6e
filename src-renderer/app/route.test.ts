import { expect, it } from 'vitest';
import { routeOf } from './route.ts';

it('reads every deep link', () => {
  expect(routeOf('')).toEqual({ view: 'teams' });
  expect(routeOf('#/teams')).toEqual({ view: 'teams' });
  expect(routeOf('#/runs')).toEqual({ view: 'runs' });
  expect(routeOf('#/teams/release-team')).toEqual({ view: 'team', teamId: 'release-team' });
  expect(routeOf('#/runs/a%2Fb?at=3')).toEqual({ view: 'run', runId: 'a/b' });
});
it('is nowhere for anything else', () => {
  for (const hash of ['#/nothing', '#/runs/%E0%A4%A', '#/teams/a/b']) expect(routeOf(hash)).toEqual({ view: 'nowhere' });
});
