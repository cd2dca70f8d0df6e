const TOKEN =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|((?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])))/uy;

/** The index from which a text is no JSON any more; its length when it only ends too early. Browsers do not all tell. */
export function jsonErrorAt(text: string): number {
  const open: ('{' | '[')[] = [];
  /** What may stand next: a value, a key, a colon, or a comma; a bracket may close where nothing or a whole item stands before it. */
  let next: 'value' | 'key' | 'colon' | 'comma' = 'value';
  let mayClose = false;
  TOKEN.lastIndex = 0;
  for (;;) {
    const from = TOKEN.lastIndex;
    const [found, sign, string, word] = TOKEN.exec(text) ?? [];
    if (found === undefined) return from + (/^[ \t\r\n]*/u.exec(text.slice(from))?.[0].length ?? 0);
    const at = from + found.length - (sign ?? string ?? word ?? '').length;
    if (sign === '}' || sign === ']') {
      if (!mayClose || open.pop() !== (sign === '}' ? '{' : '[')) return at;
      [next, mayClose] = ['comma', true];
    } else if (next === 'value' && sign === '{') {
      open.push('{');
      [next, mayClose] = ['key', true];
    } else if (next === 'value' && sign === '[') {
      open.push('[');
      [next, mayClose] = ['value', true];
    } else if (next === 'value' && sign === undefined) [next, mayClose] = ['comma', true];
    else if (next === 'key' && string !== undefined) [next, mayClose] = ['colon', false];
    else if (next === 'colon' && sign === ':') [next, mayClose] = ['value', false];
    else if (next === 'comma' && sign === ',' && open.length > 0) [next, mayClose] = [open.at(-1) === '{' ? 'key' : 'value', false];
    else return at;
  }
}
