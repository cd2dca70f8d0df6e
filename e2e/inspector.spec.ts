import { expect, test } from './shells.ts';
import { Inspector } from './pages/inspector.ts';

const scripted = (...turns: unknown[]) => ({ kind: 'scripted', turns });
const given = (fields: object) => ({
  format: 'troupe.team',
  formatVersion: 1,
  id: 'given',
  name: 'Given',
  form: 'conversation',
  task: 'Do it.',
  ...fields,
});

test('what is written about a member is there after a reload, and taken back by undo while it is written', async ({ shell }) => {
  const inspector = await Inspector.open(shell.page, 'Release team', 'Member Writer');
  await inspector.field('Role').fill('author of notes');
  await inspector.field('Brief').fill('Draft it.\nThen stop.');
  await inspector.field('First turn').uncheck();
  await inspector.group('Rooms').getByRole('checkbox', { name: 'Review' }).uncheck();
  await inspector.field('After the last turn').selectOption({ label: 'End' });
  await inspector.field('Characters a second').fill('1,200');
  await inspector.reload('Member Writer');
  await expect(inspector.field('Role')).toHaveValue('author of notes');
  await expect(inspector.field('Brief')).toHaveValue('Draft it.\nThen stop.');
  await expect(inspector.field('First turn')).not.toBeChecked();
  await expect(inspector.group('Rooms').getByRole('checkbox', { name: 'Review' })).not.toBeChecked();
  await expect(inspector.field('After the last turn')).toHaveValue('end');
  await expect(inspector.field('Characters a second')).toHaveValue('1200');
  await inspector.field('Brief').press('End');
  await inspector.field('Brief').pressSequentially(' Now.');
  await shell.page.keyboard.press('Control+z');
  await expect(inspector.field('Brief')).toHaveValue('Draft it.\nThen stop.');
  await expect(inspector.field('Brief')).toBeFocused();
  await inspector.field('First turn').check();
  await inspector.field('First turn').uncheck();
  await shell.page.keyboard.press('Control+z');
  await expect(inspector.field('First turn')).toBeChecked();
  expect(shell.problems).toEqual([]);
});

test('[scenario 4] a name that is cleared is refused with a message, and the old one comes back', async ({ shell }) => {
  const inspector = await Inspector.open(shell.page, 'Release team', 'Member Writer');
  await inspector.field('Name').fill('');
  await expect(inspector.field('Name')).toHaveAttribute('aria-invalid', 'true');
  await inspector.field('Name').press('Enter');
  await expect(inspector.field('Name')).toHaveValue('Writer');
  await expect(inspector.region.getByRole('alert')).toContainText('needs a name');
  await inspector.button('Close inspector').click();
  await expect(inspector.region).toBeHidden();
  await inspector.select('Member Reviewer');
  await inspector.select('Member Writer');
  await inspector.field('Name').fill('Author');
  await expect(inspector.team.node('Member Author')).toBeVisible();
});

test('the first name makes the address; another address goes wherever the old one was named, and a wrong one is refused', async ({
  shell,
}) => {
  const { page } = shell;
  const inspector = await Inspector.open(page, 'Release team');
  await page.getByRole('button', { name: 'Add member' }).click();
  await expect(inspector.field('Name')).toBeFocused();
  await page.keyboard.type('Fact checker');
  await page.keyboard.press('Tab');
  await expect(inspector.field('Role')).toBeFocused();
  await inspector.button('More').click();
  await expect(inspector.field('Id')).toHaveValue('fact-checker');

  await inspector.select('Member Reviewer');
  await inspector.button('More').click();
  for (const [wrong, why] of [
    ['Not this', 'lower-case letters'],
    ['writer', 'already'],
  ] as const) {
    await inspector.field('Id').fill(wrong);
    await inspector.field('Id').press('Enter');
    await expect(inspector.region.getByRole('alert')).toContainText(why);
    await page.keyboard.press('Escape');
    await expect(inspector.field('Id')).toHaveValue('reviewer');
  }
  await inspector.field('Id').fill('checker');
  await inspector.field('Id').press('Enter');
  await inspector.select('Member Writer');
  const turn = await inspector.turn(2);
  await expect(turn.getByLabel('Say')).toHaveValue(/messages\.from\.checker\.last/);
  await expect(inspector.team.problems).toContainText('none');
});

