import { type Locator, type Page, expect } from '@playwright/test';
import { TeamPage } from './team-page.ts';

/** One run, live or saved. */
export class RunPage {
  readonly page: Page;
  readonly status: Locator;
  readonly canvas: Locator;
  readonly events: Locator;
  readonly turn: Locator;

  constructor(page: Page) {
    this.page = page;
    this.status = page.getByRole('status', { name: 'Run status' });
    this.canvas = page.getByRole('region', { name: 'Team canvas' });
    this.events = page.getByRole('table', { name: 'Events' });
    this.turn = page.getByRole('region', { name: 'Turn', exact: true });
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

  /** Waits until the status text starts with the word. */
  async becomes(word: string, timeout = 30_000): Promise<void> {
    await expect(this.status).toHaveText(new RegExp(`^${word}`), { timeout });
  }

  async showEvents(): Promise<void> {
    await this.page.getByRole('tablist', { name: 'Views' }).getByRole('tab', { name: 'Events' }).click();
    await expect(this.events).toBeVisible();
  }
}
