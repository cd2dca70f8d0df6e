import { z } from 'zod';
import { ATTEMPT_CODES } from '../kernel/attempt-codes.ts';
import { isIdentifier } from '../kernel/issues.ts';
import type { JsonValue } from '../kernel/json.ts';

// The document of spec/team-document.md 1 with decisions 32, 33 and 54, as people write it: nothing is filled in here, defaults are the
// compiler's (compile-team.ts, member-settings.ts). Objects are strict so that unknown keys are noticed; they are warnings and kept.

const RESERVED_IDS = new Set(['__proto__', 'constructor', 'prototype']);
/** An address: a kernel identifier that is no special name of JavaScript. Refused as INVALID_ID. */
const Id = z.string().refine((id) => isIdentifier(id) && !RESERVED_IDS.has(id), { params: { code: 'INVALID_ID' } });
/** Any JSON; the reader of the text has vetted it already. */
const Json = z.custom<JsonValue>((value) => value !== undefined);
/** The most a timer can wait: 2^31 - 1 milliseconds, about 24 days. */
const Milliseconds = z.int().min(0).max(2_147_483_647);
const Count = z.int().min(1);
const Coordinate = z.number().min(-1_000_000).max(1_000_000);
const Place = z.strictObject({ x: Coordinate, y: Coordinate });
const Size = z.strictObject({ width: Coordinate, height: Coordinate });

const Post = z.strictObject({ room: Id, text: z.string(), mentions: z.array(Id).optional() });
const ToolCall = z.strictObject({ name: z.string(), input: Json.optional() });
const Step = z.strictObject({ say: z.string().optional(), tools: z.array(ToolCall) });
const Turn = z.strictObject({
  say: z.string().optional(),
  posts: z.array(Post).optional(),
  data: Json.optional(),
  steps: z.array(Step).optional(),
  tools: z.array(ToolCall).optional(),
  delayMs: Milliseconds.optional(),
  fail: z.strictObject({ code: z.enum(ATTEMPT_CODES).optional(), message: z.string().optional() }).optional(),
});
/** One turn of a script: what is said, posted and kept, how long it takes, whether it fails. Texts are templates (template.ts). */
export type ScriptTurn = z.infer<typeof Turn>;

const ScriptedEngine = z.strictObject({
  kind: z.literal('scripted'),
  turns: z.array(Turn).optional(),
  /** What happens when the member gets more turns than the script has. Default `repeat-last`. */
  // oxlint-disable-next-line unicorn/no-thenable -- the name is the document format's, and its value is text, never a function
  then: z.enum(['repeat-last', 'end', 'fail']).optional(),
  /** Characters a second at which text is streamed; 0 or absent: all at once, without parts. */
  pace: z.number().min(0).max(1_000_000).optional(),
});
export type ScriptedEngine = z.infer<typeof ScriptedEngine>;

/** Engines of later versions load and are kept whole; each is one problem (ENGINE_UNAVAILABLE_HERE). */
const LaterEngine = z.looseObject({ kind: z.enum(['model', 'process', 'person', 'recorded']) });
const NamedProfile = z.strictObject({ kind: z.undefined().optional(), profile: z.string().optional() });
const Engine = z.discriminatedUnion('kind', [ScriptedEngine, LaterEngine, NamedProfile]);

const MemberLimits = z.strictObject({
  timeoutMs: Milliseconds.min(1).optional(),
  teardownGraceMs: Milliseconds.optional(),
  inputBytes: z.int().min(0).optional(),
  outputBytes: z.int().min(0).optional(),
  memoryBytes: Count.optional(),
  callTokens: z
    .strictObject({ mode: z.enum(['hard', 'observed']), tokens: Count })
    .nullable()
    .optional(),
  filesChanged: z.int().min(0).optional(),
  linesChanged: z.int().min(0).optional(),
});
const Color = z.int().min(1).max(12);
const Member = z.strictObject({
  id: Id,
  name: z.string().optional(),
  role: z.string().optional(),
  brief: z.string().optional(),
  initialTurn: z.boolean().optional(),
  engine: Engine.optional(),
  limits: MemberLimits.optional(),
  permissions: z.array(z.string()).optional(),
  approve: z.enum(['never', 'writes', 'all']).optional(),
  retrySafe: z.boolean().optional(),
  onEmpty: z.enum(['accept', 'retry', 'fail']).optional(),
  color: Color.optional(),
  at: Place.optional(),
});
export type DocumentMember = z.infer<typeof Member>;

const Room = z.strictObject({ id: Id, name: z.string().optional(), members: z.array(Id), at: Place.optional() });
const Note = z.strictObject({ id: z.string().optional(), text: z.string(), at: Place.optional(), size: Size.optional() });
const Group = z.strictObject({
  id: Id,
  name: z.string().optional(),
  members: z.array(Id),
  at: Place.optional(),
  size: Size.optional(),
});

const head = {
  format: z.literal('troupe.team'),
  formatVersion: z.literal(1),
  id: Id,
  name: z.string().optional(),
  /** Version of the team itself, the definitionVersion of its runs. Default 1. */
  version: Count.optional(),
  task: z.string().optional(),
  notes: z.array(Note).optional(),
  groups: z.array(Group).optional(),
};

const ConversationDocument = z.strictObject({
  ...head,
  form: z.literal('conversation'),
  limits: z.strictObject({ globalConcurrency: Count.optional(), maxTurnsPerMember: Count.optional() }).optional(),
  tailMessages: Count.optional(),
  workspace: z.strictObject({ directory: z.string(), allowedPaths: z.array(z.string()).optional() }).optional(),
  budget: z.strictObject({ usd: z.number().min(0).optional(), tokens: z.int().min(0).optional() }).optional(),
  inputs: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  members: z.array(Member),
  rooms: z.array(Room).optional(),
});
/** A team of form `conversation`, as written. It may carry more keys than these: unknown ones are kept. */
export type ConversationDocument = z.infer<typeof ConversationDocument>;

/** Forms of later versions: the parts that the library and the canvas show are checked, the rest is kept as it is (FORM_UNAVAILABLE). */
const LaterFormDocument = z.looseObject({
  ...head,
  form: z.enum(['room', 'pipeline', 'lead', 'worktree', 'custom']),
  members: z
    .array(
      z.looseObject({
        ...Member.pick({ id: true, name: true, role: true, brief: true, color: true, at: true }).shape,
        engine: z.looseObject({}).optional(),
      }),
    )
    .optional(),
  rooms: z.array(Room).optional(),
});

/** What people keep in Git and write by hand (spec/team-document.md 1), format version 1. */
export const TeamDocument = z.discriminatedUnion('form', [ConversationDocument, LaterFormDocument]);
export type TeamDocument = z.infer<typeof TeamDocument>;

/** True for the form this version can run. */
export const isConversation = (document: TeamDocument): document is ConversationDocument => document.form === 'conversation';
