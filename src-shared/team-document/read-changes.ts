import { z } from 'zod';
import type { JsonValue } from '../kernel/json.ts';
import type { DocumentChange } from './document-change.ts';
import { vetValue } from './vet-value.ts';

/** Any JSON; the whole list has been vetted before. */
const Json = z.custom<JsonValue>((value) => value !== undefined);
const Step = z.union([z.string(), z.int().min(0), z.strictObject({ id: z.string() })]);
const Path = z.array(Step).max(300);
const Changes: z.ZodType<DocumentChange[]> = z.array(
  z.union([
    z.strictObject({ path: Path, order: z.strictObject({ before: z.array(z.string()), after: z.array(z.string()) }) }),
    z.strictObject({
      path: Path,
      before: Json.exactOptional(),
      after: Json.exactOptional(),
      behind: z.string().nullable().exactOptional(),
    }),
  ]),
);

/** A list of changes out of its JSON; null when it is none, or holds keys that reach a prototype (faults.md F1). Never throws. */
export function readChanges(text: string): DocumentChange[] | null {
  try {
    const value: unknown = JSON.parse(text);
    const { isUsable, findings } = vetValue(value);
    return isUsable && findings.length === 0 ? (Changes.safeParse(value).data ?? null) : null;
  } catch {
    return null;
  }
}
