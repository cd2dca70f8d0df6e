import { isJsonObject, type JsonValue } from '../kernel/json.ts';
import type { Finding } from './finding.ts';
import { shown } from './shown.ts';

/** Deepest nesting of lists and groups (decisions.md 15). */
export const MAX_DEPTH = 256;
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
export const TOO_DEEP = `The file is nested deeper than ${MAX_DEPTH} levels. Flatten it.`;

/**
 * Checks what a parser made of a text: keys that reach a prototype (faults.md F1), depth, half characters, numbers that are none. With
 * `isUsable` false the value may not be used for anything.
 */
export function vetValue(value: unknown): { readonly isUsable: boolean; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  let isUsable = true;
  const refuse = (code: Finding['code'], path: Finding['path'], message: string) => {
    isUsable = false;
    findings.push({ code, severity: 'error', path, message });
  };
  const wrong = (path: Finding['path'], message: string) => findings.push({ code: 'INVALID_VALUE', severity: 'error', path, message });

  const visit = (item: unknown, path: Finding['path'], depth: number): void => {
    if (!isUsable) return;
    if (typeof item === 'string') {
      if (!item.isWellFormed()) wrong(path, 'This text holds half of a character (a lone surrogate). Write the whole character.');
    } else if (typeof item === 'number') {
      if (!Number.isFinite(item)) wrong(path, `${item} is no number that can be kept. Write a finite number.`);
    } else if (typeof item === 'object' && item !== null) {
      if (depth >= MAX_DEPTH) return refuse('DOCUMENT_TOO_DEEP', [], TOO_DEEP);
      if (Array.isArray(item)) return item.forEach((entry, index) => visit(entry, [...path, index], depth + 1));
      for (const [key, entry] of Object.entries(item)) {
        const here = [...path, key];
        if (UNSAFE_KEYS.has(key) || !key.isWellFormed())
          return refuse(
            'UNSAFE_KEY',
            here,
            `The key ${shown(key)} is not allowed, because JavaScript treats it specially. Remove or rename it.`,
          );
        visit(entry, here, depth + 1);
      }
    }
  };
  visit(value, [], 0);
  return { isUsable, findings };
}

/** What JSON.parse gives is JSON by construction; this only says so to the compiler. */
export const isParsedJson = (value: unknown): value is JsonValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value) || isJsonObject(value);
