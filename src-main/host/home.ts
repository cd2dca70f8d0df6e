import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where everything of this user is kept: `given` (an option `--home`), else TROUPE_HOME, else the platform's place for data
 * (design.md section 4).
 */
export function homeDirectory(environment: Environment, platform: string, given?: string): string {
  const chosen = given ?? environment['TROUPE_HOME'];
  if (chosen !== undefined && chosen !== '') return resolve(chosen);
  if (platform === 'darwin') return join(homedir(), 'Library/Application Support/Troupe');
  if (platform === 'win32') return join(environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData/Local'), 'Troupe');
  return join(environment['XDG_DATA_HOME'] ?? join(homedir(), '.local/share'), 'troupe');
}
