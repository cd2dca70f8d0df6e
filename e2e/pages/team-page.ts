import { type Locator, type Page, expect } from '@playwright/test';
import { LibraryPage } from './library-page.ts';

/** One team of the library. */
export class TeamPage {
  readonly page: Page;
  readonly canvas: Locator;
  readonly task: Locator;
  readonly problems: Locator;
  readonly run: Locator;
  readonly inspector: Locator;

  constructor(page: Page) {
    this.page = page;
    this.canvas = page.getByRole('region', { name: 'Team canvas' });
    this.task = page.getByRole('textbox', { name: 'Task' });
    this.problems = page.getByRole('region', { name: 'Problems' });
    this.run = page.getByRole('button', { name: 'Run', exact: true });
    this.inspector = page.getByRole('region', { name: 'Inspector' });
  }

  node(name: string): Locator {
    return this.canvas.getByRole('group', { name, exact: true });
  }

  static async open(page: Page, name: string): Promise<TeamPage> {
    const library = new LibraryPage(page);
    await library.open();
    await library.team(name).click();
    const team = new TeamPage(page);
    await expect(team.canvas).toBeVisible();
    return team;
  }
}
