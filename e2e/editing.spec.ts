import type { Page } from '@playwright/test';
import { LibraryPage } from './pages/library-page.ts';
import { RunPage } from './pages/run-page.ts';
import { boxOf, TeamPage } from './pages/team-page.ts';
import { expect, test } from './shells.ts';

const NEWSROOM = [
  'Copy editor',
  'Data reporter',
  'Fact checker',
  'Legal reader',
  'Managing editor',
  'Photo editor',
  'Politics reporter',
  'Science reporter',
];

test('[scenario 14] undo on a fresh canvas does nothing, and everything can still be moved and joined', async ({ shell }) => {
  const { page } = shell;
  const team = await TeamPage.open(page, 'Release team');
  await team.canvas.focus();
  await page.keyboard.press('Control+z');
  await expect(team.button('Undo')).toBeDisabled();
  const before = await boxOf(team.node('Member Writer'));
  await team.drag('Member Writer', 60, 40);
  // The first pixels tell a drag from a click.
  await expect.poll(async () => (await boxOf(team.node('Member Writer'))).x - before.x).toBeGreaterThan(40);
  await expect(team.button('Undo')).toBeEnabled();
  await team.button('Undo').click();
  await expect.poll(async () => Math.round((await boxOf(team.node('Member Writer'))).x - before.x)).toBe(0);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(async () => (await boxOf(team.node('Member Writer'))).x - before.x).toBeGreaterThan(40);
});

test('[scenarios 6 and 8] what is removed by keyboard takes its lines along, and one undo brings all of it back', async ({ shell }) => {
  const { page } = shell;
  const team = await TeamPage.open(page, 'Newsroom');
  const lines = await team.lines().count();
  const names = await team.names();
  await team.node('Room Facts desk').click();
  await page.keyboard.press('Delete');
  await expect(team.node('Room Facts desk')).toHaveCount(0);
  await expect(team.lines()).toHaveCount(lines - 4);
  await team.node('Member Fact checker').click();
  await page.keyboard.press('Backspace');
  await expect(team.lines()).toHaveCount(lines - 5);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(team.lines()).toHaveCount(lines);
  expect(await team.names()).toEqual(names);
  await team.node('Member Fact checker').click();
  await expect(team.field('Brief')).toHaveValue(/Ask for a source for every number/);
  await expect(team.field('Facts desk')).toBeChecked();
});

test('[scenario 10] a copy is a thing of its own: within a team, and in another one', async ({ shell }) => {
  const { page } = shell;
  const team = await TeamPage.open(page, 'Release team');
  await team.node('Member Writer').click();
  await page.keyboard.press('Control+d');
  await expect(team.node('Member Writer 2')).toBeVisible();
  await expect(team.field('Name')).toHaveValue('Writer 2');
  await team.field('Brief').fill('Another brief.');
  // The copy lies on it, one grid field aside.
  await team.node('Member Writer').click({ position: { x: 12, y: 12 } });
  await expect(team.field('Brief')).toHaveValue('Draft the release note.');
  await team.canvas.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await team.saved();

  const other = await TeamPage.open(page, 'Design review');
  const before = (await other.names()).length;
  await other.canvas.focus();
  await page.keyboard.press('Control+v');
  await expect.poll(async () => (await other.names()).length).toBe(before + 5);
  await expect(other.problems).toContainText('none');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await other.names()).length).toBe(before);
});

test('a line drawn to an empty place offers what may stand there; Escape gives a drag and a line up', async ({ shell }) => {
  const { page } = shell;
  const team = await TeamPage.open(page, 'Release team');
  const { x, y, width, height } = await boxOf(team.node('Member Reviewer'));
  const toEmpty = async () => {
    await page.mouse.move(x + width / 2, y + height + 1);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height + 60, { steps: 4 });
    await page.mouse.move(x + width + 60, y + height + 160, { steps: 4 });
  };
  await toEmpty();
  await page.mouse.up();
  await page.getByRole('menuitem', { name: 'New room' }).click();
  await page.keyboard.type('Archive');
  await page.keyboard.press('Escape');
  await expect(team.node('Room Archive')).toContainText('1 seat');
  await team.button('Undo').click();
  await team.button('Undo').click();
  await expect(team.node('Room Archive')).toHaveCount(0);

  const lines = await team.lines().count();
  await toEmpty();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(team.lines()).toHaveCount(lines);

  const before = await boxOf(team.node('Member Writer'));
  await page.mouse.move(before.x + 100, before.y + 30);
  await page.mouse.down();
  await page.mouse.move(before.x + 200, before.y + 130, { steps: 4 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(async () => (await boxOf(team.node('Member Writer'))).x).toBe(before.x);
  await expect(team.button('Undo')).toBeDisabled();
});

test('a line from member to member is their direct message, made once', async ({ shell }) => {
  const { page } = shell;
  const team = await TeamPage.open(page, 'Release team');
  await team.join('Member Writer', 'Member Reviewer');
  const direct = team.canvas.getByText('direct message');
  await expect(direct).toHaveCount(1);
  await expect(team.inspector).toContainText('Direct message');
  await team.join('Member Reviewer', 'Member Writer');
  await expect(direct).toHaveCount(1);
  // A seat is left by its line.
  const lines = await team.lines().count();
  const middle = await team.canvas
    .getByRole('img', { name: 'Writer sits in Review', exact: true })
    .locator('path')
    .last()
    .evaluate((path: SVGPathElement) => {
      const point = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM() ?? undefined);
      return { x: point.x, y: point.y };
    });
  await page.mouse.click(middle.x, middle.y);
  await page.keyboard.press('Delete');
  await expect(team.lines()).toHaveCount(lines - 1);
});

