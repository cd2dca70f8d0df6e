import { cloneFrozenJson, type JsonValue } from '../../src-shared/kernel/json.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';

/** Keeps known secrets out of a store: state and bytes that hold one are refused, free text is redacted. */
export interface SecretGuard {
  /** KNOWN_SECRET when `text` (canonical JSON or plain) holds a secret. The message never repeats it. */
  refuse(text: string, path: string): void;
  refuseBytes(bytes: Uint8Array, path: string): void;
  /** Every secret inside the value's texts and keys becomes `[redacted]`. */
  redact<Value extends JsonValue>(value: Value): Value | JsonValue;
}

const MARK = '[redacted]';

const asJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** How a secret may stand in a text: as it is, as JSON writes it (also JSON inside JSON), in an address, in a header. */
function spellings(secret: string): string[] {
  return [...new Set([secret, asJson(secret), asJson(asJson(secret)), encodeURIComponent(secret), Buffer.from(secret).toString('base64')])];
}

/** Frozen list of secrets; INVALID_STORED_VALUE for what can't be one. */
export function readKnownSecrets(secrets: unknown): readonly string[] {
  if (!Array.isArray(secrets))
    throw new StorageError('INVALID_STORED_VALUE', 'knownSecrets must be a list of texts.', { path: '/knownSecrets' });
  return Object.freeze(
    secrets.map((secret: unknown, index) => {
      if (typeof secret !== 'string' || secret.trim() === '' || !secret.isWellFormed())
        throw new StorageError('INVALID_STORED_VALUE', `Known secret ${index + 1} must be text that is not blank.`, {
          path: `/knownSecrets/${index}`,
        });
      return secret;
    }),
  );
}

function fail(path: string): never {
  throw new StorageError(
    'KNOWN_SECRET',
    `${path || 'The value'} holds a known secret; a store never keeps one. Take it out and save again.`,
    { path },
  );
}

export function createSecretGuard(secrets: readonly string[]): SecretGuard {
  const forms = secrets.flatMap(spellings).toSorted((left, right) => right.length - left.length);
  const bytes = forms.map((form) => Buffer.from(form));
  const redactText = (text: string) => forms.reduce((clean, form) => clean.replaceAll(form, MARK), text);
  const redact = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return redactText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(redact);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [redactText(key), redact(item)]));
  };
  return {
    refuse(text, path) {
      for (const form of forms) if (text.includes(form)) fail(path);
    },
    refuseBytes(content, path) {
      const whole = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
      for (const form of bytes) if (whole.includes(form)) fail(path);
    },
    redact: (value) => (forms.length === 0 ? value : cloneFrozenJson(redact(value))),
  };
}
