// G19: eight members speak 200 tokens a second each. The whole run view of the studio, against bare panels that set their state a token.
import { measured, sleep, withBenchPage, withStudio } from './browser.mjs';
import { withHost } from './conversation.mjs';
import { inFolder, median, report, round } from './measure.mjs';
import { PACE, SPEAKERS, speech, TOKEN, TOKENS_A_SECOND } from './speech.mjs';

const ROUNDS = 3;
const SHORT = 8;
const LONG = 24;
const TALK = LONG + 20;

const members = Array.from({ length: SPEAKERS }, (_, index) => `m${index}`);
const team = JSON.stringify({
  format: 'troupe.team',
  formatVersion: 1,
  id: 'speakers',
  form: 'conversation',
  task: 'Speak at once.',
  limits: { globalConcurrency: SPEAKERS, maxTurnsPerMember: 1 },
  members: members.map((id) => ({ id, initialTurn: true, engine: { kind: 'scripted', pace: PACE, turns: [{ say: speech(TALK) }] } })),
  rooms: [{ id: 'all', members }],
});

/** Every token a message of its own, on time; what a late timer missed is sent at once. */
function speak(socket) {
  const text = speech(TALK);
  const start = Date.now();
  socket.send(JSON.stringify({ start }));
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.min(text.length / TOKEN, Math.floor(((Date.now() - start) * TOKENS_A_SECOND) / 1000));
    for (; sent < due; sent += 1)
      for (let index = 0; index < SPEAKERS; index += 1)
        socket.send(JSON.stringify({ index, token: text.slice(sent * TOKEN, (sent + 1) * TOKEN) }));
  }, 1000 / TOKENS_A_SECOND);
  socket.once('close', () => clearInterval(timer));
}

/** Notes of every frame in which a panel's text grew how long ago its newest character was said, by the clock that the server shares. */
function watchSpeech(pace) {
  window.benchLags = [];
  const known = new Map();
  const look = () => {
    for (const text of document.querySelectorAll('article [dir=auto]')) {
      // A block is a line of the text: between two stands a line end.
      const said = text.textContent.length + text.childElementCount - 1;
      if (said === (known.get(text) ?? 0)) continue;
      known.set(text, said);
      const begun = text.closest('article').querySelector('time')?.dateTime;
      window.benchLags.push(Date.now() - (begun === undefined ? window.benchStart : Date.parse(begun)) - (said * 1000) / pace);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Busy milliseconds a second over the first 8 and over all 24 seconds, dropped frames, lateness. */
async function listen(tab) {
  const { page } = tab;
  await page
    .locator('article [dir=auto]')
    .nth(SPEAKERS - 1)
    .waitFor({ state: 'attached' });
  await page.evaluate(watchSpeech, PACE);
  const begin = await measured(tab, () => sleep(SHORT * 1000));
  const rest = await measured(tab, () => sleep((LONG - SHORT) * 1000));
  const lags = (await page.evaluate(() => window.benchLags)).toSorted((a, b) => a - b);
  const wallMs = begin.wallMs + rest.wallMs;
  return {
    short: (begin.busyMs / begin.wallMs) * 1000,
    long: ((begin.busyMs + rest.busyMs) / wallMs) * 1000,
    dropped: (begin.droppedPercent * SHORT + rest.droppedPercent * (LONG - SHORT)) / LONG,
    p95: lags[Math.floor(lags.length * 0.95)],
  };
}

const results = { studio: [], plain: [] };
await inFolder(async (home) => {
  const teamId = await withHost(home, (host) => host.teams.take({ text: team, fileName: '', origin: 'import' }).teamId);
  await withStudio(home, (openStudio) =>
    withBenchPage(async (openPage) => {
      for (let times = 0; times < ROUNDS; times += 1) {
        const plain = await openPage('case=plain-stream');
        results.plain.push(await listen(plain));
        await plain.close();
        const studio = await openStudio(`/teams/${teamId}`);
        await studio.page.getByRole('button', { name: 'Run', exact: true }).click();
        results.studio.push(await listen(studio));
        await studio.page.getByRole('button', { name: 'Stop', exact: true }).click();
        await sleep(1000);
        await studio.close();
      }
    }, speak),
  );
});
const middle = (way, key) => median(results[way].map((one) => one[key]));
const both = (key) => ({ studio: round(middle('studio', key), 1), plain: round(middle('plain', key), 1) });
report(
  'ui-stream',
  {
    busyMsPerSecond: { [SHORT]: both('short'), [LONG]: both('long') },
    droppedPercent: both('dropped'),
    latencyP95Ms: both('p95'),
  },
  [
    { name: 'dropped % while eight members stream', value: middle('studio', 'dropped'), goal: 1 },
    { name: 'busy while streaming, studio / state a token', value: middle('studio', 'long') / middle('plain', 'long'), goal: 0.45 },
    { name: 'busy while streaming, 24 s / 8 s', value: middle('studio', 'long') / middle('studio', 'short'), goal: 1.15 },
    { name: 'latency p95, studio / state a token', value: middle('studio', 'p95') / middle('plain', 'p95'), goal: 0.25 },
  ],
);
