import { createStream, type RotatingFileStream } from 'rotating-file-stream';
import { join } from 'node:path';

export interface HostLog {
  /** One line; `details` never hold what a person or a model wrote. */
  write(level: 'info' | 'error', event: string, details?: Readonly<Record<string, string | number | null>>): void;
  close(): Promise<void>;
}

// What looks like a key is not kept, whoever wrote it into an error (known prefixes of the usual providers, bearer tokens).
const SECRET = /\b(?:sk|pk|ghp|gho|xox[abp]|AKIA|AIza)[-_A-Za-z0-9]{12,}|Bearer\s+\S+/g;

/** The program's own log: `logs/troupe.log` under the home, rotated at 1 MiB, five files, redacted (decisions.md 60). */
export function openHostLog(home: string, now: () => number): HostLog {
  const stream: RotatingFileStream = createStream('troupe.log', { path: join(home, 'logs'), size: '1M', maxFiles: 5, mode: 0o600 });
  stream.on('error', () => {}); // a full disk must not end a run for the sake of its log
  return {
    write(level, event, details = {}) {
      const line = JSON.stringify({ at: new Date(now()).toISOString(), level, event, ...details });
      stream.write(`${line.replaceAll(SECRET, '[redacted]')}\n`);
    },
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}
