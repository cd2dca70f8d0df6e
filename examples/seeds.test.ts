import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** What a program of examples/seeds prints, run on the sources as a user would run it. */
async function printed(file: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=source', `examples/seeds/${file}`]);
  return JSON.parse(stdout);
}

it('custom-graph.ts prints what seed 003 prints', async () => {
  const known = (value: number) => ({ kind: 'known', value });
  expect(await printed('custom-graph.ts')).toEqual({
    conformance: true,
    cases: 6,
    state: 'done',
    decision: 'complete',
    planDigest: 'sha256:0b17551b9f4274dca832c040922d71251f9bf52bbd5e9462c6ed781506cd367b',
    dispatches: { min: known(2), max: known(2) },
    maxConcurrency: known(1),
    maxFanOut: known(1),
  });
});

it('team-conversation.ts prints what seed 000 prints', async () => {
  const question = 'Please review: Prepare a release note.';
  const reply = `Reviewed team/writer/1/0: ${question}`;
  expect(await printed('team-conversation.ts')).toEqual({
    messages: [
      { sender: 'writer', text: question },
      { sender: 'reviewer', text: reply },
    ],
    order: ['writer', 'reviewer', 'writer'],
    answers: [
      { name: 'writer', summary: `Finished Prepare a release note.: ${reply}` },
      { name: 'reviewer', summary: 'Draft checked.' },
    ],
    projectionRevision: 10,
    replayAddedEvents: false,
    temporaryDirectoryRemoved: true,
  });
});
