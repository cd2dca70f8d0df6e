import { describe, expect, it } from 'vitest';
import { digestJson } from '../kernel/canonical-json.ts';
import { compileTeamDocument } from './compile-team.ts';
import { loadTeamDocument } from './load-team-document.ts';
import { memberSettings } from './member-settings.ts';
import { type ConversationDocument, isConversation } from './schema.ts';

const HEAD = { format: 'troupe.team', formatVersion: 1, form: 'conversation' };
function conversation(fields: object): ConversationDocument {
  const { document, problems } = loadTeamDocument({ text: JSON.stringify({ ...HEAD, ...fields }) });
  if (document === null || !isConversation(document)) throw new Error(JSON.stringify(problems));
  return document;
}
const MEMBER = { id: 'a', engine: { kind: 'scripted' } };

describe('compileTeamDocument', () => {
  it('compiles the document of the specification to the definition of seed 000, digest included', () => {
    const document = conversation({
      id: 'release-team',
      task: 'Prepare a release note.',
      limits: { globalConcurrency: 1, maxTurnsPerMember: 2 },
      tailMessages: 3,
      members: [
        {
          ...MEMBER,
          id: 'writer',
          name: 'Writer',
          role: 'writer',
          brief: 'Draft the release note.',
          initialTurn: true,
          at: { x: 0, y: 0 },
        },
        { ...MEMBER, id: 'reviewer', role: 'reviewer', brief: 'Check the draft.', initialTurn: false },
      ],
      rooms: [{ id: 'review', name: 'Review', members: ['writer', 'reviewer'] }],
    });
    expect(digestJson(compileTeamDocument(document).definition)).toBe(
      'sha256:23b66781ed9fb3fae916957a6b10a34c3167c73a32fafb6be04ef0d432ff51bf',
    );
  });

  it('fills in the defaults of decisions 32, and leaves communication out without rooms', () => {
    expect(compileTeamDocument(conversation({ id: 't', members: [{ ...MEMBER, name: 'Ada' }], rooms: [] })).definition).toEqual({
      id: 't',
      definitionVersion: 1,
      data: { task: '', globalConcurrency: 1, maxTurnsPerMember: 8 },
      nodes: [{ id: 'a', data: { role: 'Ada', brief: '' } }],
      edges: [],
    });
    const { data } = compileTeamDocument(conversation({ members: [MEMBER], rooms: [{ id: 'r', members: [] }] })).definition;
    expect(data.communication).toEqual({ rooms: [{ id: 'r', members: [] }], tailMessages: 20 });
  });

  it('takes the version as definitionVersion, and the task and inputs chosen for the run', () => {
    const document = conversation({ version: 4, task: 'Old', inputs: { city: 'Verden', pages: 2 }, members: [MEMBER] });
    expect(compileTeamDocument(document, { task: 'New', inputs: { city: 'Celle' } })).toMatchObject({
      definition: { definitionVersion: 4, data: { task: 'New' } },
      inputs: { city: 'Celle', pages: 2 },
      problems: [],
    });
  });

  it('reports a chosen input that the document does not declare, and does not pass it on', () => {
    const { inputs, problems } = compileTeamDocument(conversation({ inputs: { city: 'x' }, members: [MEMBER] }), { inputs: { cty: 'y' } });
    expect(inputs).toEqual({ city: 'x' });
    expect(problems).toMatchObject([
      { code: 'UNKNOWN_INPUT', severity: 'error', message: 'The team has no input called cty. It has: city.' },
    ]);
  });
});

describe('memberSettings', () => {
  it('has the defaults of decisions 12 and 32', () => {
    expect(memberSettings(conversation({ members: [MEMBER] }), 'a')).toMatchObject({
      name: 'a',
      approve: 'writes',
      retrySafe: true,
      onEmpty: 'accept',
      permissions: [],
      policy: {
        timeoutMs: 600_000,
        teardownGraceMs: 5000,
        inputBytes: 1_048_576,
        outputBytes: 1_048_576,
        memoryBytes: 1_073_741_824,
        callTokens: null,
        filesChanged: Number.MAX_SAFE_INTEGER,
        linesChanged: Number.MAX_SAFE_INTEGER,
      },
    });
  });

  it('takes what the document says instead', () => {
    const member = {
      ...MEMBER,
      name: 'Ada',
      limits: { timeoutMs: 50, callTokens: { mode: 'hard', tokens: 9 } },
      retrySafe: false,
      onEmpty: 'fail',
      approve: 'all',
      permissions: ['net'],
    };
    expect(memberSettings(conversation({ members: [member] }), 'a')).toMatchObject({
      name: 'Ada',
      approve: 'all',
      retrySafe: false,
      onEmpty: 'fail',
      permissions: ['net'],
      policy: { timeoutMs: 50, outputBytes: 1_048_576, callTokens: { mode: 'hard', tokens: 9 } },
    });
  });

  it('throws for a member that is not there', () => {
    expect(() => memberSettings(conversation({ members: [MEMBER] }), 'b')).toThrow(/no scripted member b/u);
  });
});
