import { oc } from '@orpc/contract';
import { z } from 'zod';
import { RunStatus } from '../run/run-status.ts';
import { Problem } from '../team-document/problem.ts';
import { TEMPLATE_IDS } from '../team-document/templates.ts';
import { CommandId, TeamId } from './ids.ts';

/** Most UTF-16 units of a document in one frame: a frame holds 1 MiB, and a unit takes up to six bytes as an escape. */
export const PIECE = 131_072;
const Piece = z.string().max(PIECE);
const Origin = z.enum(['sample', 'import', 'studio']);

export const TeamRow = z.object({
  id: z.string(),
  name: z.string(),
  form: z.string(),
  origin: Origin,
  /** The file it is linked to. */
  path: z.string().nullable(),
  /** Colours (1-12) of its first twelve members, and how many there are. */
  colors: z.array(z.int().min(1).max(12)),
  memberCount: z.int(),
  errors: z.int(),
  warnings: z.int(),
  updatedAt: z.string(),
  lastRun: z.object({ runId: z.string(), status: RunStatus }).nullable(),
});
export type TeamRow = z.infer<typeof TeamRow>;

/** The file a team is linked to (decisions.md 37), and how the two stand. */
const LinkedFile = z.object({
  path: z.string(),
  /** `unreadable`: what stands in the file is no team document; `unwritable`: the newest text is in the library only. */
  state: z.enum(['in-step', 'missing', 'unreadable', 'unwritable']),
  /** What is wrong and what to do; null when in step. */
  message: z.string().nullable(),
});

/** A team of the library without its text. `hash` is the digest of its newest text: who saves names the text it changed. */
export const TeamHead = z.object({
  id: z.string(),
  /** What lists call it: the document's name, else its id. */
  name: z.string(),
  origin: Origin,
  format: z.enum(['yaml', 'json']),
  version: z.int(),
  hash: z.string(),
  updatedAt: z.string(),
  file: LinkedFile.nullable(),
});
export type TeamHead = z.infer<typeof TeamHead>;

const TeamVersion = z.object({
  version: z.int(),
  /** When its text was last changed. */
  at: z.string(),
  /** Where it came from; `file`: a change made outside of Troupe in the linked file. */
  by: z.enum(['sample', 'import', 'studio', 'file']),
  members: z.int(),
  rooms: z.int(),
});

/** Teams of the library: their documents travel as text, in pieces, and are read by the one loader on both sides. */
export const teamsContract = {
  /** A new team: from a template of team-document/templates.ts, or a copy of another team under a name of its own. */
  create: oc
    .input(
      z.strictObject({
        source: z.union([z.strictObject({ template: z.enum(TEMPLATE_IDS) }), z.strictObject({ teamId: TeamId })]),
        commandId: CommandId,
      }),
    )
    .output(z.object({ teamId: z.string() })),
  /** The newest text: its first piece; the rest with `text`. UNKNOWN_TEAM. */
  open: oc.input(z.strictObject({ teamId: TeamId })).output(TeamHead.extend({ text: z.string(), total: z.int() })),
  /** A piece of a text, from `offset` (UTF-16 units) on: of a saved version, or with null of the newest. UNKNOWN_TEAM, UNKNOWN_VERSION. */
  text: oc
    .input(z.strictObject({ teamId: TeamId, version: z.int().min(1).nullable(), offset: z.int().min(0) }))
    .output(z.object({ text: z.string(), total: z.int(), hash: z.string() })),
  /** Answers when the team differs from the head with that hash and file state: another window saved, its file changed outside. */
  next: oc.input(z.strictObject({ teamId: TeamId, after: TeamHead.pick({ hash: true, file: true }) })).output(TeamHead),
  /**
   * Applies changes (a JSON list of DocumentChange, in pieces as in `import`) to the text whose digest is `base`. `behind` when that is no
   * longer the newest: nothing was written, read it and try again on top of it. A save goes into the version of the same sitting;
   * `fresh` begins a new one. SAVE_REFUSED when the changes are no changes of a document.
   */
  save: oc
    .input(
      z.strictObject({ teamId: TeamId, base: z.string().max(80), uploadId: CommandId, text: Piece, done: z.boolean(), fresh: z.boolean() }),
    )
    .output(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('more') }),
        z.object({ kind: z.literal('saved'), head: TeamHead }),
        z.object({ kind: z.literal('behind'), head: TeamHead }),
      ]),
    ),
  /** Newest first. */
  versions: oc.input(z.strictObject({ teamId: TeamId })).output(z.object({ versions: z.array(TeamVersion) })),
  /**
   * Takes a document into the library, in pieces: every call adds `text` to the upload, the one with `done` reads the whole. With errors it
   * is kept too, unless it cannot be read at all (`teamId` null, `problems` say why).
   */
  import: oc
    .input(z.strictObject({ fileName: z.string().max(255), uploadId: CommandId, text: Piece, done: z.boolean() }))
    .output(z.object({ teamId: z.string().nullable(), problems: z.array(Problem) })),
  /** Opens a file of this machine and links the team to it: the same file again is the same team. FILE_UNREADABLE. */
  openFile: oc
    .input(z.strictObject({ path: z.string().min(1).max(4096) }))
    .output(z.object({ teamId: z.string().nullable(), problems: z.array(Problem) })),
  /** Folders and team files of one folder of this machine, for the dialog of `Open file`; null is the person's own folder. FILE_UNREADABLE. */
  folder: oc.input(z.strictObject({ path: z.string().max(4096).nullable() })).output(
    z.object({
      path: z.string(),
      parent: z.string().nullable(),
      folders: z.array(z.string()),
      files: z.array(z.string()),
      /** True when not everything is listed. */
      more: z.boolean(),
    }),
  ),
  /** The team stays in the library, its file stays as it is; they go separate ways. */
  unlink: oc.input(z.strictObject({ teamId: TeamId })).output(TeamHead),
  /** Takes a team out of the library, its versions too; its runs and its file stay. */
  remove: oc.input(z.strictObject({ teamId: TeamId })).output(z.object({})),
};
