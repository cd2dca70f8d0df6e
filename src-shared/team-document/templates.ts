import type { JsonObject } from '../kernel/json.ts';

type Turn = { readonly say: string; readonly posts?: readonly { room: string; text: string; mentions?: readonly string[] }[] };
const scripted = (...turns: Turn[]) => ({ kind: 'scripted', turns });
const head = (name: string, task: string) => ({ format: 'troupe.team', formatVersion: 1, name, form: 'conversation', task });

/** What `New team` offers, in its order. Each runs as it is, with scripted members; the first is an empty canvas. */
export const TEMPLATES = {
  conversation: {
    label: 'Conversation',
    about: 'Members talk in rooms and mention each other',
    document: { ...head('New team', ''), limits: { globalConcurrency: 1, maxTurnsPerMember: 8 }, members: [], rooms: [] },
  },
  'writer-and-reviewer': {
    label: 'Writer and reviewer',
    about: 'A draft, remarks, a better draft',
    document: {
      ...head('Writer and reviewer', 'Write a short release note.'),
      limits: { globalConcurrency: 1, maxTurnsPerMember: 2 },
      members: [
        {
          id: 'writer',
          name: 'Writer',
          role: 'writer',
          brief: 'Draft the text, then work the remarks in.',
          initialTurn: true,
          engine: scripted(
            { say: 'A first draft is ready.', posts: [{ room: 'desk', text: 'Please check: {{task}}', mentions: ['reviewer'] }] },
            { say: 'Finished, with this worked in: {{messages.from.reviewer.last.text}}' },
          ),
          at: { x: 0, y: 0 },
        },
        {
          id: 'reviewer',
          name: 'Reviewer',
          role: 'reviewer',
          brief: 'Check the draft and say what to change.',
          initialTurn: false,
          engine: scripted({
            say: 'Checked.',
            posts: [{ room: 'desk', text: 'Shorter first sentence, then it is fine.', mentions: ['writer'] }],
          }),
          at: { x: 480, y: 0 },
        },
      ],
      rooms: [{ id: 'desk', name: 'Desk', members: ['writer', 'reviewer'], at: { x: 268, y: 120 } }],
    },
  },
  panel: {
    label: 'Panel of three',
    about: 'Three views, and a moderator sums up',
    document: {
      ...head('Panel of three', 'Should the replay bar stay on screen?'),
      limits: { globalConcurrency: 3, maxTurnsPerMember: 2 },
      members: [
        {
          id: 'moderator',
          name: 'Moderator',
          role: 'moderator',
          brief: 'Put the question to the panel, then sum up what they said.',
          initialTurn: true,
          engine: scripted(
            { say: 'The question is out.', posts: [{ room: 'panel', text: '{{task}}', mentions: ['designer', 'engineer', 'reader'] }] },
            {
              say: 'Designer: {{messages.from.designer.last.text}} Engineer: {{messages.from.engineer.last.text}} Reader: {{messages.from.reader.last.text}}',
            },
          ),
          at: { x: 0, y: 120 },
        },
        {
          id: 'designer',
          name: 'Designer',
          role: 'designer',
          brief: 'Judge how clear it is.',
          initialTurn: false,
          engine: scripted({
            say: 'Said my part.',
            posts: [{ room: 'panel', text: 'It is clear, and it may be smaller.', mentions: ['moderator'] }],
          }),
          at: { x: 480, y: 0 },
        },
        {
          id: 'engineer',
          name: 'Engineer',
          role: 'engineer',
          brief: 'Judge what it costs.',
          initialTurn: false,
          engine: scripted({ say: 'Said my part.', posts: [{ room: 'panel', text: 'It costs nothing to keep.' }] }),
          at: { x: 480, y: 120 },
        },
        {
          id: 'reader',
          name: 'Reader',
          role: 'reader',
          brief: 'Judge whether it helps.',
          initialTurn: false,
          engine: scripted({ say: 'Said my part.', posts: [{ room: 'panel', text: 'I look for it when something went wrong.' }] }),
          at: { x: 480, y: 240 },
        },
      ],
      rooms: [{ id: 'panel', name: 'Panel', members: ['moderator', 'designer', 'engineer', 'reader'], at: { x: 268, y: 240 } }],
    },
  },
} as const satisfies Record<string, { label: string; about: string; document: JsonObject }>;

export type TemplateId = keyof typeof TEMPLATES;
export const TEMPLATE_IDS = ['conversation', 'writer-and-reviewer', 'panel'] as const satisfies readonly TemplateId[];
