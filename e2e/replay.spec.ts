import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './shells.ts';
import { LibraryPage } from './pages/library-page.ts';
import { ReplayPage } from './pages/replay-page.ts';
import { RunPage } from './pages/run-page.ts';

const hashOf = (page: { url: () => string }) => new URL(page.url()).hash;

test('the slider leads through the events of a run: panels, rooms, canvas, caps, status and events are those of the moment', async ({
  shell,
}) => {
  const { page } = shell;
  const run = await RunPage.start(page, 'Release team');
  const replay = new ReplayPage(page);
  await run.becomes('Complete');
  await replay.shows(null);
  await expect(replay.slider).toHaveValue('10');
  await expect(replay.slider).toHaveAttribute('aria-valuetext', 'Revision 10 of 10: the end');
  const end = await replay.drawn(['Writer', 'Reviewer'], ['Review']);

  await replay.moveTo(6);
  await replay.shows(6);
  await expect(replay.banner).toContainText('Nothing here runs or costs anything');
  await expect(replay.banner).toContainText('Reviewer starts');
  await expect(replay.slider).toHaveAttribute('aria-valuetext', 'Revision 6 of 10: Reviewer starts');
  await expect(run.status).toHaveText('Running');
  await expect(page.getByRole('meter', { name: 'Turns' })).toHaveAttribute('aria-valuetext', '2 of 4');
  await expect(run.turnsOf('Writer').getByRole('article')).toHaveCount(1);
  await expect(run.turnsOf('Reviewer')).not.toContainText('Draft checked.');
  await expect(run.panel('Reviewer')).toContainText('running');
  await expect(run.room('Review').getByRole('article')).toHaveCount(1);
  await expect(run.canvas.getByRole('group', { name: 'Member Reviewer', exact: true })).toContainText('running');
  await expect(run.canvas.getByRole('group', { name: 'Room Review', exact: true })).toContainText('1 message');
  for (const act of ['Pause', 'Resume', 'Stop', 'Run again']) await expect(run.button(act)).toBeHidden();
  await run.showEvents();
  await expect(run.events.getByRole('row')).toHaveCount(7);
  await expect(run.events.getByRole('row').last()).toHaveAttribute('aria-current', 'step');
  await page.getByRole('searchbox', { name: 'Search events' }).fill('completed');
  await expect(run.events.getByRole('row')).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Search events' }).fill('');

  await replay.moveTo(1);
  await replay.shows(1);
  await expect(run.status).toHaveText('Starting');
  await expect(run.turnsOf('Writer').getByRole('article')).toHaveCount(0);
  await expect(run.room('Review').getByRole('article')).toHaveCount(0);

  await page.getByRole('button', { name: 'Back to the end' }).click();
  await replay.shows(null);
  expect(await replay.drawn(['Writer', 'Reviewer'], ['Review'])).toEqual(end);
  await expect(run.status).toHaveText('Complete');
  expect(shell.problems).toEqual([]);
});

test('steps by event and by turn, by buttons and by keyboard alone', async ({ shell }) => {
  const { page } = shell;
  const run = await RunPage.start(page, 'Release team');
  const replay = new ReplayPage(page);
  await run.becomes('Complete');
  await expect(run.button('Step forward')).toBeDisabled();
  await expect(run.button('Next turn')).toBeDisabled();
  const clicks: readonly [string, number | null][] = [
    ['Step back', 9],
    ['Previous turn', 8],
    ['Previous turn', 5],
    ['Step forward', 6],
    ['Previous turn', 5],
    ['Previous turn', 2],
    ['Previous turn', 1],
    ['Next turn', 2],
    ['Next turn', 5],
    ['Next turn', 8],
    ['Next turn', null],
  ];
  for (const [name, revision] of clicks) {
    await run.button(name).click();
    await replay.shows(revision);
  }
  await replay.slider.focus();
  const keys: readonly [string, number | null][] = [
    ['Home', 1],
    ['ArrowRight', 2],
    ['ArrowRight', 3],
    ['ArrowLeft', 2],
    ['PageUp', 5],
    ['PageUp', 8],
    ['PageDown', 5],
    ['End', null],
  ];
  for (const [key, revision] of keys) {
    await page.keyboard.press(key);
    await replay.shows(revision);
  }
  // From anywhere on the page, and held down.
  await page.getByRole('main').focus();
  await page.keyboard.press(',');
  await replay.shows(9);
  await page.keyboard.press('[');
  await replay.shows(8);
  for (let times = 0; times < 6; times += 1) await page.keyboard.press(',');
  await replay.shows(2);
  await page.keyboard.press('.');
  await replay.shows(3);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Command palette' }).getByText('Go to the end of this run').click();
  await replay.shows(null);
  expect(shell.problems).toEqual([]);
});

