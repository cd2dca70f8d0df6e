// A process of its own for run-history.test.ts: runs a document on a home and prints every live state, until it is killed.
import { readFileSync, writeSync } from 'node:fs';
import { createHost } from './host.ts';
import { startRecorded } from './state-recorder.fixture.ts';

const [home = '', file = ''] = process.argv.slice(2);
const host = createHost({ home, samples: null });
await startRecorded(host, readFileSync(file, 'utf8'), (view) => writeSync(1, `${JSON.stringify(view)}\n`));
await host.whenIdle();
