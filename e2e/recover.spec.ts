import { LibraryPage } from './pages/library-page.ts';
import { RunPage } from './pages/run-page.ts';
import { TeamPage } from './pages/team-page.ts';
import { expect, test } from './shells.ts';

/** One member whose turn may not run again by itself, and one that is asked afterwards. */
const CAREFUL = `
format: troupe.team
formatVersion: 1
id: careful
name: Careful team
form: conversation
task: Send one letter, once.
members:
  - id: sender
    name: Sender
    retrySafe: false
    engine: { kind: scripted, pace: 20, turns: [{ say: "Writing the letter, then sending it off to the printer.", posts: [{ room: desk, text: Sent., mentions: [clerk] }] }] }
  - { id: clerk, name: Clerk, initialTurn: false, engine: { kind: scripted, turns: [{ say: Filed. }] } }
rooms: [{ id: desk, name: Desk, members: [sender, clerk] }]
`;

for (const [choice, end, words] of [
  ['Run again', 'Complete', 'Writing the letter, then sending it off to the printer.'],
  ['Mark failed', 'Failed', 'Marked failed by a person'],
  ['Give the result', 'Complete', 'It had gone out already.'],
] as const)
  test(`a turn whose outcome nobody knows waits for a person: ${choice}`, async ({ shell }) => {
    const library = new LibraryPage(shell.page);
    await library.open();
    await library.importText('careful.troupe.yaml', CAREFUL);
    const team = new TeamPage(shell.page);
    await team.run.click();
    await new RunPage(shell.page).becomes('Running');
    await expect(new RunPage(shell.page).panel('Sender')).toContainText('Writing');
    const { hash } = new URL(shell.page.url());
    await shell.kill9();
    await shell.start();
    await shell.page.evaluate((to) => location.assign(to), hash);
    const run = new RunPage(shell.page);
    await run.becomes('Interrupted');
    await run.button('Resume').click();
    await run.becomes('Waiting');
    const strip = shell.page.getByRole('region', { name: 'Why the run is waiting' });
    await expect(strip).toContainText('Sender');
    // By keyboard: the choice is reached and taken without a pointer.
    await run.button(choice).focus();
    await shell.page.keyboard.press('Enter');
    if (choice === 'Give the result') {
      await shell.page.getByRole('textbox', { name: /result/i }).fill(words);
      await run.button('Save the result').press('Enter');
    }
    await run.becomes(end);
    await expect(run.turnsOf('Sender')).toContainText(words);
  });
