// G15: moving a member of a team of 1,000 costs what it costs in a team of 50, in the editor, at the zoom at which people read.
// Of 5,000 members the studio draws 3,000.
import { measured, paced, sleep, withStudio } from './browser.mjs';
import { withHost } from './conversation.mjs';
import { gridTeam } from './grid-team.mjs';
import { inFolder, median, report, round } from './measure.mjs';

const SIZES = [50, 1000, 5000];
const MOVES = 120;
const ROUNDS = 3;

/** Goes to 100 %, the middle of the team in the middle of the canvas, and finds a member there to take. */
async function prepare(tab) {
  const { page } = tab;
  await page.locator('.react-flow__node').first().waitFor();
  await sleep(1000);
  const { x, y, zoom } = await page.locator('.react-flow').evaluate((flow) => {
    const { left, top, width, height } = flow.getBoundingClientRect();
    const { a } = new DOMMatrix(getComputedStyle(flow.querySelector('.react-flow__viewport')).transform);
    return { x: left + width / 2, y: top + height / 2, zoom: a };
  });
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, Math.log2(zoom) / 0.002);
  await page.keyboard.up('Control');
  await sleep(1000);
  const taken = await page.locator('.react-flow').evaluate(
    (_flow, middle) => {
      const boxes = [...document.querySelectorAll('.react-flow__node-member')].map((node) => node.getBoundingClientRect());
      const away = (box) => Math.hypot(box.x + box.width / 2 - middle.x, box.y + box.height / 2 - middle.y);
      const box = boxes.toSorted((a, b) => away(a) - away(b))[0];
      return { x: box.x + box.width / 2, y: box.y + 20, width: box.width, drawn: boxes.length };
    },
    { x, y },
  );
  if (Math.abs(taken.width - 220) > 1) throw new Error(`a member is ${taken.width} wide instead of 220: the zoom is not 100 %`);
  return { ...tab, ...taken };
}

/** One drag there and back; milliseconds of main thread a frame, which is a move unless the machine is too busy for 60 of them a second. */
async function drag(tab) {
  const { page, cdp, x, y } = tab;
  const at = (step) => ({ x: x + 150 * Math.sin((step / MOVES) * 2 * Math.PI), y: y + 100 * Math.sin((step / MOVES) * 4 * Math.PI) });
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 3, y + 3);
  const { busyMs, scriptMs, frames, droppedPercent } = await measured(tab, () =>
    paced(cdp, MOVES, (step) => ({ type: 'mouseMoved', ...at(step), button: 'left', buttons: 1 })),
  );
  await page.mouse.up();
  await sleep(1000); // it is saved
  return { busy: busyMs / frames, script: scriptMs / frames, dropped: droppedPercent };
}

const results = new Map(SIZES.map((size) => [size, []]));
const drawn = {};
await inFolder(async (home) => {
  const ids = await withHost(home, (host) =>
    SIZES.map((size) => host.teams.take({ text: JSON.stringify(gridTeam(size)), fileName: '', origin: 'import' }).teamId),
  );
  await withStudio(home, async (open) => {
    const tabs = [];
    for (const [index, id] of ids.entries()) {
      const tab = await prepare(await open(`/teams/${id}`));
      drawn[SIZES[index]] = tab.drawn;
      tabs.push(tab);
      await drag(tab); // the code is optimised before anything counts
    }
    for (let times = 0; times < ROUNDS; times += 1)
      for (const [index, tab] of tabs.entries()) results.get(SIZES[index]).push(await drag(tab));
  });
});
const middle = (size, key) => median(results.get(size).map((one) => one[key]));
const busy = (size) => middle(size, 'busy');
report(
  'ui-drag',
  {
    membersInDom: drawn,
    busyMsPerFrame: Object.fromEntries(SIZES.map((size) => [size, round(busy(size))])),
    scriptMsPerFrame: Object.fromEntries(SIZES.map((size) => [size, round(middle(size, 'script'))])),
    droppedPercent: Object.fromEntries(SIZES.map((size) => [size, results.get(size).map(({ dropped }) => dropped)])),
  },
  [
    { name: 'busy a frame of a drag, 1,000 / 50 members', value: busy(1000) / busy(50), goal: 1.3 },
    { name: 'busy a frame of a drag, 5,000 (3,000 drawn) / 50 members', value: busy(5000) / busy(50), goal: 1.4 },
    { name: 'dropped % of a drag among 1,000', value: middle(1000, 'dropped'), goal: 1 },
    { name: 'dropped % of a drag among 5,000', value: middle(5000, 'dropped'), goal: 1 },
  ],
);