test('a script is written by keyboard: names offered behind braces, a post with a mention, data, delay, failure', async ({ shell }) => {
  const { page } = shell;
  const inspector = await Inspector.open(page, 'Release team', 'Member Writer');
  await inspector.button('Add turn').press('Enter');
  const turn = await inspector.turn(3);
  await expect(turn.getByLabel('Say')).toBeFocused();
  await page.keyboard.type('About {{tas');
  await expect(inspector.region.getByRole('listbox', { name: 'Names' }).getByRole('option')).toHaveText(['task']);
  await page.keyboard.press('Enter');
  await page.keyboard.type(' and {{messages.from.rev');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type('.');
  await expect(turn.getByLabel('Say')).toHaveValue('About {{task}} and {{messages.from.reviewer.last.text}}.');
  await turn.getByRole('button', { name: 'Add post' }).press('Enter');
  await turn.getByLabel('Text', { exact: true }).fill('Please look.');
  await turn.getByRole('group', { name: 'Mentions' }).getByRole('checkbox', { name: 'Reviewer' }).press('Space');
  await turn.getByLabel('Data').fill('{ "a": }');
  await expect(inspector.region.getByRole('alert')).toContainText('line 1, column 8');
  await turn.getByLabel('Data').fill('{ "a": [1] }');
  await expect(inspector.region.getByRole('alert')).toHaveCount(0);
  await turn.getByLabel('Delay').fill('250');
  await turn.getByLabel('Fails with').selectOption('TIMEOUT');
  await turn.getByLabel('Message').fill('Too slow for {{task}}');
  await turn.getByRole('button', { name: 'Move turn 3 up' }).press('Enter');
  await expect(inspector.button('Move turn 2 up')).toBeFocused();

  await inspector.reload('Member Writer');
  await expect(inspector.region.getByRole('list', { name: 'Turns' }).getByRole('listitem').nth(1)).toContainText(
    'About {{task}} and {{messages.from.reviewer.last.text}}.',
  );
  const again = await inspector.turn(2);
  await expect(again.getByLabel('Text', { exact: true })).toHaveValue('Please look.');
  await expect(again.getByRole('checkbox', { name: 'Reviewer' })).toBeChecked();
  await expect(again.getByLabel('Data')).toHaveValue(/"a"/);
  await expect(again.getByLabel('Delay')).toHaveValue('250');
  await expect(again.getByLabel('Fails with')).toHaveValue('TIMEOUT');
  await again.getByRole('button', { name: 'Duplicate turn 2' }).click();
  await inspector.button('Remove turn 2').click();
  await expect(inspector.region.getByRole('list', { name: 'Turns' }).getByRole('listitem')).toHaveCount(3);
});

test('a limit that is no number is refused and the old one kept; an emptied one is the default again', async ({ shell }) => {
  const inspector = await Inspector.open(shell.page, 'Release team', 'Member Writer');
  await inspector.button('More').click();
  await expect(inspector.field('Timeout')).toHaveAttribute('placeholder', '600,000 ms');
  await inspector.field('Timeout').fill('5000');
  await inspector.field('Timeout').fill('soon');
  await expect(inspector.region.getByRole('alert')).toContainText('whole number from 1');
  await inspector.field('Output').fill('100');
  await inspector.field('When empty').selectOption('retry');
  await inspector.field('Retry safe').uncheck();
  await inspector.reload('Member Writer');
  await inspector.button('More').click();
  await expect(inspector.field('Timeout')).toHaveValue('5000');
  await expect(inspector.field('Output')).toHaveValue('100');
  await expect(inspector.field('When empty')).toHaveValue('retry');
  await expect(inspector.field('Retry safe')).not.toBeChecked();
  await inspector.field('Timeout').fill('');
  await expect(inspector.region.getByRole('alert')).toHaveCount(0);
});