test('[case 26] plays from the beginning to the end, and again, and leaves the replay there', async ({ shell }) => {
  const { page } = shell;
  const run = await RunPage.start(page, 'Release team');
  const replay = new ReplayPage(page);
  await run.becomes('Complete');
  const end = await replay.drawn(['Writer', 'Reviewer'], ['Review']);
  for (const speed of ['instant', '1x', '4x', 'instant']) {
    await replay.speed.selectOption(speed);
    await page.evaluate(() => {
      const seen: number[] = [];
      Object.assign(window, { seen });
      const slider = document.querySelector<HTMLInputElement>('input[type=range]');
      const look = () => {
        seen.push(slider?.valueAsNumber ?? 0);
        requestAnimationFrame(look);
      };
      look();
    });
    await run.button('Play').click();
    await expect(run.button('Play')).toBeVisible();
    await replay.shows(null);
    const seen = await page.evaluate(() => [...new Set((window as unknown as { seen: number[] }).seen)]);
    expect(seen).toContain(1);
    expect(await replay.drawn(['Writer', 'Reviewer'], ['Review'])).toEqual(end);
  }
  expect(shell.problems).toEqual([]);
});

test('streams text as it was streamed; pauses, and goes on from there', async ({ shell }) => {
  const { page } = shell;
  const run = await RunPage.start(page, 'Design review');
  const replay = new ReplayPage(page);
  await run.becomes('Failed', 60_000);
  await replay.moveTo(3);
  await replay.shows(3);
  const turns = run.turnsOf('Mara');
  await expect(turns).not.toContainText('Three reviewers');
  await page.getByRole('main').focus();
  await page.keyboard.press('Space');
  await expect(turns).toContainText('Three reviewers');
  await run.button('Pause replay').click();
  await expect(run.button('Play')).toBeVisible();
  const said = (await turns.getByRole('article').textContent()) ?? '';
  expect(said).not.toContain('how to pay.');
  await page.waitForTimeout(300);
  expect(await turns.getByRole('article').textContent()).toBe(said);
  await expect(replay.banner).toContainText('revision 3 of');
  await run.button('Play').click();
  await expect(turns).toContainText('how to pay.');
  await replay.speed.selectOption('instant');
  await expect(run.button('Play')).toBeVisible();
  await replay.shows(null);
  await expect(run.status).toHaveText('Failed');
  expect(shell.problems).toEqual([]);
});

test('jumps to what failed, and a turn and an event lead to their moment', async ({ shell }) => {
  const { page } = shell;
  const run = await RunPage.start(page, 'Design review');
  const replay = new ReplayPage(page);
  await run.becomes('Failed', 60_000);
  await run.button('Previous failure').click();
  await expect(replay.banner).toContainText('Noor failed: ENGINE_UNAVAILABLE');
  const failed = await replay.revision();
  await expect(run.panel('Noor')).toContainText('did not answer within 30 seconds');
  await expect(run.panel('Noor').getByRole('button', { name: 'Run again' })).toBeHidden();
  await run.button('Step back').click();
  await replay.shows(failed - 1);
  await expect(run.panel('Noor')).not.toContainText('ENGINE_UNAVAILABLE');
  await run.button('Next failure').click();
  await replay.shows(failed);

  await run
    .turnsOf('Noor')
    .getByRole('button', { name: /^Turn 1 of Noor/ })
    .click();
  await expect(run.turn).toContainText('ENGINE_UNAVAILABLE');
  await run.turn.getByRole('button', { name: 'Go to this moment' }).click();
  await expect(replay.banner).toContainText('Noor has its turn');
  await expect(run.turn).not.toContainText('ENGINE_UNAVAILABLE');
  await expect(run.turn).toContainText('No answer yet.');
  await replay.moveTo(1);
  await expect(run.turn).toContainText('This turn had not begun');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Back to the end' }).click();
  await run.showEvents();
  await run.events.getByRole('button', { name: 'Event 4', exact: true }).click();
  await page.getByRole('region', { name: 'Event 4' }).getByRole('button', { name: 'Go to this moment' }).click();
  await replay.shows(4);
  expect(shell.problems).toEqual([]);
});

