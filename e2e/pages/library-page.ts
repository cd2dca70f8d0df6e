import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

  /** Takes a choice of `New team` in the bar. */
  async newTeam(choice: string): Promise<void> {
    await this.page.getByRole('button', { name: 'New team', exact: true }).first().click();
    await this.page.getByRole('menuitem', { name: choice, exact: true }).click();
  }
  /** Takes a choice of a team's own menu. */
  async act(team: string, choice: string): Promise<void> {
    await this.teams.getByRole('button', { name: `Actions for ${team}`, exact: true }).click();
    await this.page.getByRole('menuitem', { name: choice, exact: true }).click();
  }
  /** The text and name of the file that a choice of a team's menu saves. */
  async exported(team: string, choice: 'Export YAML' | 'Export JSON'): Promise<{ name: string; text: string }> {
    const download = this.page.waitForEvent('download');
    await this.act(team, choice);
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  }
  /** Opens the dialog of `Open file` and goes to a path. */
  async openPath(path: string): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Open file', exact: true }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Open file' });
    await expect(dialog.getByRole('textbox', { name: 'Path' })).not.toHaveValue('');
    await dialog.getByRole('textbox', { name: 'Path' }).fill(path);
    await dialog.getByRole('textbox', { name: 'Path' }).press('Enter');
    return dialog;
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