test('a room: seats in order, everyone at once; a direct message becomes a room', async ({ shell }) => {
  const inspector = await Inspector.import(
    shell.page,
    given({
      members: ['Ada', 'Ben', 'Cleo'].map((name) => ({ id: name.toLowerCase(), name, engine: scripted() })),
      rooms: [
        { id: 'hall', name: 'Hall', members: ['ada'] },
        { id: 'direct-ada-ben', members: ['ada', 'ben'] },
      ],
    }),
  );
  await inspector.select('Room Hall');
  await inspector.group('Members').getByRole('checkbox', { name: 'Ben' }).check();
  await inspector.button('Seat everyone').click();
  await inspector.button('Move Cleo up').click();
  await expect(inspector.button('Move Cleo up')).toBeFocused();
  await inspector.button('Remove Ada').click();
  await inspector.reload('Room Hall');
  await expect(inspector.group('Seats').getByRole('listitem')).toHaveText(['Cleo', 'Ben']);
  await inspector.select('Member Ada');
  await inspector.button('Direct: Ada and Ben').click();
  await expect(inspector.region).toContainText('Direct message');
  await inspector.button('Make it a room').click();
  await expect(inspector.team.node('Room Ada and Ben')).toBeVisible();
  await expect(inspector.field('Name')).toBeFocused();
});

test('colours by keyboard; several members are seated and coloured together', async ({ shell }) => {
  const { page } = shell;
  const inspector = await Inspector.open(page, 'Newsroom', 'Member Fact checker');
  await inspector.button('Colour: Leaf').press('Enter');
  await expect(page.locator('[role=menuitemradio]:focus')).toHaveCount(1);
  await page.keyboard.type('Vio');
  await expect(page.getByRole('menuitemradio', { name: 'Violet' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(inspector.button('Colour: Violet')).toBeVisible();
  await inspector.team.node('Member Fact checker').focus();
  await page.keyboard.press('Control+a');
  await expect(inspector.region).toContainText('8 members, 4 rooms, 1 note');
  await inspector.button('Seat in room').click();
  await page.getByRole('menuitem', { name: 'Pitch' }).click();
  await inspector.button('Colour').click();
  await page.getByRole('menuitemradio', { name: 'Red' }).click();
  await inspector.select('Room Pitch');
  await expect(inspector.group('Members').getByRole('checkbox', { checked: true })).toHaveCount(8);
  await inspector.select('Member Legal reader');
  await expect(inspector.button('Colour: Red')).toBeVisible();
});

test('the team: limits, inputs with a new name in every script, fields without effect, unknown keys', async ({ shell }) => {
  const inspector = await Inspector.import(
    shell.page,
    given({
      members: [{ id: 'ada', name: 'Ada', engine: scripted({ say: 'In {{input.city}}' }) }],
      inputs: { city: 'Verden' },
      shelf: { a: 1 },
    }),
  );
  await inspector.field('Turns per member').fill('3');
  await inspector.field('Name of input city').fill('town');
  await inspector.field('Name of input city').press('Enter');
  await inspector.field('Value of input town').fill('Bremen');
  await inspector.button('Add input').click();
  await inspector.field('US dollars').fill('2.5');
  await expect(inspector.group('Budget')).toContainText('has no effect');
  await expect(inspector.group('Unknown fields')).toContainText('{"a":1}');
  await inspector.button('Remove shelf').click();
  await expect(inspector.group('Unknown fields')).toHaveCount(0);
  await inspector.reload();
  await expect(inspector.field('Turns per member')).toHaveValue('3');
  await expect(inspector.field('Value of input town')).toHaveValue('Bremen');
  await expect(inspector.field('Name of input input-1')).toBeVisible();
  await expect(inspector.field('US dollars')).toHaveValue('2.5');
  await inspector.select('Member Ada');
  await expect(inspector.region.getByRole('list', { name: 'Turns' })).toContainText('In {{input.town}}');
});

test('[scenario 10] a copy asks for its name and shares nothing; what is removed leaves the keyboard in the inspector', async ({
  shell,
}) => {
  const { page } = shell;
  const inspector = await Inspector.open(page, 'Release team', 'Member Writer');
  await inspector.button('More actions').click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(inspector.field('Name')).toBeFocused();
  await expect(inspector.field('Name')).toHaveValue('Writer 2');
  await page.keyboard.type('Second');
  await expect(inspector.team.node('Member Second')).toBeVisible();
  await (await inspector.turn(1)).getByLabel('Say').fill('Only the copy.');
  await inspector.select('Member Writer');
  await expect((await inspector.turn(1)).getByLabel('Say')).toHaveValue('Review requested.');
  await inspector.button('More actions').click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(inspector.team.node('Member Writer')).toHaveCount(0);
  await expect(inspector.title).toHaveText('Release team');
  await expect(inspector.region).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(inspector.team.node('Member Writer')).toBeVisible();
});