test('the address names the moment and leads to it; one that is not there says so', async ({ shell }) => {
  const { page } = shell;
  const run = await RunPage.start(page, 'Release team');
  const replay = new ReplayPage(page);
  await run.becomes('Complete');
  const address = hashOf(page);
  await replay.moveTo(7);
  await expect.poll(() => hashOf(page)).toBe(`${address}?at=7`);
  const shown = await replay.drawn(['Writer', 'Reviewer'], ['Review']);
  await page.reload();
  await replay.shows(7);
  expect(await replay.drawn(['Writer', 'Reviewer'], ['Review'])).toEqual(shown);
  await replay.goTo(`${address}?at=4`);
  await replay.shows(4);
  await replay.goTo('#/teams');
  await expect(replay.banner).toBeHidden();
  await replay.goTo(`${address}?at=7`);
  await replay.shows(7);
  await run.button('Next turn').click();
  await run.button('Next turn').click();
  await replay.shows(null);
  await expect.poll(() => hashOf(page)).toBe(address);
  await replay.goTo(`${address}?at=10`);
  await expect.poll(() => hashOf(page)).toBe(address);
  await replay.shows(null);
  for (const bad of ['0', '11', '-3', 'abc', '2.5']) {
    await replay.goTo(`${address}?at=${bad}`);
    await expect(page.getByRole('alert')).toContainText(`no moment “${bad}”`);
    await replay.shows(null);
    await expect.poll(() => hashOf(page)).toBe(address);
    await page.getByRole('button', { name: 'Close this note' }).click();
  }
  expect(shell.problems).toEqual([]);
});

test('a run goes on behind the moment that is shown', async ({ shell }) => {
  const { page } = shell;
  const run = await RunPage.start(page, 'Newsroom');
  const replay = new ReplayPage(page);
  await expect(run.room('Pitch').getByRole('article')).not.toHaveCount(0);
  await replay.moveTo(5);
  await replay.shows(5);
  const shown = await replay.drawn(['Politics reporter'], ['Pitch']);
  const last = async () => Number(await replay.slider.getAttribute('max'));
  const before = await last();
  await expect.poll(last).toBeGreaterThan(before + 3);
  expect(await replay.drawn(['Politics reporter'], ['Pitch'])).toEqual(shown);
  await expect(replay.banner).toContainText('revision 5 of');
  await page.getByRole('button', { name: 'Back to the end' }).click();
  await replay.shows(null);
  await expect(run.status).toHaveText('Running');
  await expect(run.room('Pitch').getByRole('article')).not.toHaveCount(0);
  await run.button('Stop').click();
  await run.becomes('Stopped');
  expect(shell.problems).toEqual([]);
});

test('a pause is no part of the time: clock, list and lanes leave it out, and a replay passes over it', async ({ shell }) => {
  const { page } = shell;
  const run = await RunPage.start(page, 'Newsroom');
  const replay = new ReplayPage(page);
  await expect(run.turnsOf('Politics reporter')).toContainText('The council');
  await run.button('Pause').click();
  await run.becomes('Paused');
  const paused = await replay.revision();
  const clock = async () => Number(/00:(\d\d)/.exec((await run.status.locator('..').textContent()) ?? '')?.[1]);
  const before = await clock();
  await page.waitForTimeout(20_000);
  await run.button('Resume').click();
  await run.becomes('Running');
  await run.button('Stop').click();
  await run.becomes('Stopped');
  await expect(page.getByRole('note')).toHaveText(/^[23]\d\.\d s$/);
  expect((await clock()) - before).toBeLessThan(15);

  await replay.moveTo(paused);
  await replay.shows(paused);
  const begun = Date.now();
  await run.button('Play').click();
  await expect.poll(() => replay.revision()).toBeGreaterThan(paused);
  expect(Date.now() - begun).toBeLessThan(9000);
  expect(shell.problems).toEqual([]);
});

