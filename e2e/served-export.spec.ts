import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LibraryPage } from './pages/library-page.ts';
import { TeamPage } from './pages/team-page.ts';
import { expect, test } from './shells.ts';

// The stand-in tells nobody of the files it saves.

const example = readFileSync(join(import.meta.dirname, '../examples/release-team.troupe.yaml'), 'utf8');
const named = (name: string) => example.replace('name: Release team', `name: ${name}`).replace('id: release-team', 'id: named');

test('[16] out and in again is the same, with Korean and emoji in its name; the same file twice has two names', async ({ shell }) => {
  const library = new LibraryPage(shell.page);
  const text = named('뉴스룸 🎭 팀');
  for (let count = 0; count < 2; count += 1) {
    await library.importText('team.troupe.yaml', text);
    await expect(new TeamPage(shell.page).canvas).toBeVisible();
    await library.open();
  }
  await expect(library.team('뉴스룸 🎭 팀 2')).toBeVisible();
  const first = await library.exported('뉴스룸 🎭 팀', 'Export YAML');
  expect(first).toEqual({ name: '뉴스룸 🎭 팀.troupe.yaml', text });
  const second = await library.exported('뉴스룸 🎭 팀 2', 'Export YAML');
  expect(second).toEqual({ name: '뉴스룸 🎭 팀 2.troupe.yaml', text: named('뉴스룸 🎭 팀 2') });
  const json = await library.exported('뉴스룸 🎭 팀', 'Export JSON');
  expect(json.name).toBe('뉴스룸 🎭 팀.troupe.json');
  await library.act('뉴스룸 🎭 팀', 'Remove');
  await shell.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(library.team(/팀$/)).toBeHidden();
  await library.importText(json.name, json.text);
  await expect(new TeamPage(shell.page).canvas).toBeVisible();
  await library.open();
  expect((await library.exported('뉴스룸 🎭 팀', 'Export JSON')).text).toBe(json.text);
  expect(shell.problems).toEqual([]);
});

test('[10] the file of a copy is the file of its original but for the name', async ({ shell }) => {
  const library = new LibraryPage(shell.page);
  await library.act('Release team', 'Duplicate');
  await expect(library.team('Release team 2')).toBeVisible();
  const copy = await library.exported('Release team 2', 'Export YAML');
  expect(copy.text).toBe(example.replace('name: Release team', 'name: Release team 2'));
  expect((await library.exported('Release team', 'Export YAML')).text).toBe(example);
  expect(shell.problems).toEqual([]);
});
