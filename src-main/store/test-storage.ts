// What the store's tests share: real folders, real files, real child processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished } from 'vitest';
import type { JsonValue } from '../../src-shared/kernel/json.ts';
import type { DomainEventEnvelope, NewDomainEvent } from '../../src-shared/run/envelope.ts';
import type { RunStoragePolicy } from '../../src-shared/run/storage.ts';
import { StorageError, type StorageErrorCode } from '../../src-shared/run/storage-error.ts';

/** Policy of seed 000. */
export const seedPolicy: RunStoragePolicy = {
  schemaVersion: 1,
  maxEventPayloadBytes: 64_000,
  maxAppendBatchBytes: 128_000,
  maxArtifactBytes: 1_000_000,
  maxTotalArtifactBytesPerRun: 4_000_000,
  retention: 'until-run-delete',
  sensitiveContent: { marked: 'reject', exact: 'reject', freeText: 'redact-before-hash' },
};
export const run = { namespace: 'troupe', streamId: 'run-1' };

export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'troupe-store-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export const newEvent = (eventId: string, payload: JsonValue = {}, type = 'graph:node-completed'): NewDomainEvent => ({
  eventId,
  type,
  version: 1,
  timestamp: '2026-01-01T00:00:00.000Z',
  correlationId: run.streamId,
  causationId: null,
  payload,
});

export async function collect(events: AsyncIterable<DomainEventEnvelope>): Promise<DomainEventEnvelope[]> {
  const all: DomainEventEnvelope[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The StorageError that `work` throws or rejects with; fails when there is none or it has another code. */
export async function refusal(code: StorageErrorCode, work: () => unknown): Promise<StorageError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StorageError) {
      expect(error.code).toBe(code);
      return error;
    }
    throw error;
  }
  throw new Error(`Nothing was refused where ${code} was expected.`);
}

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
const IMPORTS = `
import { openHomeStore } from ${here('./home-store.ts')};
import { acquireDatabase } from ${here('./database.ts')};
import { randomUUID } from 'node:crypto';
const run = ${JSON.stringify(run)};
const event = (payload) => ({ eventId: randomUUID(), type: 'graph:node-completed', version: 1, timestamp: new Date().toISOString(), correlationId: 'run-1', causationId: null, payload });
`;

/** Another process that uses the store: `lines` are what it prints. It is ended with the test. */
export function startProcess(script: string): { child: ChildProcess; lines: AsyncIterator<string>; ended: Promise<number | null> } {
  const child = spawn(process.execPath, ['--input-type=module', '-e', IMPORTS + script], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const ended = new Promise<number | null>((done) => {
    child.once('exit', (code) => done(code));
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, lines, ended };
}
