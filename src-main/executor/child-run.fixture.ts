// A process of its own for tests of ownership and of crashes: drives the run in a storage until it ends or is killed.
// Arguments: directory, run id, what to do. `hold`: its first turn never ends. `before <n>`, `after <n>`: kills itself with SIGKILL
// around its n-th append. `stream`: kills itself while a turn streams; `stream-again`: the same after proceed. It prints one line a turn that it begins, and its outcome.
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { GraphExecutionError } from '../../src-shared/run/execution-error.ts';
import type { EventStore } from '../../src-shared/run/storage.ts';
import { createLocalRunStorage } from '../store/local-run-storage.ts';
import { openRunDriver } from './open-run-driver.ts';
import { bind, oneByOne, probeGraph } from './test-graphs.ts';
import { POLICY } from './test-policy.ts';

const [directory = '', runId = '', act = 'run', count = '0', retrySafe = 'safe'] = process.argv.slice(2);
const local = createLocalRunStorage({ directory: join(directory, 'storage'), namespace: 'executor-tests', policy: POLICY });
const store = local.eventStore;
const die = () => process.kill(process.pid, 'SIGKILL');
let appends = 0;
const eventStore: EventStore = {
  ...store,
  async append(...given) {
    appends += 1;
    if (act === 'before' && appends === Number(count)) die();
    const revision = await store.append(...given);
    if (act === 'after' && appends === Number(count)) die();
    return revision;
  },
};
const node = bind(
  async ({ position, attempt, emitPart, signal }) => {
    console.log(`turn ${position} ${attempt}`);
    emitPart({ kind: 'text', data: `${position} by attempt ${attempt}` });
    if (act.startsWith('stream')) {
      await sleep(250);
      die();
    }
    if (act === 'hold') await sleep(60_000, undefined, { signal });
    return { position };
  },
  { retrySafe: retrySafe === 'safe', policy: { timeoutMs: 120_000 } },
);
const driver = await openRunDriver({
  runId,
  graph: probeGraph(oneByOne(3, ['a', 'b'])),
  storage: { ...local, eventStore },
  nodes: { a: node, b: node },
  memory: null,
  now: Date.now,
  newId: randomUUID,
});
const { signal } = new AbortController();
try {
  console.log(`outcome ${(await (act === 'stream-again' ? driver.proceed(signal) : driver.run(signal))).kind}`);
} catch (error) {
  if (!(error instanceof GraphExecutionError)) throw error;
  console.log(`refused ${error.code} ${JSON.stringify(error.details)}`);
}
