import { createHash } from 'node:crypto';
import { canonicalJson } from '../../src-shared/kernel/canonical-json.ts';
import type { Digest } from '../../src-shared/kernel/digest.ts';
import type { ArtifactReference, ArtifactScope, ArtifactStore, EventStream, NewArtifact } from '../../src-shared/run/storage.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import type { Reader, StoreDatabase } from './connection.ts';
import type { SecretGuard } from './secret-guard.ts';
import { type ArtifactLimits, readName } from './storage-policy.ts';
import { findOrMakeStream, findStream } from './stream-row.ts';

export const digestOf = (bytes: Uint8Array): Digest => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** How an artifact is named in an event, before or after it is written. */
export const referenceTo = ({ bytes, mediaType, purpose }: Omit<NewArtifact, 'contentMode'>): ArtifactReference =>
  Object.freeze({ schemaVersion: 1, digest: digestOf(bytes), byteLength: bytes.byteLength, mediaType, purpose });

const readScope = ({ namespace, runId }: ArtifactScope): EventStream => ({
  namespace: readName(namespace, '/namespace'),
  streamId: readName(runId, '/runId'),
});

// oxlint-disable-next-line no-control-regex -- the rule is about control characters
const LABEL = /^[^\u0000-\u001f\u007f-\u009f]{1,256}$/;

function refuse(path: string, message: string): never {
  throw new StorageError('INVALID_STORED_VALUE', `Artifact refused at ${path}: ${message}`, { path });
}

function jsonText(bytes: Uint8Array, path: string): string {
  try {
    return canonicalJson(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch (error) {
    return refuse(path, `state must be JSON in UTF-8 (${error instanceof Error ? error.message : String(error)}).`);
  }
}

const bytesOfRun = (reader: Reader, { namespace, streamId }: EventStream) =>
  reader.get<{ artifact_bytes: number }>('SELECT artifact_bytes FROM stream WHERE namespace = ? AND name = ?', namespace, streamId)
    ?.artifact_bytes ?? 0;

const find = (reader: Reader, scope: EventStream, { digest, mediaType, purpose }: ArtifactReference) => {
  const stream = findStream(reader, scope);
  if (stream === null) return undefined;
  const sql = 'SELECT bytes FROM artifact WHERE stream = ? AND digest = ? AND media_type = ? AND purpose = ?';
  return reader.get<{ bytes: Uint8Array }>(sql, stream.id, digest, mediaType, purpose)?.bytes;
};

/** Content-addressed bytes of a run, in `open()`'s database. */
export function createArtifactStore(open: () => StoreDatabase, limits: ArtifactLimits, guard: SecretGuard): ArtifactStore {
  /** A copy that nobody else can change, and its reference. */
  function admit({ bytes, mediaType, purpose, contentMode }: NewArtifact, path: string) {
    if (!(bytes instanceof Uint8Array)) refuse(`${path}/bytes`, 'give the bytes as a Uint8Array.');
    for (const [key, value] of Object.entries({ mediaType, purpose }))
      if (typeof value !== 'string' || value !== value.trim() || !LABEL.test(value))
        refuse(`${path}/${key}`, 'use 1 to 256 characters of plain text.');
    if (contentMode !== 'state' && contentMode !== 'exact') refuse(`${path}/contentMode`, "use 'state' or 'exact'.");
    if (bytes.byteLength > limits.maxArtifactBytes)
      throw new StorageError(
        'STORAGE_LIMIT_EXCEEDED',
        `The ${purpose} artifact has ${bytes.byteLength} bytes; the storage policy allows ${limits.maxArtifactBytes}.`,
        {
          path: `${path}/bytes`,
          bytes: bytes.byteLength,
          limit: limits.maxArtifactBytes,
        },
      );
    const copy = Buffer.from(bytes);
    guard.refuseBytes(copy, `${path}/bytes`);
    if (contentMode === 'state') guard.refuse(jsonText(copy, `${path}/bytes`), `${path}/bytes`);
    guard.refuse(`${mediaType}\n${purpose}`, path);
    return { copy, reference: referenceTo({ bytes: copy, mediaType, purpose }) };
  }

  function refuseTotal({ streamId }: EventStream, total: number): void {
    if (total > limits.maxTotalArtifactBytesPerRun)
      throw new StorageError(
        'STORAGE_LIMIT_EXCEEDED',
        `Run ${streamId} would have ${total} bytes of artifacts; the storage policy allows ${limits.maxTotalArtifactBytesPerRun}.`,
        { path: '', bytes: total, limit: limits.maxTotalArtifactBytesPerRun },
      );
  }

  return Object.freeze({
    async preflightWrite(place: ArtifactScope, batch: readonly NewArtifact[]) {
      const scope = readScope(place);
      const admitted = batch.map((artifact, index) => admit(artifact, `/${index}`));
      const database = open();
      const fresh = admitted.filter(({ reference }) => find(database, scope, reference) === undefined);
      refuseTotal(
        scope,
        fresh.reduce((total, { reference }) => total + reference.byteLength, bytesOfRun(database, scope)),
      );
    },
    async write(place: ArtifactScope, artifact: NewArtifact) {
      const scope = readScope(place);
      const { copy, reference } = admit(artifact, '');
      const database = open();
      database.write((writer) => {
        const { id } = findOrMakeStream(database, writer, scope);
        const sql = 'INSERT OR IGNORE INTO artifact VALUES (?, ?, ?, ?, ?)';
        if (writer.run(sql, id, reference.digest, reference.mediaType, reference.purpose, copy) === 0) return;
        refuseTotal(scope, bytesOfRun(database, scope) + reference.byteLength);
        writer.run('UPDATE stream SET artifact_bytes = artifact_bytes + ? WHERE id = ?', reference.byteLength, id);
      });
      return reference;
    },
    async read(place: ArtifactScope, reference: ArtifactReference) {
      const scope = readScope(place);
      const bytes = find(open(), scope, reference);
      const details = { runId: scope.streamId, digest: reference.digest };
      if (bytes === undefined)
        throw new StorageError(
          'ARTIFACT_NOT_ADMITTED',
          `Run ${scope.streamId} has no ${reference.purpose} artifact ${reference.digest}.`,
          details,
        );
      if (bytes.byteLength !== reference.byteLength || digestOf(bytes) !== reference.digest)
        throw new StorageError(
          'ARTIFACT_INTEGRITY',
          `The ${reference.purpose} artifact of run ${scope.streamId} is not what was saved; restore a backup.`,
          details,
        );
      return new Uint8Array(bytes);
    },
    async deleteRun(place: ArtifactScope) {
      const scope = readScope(place);
      const database = open();
      database.write((writer) => {
        const stream = findStream(writer, scope);
        if (stream === null) return;
        writer.run('DELETE FROM artifact WHERE stream = ?', stream.id);
        writer.run('UPDATE stream SET artifact_bytes = 0 WHERE id = ?', stream.id);
      });
    },
  });
}
