import { expect, test } from './shells.ts';
import { LibraryPage } from './pages/library-page.ts';
import { RunPage } from './pages/run-page.ts';
import { TeamPage } from './pages/team-page.ts';

test('a team is drawn with its members, rooms and task; a member opens in the inspector', async ({ shell }) => {
  const team = await TeamPage.open(shell.page, 'Newsroom');
  for (const name of [
    'Member Politics reporter',
    'Member Legal reader',
    'Room Pitch',
    'Room Facts desk',
    'Room Copy desk',
    'Room Sign-off',
  ])
    await expect(team.node(name)).toBeVisible();
  await expect(team.task).toHaveValue(/flood on the Aller/);
  await team.node('Member Fact checker').click();
  await expect(team.inspector.getByLabel('Name')).toHaveValue('Fact checker');
  await expect(team.inspector.getByLabel('Role')).toHaveValue('Asks for a source for every claim');
  for (const room of ['Facts desk', 'Copy desk']) await expect(team.field(room)).toBeChecked();
  for (const room of ['Pitch', 'Sign-off']) await expect(team.field(room)).not.toBeChecked();
  await team.inspector.getByRole('button', { name: 'Close inspector' }).click();
  await expect(team.inspector).toBeHidden();
  expect(shell.problems).toEqual([]);
});

test('a double click on Run starts one run', async ({ shell }) => {
  const team = await TeamPage.open(shell.page, 'Release team');
  await team.run.dblclick();
  const run = new RunPage(shell.page);
  await run.becomes('Complete');
  const library = new LibraryPage(shell.page);
  await library.open();
  await expect(library.runs.getByRole('link')).toHaveCount(1);
});

test('the task on screen is what the run is about, and stays in the document', async ({ shell }) => {
  const team = await TeamPage.open(shell.page, 'Release team');
  await team.task.fill('Prepare the note for 2.4.0.');
  await team.run.click();
  const run = new RunPage(shell.page);
  await run.becomes('Complete');
  await expect(run.turnsOf('Writer')).toContainText('Finished Prepare the note for 2.4.0.');
  await expect(run.room('Review')).toContainText('Please review: Prepare the note for 2.4.0.');
  const again = await TeamPage.open(shell.page, 'Release team');
  await expect(again.task).toHaveValue('Prepare the note for 2.4.0.');
});
