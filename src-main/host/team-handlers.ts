import { setTimeout as sleep } from 'node:timers/promises';
import type { TeamHead } from '../../src-shared/contract/teams-contract.ts';
import { digestText } from '../../src-shared/kernel/digest.ts';
import { TEXT_LIMIT } from '../../src-shared/run/fit-json.ts';
import { loadTeamDocument } from '../../src-shared/team-document/load-team-document.ts';
import type { Problem } from '../../src-shared/team-document/problem.ts';
import { readChanges } from '../../src-shared/team-document/read-changes.ts';
import { beginning } from './fit-team.ts';
import { HostError } from './host-error.ts';
import type { HostParts } from './host-parts.ts';
import type { ContractImplementer } from './implementer.ts';
import { Once } from './once.ts';
import { PULL_MS } from './run-handlers.ts';
import { listFolder } from './team-folder.ts';
import { toText } from './team-library.ts';
import { Uploads } from './uploads.ts';

/** How often a waiting window's team and file are looked at. */
const LOOK_MS = 500;
/** Most UTF-16 units of a text in one frame. */
const PIECE = 131_072;

/** Handlers of the contract's `teams`. `closing` aborts when the host closes: nothing is waited for any more. */
export function teamHandlers(os: ContractImplementer, { home, teams, files }: HostParts, closing: AbortSignal) {
  const uploads = new Uploads();
  const made = new Once<string>();
  const taken = new Once<{ teamId: string | null; problems: readonly Problem[] }>();

  const head = (teamId: string): TeamHead => {
    const file = files.look(teamId);
    const { id, name, origin, format, version, hash, updatedAt } = teams.row(teamId);
    return { id, name: beginning(name, 200), origin, format, version, hash, updatedAt, file };
  };

  return {
    get: os.teams.get.handler(({ input }) => {
      const { stored, document, team, problems } = teams.open(input.teamId);
      const { id, name, form, origin, updatedAt } = stored;
      const task = document?.task ?? '';
      return {
        id,
        name: beginning(name, 200),
        form,
        origin,
        updatedAt,
        team,
        task: task.length <= TEXT_LIMIT ? task : null,
        problems: [...problems],
      };
    }),
    create: os.teams.create.handler(({ input: { source, commandId } }) => ({
      teamId: made.do(commandId, () => ('template' in source ? teams.fromTemplate(source.template) : teams.copy(source.teamId))),
    })),
    open: os.teams.open.handler(({ input }) => {
      const now = head(input.teamId);
      const { text } = teams.open(input.teamId).stored;
      return { ...now, text: pieceOf(text, 0), total: text.length };
    }),
    text: os.teams.text.handler(({ input: { teamId, version, offset } }) => {
      const { stored } = teams.open(teamId);
      const text = version === null || version === stored.version ? stored.text : home.teams.textOf(teamId, version);
      if (text === null)
        throw new HostError('UNKNOWN_VERSION', `Team "${teamId}" has no version ${version}; its newest is ${stored.version}.`);
      return { text: pieceOf(text, offset), total: text.length, hash: text === stored.text ? stored.hash : digestText(text) };
    }),
    next: os.teams.next.handler(async ({ input: { teamId, after }, signal }) => {
      const end = performance.now() + PULL_MS;
      const given = signal === undefined ? closing : AbortSignal.any([closing, signal]);
      for (;;) {
        const now = head(teamId);
        const same = now.hash === after.hash && JSON.stringify(now.file) === JSON.stringify(after.file);
        if (!same || given.aborted || performance.now() >= end) return now;
        await sleep(LOOK_MS, undefined, { signal: given }).catch(() => {});
      }
    }),
    save: os.teams.save.handler(({ input: { teamId, base, uploadId, text, done, fresh } }) => {
      const whole = uploads.add(uploadId, text, done);
      if (whole === null) return { kind: 'more' as const };
      const file = files.look(teamId); // what was changed in the file comes first
      const { hash, fileHash } = teams.row(teamId);
      if (hash !== base) return { kind: 'behind' as const, head: head(teamId) };
      // The last text that the file had too stays a version: later changes of both are told apart by it.
      const departs = file !== null && file.state !== 'in-step' && hash === fileHash;
      const changes = readChanges(whole);
      if (changes === null)
        throw new HostError('SAVE_REFUSED', `Team "${teamId}" was not changed: what came in is no list of changes. Load the team again.`);
      const saved = teams.change(teamId, base, changes, fresh || departs);
      return { kind: saved === null ? ('behind' as const) : ('saved' as const), head: head(teamId) };
    }),
    versions: os.teams.versions.handler(({ input: { teamId } }) => {
      teams.row(teamId);
      const versions = home.teams.versions(teamId).map(({ members, rooms, ...rest }) => {
        if (members !== null && rooms !== null) return { ...rest, members, rooms };
        const text = home.teams.textOf(teamId, rest.version) ?? '';
        const counted = toText(text, loadTeamDocument({ text }));
        return { ...rest, members: counted.members, rooms: counted.rooms };
      });
      return { versions };
    }),
    import: os.teams.import.handler(({ input: { fileName, uploadId, text, done } }) => {
      const whole = uploads.add(uploadId, text, done);
      if (whole === null) return { teamId: null, problems: [] };
      const { teamId, problems } = taken.do(uploadId, () => teams.take({ text: whole, fileName, origin: 'import' }));
      return { teamId, problems: [...problems] };
    }),
    openFile: os.teams.openFile.handler(({ input }) => {
      const { teamId, problems } = files.open(input.path);
      return { teamId, problems: [...problems] };
    }),
    folder: os.teams.folder.handler(({ input }) => listFolder(input.path)),
    unlink: os.teams.unlink.handler(({ input }) => {
      files.unlink(input.teamId);
      return head(input.teamId);
    }),
    remove: os.teams.remove.handler(({ input }) => {
      teams.row(input.teamId);
      home.teams.remove(input.teamId);
      return {};
    }),
  };
}

/** A piece of a text that ends between two characters. */
const pieceOf = (text: string, offset: number): string => beginning(text.slice(offset), PIECE);
