import { expect, type Locator, type Page } from '@playwright/test';
import { RunPage } from './run-page.ts';

/** The moments of a run: slider, transport, banner. */
export class ReplayPage {
  readonly page: Page;
  readonly run: RunPage;
  readonly slider: Locator;
  readonly banner: Locator;
  readonly speed: Locator;

  constructor(page: Page) {
    this.page = page;
    this.run = new RunPage(page);
    this.slider = page.getByRole('slider', { name: 'Moment' });
    this.banner = page.getByRole('banner', { name: 'Replay' });
    this.speed = page.getByRole('combobox', { name: 'Speed' });
  }

  /** Follows an address inside the studio, as a click on a link does. */
  async goTo(hash: string): Promise<void> {
    await this.page.evaluate((to) => location.assign(to), hash);
  }

  /** Moves the slider to a revision. */
  async moveTo(revision: number): Promise<void> {
    await this.slider.fill(String(revision));
  }

  /** Waits until the moment of this revision is shown; null: the end. */
  async shows(revision: number | null): Promise<void> {
    if (revision === null) return await expect(this.banner).toBeHidden();
    await expect(this.banner).toContainText(`revision ${revision} of`);
    await expect(this.slider).toHaveValue(String(revision));
    await expect(this.slider).not.toHaveAttribute('aria-valuetext', /…$/);
  }

  /** The revision that the slider stands at. */
  async revision(): Promise<number> {
    return Number(await this.slider.inputValue());
  }

  /** What is on screen of the run: its status, every panel and room, the canvas, the meter. */
  async drawn(members: readonly string[], rooms: readonly string[]): Promise<Record<string, string>> {
    const { run, page } = this;
    const drawn: Record<string, string> = {
      status: (await run.status.textContent()) ?? '',
      turns: (await page.getByRole('meter', { name: 'Turns' }).getAttribute('aria-valuetext')) ?? '',
    };
    for (const member of members) {
      drawn[`panel ${member}`] = (await run.turnsOf(member).getByRole('article').allTextContents()).join('\n');
      drawn[`node ${member}`] = (await run.canvas.getByRole('group', { name: `Member ${member}`, exact: true }).textContent()) ?? '';
    }
    for (const room of rooms) drawn[`room ${room}`] = (await run.room(room).getByRole('article').allTextContents()).join('\n');
    return drawn;
  }
}