test('every edit is saved at once: a reload right after it loses nothing', async ({ shell }) => {
  const { page } = shell;
  const team = await TeamPage.open(page, 'Release team');
  const edits: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['task', () => team.task.fill('Another task.'), () => expect(team.task).toHaveValue('Another task.')],
    [
      'brief',
      async () => {
        await team.node('Member Writer').click();
        await team.field('Brief').fill('Héllo 漢字 🙂');
      },
      async () => {
        await team.node('Member Writer').click();
        await expect(team.field('Brief')).toHaveValue('Héllo 漢字 🙂');
      },
    ],
    [
      'removal',
      async () =>
        team
          .node('Room Review')
          .click()
          .then(() => page.keyboard.press('Delete')),
      () => expect(team.node('Room Review')).toHaveCount(0),
    ],
    ['member', () => page.keyboard.press('m'), () => expect(team.node('Member Member')).toBeVisible()],
    ['tidy', () => team.button('Tidy up').click(), () => expect(team.node('Member Writer')).toBeVisible()],
  ];
  for (const [, edit, check] of edits) {
    await edit();
    await page.reload();
    await expect(team.canvas).toBeVisible();
    await check();
    await team.canvas.focus();
  }
  await shell.restart();
  const again = await TeamPage.open(shell.page, 'Release team');
  await expect(again.task).toHaveValue('Another task.');
  await expect(again.node('Member Member')).toBeVisible();
});

/** A second window on the same host. */
async function secondWindow(page: Page): Promise<Page> {
  const second = await page.context().newPage();
  await second.goto(page.url());
  return second;
}

test('two windows on one team lose nothing', async ({ shell }) => {
  test.skip(shell.kind !== 'served', 'the stand-in opens one window');
  const { page } = shell;
  const first = await TeamPage.open(page, 'Release team');
  const second = new TeamPage(await secondWindow(page));
  await expect(second.canvas).toBeVisible();
  await second.node('Member Reviewer').click();
  for (const field of [first.task, second.field('Brief')]) {
    await field.focus();
    await field.press('Control+End');
  }
  await Promise.all([
    first.task.pressSequentially(' One.', { delay: 15 }),
    second.field('Brief').pressSequentially(' Two.', { delay: 15 }),
  ]);
  await second.canvas.focus();
  await first.canvas.focus();
  await Promise.all([page.keyboard.press('m'), second.page.keyboard.press('m')]);
  for (const window of [first, second]) {
    await expect(window.task).toHaveValue('Prepare a release note. One.');
    await expect.poll(async () => (await window.names()).filter((name) => name.startsWith('Member Member'))).toHaveLength(2);
    await window.node('Member Reviewer').click();
    await expect(window.field('Brief')).toHaveValue('Check the draft. Two.');
  }
  // What one removes, the other can take back, and the undo of one leaves what the other did.
  await first.button('Undo').click();
  await expect(second.task).toHaveValue('Prepare a release note. One.');
});

test('earlier versions are listed with what changed since, and come back as one step of undo', async ({ shell }) => {
  const { page } = shell;
  const team = await TeamPage.open(page, 'Release team');
  await team.task.fill('A task of today.');
  await team.saved();
  await team.button('Versions').click();
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect(versions.getByRole('listitem')).not.toHaveCount(0);
  await versions.getByRole('button', { name: /^Version 1 / }).click();
  await expect(versions).toContainText('Team: task');
  await versions.getByRole('button', { name: 'Go back to this version' }).click();
  await expect(team.task).toHaveValue('Prepare a release note.');
  await team.button('Undo').click();
  await expect(team.task).toHaveValue('A task of today.');
});

