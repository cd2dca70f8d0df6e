// G12: turns a second against the bare database: transactions of three such rows at FULL durability, in the same process, block by block.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { roundRobin, runToEnd, TEXT_BYTES, withHost } from './conversation.mjs';
import { inFolder, median, report, round, timed } from './measure.mjs';

const BLOCK = 400;
const ROUNDS = 12;

function rawWriter(folder) {
  const database = new Database(join(folder, 'raw.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE event (id INTEGER PRIMARY KEY, type TEXT NOT NULL, at INTEGER NOT NULL, payload TEXT NOT NULL) STRICT');
  const insert = database.prepare('INSERT INTO event (type, at, payload) VALUES (?, ?, ?)');
  const payload = JSON.stringify({ text: 'x'.repeat(TEXT_BYTES) });
  const write = database.transaction(() => {
    for (let row = 0; row < 3; row += 1) insert.run('graph:node-completed', Date.now(), payload);
  });
  return { write, close: () => database.close() };
}

const ratios = [];
const costs = { raw: [], ours: [] };
await inFolder((folder) =>
  withHost(join(folder, 'home'), async (host) => {
    const raw = rawWriter(folder);
    await runToEnd(host, roundRobin(2000)); // warm-up
    for (let index = 0; index < ROUNDS; index += 1) {
      const bare = await timed(() => {
        for (let times = 0; times < BLOCK; times += 1) raw.write();
      });
      const ours = await timed(() => runToEnd(host, roundRobin(BLOCK)));
      costs.raw.push(bare.wallUs / BLOCK);
      costs.ours.push(ours.wallUs / BLOCK);
      ratios.push(bare.wallUs / ours.wallUs);
    }
    raw.close();
  }),
);
report(
  'raw-limit',
  { rawUs: round(median(costs.raw), 1), turnUs: round(median(costs.ours), 1), ratios: ratios.map((ratio) => round(ratio)) },
  [{ name: 'turns a second / raw transactions of 3 rows', value: median(ratios), goal: 0.45, atLeast: true }],
);
