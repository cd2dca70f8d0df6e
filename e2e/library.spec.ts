import { expect, test } from './shells.ts';
import { LibraryPage } from './pages/library-page.ts';
import { RunPage } from './pages/run-page.ts';
import { TeamPage } from './pages/team-page.ts';

const team = (id: string, name: string, member: string) => `format: troupe.team
formatVersion: 1
id: ${id}
name: ${JSON.stringify(name)}
form: conversation
task: ${JSON.stringify(`Say hello. ${name}`)}
limits: { globalConcurrency: 1, maxTurnsPerMember: 2 }
members:
  - id: writer
    name: ${JSON.stringify(member)}
    role: ${JSON.stringify(`role of ${member}`)}
    brief: Write.
    initialTurn: true
    engine: { kind: scripted, turns: [{ say: ${JSON.stringify(`I am ${member}`)} }] }
`;

test('samples are there, search narrows both lists and says when nothing matches', async ({ shell }) => {
  const library = new LibraryPage(shell.page);
  await expect(library.teams.getByRole('link')).toHaveText(['Design review', 'Newsroom', 'Release team']);
  await expect(shell.page.getByText('Every run is saved here')).toBeVisible();
  await shell.page.keyboard.press('/');
  await expect(library.search).toBeFocused();
  await library.search.fill('news');
  await expect(library.teams.getByRole('link')).toHaveText(['Newsroom']);
  await library.search.fill('nothing is called this');
  await expect(shell.page.getByText('No team matches “nothing is called this”.')).toBeVisible();
  await library.search.press('Escape');
  await expect(library.teams.getByRole('link')).toHaveCount(3);
  expect(shell.problems).toEqual([]);
});

test('an imported team opens, runs, and shows in both lists with its status', async ({ shell }) => {
  const library = new LibraryPage(shell.page);
  await library.importText('hello.troupe.yaml', team('hello', 'Hello team', 'Greeter'));
  const opened = new TeamPage(shell.page);
  await expect(opened.node('Member Greeter')).toBeVisible();
  await expect(shell.page).toHaveTitle('Hello team · Troupe');
  await opened.run.click();
  const run = new RunPage(shell.page);
  await run.becomes('Complete');
  await expect(run.turnsOf('Greeter')).toContainText('I am Greeter');
  await library.open();
  await expect(library.teams.getByRole('listitem').filter({ hasText: 'Hello team' })).toContainText('Complete');
  await expect(library.runs.getByRole('listitem').filter({ hasText: 'Hello team' })).toContainText('Complete');
  await library.runs.getByRole('link', { name: 'Hello team' }).click();
  await run.becomes('Complete');
  expect(shell.problems).toEqual([]);
});

test('[U1 F4] a document of hostile names is inert text everywhere', async ({ shell }) => {
  const { page } = shell;
  const evil = '<img src=x onerror="window.__pwned=1"><script>window.__pwned=1</script>';
  const library = new LibraryPage(page);
  await library.importText('evil.troupe.yaml', team('evil', `${evil} \u202Egnp.exe`, `${evil} [x](javascript:window.__pwned=1)`));
  const opened = new TeamPage(page);
  await expect(opened.canvas.getByRole('group').first()).toContainText('<img src=x');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('‹U+202E›');
  await opened.run.click();
  const run = new RunPage(page);
  await run.becomes('Complete');
  await expect(page.getByRole('log').first()).toContainText('<script>window.__pwned=1</script>');
  await page.getByRole('button', { name: 'Command palette' }).click();
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toContainText('<img src=x');
  await page.keyboard.press('Escape');
  await library.open();
  await expect(library.teams).toContainText('<img src=x');
  expect(await page.evaluate(() => (globalThis as { __pwned?: unknown }).__pwned)).toBeUndefined();
  expect(await page.locator('img, script:not([src]), a[href^="javascript:"]').count()).toBe(0);
  expect(shell.problems).toEqual([]);
});

test('bad documents give problems with place and next step, and never a white page', async ({ shell }) => {
  const { page } = shell;
  const library = new LibraryPage(page);
  const refused = async (name: string, content: string | Buffer | number, ...said: RegExp[]) => {
    await (typeof content === 'number' ? library.importSize(name, content) : library.importText(name, content));
    await expect(library.problems.getByRole('listitem').first()).toBeVisible();
    await expect(library.problems).toContainText(name);
    for (const words of said) await expect(library.problems).toContainText(words);
    await expect(library.teams.getByRole('link')).toHaveCount(3);
    await page.getByRole('button', { name: 'Close problems' }).click();
    await expect(library.problems).toBeHidden();
  };
  await refused('broken.yaml', 'format: troupe.team\nmembers: [unclosed\n', /line \d+/);
  await refused('newer.yaml', 'format: troupe.team\nformatVersion: 99\nid: newer\nform: conversation\n', /NEWER_FORMAT/);
  await refused('picture.yaml', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /not UTF-8/);
  await refused('empty.yaml', '', /.+/);
  await refused('nonsense.yaml', 20 * 1024 * 1024, /20 MiB/, /at most 16 MiB/, /DOCUMENT_TOO_LARGE/);
  expect(shell.problems).toEqual([]);
});

test('a document with errors comes in, says where each is, and does not run until they are gone', async ({ shell }) => {
  const library = new LibraryPage(shell.page);
  const text = team('half', 'Half a team', 'Writer').concat('rooms: [{ id: desk, name: Desk, members: [writer, ghost] }]\n');
  await library.importText('half.troupe.yaml', text);
  const opened = new TeamPage(shell.page);
  await expect(opened.problems.getByRole('listitem').filter({ hasText: 'UNKNOWN_MEMBER' })).toContainText('Desk');
  await expect(opened.run).toBeDisabled();
  await expect(opened.problems).toContainText('A run starts when no error is left');
  await expect(opened.node('Member Writer')).toBeVisible();
  await library.open();
  await expect(library.teams.getByRole('listitem').filter({ hasText: 'Half a team' })).toContainText('1 problem');
  expect(shell.problems).toEqual([]);
});

test('addresses that lead nowhere say so and offer the way back', async ({ shell }) => {
  const { page } = shell;
  for (const [hash, said] of [
    ['#/teams/no-such-team', /no-such-team/],
    ['#/runs/no-such-run', /no-such-run/],
    ['#/nonsense/at/all', /leads to no team/],
  ] as const) {
    await page.evaluate((to) => location.assign(to), hash);
    await expect(page.getByRole('main')).toContainText(said);
    await expect(page.getByRole('main').getByRole('link', { name: /^Go to/ })).toBeVisible();
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Go to/ })
    .click();
  await expect(new LibraryPage(page).teams).toBeVisible();
});
