import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import type { NewDomainEvent } from '../../src-shared/run/envelope.ts';
import type { RunStoragePolicy } from '../../src-shared/run/storage.ts';
import { closeLocalRunStorage, createLocalRunStorage, storageRecord } from './local-run-storage.ts';

const policy: RunStoragePolicy = {
  schemaVersion: 1,
  maxEventPayloadBytes: 64_000,
  maxAppendBatchBytes: 128_000,
  maxArtifactBytes: 1_000_000,
  maxTotalArtifactBytesPerRun: 4_000_000,
  retention: 'until-run-delete',
  sensitiveContent: { marked: 'reject', exact: 'reject', freeText: 'redact-before-hash' },
};
const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'troupe-store-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};
const event = (eventId: string, payload: NewDomainEvent['payload'] = {}): NewDomainEvent => ({
  eventId,
  type: 'graph:node-dispatched',
  version: 1,
  timestamp: '2026-01-01T00:00:00.000Z',
  correlationId: 'run',
  causationId: null,
  payload,
});
const stream = { namespace: 'n', streamId: 'run' };
it('works', async () => {
  const directory = join(folder(), 'storage');
  const storage = createLocalRunStorage({ directory, namespace: 'n', policy });
  expect(existsSync(directory)).toBe(false);
  expect(
    await storage.eventStore.append(
      stream,
      0,
      [event('a', { position: 'p' }), event('b', { b: 2, a: 'é' })],
      [{ position: 'p', attempt: 1, sequence: 1, kind: 'text', data: 'hi', at: 5 }],
    ),
  ).toBe(2);
  expect(await Array.fromAsync(storage.eventStore.read(stream))).toMatchObject([
    { revision: 1, eventId: 'a' },
    { revision: 2, payload: { a: 'é', b: 2 } },
  ]);
  console.log(
    readdirSync(directory),
    await storage.eventStore.parts.read(stream),
    await storage.eventStore.parts.read(stream, { position: 'p' }),
  );
  console.log(storageRecord('/srv/store', 'n', policy));
  closeLocalRunStorage(storage);
  console.log(
    readdirSync(directory).map((f) => [f, (statSync(join(directory, f)).mode & 0o777).toString(8)]),
    (statSync(directory).mode & 0o777).toString(8),
  );
});
