import { type Locator, type Page, expect } from '@playwright/test';
import { LibraryPage } from './library-page.ts';

type Kind = 'member' | 'room' | 'note';

/** One team of the library, as it is edited. */
export class TeamPage {
  readonly page: Page;
  readonly canvas: Locator;
  readonly palette: Locator;
  readonly task: Locator;
  readonly problems: Locator;
  readonly run: Locator;
  readonly inspector: Locator;

  constructor(page: Page) {
    this.page = page;
    this.canvas = page.getByRole('region', { name: 'Team canvas' });
    this.palette = page.getByRole('toolbar', { name: 'Palette' });
    this.task = page.getByRole('textbox', { name: 'Task' });
    this.problems = page.getByRole('region', { name: 'Problems' });
    this.run = page.getByRole('button', { name: 'Run', exact: true });
    this.inspector = page.getByRole('region', { name: 'Inspector' });
  }

  node(name: string): Locator {
    return this.canvas.getByRole('group', { name, exact: true });
  }
  field(name: string): Locator {
    return this.inspector.getByLabel(name, { exact: true });
  }
  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }
  /** The names of all nodes, as a screen reader says them. */
  async names(): Promise<string[]> {
    const labels = await this.canvas
      .locator('.react-flow__node')
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('aria-label') ?? ''));
    return labels.toSorted();
  }
  lines(): Locator {
    return this.canvas.locator('.react-flow__edge');
  }

  static async open(page: Page, name: string): Promise<TeamPage> {
    const library = new LibraryPage(page);
    await library.open();
    await library.team(name).click();
    const team = new TeamPage(page);
    await expect(team.canvas).toBeVisible();
    return team;
  }
  /** A new team from the library's menu. */
  static async create(page: Page, template = 'Conversation'): Promise<TeamPage> {
    await new LibraryPage(page).open();
    await page.getByRole('button', { name: 'New team' }).click();
    await page.getByRole('menuitem', { name: template }).first().click();
    const team = new TeamPage(page);
    await expect(team.canvas).toBeVisible();
    return team;
  }

  /** Drags something from the palette onto the canvas, its middle to that place, and names it. */
  async add(kind: Kind, name: string, x: number, y: number): Promise<void> {
    await this.palette.getByRole('button', { name: `Add ${kind}` }).dragTo(this.canvas, { targetPosition: { x, y } });
    if (kind === 'note') return;
    await expect(this.field('Name')).toBeFocused();
    await this.page.keyboard.type(name);
    await this.page.keyboard.press('Escape');
  }
  /** Draws a line from the rim of one node into the body of another. */
  async join(from: string, to: string): Promise<void> {
    const start = await boxOf(this.node(from));
    const end = await boxOf(this.node(to));
    await this.page.mouse.move(start.x + start.width / 2, start.y + start.height + 1);
    await this.page.mouse.down();
    await this.page.mouse.move(start.x + start.width / 2 + 5, start.y + start.height + 30, { steps: 3 });
    await this.page.mouse.move(end.x + end.width * 0.4, end.y + end.height * 0.6, { steps: 6 });
    await this.page.mouse.up();
  }
  /** Moves a node by its body. */
  async drag(name: string, dx: number, dy: number): Promise<void> {
    const box = await boxOf(this.node(name));
    await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + box.width / 2 + dx / 2, box.y + box.height / 2 + dy / 2, { steps: 4 });
    await this.page.mouse.move(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy, { steps: 4 });
    await this.page.mouse.up();
  }
  /** Waits until the library holds what is on screen. */
  async saved(): Promise<void> {
    await expect(this.page.locator('[data-saving=saved]')).toBeVisible();
  }
}

export async function boxOf(node: Locator) {
  const box = await node.boundingBox();
  if (box === null) throw new Error(`${String(node)} is not drawn`);
  return box;
}
