import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './shells.ts';
import { LibraryPage } from './pages/library-page.ts';
import { RunPage } from './pages/run-page.ts';
import { TeamPage } from './pages/team-page.ts';

async function seriousViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

for (const theme of ['light', 'dark'] as const)
  test(`no serious accessibility violation in any view, ${theme}`, async ({ shell }, info) => {
    test.slow();
    const { page } = shell;
    await page.evaluate((wanted) => localStorage.setItem('troupe.theme', wanted), theme);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    const looks = async (name: string) => {
      await page.screenshot({ path: info.outputPath(`${name}-${theme}.png`) });
      expect(await seriousViolations(page), name).toEqual([]);
    };
    await expect(new LibraryPage(page).team('Newsroom')).toBeVisible();
    await looks('library-fresh');
    const team = await TeamPage.open(page, 'Design review');
    await team.node('Member Mara').click();
    await expect(team.inspector).toBeVisible();
    await looks('team');
    await team.run.click();
    const run = new RunPage(page);
    await run.becomes('Running');
    await looks('run-live');
    await run.becomes('Failed');
    await looks('run-failed');
    await run.panel('Noor').getByRole('button', { name: 'Show what it was given' }).click();
    await expect(run.turn.getByRole('heading', { name: 'Attempts' })).toBeVisible();
    await looks('turn');
    await run.showEvents();
    await run.events.getByRole('button', { name: 'Event 2', exact: true }).click();
    await looks('events');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await looks('palette');
    await page.keyboard.press('Escape');
    await new LibraryPage(page).open();
    await expect(new LibraryPage(page).runs.getByRole('link')).toHaveCount(1);
    await looks('library');
    expect(shell.problems).toEqual([]);
  });

const inView = async (page: Page): Promise<{ count: number; narrowest: number }> => {
  const boxes = await page.getByRole('region', { name: / panel$/ }).evaluateAll((panels) =>
    panels.map((panel) => {
      const { top, bottom, width } = panel.getBoundingClientRect();
      const { top: from = 0, bottom: to = 0 } = panel.parentElement?.parentElement?.parentElement?.getBoundingClientRect() ?? {};
      return { whole: top >= from - 1 && bottom <= to + 1, width };
    }),
  );
  return { count: boxes.filter(({ whole }) => whole).length, narrowest: Math.min(...boxes.map(({ width }) => width)) };
};

test('a run shows four panels at 1280 x 800 and eight at 1920 x 1200, none under 260', async ({ shell }) => {
  const { page } = shell;
  const run = await RunPage.start(page, 'Newsroom');
  await run.becomes('Running');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(() => inView(page)).toMatchObject({ count: 4 });
  expect((await inView(page)).narrowest).toBeGreaterThanOrEqual(260);
  await page.setViewportSize({ width: 1920, height: 1200 });
  await expect.poll(() => inView(page)).toMatchObject({ count: 8 });
  expect((await inView(page)).narrowest).toBeGreaterThanOrEqual(260);
  expect(shell.problems).toEqual([]);
});

test('the editor shows eight members and an inspector at 1280 x 800', async ({ shell }) => {
  const { page } = shell;
  await page.setViewportSize({ width: 1280, height: 800 });
  const team = await TeamPage.open(page, 'Newsroom');
  await team.node('Member Fact checker').click();
  await expect(team.inspector).toBeVisible();
  const names = [
    'Politics reporter',
    'Data reporter',
    'Science reporter',
    'Photo editor',
    'Managing editor',
    'Fact checker',
    'Copy editor',
    'Legal reader',
  ];
  const canvas = await team.canvas.boundingBox();
  for (const name of names) {
    await expect(async () => {
      const box = await team.node(`Member ${name}`).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(canvas?.x ?? 0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((canvas?.x ?? 0) + (canvas?.width ?? 0));
    }).toPass({ timeout: 5000 });
  }
});
