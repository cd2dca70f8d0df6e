import { type Locator, type Page, expect } from '@playwright/test';
import { LibraryPage } from './library-page.ts';
import { TeamPage } from './team-page.ts';

/** The inspector of a team that is edited, and its problems. */
export class Inspector {
  readonly page: Page;
  readonly team: TeamPage;
  readonly region: Locator;
  readonly title: Locator;

  constructor(page: Page) {
    this.page = page;
    this.team = new TeamPage(page);
    this.region = this.team.inspector;
    this.title = this.region.getByRole('heading');
  }

  /** Opens a sample team and one node of it. */
  static async open(page: Page, team: string, node?: string): Promise<Inspector> {
    await TeamPage.open(page, team);
    const inspector = new Inspector(page);
    if (node !== undefined) await inspector.select(node);
    return inspector;
  }
  /** Imports a document, which opens it. */
  static async import(page: Page, document: unknown): Promise<Inspector> {
    const library = new LibraryPage(page);
    await library.open();
    await library.importText('given.troupe.json', JSON.stringify(document));
    const inspector = new Inspector(page);
    await expect(inspector.region).toBeVisible();
    return inspector;
  }

  async select(node: string): Promise<void> {
    await this.team.node(node).focus();
    await this.page.keyboard.press('Enter');
    await expect(this.title).toHaveText(node.replace(/^(?:Member|Room) /u, ''));
  }
  /** Loads the page again and looks at the same node: what was typed must have been kept. */
  async reload(node?: string): Promise<void> {
    await this.page.reload();
    await expect(this.team.canvas).toBeVisible();
    if (node !== undefined) await this.select(node);
  }

  field(label: string): Locator {
    return this.region.getByLabel(label, { exact: true });
  }
  button(name: string): Locator {
    return this.region.getByRole('button', { name, exact: true });
  }
  group(name: string): Locator {
    return this.region.getByRole('group', { name, exact: true });
  }
  /** The item of a turn, opened. */
  async turn(number: number): Promise<Locator> {
    const item = this.region
      .getByRole('list', { name: 'Turns' })
      .getByRole('listitem')
      .nth(number - 1);
    const name = item.getByRole('button', { name: new RegExp(`^Turn ${number}\\b`, 'u') });
    if ((await name.getAttribute('aria-expanded')) === 'false') await name.click();
    return item;
  }

  problem(text: string | RegExp): Locator {
    return this.team.problems.getByRole('listitem').filter({ hasText: text });
  }
}
