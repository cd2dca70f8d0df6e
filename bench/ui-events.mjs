// The 10,000-row half of G21: the events of a long run are shown and scrolled like those of a short one, and unlike a list with every row.
import { measured, paced, sleep, withBenchPage, withStudio } from './browser.mjs';
import { roundRobin, runToEnd, withHost } from './conversation.mjs';
import { inFolder, median, report, round } from './measure.mjs';

const TURNS = { short: 332, long: 3332 }; // about 1,000 and 10,000 events
const STEPS = 120;
const ROUNDS = 5;

/** In the page: presses the tab or button with a text, by script, as the mouse of a test looks for stable boxes, which is work in the page as well. */
function press(text) {
  const button = [...document.querySelectorAll('[role=tab], button')].find((element) => element.textContent.trim() === text);
  button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
  button.click();
}
/** In the page: resolves when the first event is painted. */
async function firstRow() {
  while (document.querySelector('button[aria-label="Event 1"]') === null) await new Promise(requestAnimationFrame);
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
}
/** Shows the rows. */
const mount = (tab) =>
  measured(tab, async () => {
    await tab.page.evaluate(press, 'Events');
    await tab.page.evaluate(firstRow);
  });
async function unmount(tab, text) {
  await tab.page.evaluate(press, text);
  await sleep(500);
}

async function scroll(tab) {
  const box = await tab.page.locator('[role=row]').nth(3).boundingBox();
  const at = { x: box.x + 300, y: box.y + 10 };
  await tab.page.mouse.move(at.x, at.y);
  const { busyMs, droppedPercent } = await measured(tab, () =>
    paced(tab.cdp, STEPS, () => ({ type: 'mouseWheel', ...at, deltaX: 0, deltaY: 160 })),
  );
  const top = await tab.page.evaluate(() => Math.max(...[...document.querySelectorAll('div')].map(({ scrollTop }) => scrollTop)));
  if (top < 160 * STEPS * 0.9) throw new Error(`the list was scrolled by ${top} pixels instead of ${160 * STEPS}`);
  return { busy: busyMs / STEPS, dropped: droppedPercent };
}

const mounts = { short: [], long: [], plain: [] };
const scrolls = { short: [], long: [] };
const rows = {};
await inFolder(async (home) => {
  const ids = await withHost(home, async (host) => {
    const made = {};
    for (const [name, turns] of Object.entries(TURNS)) {
      const run = await runToEnd(host, roundRobin(turns));
      made[name] = run.runId;
      rows[name] = run.lastRevision;
    }
    return made;
  });
  await withStudio(home, (openStudio) =>
    withBenchPage(async (openPage) => {
      const tabs = { plain: await openPage('case=plain-list') };
      for (const name of Object.keys(TURNS)) tabs[name] = await openStudio(`/runs/${ids[name]}`);
      for (const { page } of Object.values(tabs)) await page.getByText('Events', { exact: true }).waitFor();
      await sleep(1000);
      for (let times = 0; times <= ROUNDS; times += 1)
        for (const name of Object.keys(mounts)) {
          const { busyMs, wallMs } = await mount(tabs[name]);
          const scrolled = name === 'plain' ? null : await scroll(tabs[name]);
          await unmount(tabs[name], name === 'plain' ? 'Events' : 'Lanes');
          if (times === 0) continue; // the code is optimised before anything counts
          mounts[name].push({ busy: busyMs, wall: wallMs });
          if (scrolled !== null) scrolls[name].push(scrolled);
        }
    }),
  );
});
const middle = (blocks, key) => median(blocks.map((one) => one[key]));
const mounted = (name) => middle(mounts[name], 'busy');
const each = (blocks, key) => Object.fromEntries(Object.keys(blocks).map((name) => [name, round(middle(blocks[name], key))]));
report(
  'ui-events',
  {
    rows,
    mountBusyMs: each(mounts, 'busy'),
    mountWallMs: each(mounts, 'wall'),
    scrollBusyMsPerStep: each(scrolls, 'busy'),
    droppedPercent: scrolls.long.map(({ dropped }) => dropped),
  },
  [
    { name: 'mount of the events table, 10,000 / 1,000 rows', value: mounted('long') / mounted('short'), goal: 1.6 },
    { name: 'mount of 10,000 rows, studio / every row', value: mounted('long') / mounted('plain'), goal: 0.1 },
    {
      name: 'busy a step of scrolling, 10,000 / 1,000 rows',
      value: middle(scrolls.long, 'busy') / middle(scrolls.short, 'busy'),
      goal: 1.5,
    },
    { name: 'dropped % of scrolling 10,000 rows', value: middle(scrolls.long, 'dropped'), goal: 1 },
  ],
);
