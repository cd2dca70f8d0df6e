import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { homeDirectory } from './home.ts';

it('takes the option, then TROUPE_HOME, then the place of the platform', () => {
  expect(homeDirectory({ TROUPE_HOME: '/b' }, 'linux', 'a')).toBe(resolve('a'));
  expect(homeDirectory({ TROUPE_HOME: '/b' }, 'linux')).toBe('/b');
  expect(homeDirectory({ XDG_DATA_HOME: '/data' }, 'linux')).toBe('/data/troupe');
  expect(homeDirectory({}, 'linux')).toBe(join(homedir(), '.local/share/troupe'));
  expect(homeDirectory({ TROUPE_HOME: '' }, 'darwin')).toBe(join(homedir(), 'Library/Application Support/Troupe'));
});
