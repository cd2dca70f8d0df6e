import { expect, it } from 'vitest';
import { menuTemplate } from './menu.ts';
import { isOurFrame, mayNavigate, PAGE } from './page-guard.ts';
import { windowOptions } from './window-options.ts';

it('[I11] a window isolates its page and gives it nothing of Node', () => {
  const { webPreferences, ...options } = windowOptions('/p.cjs', { bounds: { width: 900, height: 700 }, maximized: false });
  expect(webPreferences).toEqual({
    preload: '/p.cjs',
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    spellcheck: false,
  });
  expect(options).toMatchObject({ width: 900, height: 700, show: false });
});

it('[I11] a page goes nowhere but to itself', () => {
  for (const url of [PAGE, `${PAGE}#/runs/x`]) expect(mayNavigate(url)).toBe(true);
  for (const url of [
    'troupe://app/',
    'troupe://app/index.html',
    `${PAGE}&x`,
    'troupe://app.evil/index.html?shell=desktop',
    'https://evil/',
    'file:///etc/passwd',
    'about:blank',
    'javascript:1',
    'data:text/html,x',
  ])
    expect(mayNavigate(url)).toBe(false);
});

it('[I11] only the main frame of our origin is heard', () => {
  expect(isOurFrame({ url: PAGE, parent: null })).toBe(true);
  for (const frame of [
    null,
    { url: PAGE, parent: {} },
    { url: 'about:blank', parent: null },
    { url: 'troupe://app.evil/', parent: null },
    { url: 'https://evil/troupe://app/', parent: null },
  ])
    expect(isOurFrame(frame)).toBe(false);
});

it('every menu entry does something: a role of the platform, a submenu or a click', () => {
  for (const platform of ['linux', 'darwin', 'win32'])
    for (const entry of menuTemplate(platform, { newWindow: () => {} })) {
      expect(entry.role ?? entry.submenu).toBeDefined();
      for (const item of Array.isArray(entry.submenu) ? entry.submenu : []) expect(item.role ?? item.click ?? item.type).toBeDefined();
    }
  expect(JSON.stringify(menuTemplate('darwin', { newWindow: () => {} }))).not.toContain('toggleDevTools');
});