/** Two members who speak by turns, 5,000 events long; the first message has 5 MB, the second is a picture in base64. */
const longRun = () => {
  const members = ['ada', 'bo'];
  const large = ['A line of a log that goes on. '.repeat(175_000), `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAA'.repeat(60_000)}`];
  return JSON.stringify({
    format: 'troupe.team',
    formatVersion: 1,
    id: 'long',
    name: 'Long',
    form: 'conversation',
    task: 'Speak by turns.',
    rooms: [{ id: 'all', name: 'All', members }],
    limits: { maxTurnsPerMember: 834 },
    tailMessages: 1,
    members: members.map((id, index) => {
      const post = (text = 'Over to you.') => ({ say: 'Done.', posts: [{ room: 'all', text, mentions: [members[1 - index]] }] });
      const engine = { kind: 'scripted', turns: [post(large[index]), post()] };
      return { id, initialTurn: index === 0, engine, limits: { inputBytes: 16_000_000, outputBytes: 16_000_000 } };
    }),
  });
};

test('[case 30] of 5,000 events with a message of 5 MB and a picture in base64, both ends and the middle are reached', async ({
  shell,
}) => {
  test.slow();
  const { page } = shell;
  const library = new LibraryPage(page);
  await library.importText('long.troupe.json', longRun());
  await expect(page.getByRole('button', { name: 'Run', exact: true }).or(library.team('Long')).first()).toBeVisible();
  await library.open();
  const run = await RunPage.start(page, 'Long');
  const replay = new ReplayPage(page);
  await run.becomes('Failed', 120_000); // at its turn limit
  const last = await replay.revision();
  expect(last).toBeGreaterThan(4990);
  for (const revision of [1, 4, 7, Math.floor(last / 2), last - 1]) {
    await replay.moveTo(revision);
    await replay.shows(revision);
  }
  await replay.moveTo(7);
  await replay.shows(7);
  await expect(run.room('All').getByRole('article')).toHaveCount(2);
  await run.showEvents();
  await expect(run.events.getByRole('button', { name: 'Event 7', exact: true })).toBeInViewport();
  await replay.slider.focus();
  await page.keyboard.press('End');
  await replay.shows(null);
  await replay.speed.selectOption('instant');
  const begun = Date.now();
  await run.button('Play').click();
  await expect(run.button('Pause replay')).toBeVisible();
  await expect(run.button('Play')).toBeVisible();
  expect(Date.now() - begun).toBeLessThan(10_000);
  await replay.shows(null);
  expect(shell.problems).toEqual([]);
});

for (const theme of ['light', 'dark'] as const)
  test(`a moment has no serious accessibility violation, ${theme}`, async ({ shell }, info) => {
    const { page } = shell;
    await page.evaluate((wanted) => localStorage.setItem('troupe.theme', wanted), theme);
    await page.reload();
    const run = await RunPage.start(page, 'Design review');
    const replay = new ReplayPage(page);
    await run.becomes('Failed', 60_000);
    await run.button('Previous failure').click();
    await expect(replay.banner).toContainText('Noor failed');
    await run.button('Step back').click();
    for (const [width, height] of [
      [1280, 800],
      [1920, 1200],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: info.outputPath(`replay-${theme}-${width}.png`) });
    }
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)).toEqual([]);
    // The frame is around everything, the banner inside of it and whole.
    await expect(page.getByRole('button', { name: 'Back to the end' })).toBeInViewport({ ratio: 1 });
    expect(shell.problems).toEqual([]);
  });
