import type { RunStoragePolicy } from '../../src-shared/run/storage.ts';

/** The limits of the executor's test storages, in this process and in its children. */
export const POLICY: RunStoragePolicy = {
  schemaVersion: 1,
  maxEventPayloadBytes: 64_000,
  maxAppendBatchBytes: 128_000,
  maxArtifactBytes: 1_000_000,
  maxTotalArtifactBytesPerRun: 4_000_000,
  retention: 'until-run-delete',
  sensitiveContent: { marked: 'reject', exact: 'reject', freeText: 'redact-before-hash' },
};
