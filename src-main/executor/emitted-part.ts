import { cloneFrozenJson, type JsonValue } from '../../src-shared/kernel/json.ts';
import type { PartKind } from '../../src-shared/run/storage.ts';

export interface EmittedPart {
  readonly kind: PartKind;
  readonly data: JsonValue;
}

const KINDS: ReadonlySet<string> = new Set<PartKind>(['text', 'reasoning', 'tool-call', 'tool-result', 'error']);

/**
 * What an engine may call for each thing it streams. It gets a TypeError for what is no part; text goes on as well-formed text, the first
 * half of a character that was split between two chunks waiting for the second.
 */
export function checkParts(pass: (part: EmittedPart) => void): (part: EmittedPart) => void {
  const halves = new Map<string, string>();
  return ({ kind, data }) => {
    if (!KINDS.has(kind)) throw new TypeError(`A turn cannot stream a part of kind ${JSON.stringify(kind)}; use ${[...KINDS].join(', ')}.`);
    if (kind !== 'text' && kind !== 'reasoning') return pass({ kind, data: cloneFrozenJson(data) });
    if (typeof data !== 'string') throw new TypeError(`A part of kind "${kind}" is text; this one is ${typeof data}.`);
    const text = (halves.get(kind) ?? '') + data;
    const half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
    halves.set(kind, half);
    const whole = (half === '' ? text : text.slice(0, -1)).toWellFormed();
    if (whole !== '') pass({ kind, data: whole });
  };
}
