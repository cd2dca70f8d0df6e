import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LibraryPage } from './pages/library-page.ts';
import { RunPage } from './pages/run-page.ts';
import { TeamPage } from './pages/team-page.ts';
import { expect, test } from './shells.ts';

const example = readFileSync(join(import.meta.dirname, '../examples/release-team.troupe.yaml'), 'utf8');
const named = (name: string) => example.replace('name: Release team', `name: ${name}`).replace('id: release-team', 'id: named');

/** A folder with a team file, gone after the test. */
const folderOf = (text: string, name = 'team.troupe.yaml') => {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-files-'));
  writeFileSync(join(folder, name), text);
  return { folder, file: join(folder, name), away: () => rmSync(folder, { recursive: true, force: true }) };
};

test('New team offers what there is; each ready one runs as it is, and a second one has a name of its own', async ({ shell }) => {
  const { page } = shell;
  const library = new LibraryPage(page);
  await page.getByRole('button', { name: 'New team', exact: true }).click();
  await expect(page.getByRole('menu', { name: 'New team' }).getByRole('menuitem')).toHaveText([
    /^Conversation/,
    /^Writer and reviewer/,
    /^Panel of three/,
  ]);
  await page.keyboard.press('Escape');
  for (const name of ['Writer and reviewer', 'Panel of three']) {
    await library.newTeam(name);
    const team = new TeamPage(page);
    await expect(page).toHaveTitle(`${name} · Troupe`);
    await team.run.click();
    await new RunPage(page).becomes('Complete');
    await library.open();
  }
  await library.newTeam('Writer and reviewer');
  await expect(page).toHaveTitle('Writer and reviewer 2 · Troupe');
  await library.open();
  await library.newTeam('Conversation');
  await expect(page).toHaveTitle('New team · Troupe');
  await library.open();
  await expect(library.teams.getByRole('link')).toHaveCount(7);
  expect(shell.problems).toEqual([]);
});

test('[10] a duplicate is a team of its own: what becomes of one does not touch the other', async ({ shell }) => {
  const { page } = shell;
  const library = new LibraryPage(page);
  await library.act('Release team', 'Duplicate');
  await expect(library.team('Release team 2')).toBeVisible();
  await library.act('Release team', 'Remove');
  const question = page.getByRole('dialog', { name: 'Remove this team?' });
  await expect(question).toContainText('Its runs stay under Runs');
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(library.teams.getByRole('link')).toHaveCount(4);
  await library.act('Release team', 'Remove');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(library.team(/^Release team$/)).toBeHidden();
  const run = await RunPage.start(page, 'Release team 2');
  await run.becomes('Complete');
  await library.open();
  await library.act('Release team 2', 'Remove');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(library.teams.getByRole('link')).toHaveCount(2);
  await library.runs.getByRole('link', { name: 'Release team 2' }).click();
  await run.becomes('Complete');
  expect(shell.problems).toEqual([]);
});

