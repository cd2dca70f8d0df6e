// G13: two commits a turn, and one for all turns that end in the same tick. Counted where they happen, in SQLite's own statements.
import Database from 'better-sqlite3';
import { report } from './measure.mjs';

const counts = { events: 0, parts: 0, others: 0, rows: 0 };
let written = new Set();
/* oxlint-disable typescript/unbound-method -- both are called with their own `this` below */
const { prepare } = Database.prototype;
Database.prototype.prepare = function counted(sql) {
  const statement = prepare.call(this, sql);
  const { run } = statement;
  statement.run = (...values) => {
    if (sql.startsWith('BEGIN')) written = new Set();
    for (const table of ['event', 'part']) if (sql.startsWith(`INSERT INTO ${table} `)) written.add(table);
    if (sql.startsWith('INSERT INTO event ')) counts.rows += 1;
    const answer = run.apply(statement, values);
    if (sql === 'COMMIT') counts[written.has('event') ? 'events' : written.has('part') ? 'parts' : 'others'] += 1;
    return answer;
  };
  return statement;
};
// After the count is in place.
const { atOnce, roundRobin, runToEnd, streamed, withHost } = await import('./conversation.mjs');
const { inFolder } = await import('./measure.mjs');

const countOf = (text) =>
  inFolder((home) =>
    withHost(home, async (host) => {
      const start = { ...counts };
      await runToEnd(host, text);
      return Object.fromEntries(Object.entries(counts).map(([key, value]) => [key, value - start[key]]));
    }),
  );

const TURNS = 1000;
const MEMBERS = 8;
const inTurn = await countOf(roundRobin(TURNS));
const parallel = await countOf(atOnce(MEMBERS));
const spoken = await countOf(streamed(400, 200));
// The first event is the run's own; parallel turns then are one commit that dispatches and starts them all, and one that ends them all.
report('commits', { inTurn, parallel, spoken }, [
  { name: 'event commits a turn', value: (inTurn.events - 1) / TURNS, goal: 2 },
  { name: 'event commits a turn', value: (inTurn.events - 1) / TURNS, goal: 2, atLeast: true },
  { name: 'part commits of turns that do not stream', value: inTurn.parts, goal: 0 },
  { name: `completion commits of ${MEMBERS} turns in one tick`, value: parallel.events - 2, goal: 1 },
  { name: 'part commits a second of streaming', value: spoken.parts / 2, goal: 10.5 },
]);
