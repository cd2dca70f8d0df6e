import { pointerStep } from './json.ts';

/** Path of the first object or array in a value that is not frozen, null if all are. */
export const firstChangeable = (value: unknown): string | null => firstWhere(value, '', (container) => !Object.isFrozen(container));

/** Path of the first non-empty object or array in a value that is frozen, null if none is. */
export const firstFrozen = (value: unknown): string | null => firstWhere(value, '', (container) => Object.isFrozen(container));

function firstWhere(value: unknown, path: string, found: (container: object) => boolean): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (found(value)) return path;
  for (const [key, item] of Object.entries(value)) {
    const inside = firstWhere(item, path + pointerStep(key), found);
    if (inside !== null) return inside;
  }
  return null;
}
