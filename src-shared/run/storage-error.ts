/** Codes a store can refuse with (spec/graph-and-team.md 1.2, 2.6; decisions.md 11, 19). */
export type StorageErrorCode =
  | 'INVALID_STORED_VALUE'
  | 'REVISION_CONFLICT'
  | 'DUPLICATE_EVENT_ID'
  | 'CORRUPT_EVENT_STREAM'
  | 'STORAGE_LIMIT_EXCEEDED'
  | 'KNOWN_SECRET'
  | 'UNSAFE_STORAGE_PATH'
  | 'UNSUPPORTED_ENVELOPE_VERSION'
  | 'ARTIFACT_NOT_ADMITTED'
  | 'ARTIFACT_INTEGRITY'
  | 'NEWER_DATABASE'
  | 'NOT_A_DATABASE'
  | 'DATABASE_BUSY'
  | 'DATABASE_UNAVAILABLE'
  | 'DISK_FULL'
  | 'DURABILITY';

/** A store's refusal. `details.path` is a JSON pointer where one applies; nothing was written. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  constructor(code: StorageErrorCode, message: string, details: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = Object.freeze({ ...details });
  }
}
