import { expect, test } from './shells.ts';
import { LibraryPage } from './pages/library-page.ts';
import { RunPage } from './pages/run-page.ts';

test('the release team runs to its end, with every message, turn and event', async ({ shell }) => {
  const run = await RunPage.start(shell.page, 'Release team');
  await run.becomes('Complete');
  await expect(run.turnsOf('Writer').getByRole('article')).toHaveCount(2);
  await expect(run.turnsOf('Writer')).toContainText(
    'Finished Prepare a release note.: Reviewed team/writer/1/0: Please review: Prepare a release note.',
  );
  await expect(run.turnsOf('Reviewer')).toContainText('Draft checked.');
  await expect(run.room('Review').getByRole('article')).toHaveCount(2);
  await expect(shell.page.getByRole('meter', { name: 'Turns' })).toHaveAttribute('aria-valuetext', '3 of 4');
  await expect(run.canvas.getByRole('group', { name: 'Member Writer', exact: true })).toContainText('done');
  await expect(run.canvas.getByRole('group', { name: 'Room Review', exact: true })).toContainText('2 messages');
  await run.showEvents();
  await expect(run.events.getByRole('row')).toHaveCount(11);
  await run.events.getByRole('button', { name: 'Event 4', exact: true }).click();
  await expect(shell.page.getByRole('region', { name: 'Event 4' })).toContainText('"Review requested."');
  await shell.page.getByRole('searchbox', { name: 'Search events' }).fill('completed');
  await expect(run.events.getByRole('row')).toHaveCount(4);
  expect(shell.problems).toEqual([]);
});

test('a turn shows what it was given and answered; a chip leads to the message that asked for it', async ({ shell }) => {
  const run = await RunPage.start(shell.page, 'Release team');
  await run.becomes('Complete');
  await run
    .turnsOf('Reviewer')
    .getByRole('button', { name: /^Turn 1 of Reviewer/ })
    .click();
  for (const heading of ['Input', 'Output', 'Limits', 'Usage'])
    await expect(run.turn.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  await expect(run.turn).toContainText('Please review: Prepare a release note.');
  await expect(run.turn).toContainText('Draft checked.');
  await shell.page.keyboard.press('Escape');
  await expect(run.turn).toBeHidden();
  await run.turnsOf('Writer').getByRole('button', { name: 'Reviewer in Review' }).click();
  await expect(run.room('Review').getByRole('article').nth(1)).toBeInViewport();
});

test('[case 18] text streams into panels; a reload in mid-run loses nothing and goes on live', async ({ shell }) => {
  const { page } = shell;
  const run = await RunPage.start(page, 'Newsroom');
  const turns = run.turnsOf('Politics reporter');
  await expect(turns).toContainText('The council');
  const early = (await turns.textContent()) ?? '';
  await expect.poll(async () => ((await turns.textContent()) ?? '').length).toBeGreaterThan(early.length);
  await expect(run.room('Pitch').getByRole('article')).not.toHaveCount(0, { timeout: 20_000 });
  const said = await run.room('Pitch').getByRole('article').allTextContents();
  await page.reload();
  await run.becomes('Running');
  const after = await run.room('Pitch').getByRole('article').allTextContents();
  expect(after.slice(0, said.length)).toEqual(said);
  const revision = () => page.getByText(/^Revision \d+, live$/).textContent();
  const before = await revision();
  await expect.poll(revision, { timeout: 20_000 }).not.toBe(before);
  await page.getByRole('button', { name: 'Stop' }).click();
  await run.becomes('Stopped');
  await expect(page.getByRole('region', { name: 'Why the run is stopped' })).toContainText('Stopped by a person.');
  expect(shell.problems).toEqual([]);
});

test('pause lets running turns finish, resume goes on, and both say so', async ({ shell }) => {
  const run = await RunPage.start(shell.page, 'Newsroom');
  await run.becomes('Running');
  await expect(run.turnsOf('Politics reporter')).toContainText('The council');
  await run.button('Pause').click();
  await expect(shell.page.getByRole('region', { name: 'Why the run is running' })).toContainText('Pausing: running turns finish');
  // A pause is lifted at once while its last turns still run.
  await run.button('Resume').click();
  await expect(run.button('Pause')).toBeVisible();
  await run.becomes('Running');
  await run.button('Pause').click();
  await run.becomes('Paused');
  await expect(shell.page.getByRole('region', { name: 'Why the run is paused' })).toContainText('No new turn starts.');
  await expect(run.button('Pause')).toBeHidden();
  await run.button('Resume').click();
  await run.becomes('Running');
  await expect(run.room('Pitch').getByRole('article')).not.toHaveCount(0, { timeout: 20_000 });
  await run.button('Stop').click();
  await run.becomes('Stopped');
  expect(shell.problems).toEqual([]);
});

test('a failed member: who, why, what can be done', async ({ shell }) => {
  const { page } = shell;
  const run = await RunPage.start(page, 'Design review');
  await run.becomes('Failed');
  await expect(page.getByRole('region', { name: 'Why the run is failed' })).toContainText(
    /Noor failed in turn 1: An engine could not be used\. .*did not answer within 30 seconds/u,
  );
  const panel = run.panel('Noor');
  await expect(panel).toContainText('ENGINE_UNAVAILABLE');
  await expect(panel).toContainText('did not answer within 30 seconds');
  await expect(run.canvas.getByRole('group', { name: 'Member Noor', exact: true })).toContainText('failed');
  await expect(panel.getByRole('button', { name: 'Run again' })).toBeInViewport({ ratio: 1 });
  await panel.getByRole('button', { name: 'Show what it was given' }).click();
  await expect(run.turn).toContainText('Measure the prototype on a slow phone.');
  await expect(run.turn).toContainText('did not answer within 30 seconds');
  const first = page.url();
  await panel.getByRole('button', { name: 'Run again' }).dblclick();
  await expect(page).not.toHaveURL(first);
  await expect(page.getByText('run 2', { exact: true })).toBeVisible();
  const library = new LibraryPage(page);
  await library.open();
  await expect(library.runs.getByRole('link')).toHaveCount(2);
  expect(shell.problems).toEqual([]);
});

test('a killed host: the run is interrupted with everything in it, and Resume finishes it', async ({ shell }) => {
  const run = await RunPage.start(shell.page, 'Design review');
  await expect(run.room('Review').getByRole('article')).not.toHaveCount(0, { timeout: 20_000 });
  const hash = new URL(shell.page.url()).hash;
  await shell.kill9();
  await shell.start();
  await shell.page.evaluate((to) => location.assign(to), hash);
  const reopened = new RunPage(shell.page);
  await reopened.becomes('Interrupted');
  await expect(reopened.room('Review').getByRole('article')).not.toHaveCount(0);
  await expect(shell.page.getByRole('region', { name: 'Why the run is interrupted' })).toContainText(
    'Everything up to the last event is here.',
  );
  await reopened.button('Resume').click();
  await reopened.becomes('Failed');
  await expect(reopened.turnsOf('Mara').getByRole('article')).toHaveCount(1);
});
