// G5: a turn of a long conversation costs no more CPU than one of a short one, at FULL durability.
import { roundRobin, runToEnd, withHost } from './conversation.mjs';
import { inFolder, median, report, round, timed } from './measure.mjs';

const ROUNDS = 3;
const SHORT = 1000;
const LONG = 10_000;

/** Microseconds a turn of one run in a new home. */
const costOf = (turns) =>
  inFolder((home) =>
    withHost(home, async (host) => {
      let run = null;
      const { cpuUs, wallUs } = await timed(async () => {
        run = await runToEnd(host, roundRobin(turns));
      });
      if (run?.turns !== turns) throw new Error(`${run?.turns} turns instead of ${turns}`);
      return { cpu: cpuUs / turns, wall: wallUs / turns };
    }),
  );

await costOf(SHORT); // the code is compiled and optimised before anything counts
const costs = { short: [], long: [] };
for (let index = 0; index < ROUNDS; index += 1) {
  // A short block is easily disturbed, so there are three of it.
  for (let times = 0; times < 3; times += 1) costs.short.push(await costOf(SHORT));
  costs.long.push(await costOf(LONG));
}
const middle = (blocks, key) => median(blocks.map((block) => block[key]));
const [shortCpu, longCpu] = [middle(costs.short, 'cpu'), middle(costs.long, 'cpu')];
report(
  'flat-cost',
  {
    cpuUsPerTurn: { [SHORT]: round(shortCpu, 1), [LONG]: round(longCpu, 1) },
    wallUsPerTurn: { [SHORT]: round(middle(costs.short, 'wall'), 1), [LONG]: round(middle(costs.long, 'wall'), 1) },
    blocks: { [SHORT]: costs.short.map(({ cpu }) => round(cpu, 0)), [LONG]: costs.long.map(({ cpu }) => round(cpu, 0)) },
  },
  [{ name: 'CPU a turn, 10,000 / 1,000 turns', value: longCpu / shortCpu, goal: 1.1 }],
);
