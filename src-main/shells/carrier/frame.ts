import { z } from 'zod';

/** What came over the line: a call or the abort of one, a call to refuse by name, or nonsense that ends the line. */
export type Frame =
  | { kind: 'call'; id: string }
  | { kind: 'abort'; id: string }
  | { kind: 'refuse'; id: string; message: string }
  | Nonsense;
type Nonsense = { kind: 'nonsense'; reason: string };

const Id = z.string().min(1).max(32);
// oRPC's peer frames, narrowed to what the contract uses: plain JSON input, no headers, no streams, no types revived on this side.
const Call = z.strictObject({
  i: Id,
  p: z.strictObject({ u: z.string().regex(/^(\/[A-Za-z]\w*)+$/), b: z.strictObject({ json: z.unknown().optional() }).optional() }),
});
const Abort = z.strictObject({ i: Id, t: z.literal(4) });

const RESERVED_KEY = '__proto__';
/** The key as it stands, or any escaped ASCII letter or underscore (JSON.stringify never writes those), which could spell it. */
const MAY_HOLD_RESERVED_KEY = /__proto__|\\u00[4-7]/i;
/** As deep as JSON may be anywhere (spec/decisions.md 15), and the frame's own three levels. */
const MAX_DEPTH = 256 + 3;

/** Reads one text frame of a client that nobody trusts. Never throws, never recurses. */
export function readFrame(text: string): Frame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'nonsense', reason: 'a frame must be JSON' };
  }
  const abort = Abort.safeParse(value);
  if (abort.success) return { kind: 'abort', id: abort.data.i };
  const id = Id.safeParse(typeof value === 'object' && value !== null && 'i' in value ? value.i : undefined);
  if (!id.success) return { kind: 'nonsense', reason: 'a frame needs an id' };
  const refuse = (message: string): Frame => ({ kind: 'refuse', id: id.data, message });
  if (!Call.safeParse(value).success) return refuse('This frame is neither a call of the contract nor the abort of one.');
  const keys = MAY_HOLD_RESERVED_KEY.test(text);
  if (text.length > MAX_DEPTH && isTooDeep(text)) return refuse(`The input is nested deeper than ${MAX_DEPTH - 3} levels.`);
  if (keys && holdsReservedKey(text)) return refuse(`The input has a key named ${RESERVED_KEY}, which no value of the contract may have.`);
  return { kind: 'call', id: id.data };
}

// A property that JSON.parse made of that key is an own one; its reviver sees every key. Depth is checked before: a reviver recurses.
function holdsReservedKey(text: string): boolean {
  let found = false;
  JSON.parse(text, (key, value: unknown) => {
    found ||= key === RESERVED_KEY;
    return value;
  });
  return found;
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') {
      if (++depth > MAX_DEPTH) return true;
    } else if (char === '}' || char === ']') depth--;
  }
  return false;
}
