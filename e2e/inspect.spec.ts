import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, test } from './shells.ts';
import { LibraryPage } from './pages/library-page.ts';
import { ReplayPage } from './pages/replay-page.ts';
import { RunPage } from './pages/run-page.ts';
import { TeamPage } from './pages/team-page.ts';

const documentOf = (members: object[], rooms: object[] = []) => ({
  format: 'troupe.team',
  formatVersion: 1,
  id: 'given',
  name: 'Given team',
  form: 'conversation',
  task: 'Try it.',
  limits: { globalConcurrency: 4 },
  members,
  rooms,
});
const says = (id: string, turns: object[], more: object = {}) => ({
  id,
  // oxlint-disable-next-line unicorn/no-thenable -- the document format's name
  engine: { kind: 'scripted', turns, then: 'end' },
  ...more,
});

test('one thing is looked at in canvas, panels, rooms, lanes and events at once, and inspected on the right', async ({ shell }) => {
  const { page } = shell;
  const run = await RunPage.start(page, 'Release team');
  await run.becomes('Complete');
  await run.turnButton('Reviewer', 1).click();
  await expect(run.turn.getByRole('heading', { level: 2 })).toHaveText('Reviewer');
  await expect(run.node('Member Reviewer')).toHaveClass(/\bselected\b/);
  await expect(run.node('Member Writer')).not.toHaveClass(/\bselected\b/);
  await expect(run.lane('Reviewer', 1)).toHaveAttribute('aria-pressed', 'true');
  await expect(run.room('Review').getByRole('article').nth(1)).toHaveClass(/found/);
  await expect(run.room('Review').getByRole('article').nth(0)).not.toHaveClass(/found/);

  // From the turn to one of its events, with the turn still there.
  await run.turn.getByRole('button', { name: 'Event 7', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Event 7' })).toContainText('"Draft checked."');
  await expect(run.events.getByRole('button', { name: 'Event 7', exact: true })).toHaveAttribute('aria-expanded', 'true');
  await expect(run.turn.getByRole('heading', { level: 2 })).toHaveText('Reviewer');
  // To the message that asked for it, which is a part of the turn that sent it; and from there back.
  await run.turn.getByRole('button', { name: 'Writer in Review' }).first().click();
  await expect(run.message('Review', 0)).toHaveAttribute('aria-pressed', 'true');
  await expect(run.turn.getByRole('heading', { level: 2 })).toHaveText('Writer');
  for (const node of ['Member Writer', 'Room Review']) await expect(run.node(node)).toHaveClass(/\bselected\b/);
  await run.message('Review', 1).click();
  await expect(run.turn.getByRole('heading', { level: 2 })).toHaveText('Reviewer');
  await expect(run.turn).toContainText('Draft checked.');

  await run.node('Room Review').click();
  await expect(run.inspector.getByRole('heading', { level: 2 })).toHaveText('Review');
  await expect(run.turn).toBeHidden();
  await expect(run.message('Review', 1)).toHaveAttribute('aria-pressed', 'false');
  await run.inspector.getByRole('button', { name: 'Writer', exact: true }).click();
  await expect(run.inspector.getByLabel('Brief')).toHaveText('Draft the release note.');
  await expect(run.panel('Writer').getByRole('button', { name: 'Writer', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await run.button('Close inspector').click();
  await expect(run.inspector).toBeHidden();
  await expect(run.node('Member Writer')).not.toHaveClass(/\bselected\b/);
  expect(shell.problems).toEqual([]);
});

test('the inspector takes columns of panels, never the canvas; no panel is under 260', async ({ shell }) => {
  const { page } = shell;
  const run = await RunPage.start(page, 'Newsroom');
  await run.becomes('Running');
  for (const [width, height, columns] of [
    [1280, 800, 1],
    [1920, 1200, 3],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(run.inspector).toBeHidden();
    const before = await run.canvas.boundingBox();
    await run.node('Member Fact checker').focus();
    await page.keyboard.press('Enter');
    await expect(run.inspector).toBeVisible();
    await expect
      .poll(async () => {
        const boxes = await page
          .getByRole('region', { name: / panel$/ })
          .evaluateAll((panels) => panels.map((panel) => panel.getBoundingClientRect()).map(({ left, right }) => ({ left, right })));
        return new Set(boxes.map(({ left }) => left)).size;
      })
      .toBe(columns);
    const panels = await page.getByRole('region', { name: / panel$/ }).all();
    const inspector = await run.inspector.boundingBox();
    const canvas = await run.canvas.boundingBox();
    expect(inspector?.width).toBe(320);
    expect((inspector?.x ?? 0) + (inspector?.width ?? 0)).toBe(width);
    expect(Math.abs((canvas?.width ?? 0) - (before?.width ?? 1))).toBeLessThanOrEqual(1);
    for (const panel of panels) {
      const box = await panel.boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(260);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(inspector?.x ?? 0);
    }
    await page.keyboard.press('Escape');
  }
  await run.button('Stop').click();
  expect(shell.problems).toEqual([]);
});

test('looks and leaves by keyboard alone, and looks at the same thing at other moments', async ({ shell }) => {
  const { page } = shell;
  const run = await RunPage.start(page, 'Release team');
  const replay = new ReplayPage(page);
  await run.becomes('Complete');
  await run.node('Member Reviewer').focus();
  await page.keyboard.press('Enter');
  await expect(run.inspector).toBeFocused();
  await expect(run.inspector.getByLabel('Brief')).toHaveText('Check the draft.');
  await page.keyboard.press('Escape');
  await expect(run.inspector).toBeHidden();
  await expect(run.node('Member Reviewer')).toBeFocused();
  await run.message('Review', 1).focus();
  await page.keyboard.press('ArrowUp');
  await expect(run.message('Review', 0)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(run.turn).toBeFocused();
  await expect(run.turn).toContainText('Review requested.');

  await replay.moveTo(2);
  await replay.shows(2);
  await expect(run.turn).toContainText('No answer yet.');
  await replay.moveTo(1);
  await replay.shows(1);
  await expect(run.turn).toContainText('This turn had not begun at the moment that is shown.');
  await page.getByRole('button', { name: 'Back to the end' }).click();
  await replay.shows(null);
  await expect(run.turn).toContainText('Review requested.');
  await expect(run.message('Review', 0)).toHaveAttribute('aria-pressed', 'true');

  await run.showEvents();
  await run.events.getByRole('button', { name: 'Event 5', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(run.turn.getByRole('heading', { level: 2 })).toHaveText('Reviewer');
  await expect(page.getByRole('region', { name: 'Event 5' })).toBeVisible();
  await expect(run.events.getByRole('button', { name: 'Event 5', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('region', { name: 'Event 6' })).toBeVisible();
  await expect(run.events.getByRole('button', { name: 'Event 6', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(run.turn).toBeHidden();
  await expect(page.getByRole('region', { name: 'Event 6' })).toBeHidden();
  expect(shell.problems).toEqual([]);
});

test('a run keeps its team: the settings of then, today’s version, and what has changed', async ({ shell }) => {
  const { page } = shell;
  const run = await RunPage.start(page, 'Release team');
  await run.becomes('Complete');
  const { hash } = new URL(page.url());
  const back = () => page.evaluate((to) => location.assign(to), hash);
  await run.node('Member Writer').click();
  await expect(run.inspector).toContainText('Nothing was changed in the team.');
  await run.inspector.getByRole('link', { name: 'Open today’s version' }).click();
  const team = new TeamPage(page);
  await expect(team.run).toBeVisible();
  await team.node('Member Writer').click();
  await team.inspector.getByLabel('Brief').fill('Write it in verse.');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Saved', { exact: false }).first()).toBeVisible();
  await expect(async () => {
    await back();
    await run.node('Member Writer').click();
    await expect(run.inspector.getByRole('list', { name: 'Changed since this run' })).toContainText('Member Writer: brief', {
      timeout: 2000,
    });
  }).toPass();
  await expect(run.inspector.getByLabel('Brief')).toHaveText('Draft the release note.');
  await expect(run.inspector.getByLabel('First turn')).toContainText('yes');
  await expect(run.inspector).toContainText('Review requested.');
  await expect(run.inspector).toContainText('10:00');

  const library = new LibraryPage(page);
  await library.open();
  await page.getByRole('button', { name: 'Actions for Release team' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(library.team('Release team')).toBeHidden();
  await back();
  await run.node('Member Writer').click();
  await expect(run.inspector.getByLabel('Brief')).toHaveText('Draft the release note.');
  await expect(run.inspector).toContainText('The team of this run is not in the library');
  await expect(run.inspector.getByRole('link')).toBeHidden();
  expect(shell.problems).toEqual([]);
});

test('failures stand on top, each with its member, its cause and the way to its turn', async ({ shell }) => {
  const { page } = shell;
  const fails = (id: string, message: string) => says(id, [{ say: 'I try.', delayMs: 300, fail: { message } }], { name: `Member ${id}` });
  const run = await RunPage.of(
    page,
    documentOf([
      fails('a', 'The disk of a is full.\nSecond line'),
      fails('b', 'b lost its line.'),
      fails('c', ''),
      says('d', [{ say: 'Done.' }]),
    ]),
  );
  await run.becomes('Failed');
  const strip = page.getByRole('region', { name: 'Why the run is failed' });
  const failed = strip.getByRole('list', { name: 'Failed members' }).getByRole('listitem');
  await expect(failed).toHaveCount(3);
  await expect(failed.first()).toContainText('Member a failed in turn 1');
  await expect(failed.first()).toContainText('The disk of a is full.');
  await expect(strip.getByRole('link', { name: 'Open the team' })).toBeVisible();
  await expect(strip.getByRole('button', { name: 'Run again' })).toBeVisible();
  await failed.nth(1).getByRole('button', { name: 'Open turn of Member b' }).click();
  await expect(run.turn).toContainText('b lost its line.');
  await expect(run.turn).toContainText('EFFECT_FAILED');
  await expect(run.turn).toContainText('Attempt 1');
  await expect(run.turn).toContainText('unknown');
  await expect(page.getByRole('meter', { name: 'Tokens' })).toBeHidden();
  await expect(page.getByRole('meter', { name: 'Cost' })).toBeHidden();
  expect(shell.problems).toEqual([]);
});

test('[case 30] a message of 5 MB and an image in base64 are shown as their beginning, read on and saved whole', async ({ shell }) => {
  test.slow();
  const { page } = shell;
  const large = `start ${'word '.repeat(1_000_000)}end`;
  const image = `data:image/png;base64,${'iVBORw0KGgo'.repeat(20_000)}`;
  const limits = { outputBytes: 16_000_000, inputBytes: 16_000_000 };
  const run = await RunPage.of(
    page,
    documentOf(
      [
        says('a', [{ say: image, posts: [{ room: 'all', text: large, mentions: ['b'] }] }], { limits }),
        says('b', [{ say: 'Read.' }], { limits, initialTurn: false }),
      ],
      [{ id: 'all', members: ['a', 'b'] }],
    ),
  );
  await run.becomes('Complete', 60_000);
  const message = run.room('all').getByRole('article').first();
  expect(((await message.textContent()) ?? '').length).toBeLessThan(10_000);
  const start = performance.now();
  await message.getByRole('button', { name: 'Show all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Message of a' });
  await expect(dialog).toContainText('of 5.0M characters');
  expect(performance.now() - start).toBeLessThan(10_000);
  await dialog.getByRole('button', { name: 'Close' }).click();
  const download = page.waitForEvent('download');
  await message.getByRole('button', { name: 'Save' }).click();
  // The stand-in's browser says that a file is saved, but not where.
  const isKept = shell.kind !== 'stand-in';
  const whole = await download;
  if (isKept) expect(readFileSync(await whole.path(), 'utf8')).toBe(large);

  // The same in the turn, out of its answer.
  await run.turnButton('a', 1).click();
  await expect(run.turn.getByRole('button', { name: 'Save' })).toHaveCount(2);
  expect(((await run.turn.textContent()) ?? '').length).toBeLessThan(10_000);
  const second = page.waitForEvent('download');
  await run.turn.getByRole('button', { name: 'Save' }).first().click();
  const picture = await second;
  if (isKept) expect(readFileSync(await picture.path(), 'utf8')).toBe(image);
  await expect(page.locator('main img')).toHaveCount(0);
  expect(shell.problems).toEqual([]);
});

test('[U1-U3] hostile texts are inert in every place of a run', async ({ shell }) => {
  test.slow();
  let asked = 0;
  const canary = createServer((_request, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  const { port } = canary.address() as { port: number };
  const { page } = shell;
  const attack = [
    `<img src="http://127.0.0.1:${port}/?q=1" onerror="window.__pwned=1"><script>window.__pwned=1</script>`,
    `[go](javascript:window.__pwned=1) ![](http://127.0.0.1:${port}/?q=2) javascript:window.__pwned=1`,
    `\u202Egnp.exe\u2066 "><svg onload=window.__pwned=1>`,
  ].join('\n');
  const line = 'W'.repeat(1_000_000);
  const name = attack.slice(0, 300);
  const limits = { outputBytes: 16_000_000, inputBytes: 16_000_000 };
  const run = await RunPage.of(page, {
    ...documentOf(
      [
        says('a', [{ say: attack, data: { [attack]: attack }, posts: [{ room: 'all', text: `${attack}\n${line}`, mentions: ['b'] }] }], {
          name,
          role: attack,
          brief: `${attack}${line}`,
          limits,
        }),
        says('b', [{ say: line, delayMs: 50, fail: { message: attack } }], { name: `${name} 2`, role: line, initialTurn: false, limits }),
      ],
      [{ id: 'all', name: attack, members: ['a', 'b'] }],
    ),
    name,
    task: attack,
    notes: [{ text: attack }],
  });
  await run.becomes('Failed', 60_000);
  const stands = async (place: string) => {
    expect(await page.evaluate(() => (window as { __pwned?: number }).__pwned), place).toBeUndefined();
    expect(await page.locator('main img, main a[href^="javascript"], main script').count(), place).toBe(0);
    const [width, wide] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    expect(wide, place).toBeLessThanOrEqual(width ?? 0);
    await expect(run.status).toBeInViewport({ ratio: 1 });
    expect((await run.canvas.boundingBox())?.width, place).toBeGreaterThan(400);
  };
  await stands('panels and rooms');
  await expect(page.getByRole('log').first()).toContainText('onerror');
  for (const [index, node] of (await run.canvas.locator('.react-flow__node.selectable').all()).entries()) {
    await node.click();
    await expect(run.inspector).toContainText('Since this run');
    await stands(`settings ${index}`);
  }
  for (const [index, button] of (await page.getByRole('button', { name: /^Turn 1 of / }).all()).entries()) {
    await button.click();
    await expect(run.turn.getByRole('heading', { name: 'Usage' })).toBeVisible();
    await stands(`turn ${index}`);
  }
  // A word of 64 Ki letters takes a browser ten seconds, unless it is told where the word may break.
  const before = performance.now();
  await page.getByRole('button', { name: 'Show all' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('characters');
  expect(performance.now() - before).toBeLessThan(6000);
  await stands('a long text');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await run.showEvents();
  for (const event of [1, 4]) {
    await run.events.getByRole('button', { name: `Event ${event}`, exact: true }).click();
    await expect(page.getByRole('region', { name: `Event ${event}` })).toContainText('onerror');
    await stands(`event ${event}`);
  }
  expect(asked).toBe(0);
  canary.close();
  expect(shell.problems).toEqual([]);
});

test('a message flies once along its lines when it is played, never from the past, never under reduced motion', async ({ shell }) => {
  const { page } = shell;
  await page.evaluate(() => {
    const seen = { dots: 0 };
    Object.assign(window, { seen });
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes)
        if (target instanceof HTMLElement && target.className.includes('sky')) seen.dots += addedNodes.length;
    }).observe(document, { childList: true, subtree: true });
  });
  const flights = () => page.evaluate(() => (window as unknown as { seen: { dots: number } }).seen.dots);
  const run = await RunPage.start(page, 'Release team');
  const replay = new ReplayPage(page);
  await run.becomes('Complete');
  const live = await flights();
  expect(live).toBeLessThanOrEqual(4);
  for (const revision of [2, 8, 3]) {
    await replay.moveTo(revision);
    await replay.shows(revision);
  }
  expect(await flights()).toBe(live);
  await replay.moveTo(1);
  await replay.shows(1);
  const play = async () => {
    await run.button('Play').click();
    await expect(run.button('Play')).toBeVisible();
    await replay.shows(null);
  };
  await play();
  // Two messages, each to the room and on to the one it mentions.
  expect(await flights()).toBe(live + 4);
  await expect(run.canvas.locator('[class*="sky"] > i')).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await play();
  expect(await flights()).toBe(live + 4);
  expect(shell.problems).toEqual([]);
});
