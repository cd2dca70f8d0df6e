import { type Locator, type Page, expect } from '@playwright/test';
import { LibraryPage } from './library-page.ts';
import { TeamPage } from './team-page.ts';

/** One run, live or saved. */
export class RunPage {
  readonly page: Page;
  readonly status: Locator;
  readonly canvas: Locator;
  readonly events: Locator;
  readonly turn: Locator;
  /** The settings of a member, room or team as they were in the run. */
  readonly inspector: Locator;

  constructor(page: Page) {
    this.page = page;
    this.status = page.getByRole('status', { name: 'Run status' });
    this.canvas = page.getByRole('region', { name: 'Team canvas' });
    this.events = page.getByRole('table', { name: 'Events' });
    this.turn = page.getByRole('region', { name: 'Turn', exact: true });
    this.inspector = page.getByRole('region', { name: 'Inspector', exact: true });
  }

  /** Opens a team as a person does and runs it. */
  static async start(page: Page, team: string): Promise<RunPage> {
    const opened = await TeamPage.open(page, team);
    await opened.run.click();
    const run = new RunPage(page);
    await expect(run.status).toBeVisible();
    return run;
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }
  panel(member: string): Locator {
    return this.page.getByRole('region', { name: `${member} panel`, exact: true });
  }
  turnsOf(member: string): Locator {
    return this.page.getByRole('log', { name: `Turns of ${member}`, exact: true });
  }
  room(name: string): Locator {
    return this.page.getByRole('log', { name: `Room ${name}`, exact: true });
  }

  node(name: string): Locator {
    return this.canvas.getByRole('group', { name, exact: true });
  }
  /** The bar of a turn in the lanes. */
  lane(member: string, turn: number): Locator {
    return this.page.getByRole('group', { name: 'Lanes: who worked when' }).getByRole('button', { name: `${member}, turn ${turn},` });
  }
  /** The button of a turn in its member's panel. */
  turnButton(member: string, turn: number): Locator {
    return this.turnsOf(member).getByRole('button', { name: `Turn ${turn} of ${member}: input, output and limits` });
  }
  /** The head of a room's message, which selects it. */
  message(room: string, index: number): Locator {
    return this.room(room).getByRole('article').nth(index).getByRole('button').first();
  }

  /** Imports a document and runs it. */
  static async of(page: Page, document: object): Promise<RunPage> {
    await new LibraryPage(page).importText('given.troupe.json', JSON.stringify(document));
    const team = new TeamPage(page);
    await expect(team.canvas).toBeVisible({ timeout: 60_000 });
    await team.run.click();
    const run = new RunPage(page);
    await expect(run.status).toBeVisible({ timeout: 60_000 });
    return run;
  }

  /** Waits until the status text starts with the word. */
  async becomes(word: string, timeout = 30_000): Promise<void> {
    await expect(this.status).toHaveText(new RegExp(`^${word}`), { timeout });
  }

  async showEvents(): Promise<void> {
    await this.page.getByRole('tablist', { name: 'Views' }).getByRole('tab', { name: 'Events' }).click();
    await expect(this.events).toBeVisible();
  }
}