test('Open file browses by mouse and keyboard, takes a path, and tells what cannot be opened', async ({ shell }) => {
  const { page } = shell;
  const { folder, away } = folderOf(named('Linked team'), '팀.troupe.yaml');
  try {
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'inner', 'broken.yaml'), 'format: [');
    const library = new LibraryPage(page);
    const dialog = await library.openPath(folder);
    const entries = dialog.getByRole('list', { name: 'Folders and files' });
    await expect(entries.getByRole('button')).toHaveText(['Folder above', 'inner', '팀.troupe.yaml']);
    await entries.getByRole('button', { name: 'Folder above' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(entries.getByRole('button')).toHaveText(['Folder above', 'broken.yaml']);
    await expect(entries.getByRole('button', { name: 'Folder above' })).toBeFocused();
    await entries.getByRole('button', { name: 'broken.yaml' }).click();
    await expect(dialog.getByRole('region', { name: 'Problems' })).toContainText('INVALID_YAML');
    await dialog.getByRole('textbox', { name: 'Path' }).fill(join(folder, 'none.yaml'));
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('region', { name: 'Problems' })).toContainText(/none\.yaml cannot be read.*FILE_UNREADABLE/);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Open file', exact: true })).toBeFocused();
    for (let count = 0; count < 2; count += 1) {
      await (await library.openPath(folder)).getByRole('button', { name: '팀.troupe.yaml' }).click();
      await expect(page).toHaveTitle('Linked team · Troupe');
      await library.open();
    }
    await expect(library.teams.getByRole('link')).toHaveCount(4);
    await expect(library.teams.getByRole('listitem').filter({ hasText: 'Linked team' })).toContainText(join(folder, '팀.troupe.yaml'));
    await library.act('Linked team', 'Remove');
    await expect(page.getByRole('dialog')).toContainText(`The file ${join(folder, '팀.troupe.yaml')} stays where it is.`);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(library.teams.getByRole('link')).toHaveCount(3);
    expect(statSync(join(folder, '팀.troupe.yaml')).isFile()).toBe(true);
    expect(shell.problems).toEqual([]);
  } finally {
    away();
  }
});

test('[F8] a linked file changed outside shows in the library', async ({ shell }) => {
  const { page } = shell;
  const { file, away } = folderOf(named('Before'));
  try {
    const library = new LibraryPage(page);
    await library.openPath(file);
    await expect(page).toHaveTitle('Before · Troupe');
    await expect(new TeamPage(page).canvas).toBeVisible();
    writeFileSync(file, named('After'));
    await expect(page).toHaveTitle('After · Troupe');
    await library.open();
    await expect(library.team('After')).toBeVisible();
    expect(shell.problems).toEqual([]);
  } finally {
    away();
  }
});

test('Enter in the search opens the first match, the arrow goes into the list', async ({ shell }) => {
  const { page } = shell;
  const library = new LibraryPage(page);
  await expect(library.team('Newsroom')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('newsr');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Newsroom · Troupe');
  await library.open();
  await library.search.press('ArrowDown');
  await expect(library.teams.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Newsroom · Troupe');
  expect(shell.problems).toEqual([]);
});

test('the empty library says what it is for and has the one next step', async ({ shell }) => {
  const { page } = shell;
  const library = new LibraryPage(page);
  for (const name of ['Design review', 'Newsroom', 'Release team']) {
    await library.act(name, 'Remove');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(library.team(name)).toBeHidden();
  }
  await expect(page.getByText('Teams you draw are kept here')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'New team', exact: true }).last().click();
  await page.getByRole('menuitem', { name: 'Conversation', exact: true }).click();
  await expect(page).toHaveTitle('New team · Troupe');
  expect(shell.problems).toEqual([]);
});

test('[F1 F3] keys that reach a prototype are refused; every error of a document is told at once', async ({ shell }) => {
  const { page } = shell;
  const library = new LibraryPage(page);
  await library.importText(
    'evil.json',
    '{"format":"troupe.team","formatVersion":1,"id":"x","form":"conversation","__proto__":{"isAdmin":true},"members":[]}',
  );
  await expect(library.problems).toContainText('UNSAFE_KEY');
  await expect(library.teams.getByRole('link')).toHaveCount(3);
  await page.getByRole('button', { name: 'Close problems' }).click();
  await library.importText(
    'wrong.yaml',
    'format: troupe.team\nformatVersion: 1\nid: wrong\nname: All wrong\nform: conversation\nlimits: { globalConcurrency: -1 }\nmembers: [{ id: a }, { id: a, color: 99 }]\nrooms: [{ id: r, members: [ghost] }]\n',
  );
  await expect(page).toHaveTitle('All wrong · Troupe');
  await library.open();
  await expect(library.teams.getByRole('listitem').filter({ hasText: 'All wrong' })).toContainText(/[3-9] problems/);
  expect(shell.problems).toEqual([]);
});