test('everything is put in order, found by name, and shown in the overview', async ({ shell }) => {
  const { page } = shell;
  const team = await TeamPage.open(page, 'Newsroom');
  await expect(team.canvas.getByRole('img', { name: 'Overview' })).toBeVisible();
  await team.drag('Member Fact checker', -300, 200);
  await team.button('Tidy up').click();
  const boxes = await Promise.all(NEWSROOM.map((name) => boxOf(team.node(`Member ${name}`))));
  for (const [index, a] of boxes.entries())
    for (const b of boxes.slice(index + 1))
      expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('go to legal');
  await page.keyboard.press('Enter');
  await expect(team.node('Member Legal reader')).toBeFocused();
  await expect(team.field('Name')).toHaveValue('Legal reader');
});

test('[scenario b] places travel with the document, whatever else is changed', async ({ shell }) => {
  const { page } = shell;
  const team = await TeamPage.open(page, 'Release team');
  await team.drag('Member Writer', 48, 80);
  await team.node('Member Writer').click();
  await team.field('Brief').fill('Another brief.');
  await team.field('Name').fill('Author');
  await page.keyboard.press('Escape');
  const [writer, review] = [await boxOf(team.node('Member Author')), await boxOf(team.node('Room Review'))];
  await team.saved();
  await page.reload();
  const [writerAfter, reviewAfter] = [await boxOf(team.node('Member Author')), await boxOf(team.node('Room Review'))];
  expect(Math.round(writerAfter.x - reviewAfter.x)).toBe(Math.round(writer.x - review.x));
  expect(Math.round(writerAfter.y - reviewAfter.y)).toBe(Math.round(writer.y - review.y));
});

test('a team removed elsewhere stays on screen and can be put back', async ({ shell }) => {
  test.skip(shell.kind !== 'served', 'the stand-in opens one window');
  const { page } = shell;
  const team = await TeamPage.open(page, 'Release team');
  const other = await secondWindow(page);
  await other.getByRole('navigation').getByRole('link', { name: 'Teams' }).click();
  const library = new LibraryPage(other);
  await library.act('Release team', 'Remove');
  await other.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('region', { name: 'Removed' })).toBeVisible();
  await page.getByRole('button', { name: 'Put it back' }).click();
  await expect(library.team('Release team')).toBeVisible();
  await expect(team.node('Member Writer')).toBeVisible();
});

test('[scenario 12] two mention loops through one member run to their exit; one without an exit ends at its cap, which is named', async ({
  shell,
}) => {
  const { page } = shell;
  const say = (mention: string) => ({ say: 'On.', posts: [{ room: 'r', text: 'On.', mentions: [mention] }] });
  const loops = () => ({
    format: 'troupe.team',
    formatVersion: 1,
    id: 'loops',
    name: 'Loops',
    form: 'conversation',
    task: 'Go round.',
    limits: { maxTurnsPerMember: 4 },
    members: [
      { id: 'hub', name: 'Hub', engine: { kind: 'scripted', turns: [say('left'), say('right'), { say: 'Enough.' }] } },
      { id: 'left', name: 'Left', initialTurn: false, engine: { kind: 'scripted', turns: [say('hub')] } },
      { id: 'right', name: 'Right', initialTurn: false, engine: { kind: 'scripted', turns: [say('hub')] } },
    ],
    rooms: [{ id: 'r', members: ['hub', 'left', 'right'] }],
  });
  const library = new LibraryPage(page);
  await library.importText('exit.troupe.json', JSON.stringify(loops()));
  const team = await TeamPage.open(page, 'Loops');
  await expect(team.problems).toContainText('none');
  await team.run.click();
  const run = new RunPage(page);
  await run.becomes('Complete');
  await expect(run.turnsOf('Hub').getByRole('article')).toHaveCount(3);

  const endless = loops();
  endless.members[0] = { id: 'hub', name: 'Hub', engine: { kind: 'scripted', turns: [say('left')] } };
  await library.open();
  await library.importText('cap.troupe.json', JSON.stringify({ ...endless, id: 'endless', name: 'Endless' }));
  await (await TeamPage.open(page, 'Endless')).run.click();
  await run.becomes('Failed');
  await expect(page.getByText('TEAM_TURN_LIMIT').first()).toBeVisible();
  await expect(page.getByText(/hub|Hub/).first()).toBeVisible();
});

test('members are framed as a group; its name is edited, its frame follows them', async ({ shell }) => {
  const { page } = shell;
  const team = await TeamPage.open(page, 'Newsroom');
  await team.node('Member Fact checker').click();
  await team.node('Member Copy editor').click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+g');
  await expect(team.field('Name')).toBeFocused();
  await page.keyboard.type('Desk');
  await page.keyboard.press('Escape');
  await expect(team.node('Group Desk')).toBeVisible();
  const before = await boxOf(team.node('Group Desk'));
  await team.drag('Member Copy editor', 0, 60);
  await expect.poll(async () => (await boxOf(team.node('Group Desk'))).height - before.height).toBeGreaterThan(30);
  await team.saved();
  await page.reload();
  await expect(team.node('Group Desk')).toBeVisible();
});
