import type { Page } from '@playwright/test';
import { RunPage } from './pages/run-page.ts';
import { TeamPage } from './pages/team-page.ts';
import { expect, test } from './shells.ts';

const POST = 'Please review: {{task}}';
const ANSWER = 'Reviewed {{messages.last.id}}: {{messages.last.text}}';
const END = 'Finished {{task}}: {{messages.from.reviewer.last.text}}';

/** What seed 000 prints for this team. */
async function givesTheSeedsAnswers(page: Page): Promise<void> {
  const run = new RunPage(page);
  await run.becomes('Complete');
  await expect(run.turnsOf('Writer')).toContainText(
    'Finished Prepare a release note.: Reviewed team/writer/1/0: Please review: Prepare a release note.',
  );
  await expect(run.turnsOf('Reviewer')).toContainText('Draft checked.');
  const said = run.room('Review').getByRole('article');
  await expect(said).toHaveCount(2);
  await expect(said.nth(0)).toContainText('Please review: Prepare a release note.');
  await expect(said.nth(1)).toContainText('Reviewed team/writer/1/0: Please review: Prepare a release note.');
}

test('the release team is drawn from an empty canvas by mouse, and gives the answers of the seed', async ({ shell }) => {
  const { page } = shell;
  const team = await TeamPage.create(page);
  await team.add('member', 'Writer', 250, 120);
  await team.add('member', 'Reviewer', 640, 120);
  await team.add('room', 'Review', 450, 340);
  await team.join('Member Writer', 'Room Review');
  await team.join('Room Review', 'Member Reviewer');
  await expect(team.lines()).toHaveCount(2);
  await team.task.fill('Prepare a release note.');

  const addTurn = async (say: string) => {
    await team.button('Add turn').click();
    await team.field('Say').last().fill(say);
  };
  const addPost = async (text: string, mention: string) => {
    await team.inspector.getByRole('button', { name: 'Add post' }).click();
    await team.inspector.getByRole('group', { name: 'Post 1' }).getByLabel('Room').selectOption('Review');
    await team.inspector.getByRole('group', { name: 'Post 1' }).getByLabel('Text').fill(text);
    await team.inspector.getByRole('group', { name: 'Mentions' }).getByLabel(mention).check();
  };
  await team.node('Member Writer').click();
  await addTurn('Review requested.');
  await addPost(POST, 'Reviewer');
  await addTurn(END);
  await team.node('Member Reviewer').click();
  await team.field('First turn').uncheck();
  await addTurn('Draft checked.');
  await addPost(ANSWER, 'Writer');
  await expect(team.problems).toContainText('none');
  await team.run.click();
  await givesTheSeedsAnswers(page);
  expect(shell.problems).toEqual([]);
});

/** What has the keyboard: its label, or its words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const labelled =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
        ? element.labels?.[0]
        : null;
    return (element?.getAttribute('aria-label') ?? labelled?.textContent ?? element?.textContent ?? '').trim();
  });
async function tabTo(page: Page, name: RegExp, back = false): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    if (name.test(await focused(page))) return;
  }
  throw new Error(`Tab never reaches ${String(name)}; it stands on ${await focused(page)}`);
}

test('the release team is drawn from an empty canvas by keyboard alone, and gives the answers of the seed', async ({ shell }) => {
  const { page } = shell;
  const { keyboard } = page;
  const team = new TeamPage(page);
  await expect(page.getByRole('list', { name: 'Teams' })).toBeVisible();
  await tabTo(page, /^New team$/);
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Conversation' }).first()).toBeFocused();
  await keyboard.press('Enter');
  await expect(team.canvas).toBeVisible();

  const add = async (key: string, name: string) => {
    await keyboard.press(key);
    await expect(team.field('Name')).toBeFocused();
    await keyboard.type(name);
    await keyboard.press('Escape');
  };
  await add('m', 'Writer');
  await expect(team.node('Member Writer')).toBeFocused();
  await add('m', 'Reviewer');
  await add('r', 'Review');
  await expect(team.node('Room Review')).toBeFocused();
  // From the room to both members; the arrows choose where the line ends.
  const joinTo = async (member: string) => {
    await keyboard.press('c');
    for (const arrow of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) {
      await keyboard.press(arrow);
      await page.waitForTimeout(60);
      if ((await focused(page)) === member || (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) === member)
        break;
    }
    await expect(team.node(member)).toBeFocused();
    await keyboard.press('Enter');
  };
  await joinTo('Member Writer');
  await expect(team.lines()).toHaveCount(1);
  await page.keyboard.press('c');
  await page.keyboard.press('Escape');
  await expect(team.lines()).toHaveCount(1);
  // The member's own way: the rooms of the inspector.
  const select = async (member: string) => {
    await keyboard.press('Control+f');
    await keyboard.type(`go to ${member}`);
    await keyboard.press('Enter');
    await expect(team.node(`Member ${member}`)).toBeFocused();
    await expect(team.field('Name')).toHaveValue(member);
    await keyboard.press('F2');
    await expect(team.field('Name')).toBeFocused();
  };
  await select('Reviewer');
  await tabTo(page, /^First turn/);
  await keyboard.press('Space');
  await tabTo(page, /^Review$/);
  await keyboard.press('Space');
  await expect(team.lines()).toHaveCount(2);

  const addTurn = async (say: string) => {
    await tabTo(page, /^Add turn$/);
    await keyboard.press('Enter');
    await expect.poll(() => focused(page)).toMatch(/^Say/);
    await keyboard.insertText(say);
  };
  const addPost = async (text: string, mention: RegExp) => {
    await tabTo(page, /^Add post$/);
    await keyboard.press('Enter');
    if (!(await focused(page)).startsWith('Text')) await tabTo(page, /^Text/);
    await keyboard.insertText(text);
    await tabTo(page, mention);
    await keyboard.press('Space');
  };
  await addTurn('Draft checked.');
  await addPost(ANSWER, /^Writer$/);
  await keyboard.press('Escape');
  await select('Writer');
  await addTurn('Review requested.');
  await addPost(POST, /^Reviewer$/);
  await addTurn(END);
  await keyboard.press('Escape');
  await tabTo(page, /^Task$/);
  await keyboard.type('Prepare a release note.');
  await expect(team.problems).toContainText('none');
  await keyboard.press('Control+Enter');
  await givesTheSeedsAnswers(page);
  expect(shell.problems).toEqual([]);
});
