// A conversation of four members who speak in turn, through the real host: what all benches run.
import { createHost } from '../src-main/host/host.ts';
import { loadTeamDocument } from '../src-shared/team-document/load-team-document.ts';

const TEXT = 'The plan holds: ship the parser first, then wire the panel to the log, and let the reviewer check both before the merge. '
  .padEnd(200, 'Two open points are listed below for the next member. ')
  .slice(0, 200);
const SUMMARY = 'Done.';
export const TEXT_BYTES = Buffer.byteLength(TEXT + SUMMARY);
const MEMBERS = ['ada', 'bo', 'cy', 'dee'];

/** The text of a document that runs exactly `turns` turns, then ends at its turn limit. */
export const roundRobin = (turns) =>
  JSON.stringify({
    ...head(MEMBERS),
    limits: { maxTurnsPerMember: turns / MEMBERS.length },
    members: MEMBERS.map((id, index) => ({
      id,
      initialTurn: index === 0,
      engine: {
        kind: 'scripted',
        turns: [{ say: SUMMARY, posts: [{ room: 'all', text: TEXT, mentions: [MEMBERS[(index + 1) % MEMBERS.length]] }] }],
      },
    })),
  });

/** `count` members who have one turn each, all at once, over within one tick. */
export const atOnce = (count) => {
  const members = Array.from({ length: count }, (_, index) => `m${index}`);
  return JSON.stringify({
    ...head(members),
    limits: { globalConcurrency: count },
    members: members.map((id) => ({ id, engine: { kind: 'scripted', turns: [{ say: TEXT }] } })),
  });
};

/** One member who says one long text at a pace, so that parts are saved while it speaks. */
export const streamed = (characters, pace) =>
  JSON.stringify({
    ...head(['ada']),
    members: [{ id: 'ada', engine: { kind: 'scripted', pace, turns: [{ say: 'x'.repeat(characters) }] } }],
  });

const head = (members) => ({
  format: 'troupe.team',
  formatVersion: 1,
  id: 'bench',
  form: 'conversation',
  task: 'Speak in turn.',
  rooms: [{ id: 'all', members }],
});

/** Opens a host on a folder, lets `work` use it, closes it. */
export async function withHost(home, work) {
  const host = createHost({ home, samples: null });
  try {
    return await work(host);
  } finally {
    await host.close();
  }
}

let runs = 0;
/** Runs a document to its end and returns what is stored of the run. */
export async function runToEnd(host, text) {
  const { document, problems } = loadTeamDocument({ text });
  if (document === null || problems.some(({ severity }) => severity === 'error')) throw new Error(JSON.stringify(problems));
  const commandId = `bench${String((runs += 1)).padStart(5, '0')}`;
  const runId = await host.service.start({ document, teamId: null, commandId });
  const ended = await host.service.ended(runId);
  if (ended instanceof Error) throw ended;
  return host.home.runs.get(runId);
}
