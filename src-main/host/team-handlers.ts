import { setTimeout as sleep } from 'node:timers/promises';
import { PIECE } from '../../src-shared/contract/teams-contract.ts';
import type { Problem } from '../../src-shared/team-document/problem.ts';
import { beginning } from './fit-team.ts';
import type { HostParts } from './host-parts.ts';
import type { ContractImplementer } from './implementer.ts';
import { Once } from './once.ts';
import { PULL_MS } from './run-handlers.ts';
import { listFolder } from './team-folder.ts';
import { Uploads } from './uploads.ts';

/** How often a waiting window's team and file are looked at. */
const LOOK_MS = 500;

/** Handlers of the contract's `teams`. `closing` aborts when the host closes: nothing is waited for any more. */
export function teamHandlers(os: ContractImplementer, { home, teams, files }: HostParts, closing: AbortSignal) {
  const imports = new Uploads('file');
  const saves = new Uploads('save');
  const made = new Once<string>();
  const taken = new Once<{ teamId: string | null; problems: readonly Problem[] }>();

  return {
    create: os.teams.create.handler(({ input: { source, commandId } }) => ({
      teamId: made.do(commandId, () => ('template' in source ? teams.fromTemplate(source.template) : teams.copy(source.teamId))),
    })),
    open: os.teams.open.handler(({ input }) => {
      const now = files.head(input.teamId);
      const { text } = teams.open(input.teamId).stored;
      return { ...now, text: pieceOf(text, 0), total: text.length };
    }),
    text: os.teams.text.handler(({ input: { teamId, version, offset } }) => {
      const { text, hash } = teams.textOf(teamId, version);
      return { text: pieceOf(text, offset), total: text.length, hash };
    }),
    next: os.teams.next.handler(async ({ input: { teamId, after }, signal }) => {
      const end = performance.now() + PULL_MS;
      const given = signal === undefined ? closing : AbortSignal.any([closing, signal]);
      for (;;) {
        const now = files.head(teamId);
        const same = now.hash === after.hash && JSON.stringify(now.file) === JSON.stringify(after.file);
        if (!same || given.aborted || performance.now() >= end) return now;
        await sleep(LOOK_MS, undefined, { signal: given }).catch(() => {});
      }
    }),
    save: os.teams.save.handler(({ input: { teamId, base, uploadId, text, done, fresh } }) => {
      const whole = saves.add(uploadId, text, done);
      if (whole === null) return { kind: 'more' as const };
      const head = files.save(teamId, base, whole, fresh);
      return head === null ? { kind: 'behind' as const, head: files.head(teamId) } : { kind: 'saved' as const, head };
    }),
    versions: os.teams.versions.handler(({ input }) => ({ versions: teams.versions(input.teamId) })),
    import: os.teams.import.handler(({ input: { fileName, uploadId, text, done } }) => {
      const whole = imports.add(uploadId, text, done);
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
      return files.head(input.teamId);
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
