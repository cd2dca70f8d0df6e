import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Locator, type Page, expect } from '@playwright/test';

/** Teams and runs. */
export class LibraryPage {
  readonly page: Page;
  readonly teams: Locator;
  readonly runs: Locator;
  readonly search: Locator;
  readonly problems: Locator;

  constructor(page: Page) {
    this.page = page;
    this.teams = page.getByRole('list', { name: 'Teams' });
    this.runs = page.getByRole('list', { name: 'Runs' });
    this.search = page.getByRole('searchbox', { name: 'Search' });
    this.problems = page.getByRole('region', { name: 'Problems' });
  }

  team(name: string | RegExp): Locator {
    return this.teams.getByRole('link', { name });
  }

  async open(): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: 'Teams' }).click();
    await expect(this.teams).toBeVisible();
  }

  /** Chooses a file as the dialog behind `Import` would. */
  async importFile(file: string): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: 'Import', exact: true }).click();
    await (await chooser).setFiles(file);
  }
  /** Gives the picker a file of that size which exists in the page alone: 20 MiB need not travel to the browser first. */
  async importSize(name: string, bytes: number): Promise<void> {
    await this.page.locator('input[type=file]').evaluate(
      (input, { fileName, size }) => {
        const chosen = new DataTransfer();
        chosen.items.add(new File([new Uint8Array(size).fill(120)], fileName));
        (input as HTMLInputElement).files = chosen.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      },
      { fileName: name, size: bytes },
    );
  }
  async importText(name: string, content: string | Buffer): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'troupe-import-'));
    this.page.once('close', () => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, name), content);
    await this.importFile(join(folder, name));
  }
}
