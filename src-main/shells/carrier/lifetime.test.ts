import { expect, it } from 'vitest';
import { createLifetime } from './lifetime.ts';

/** A host with runs that end when the test says so. */
function stage(runs: number, patienceMs?: number) {
  const log: string[] = [];
  let open = 0;
  let active = runs;
  const idle = Promise.withResolvers<void>();
  const host = {
    router: {},
    activeRuns: () => active,
    whenIdle: () => (active === 0 ? Promise.resolve() : idle.promise),
    pauseAll: async () => void log.push('paused'),
    close: async () => void log.push('closed'),
  };
  const lifetime = createLifetime({
    host,
    windows: () => open,
    say: (line) => log.push(line),
    end: () => log.push('end'),
    ...(patienceMs !== undefined && { patienceMs }),
  });
  return {
    log,
    lifetime,
    openWindows: (count: number) => (open = count),
    finishRuns: async () => {
      active = 0;
      idle.resolve();
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}
const GOES_ON = 'Troupe: one run goes on without a window; open it again with "npm start".';

it('ends with the last window when no run is active', () => {
  const { log, lifetime, openWindows } = stage(0);
  openWindows(1);
  lifetime.windowClosed();
  expect(log).toEqual([]);
  openWindows(0);
  lifetime.windowClosed();
  lifetime.windowClosed();
  expect(log).toEqual(['end']);
});

it('stays while a run is active, says so once, and ends after it', async () => {
  const { log, lifetime, finishRuns } = stage(1);
  lifetime.windowClosed();
  lifetime.windowClosed();
  expect(log).toEqual([GOES_ON]);
  await finishRuns();
  expect(log).toEqual([GOES_ON, 'end']);
});

it('stays after the run when a window has been opened again', async () => {
  const { log, lifetime, openWindows, finishRuns } = stage(1);
  lifetime.windowClosed();
  openWindows(1);
  await finishRuns();
  expect(log).toEqual([GOES_ON]);
});

it('pauses the runs before it ends, and waits for their turns only so long', async () => {
  const { log, lifetime } = stage(2, 30);
  const started = performance.now();
  await lifetime.shutDown();
  expect(log).toEqual(['paused', 'closed']);
  expect(performance.now() - started).toBeGreaterThan(25);
});
