// G6: bytes on disk a turn, against the bytes that members wrote. Deterministic.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { roundRobin, runToEnd, TEXT_BYTES, withHost } from './conversation.mjs';
import { inFolder, report, round } from './measure.mjs';

const sizeOf = (turns) =>
  inFolder(async (home) => {
    await withHost(home, (host) => runToEnd(host, roundRobin(turns)));
    return statSync(join(home, 'troupe.db')).size;
  });
const [few, many] = [await sizeOf(400), await sizeOf(4400)];
const perTurn = (many - few) / 4000;
report('disk', { bytesPerTurn: round(perTurn, 1), textBytes: TEXT_BYTES }, [
  { name: 'disk bytes a turn / text bytes', value: perTurn / TEXT_BYTES, goal: 2.5, gate: false },
]);
