// A moment of a long run is found as fast as one of a short run, once the run has been read.
import { createRouterClient } from '@orpc/server';
import { roundRobin, runToEnd, withHost } from './conversation.mjs';
import { inFolder, median, report, round } from './measure.mjs';

const EVENTS_A_TURN = 3;
const SHORT = 2000;
const LONG = 20_000;
const SEEKS = 60;

/** Milliseconds to read a run of so many events the first time, and of each of some seeks all over it. */
const timesOf = (events) =>
  inFolder((home) =>
    withHost(home, async (host) => {
      const { runId, revision } = await runToEnd(host, roundRobin(Math.floor(events / EVENTS_A_TURN / 4) * 4));
      const { runs } = createRouterClient(host.router);
      const first = performance.now();
      await runs.at({ runId, revision });
      const reading = performance.now() - first;
      const seeks = [];
      for (let index = 0; index < SEEKS; index += 1) {
        const start = performance.now();
        await runs.at({ runId, revision: 1 + Math.floor((((index * 37) % SEEKS) / SEEKS) * revision) });
        seeks.push(performance.now() - start);
      }
      return { reading, seeks };
    }),
  );

await timesOf(SHORT); // the code is compiled and optimised before anything counts
const short = await timesOf(SHORT);
const long = await timesOf(LONG);
const worst = (times) => Math.max(...times);
report(
  'seek',
  {
    firstReadMs: { [SHORT]: round(short.reading, 1), [LONG]: round(long.reading, 1) },
    seekMs: { [SHORT]: round(median(short.seeks), 2), [LONG]: round(median(long.seeks), 2) },
    worstSeekMs: { [SHORT]: round(worst(short.seeks), 2), [LONG]: round(worst(long.seeks), 2) },
  },
  [{ name: 'seek, 20,000 / 2,000 events', value: median(long.seeks) / median(short.seeks), goal: 2 }],
);
