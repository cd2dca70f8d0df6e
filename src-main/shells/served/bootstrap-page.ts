import { createHash } from 'node:crypto';

// The fragment is `#token=...&to=/runs/x`, or the studio's own address `#/runs/x` in a browser that is in already.
// Leaving through /open makes the next request a same-origin one, so that the Strict cookie goes with it; the fragment survives the redirect.
const SCRIPT = `
const fragment = location.hash.slice(1);
const given = new URLSearchParams(fragment);
const token = given.get('token');
const to = fragment.startsWith('/') ? fragment : (given.get('to') ?? '');
history.replaceState(null, '', '/');
const ask = token === null ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) };
const answer = await fetch('/session', ask).catch(() => null);
if (answer?.ok) location.replace('/open' + (to.startsWith('/') ? '#' + to : ''));
else document.querySelector('p').textContent = answer === null
  ? 'Troupe does not answer. Start it again with "npm start" or "troupe serve".'
  : 'This address needs the token of the running Troupe. Open the whole address that "troupe serve" printed, or use "npm start".';
`;
const STYLE = `
:root { color-scheme: light dark; }
body { display: grid; place-items: center; min-height: 90vh; margin: 2rem; font: 15px/1.5 system-ui, sans-serif; }
p { max-width: 32rem; }
`;
const source = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The one page that a browser without a cookie gets: it changes the token of its address for a cookie and goes on to the studio. */
export const BOOTSTRAP_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Troupe</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main><p role="status">Opening Troupe…</p></main><script type="module">${SCRIPT}</script></body>
</html>
`;
/** Its policy: exactly this script and this style, and requests to its own server. */
export const BOOTSTRAP_POLICY = `default-src 'none'; script-src ${source(SCRIPT)}; style-src ${source(STYLE)}; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
