// What the host's tests share: a real home, the real router, clients that fold as the studio does.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient, ORPCError } from '@orpc/server';
import { expect, onTestFinished, vi } from 'vitest';
import { compileStoredGraph, isTeamState } from '../../src-shared/graph-types/stored-graph.ts';
import type { ErrorCode } from '../../src-shared/kernel/error-codes.ts';
import type { RunStatus } from '../../src-shared/run/run-status.ts';
import { createRunFold, type RunFold } from '../../src-shared/run/run-fold.ts';
import type { RunView } from '../../src-shared/run/run-view.ts';
import { createHost, type Host } from './host.ts';
import { newestView } from './run-reader.ts';

vi.setConfig({ testTimeout: 60_000 }); // real runs on a machine that may be busy

export function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'troupe-host-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** A host on a home (default: a new one), closed with the test unless it is closed before, and a client of its router. */
export function openHost(home = temporaryHome()) {
  const host = createHost({ home, samples: null });
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await host.close();
  };
  onTestFinished(close);
  return { home, host, close, client: createRouterClient(host.router) };
}
export type Client = ReturnType<typeof openHost>['client'];

/** Who says what how fast; one line a member and turn. */
export interface Script {
  readonly id?: string;
  readonly members: Readonly<
    Record<string, { turns?: object[]; pace?: number; initialTurn?: boolean; retrySafe?: boolean } & Record<string, unknown>>
  >;
  readonly rooms?: readonly { readonly id: string; readonly members: readonly string[] }[];
  readonly limits?: object;
  readonly task?: string;
}
/** A conversation as the text of a document. */
export function teamText({ id = 'team', members, rooms, limits, task = 'Try it.' }: Script): string {
  return JSON.stringify({
    format: 'troupe.team',
    formatVersion: 1,
    id,
    form: 'conversation',
    task,
    ...(limits && { limits }),
    members: Object.entries(members).map(([member, { turns = [], pace, ...rest }]) => ({
      id: member,
      // oxlint-disable-next-line unicorn/no-thenable -- the document format's name
      engine: { kind: 'scripted', turns, then: 'end', ...(pace !== undefined && { pace }) },
      ...rest,
    })),
    ...(rooms && { rooms }),
  });
}

let commands = 0;
export const newCommand = () => `command${String((commands += 1)).padStart(8, '0')}`;

/** Takes a text into the library in pieces, as the studio does. */
export async function importText(client: Client, text: string, fileName = 'team.troupe.json') {
  const uploadId = newCommand();
  for (let at = 0; ; at += 131_072) {
    const done = at + 131_072 >= text.length;
    const answer = await client.teams.import({ fileName, uploadId, text: text.slice(at, at + 131_072), done });
    if (done) return answer;
  }
}
/** Imports a team and starts a run of it. */
export async function startRun(client: Client, script: Script | string): Promise<string> {
  const { teamId, problems } = await importText(client, typeof script === 'string' ? script : teamText(script));
  if (teamId === null) throw new Error(JSON.stringify(problems));
  return (await client.runs.start({ teamId, task: null, commandId: newCommand() })).runId;
}

export async function statusOf(client: Client, runId: string): Promise<RunStatus | undefined> {
  const { runs } = await client.library.next({ after: null, search: '', limit: 1000 });
  return runs.find((run) => run.runId === runId)?.status;
}
export async function settled(client: Client, runId: string, status: RunStatus): Promise<void> {
  await expect.poll(() => statusOf(client, runId), { timeout: 15_000, interval: 10 }).toBe(status);
}

/** The refusal of a call; fails when it is answered, or refused with another code. */
export async function refusal(code: ErrorCode, call: Promise<unknown>): Promise<ORPCError<string, unknown>> {
  const error = await call.then(
    (answer) => new Error(`answered with ${JSON.stringify(answer).slice(0, 300)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ORPCError)) throw error;
  expect(error.code).toBe(code);
  return error;
}

/** A window's follower: what it has folded, and how often it was given a snapshot. */
export class Follower {
  readonly #client: Client;
  readonly #runId: string;
  readonly #parts: boolean;
  #fold: RunFold | null = null;
  after: string | null = null;
  view: RunView | null = null;
  status: RunStatus | null = null;
  snapshots = 0;
  items = 0;
  largest = 0;

  constructor(client: Client, runId: string, { parts = true }: { readonly parts?: boolean } = {}) {
    [this.#client, this.#runId, this.#parts] = [client, runId, parts];
  }

  /** One pull. */
  async pull(): Promise<void> {
    const answer = await this.#client.runs.next({ runId: this.#runId, after: this.after, parts: this.#parts });
    // It travels as JSON.
    const text = JSON.stringify(answer);
    this.largest = Math.max(this.largest, Buffer.byteLength(text));
    const told: typeof answer = JSON.parse(text);
    this.after = told.cursor;
    this.status = told.head.status;
    if (told.kind === 'snapshot') {
      this.snapshots += 1;
      const graph = compileStoredGraph('team', 1, told.definition);
      if (graph === null) throw new Error('the definition does not compile');
      this.#fold = createRunFold(graph);
      this.view = told.view;
    } else if (this.#fold !== null && this.view !== null) {
      this.items += told.items.length;
      this.view = this.#fold.apply(this.view, told.items);
    }
  }
  /** Pulls until the run has this status. */
  async until(...statuses: readonly RunStatus[]): Promise<this> {
    while (this.status === null || !statuses.includes(this.status)) await this.pull();
    return this;
  }
  /** Pulls until something holds of the view. */
  async untilView(holds: (view: RunView) => boolean): Promise<this> {
    while (this.view === null || !holds(this.view)) await this.pull();
    return this;
  }
}

/** The view of a run folded from its log, as it would travel. */
export async function loggedView(host: Host, runId: string): Promise<RunView> {
  const { graph, stream } = await host.service.load(runId);
  return asSent(await newestView(host.home.storage, stream, createRunFold(graph)));
}

/** A view as another process has it; of the graph's state only what decides, since texts and results do not travel in it. */
export function asSent(view: RunView | null): RunView {
  const copy: RunView = JSON.parse(JSON.stringify(view));
  const { graph } = copy;
  if (!isTeamState(graph)) throw new Error('the run is no conversation');
  return {
    ...copy,
    graph: {
      nodes: Object.fromEntries(Object.entries(graph.nodes).map(([id, { status, turns, queued }]) => [id, { status, turns, queued }])),
      messages: graph.messages.map(({ id }) => id),
    },
  };
}
