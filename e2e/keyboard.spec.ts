import type { Page } from '@playwright/test';
import { expect, test } from './shells.ts';
import { LibraryPage } from './pages/library-page.ts';
import { RunPage } from './pages/run-page.ts';
import { TeamPage } from './pages/team-page.ts';

/** Presses Tab until what has the focus has that name. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
    });
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
  }
  throw new Error(`Tab never reaches ${String(name)}`);
}

test('from the library to a finished run and its turns without a pointer', async ({ shell }) => {
  const { page } = shell;
  const library = new LibraryPage(page);
  await expect(library.team('Release team')).toBeVisible();
  await tabTo(page, 'Design review');
  await page.keyboard.press('End');
  await expect(library.team('Release team')).toBeFocused();
  await page.keyboard.press('Enter');
  const team = new TeamPage(page);
  await expect(team.node('Member Writer')).toBeVisible();
  await tabTo(page, 'Member Writer');
  await page.keyboard.press('Enter');
  await expect(team.inspector.getByLabel('Name')).toHaveValue('Writer');
  await page.keyboard.press('Control+Enter');
  const run = new RunPage(page);
  await run.becomes('Complete');
  await tabTo(page, /^Turn 1 of Writer/);
  await page.keyboard.press('Enter');
  await expect(run.turn.getByRole('heading', { name: 'Input' })).toBeVisible();
  await expect(run.turn).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(run.turn).toBeHidden();
  await tabTo(page, 'Lanes');
  await page.keyboard.press('ArrowRight');
  await expect(run.events).toBeVisible();
  await tabTo(page, 'Event 1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Event 2' })).toContainText('graph:node-dispatched');
  expect(shell.problems).toEqual([]);
});

test('the palette goes to teams and runs, acts on the run that is open, and changes the theme', async ({ shell }) => {
  const { page } = shell;
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const pick = async (words: string) => {
    await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible();
    await page.keyboard.type(words);
    await expect(palette.getByRole('option').first()).toContainText(words, { ignoreCase: true });
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
  };
  await expect(new LibraryPage(page).team('Newsroom')).toBeVisible();
  await pick('Newsroom');
  await expect(new TeamPage(page).canvas).toBeVisible();
  await pick('Run this team');
  const run = new RunPage(page);
  await run.becomes('Running');
  await pick('Pause this run');
  await run.becomes('Paused');
  await pick('Resume this run');
  await run.becomes('Running');
  await pick('Stop this run');
  await run.becomes('Stopped');
  await pick('Theme: dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  expect(shell.problems).toEqual([]);
});
