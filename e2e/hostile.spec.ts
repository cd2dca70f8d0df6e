import { createServer } from 'node:http';
import { LibraryPage } from './pages/library-page.ts';
import { TeamPage } from './pages/team-page.ts';
import { expect, test } from './shells.ts';

/** Texts that have been code, links, pictures or another direction in some program (faults.md U1-U3, F4). */
const attacks = (port: number) => [
  `<img src=x onerror="window.__pwned=1"><script>window.__pwned=1</script>`,
  `[click](javascript:window.__pwned=1) ![](http://127.0.0.1:${port}/?q=SECRET)`,
  `\u202Egnp.exe \u200B\u2066 tail`,
  `"><svg onload=window.__pwned=1> {{constructor.constructor('window.__pwned=1')()}}`,
  'W'.repeat(1_000_000),
];

test('hostile text in every field of a team is shown as text, and the layout stands', async ({ shell }) => {
  let requests = 0;
  const canary = createServer((_request, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  const { port } = canary.address() as { port: number };
  const texts = attacks(port);
  const members = texts.map((text, index) => ({
    id: `m${index}`,
    name: text.slice(0, 5000),
    role: text,
    brief: text,
    engine: { kind: 'scripted', turns: [{ say: text.replaceAll('{{', '{ {') }] },
  }));
  const hostile = {
    format: 'troupe.team',
    formatVersion: 1,
    id: 'hostile',
    name: texts[0],
    form: 'conversation',
    task: texts.join('\n'),
    [texts[3] ?? '']: texts[3],
    members,
    rooms: [{ id: 'r', name: texts[2], members: members.map(({ id }) => id) }],
    groups: [{ id: 'g', name: texts[1], members: ['m0'] }],
    notes: [{ text: texts.join('\n').slice(0, 100_000) }],
  };
  const { page } = shell;
  const library = new LibraryPage(page);
  await library.importText('hostile.troupe.json', JSON.stringify(hostile));
  const team = new TeamPage(page);
  await expect(team.canvas).toBeVisible({ timeout: 60_000 });
  const stands = async () => {
    expect(await page.evaluate(() => (window as { __pwned?: number }).__pwned)).toBeUndefined();
    const [width, scroll] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    expect(scroll).toBeLessThanOrEqual(width ?? 0);
    await expect(team.run).toBeInViewport({ ratio: 1 });
    await expect(team.task).toBeInViewport();
  };
  await stands();
  for (let index = 0; index < members.length; index += 1) {
    await team.canvas.locator(`[data-id="member:m${index}"]`).click();
    await expect(team.field('Brief')).toBeVisible();
    await stands();
  }
  await team.canvas.locator('[data-id="room:r"]').click();
  await expect(team.field('Name')).toHaveValue(/tail/);
  await team.button('Versions').click();
  await stands();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gnp');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(requests).toBe(0);
  expect(shell.problems).toEqual([]);
  canary.close();
});
