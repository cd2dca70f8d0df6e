// G18: eight members of 1,000 change their state. What the studio's canvas does for it, against the same canvas with the state in its nodes.
import { measured, sleep, withBenchPage } from './browser.mjs';
import { median, report, round } from './measure.mjs';

const TICKS = 10;
const ROUNDS = 3;
const WAYS = ['studio', 'plain'];

const results = { studio: [], plain: [] };
await withBenchPage(async (open) => {
  const tabs = {};
  const ticks = async (way) => {
    const { busyMs, scriptMs } = await measured(tabs[way], () =>
      // Each is drawn before the next: a thousand nodes are painted slowly without a GPU.
      tabs[way].page.evaluate(async (count) => {
        for (let tick = 0; tick < count; tick += 1) {
          window.benchTick();
          await new Promise(requestAnimationFrame);
        }
      }, TICKS),
    );
    return { busy: busyMs / TICKS, script: scriptMs / TICKS };
  };
  for (const way of WAYS) {
    tabs[way] = await open(`case=${way}-tick`);
    await tabs[way].page.locator('.react-flow__node').nth(1000).waitFor({ state: 'attached' });
    await sleep(1000);
    await ticks(way); // the code is optimised before anything counts
  }
  for (let times = 0; times < ROUNDS; times += 1) for (const way of WAYS) results[way].push(await ticks(way));
});
const middle = (way, key) => median(results[way].map((one) => one[key]));
const both = (key) => Object.fromEntries(WAYS.map((way) => [way, round(middle(way, key))]));
report('ui-tick', { scriptMsPerTick: both('script'), busyMsPerTick: both('busy') }, [
  {
    name: 'script a tick among 1,000 members, studio / state in nodes',
    value: middle('studio', 'script') / middle('plain', 'script'),
    goal: 0.3,
  },
]);
