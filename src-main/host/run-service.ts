import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { compileGraph } from '../../src-shared/kernel/compile-graph.ts';
import { digestJson } from '../../src-shared/kernel/canonical-json.ts';
import { digestText } from '../../src-shared/kernel/digest.ts';
import type { JsonValue } from '../../src-shared/kernel/json.ts';
import { resolveGraphPlan } from '../../src-shared/kernel/plan.ts';
import { teamGraphType } from '../../src-shared/graph-types/team/team-graph-type.ts';
import { GraphExecutionError } from '../../src-shared/run/execution-error.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import { compileTeamDocument } from '../../src-shared/team-document/compile-team.ts';
import type { ConversationDocument } from '../../src-shared/team-document/schema.ts';
import { openRunDriver } from '../executor/open-run-driver.ts';
import type { RunDriver, RunObserver, RunOutcome } from '../executor/run-driver.ts';
import type { HomeStore } from '../store/home-store.ts';
import { persistRunDefinition } from '../store/run-definition.ts';
import { codeOf, HostError } from './host-error.ts';
import type { HostLog } from './host-log.ts';
import { LiveRun } from './live-run.ts';
import { type LoadedRun, loadRun, TEAM_MEDIA_TYPE } from './loaded-run.ts';
import { bindMembers } from './run-bindings.ts';
import type { RunStatuses } from './run-statuses.ts';

export interface StartRequest {
  readonly document: ConversationDocument;
  readonly task?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  /** The team of the library that it is a run of; null for a file. */
  readonly teamId: string | null;
  /** Makes the run's id, so that the same intent starts one run however often it is sent. */
  readonly commandId: string;
  readonly observer?: RunObserver;
}

interface Driven {
  readonly live: LiveRun;
  readonly done: Promise<RunOutcome | Error>;
}

interface Parts {
  readonly home: HomeStore;
  readonly directory: string;
  readonly version: string;
  readonly log: HostLog;
  readonly statuses: RunStatuses;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Runs whose frozen side stays read: compiling a team of 10,000 members takes a second. */
const LOADED_KEPT = 12;

/** Who drives which run in this process. Opening a run drives nothing (decisions.md 12). */
export class RunService {
  readonly #parts: Parts;
  readonly #loaded = new Map<string, Promise<LoadedRun>>();
  readonly #driven = new Map<string, Driven>();
  readonly #listeners = new Set<(runId: string) => void>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get activeRuns(): number {
    return this.#driven.size;
  }
  live(runId: string): LiveRun | null {
    return this.#driven.get(runId)?.live ?? null;
  }
  /** Told when a run starts or ends to be driven here. */
  onDriven(listener: (runId: string) => void): void {
    this.#listeners.add(listener);
  }

  /** Persists a new run and starts to drive it. The same `commandId` gives the run that is already there. */
  async start({ document, task, inputs = {}, teamId, commandId, observer }: StartRequest): Promise<string> {
    const { home, version, now, newId } = this.#parts;
    const runId = runIdOf(document.id, commandId);
    const { definition, inputs: resolved, problems } = compileTeamDocument(document, { ...(task !== undefined && { task }), inputs });
    const [problem] = problems;
    if (problem !== undefined) throw new HostError('UNKNOWN_INPUT', problem.message);
    const graph = compileGraph(teamGraphType, definition);
    const source = { source: 'npm:troupe', version, digest: digestJson({ package: 'troupe', version }) };
    const plan = resolveGraphPlan(graph.describe(), {
      package: source,
      admission: { package: source, permissions: [] },
      executionLanes: [],
    });
    try {
      const started = await persistRunDefinition(home.storage, {
        runId,
        eventId: newId(),
        timestamp: new Date(now()).toISOString(),
        graphDefinition: graph.definition,
        resolvedPlan: plan,
        resolvedInputs: { name: document.name ?? document.id, form: document.form, teamId, inputs: { ...resolved } },
        workspaceBinding: null,
        hostBinding: { bytes: new TextEncoder().encode(JSON.stringify(document)), mediaType: TEAM_MEDIA_TYPE },
      });
      observer?.onEvents([started]);
    } catch (error) {
      if (error instanceof StorageError && error.code === 'REVISION_CONFLICT') return runId;
      throw error;
    }
    this.#drive(runId, observer, (driver, signal) => driver.run(signal));
    return runId;
  }

  /** Goes on with a paused or interrupted run. One that is driven here already, its last turns before a pause still running, has the pause lifted. */
  async proceed(runId: string, observer?: RunObserver): Promise<void> {
    const driven = this.#driven.get(runId);
    if (driven !== undefined) {
      const driver = await driven.live.driver;
      if (driver.driving) await driver.unpause();
      if (driver.driving) return;
      await driven.done; // it came to rest meanwhile
    }
    if (!this.#driven.has(runId)) this.#drive(runId, observer, (driver, signal) => driver.proceed(signal));
  }
  /** Settles one uncertain turn by choice and goes on. */
  recover(runId: string, position: string, choice: 'again' | 'failed' | 'result', result: JsonValue, observer?: RunObserver): void {
    if (this.#driven.has(runId)) throw new GraphExecutionError('PROTOCOL', `Run "${runId}" is running; its turns need no choice now.`);
    this.#drive(runId, observer, (driver, signal) => driver.recover(position, choice, result, signal));
  }
  async pause(runId: string): Promise<void> {
    await (await this.#driverOf(runId)).pause('person');
  }
  async stop(runId: string): Promise<void> {
    await (await this.#driverOf(runId)).stop('person');
  }

  /** Resolves once a run that is driven here has gone on, or is over; rejects with what kept it from going on. */
  async begun(runId: string): Promise<void> {
    const driven = this.#driven.get(runId);
    const ended = await Promise.race([driven?.live.begun, driven?.done]);
    if (ended instanceof Error) throw ended;
  }
  /** Resolves when the run is no longer driven here, with how it ended or the error that ended it; at once when it is not driven. */
  async ended(runId: string): Promise<RunOutcome | Error | null> {
    return (await this.#driven.get(runId)?.done) ?? null;
  }
  /** Waits until nothing is driven here any more. */
  async idle(): Promise<void> {
    while (this.#driven.size > 0) await Promise.all([...this.#driven.values()].map(({ done }) => done));
  }
  /** Running turns finish, nothing new starts. */
  async pauseAll(): Promise<void> {
    // One that cannot be paused (a full disk, another owner) must not keep the others from it.
    await Promise.allSettled([...this.#driven.keys()].map((runId) => this.pause(runId)));
  }
  /** Gives up what runs at once; it is Interrupted and can be resumed. */
  async abandonAll(): Promise<void> {
    // One that cannot be opened is over by itself.
    for (const { live } of this.#driven.values()) void live.driver.then((driver) => driver.leave()).catch(() => {});
    await this.idle();
  }

  /** A run's frozen side, read once. UNKNOWN_RUN, STORED_GRAPH_MISMATCH, CORRUPT_EVENT_STREAM. */
  load(runId: string): Promise<LoadedRun> {
    const loaded = this.#loaded.get(runId) ?? loadRun(this.#parts.home.storage, runId);
    this.#loaded.delete(runId);
    this.#loaded.set(runId, loaded);
    loaded.catch(() => this.#loaded.delete(runId));
    for (const oldest of this.#loaded.keys()) {
      if (this.#loaded.size <= LOADED_KEPT) break;
      this.#loaded.delete(oldest);
    }
    return loaded;
  }

  async #driverOf(runId: string): Promise<RunDriver> {
    const driven = this.#driven.get(runId);
    return driven === undefined ? await this.#openDriver(runId, undefined) : await driven.live.driver;
  }

  async #openDriver(runId: string, observer: RunObserver | undefined): Promise<RunDriver> {
    const { home, now, newId, directory } = this.#parts;
    const run = await this.load(runId);
    const scratch = join(directory, 'scratch');
    mkdirSync(scratch, { recursive: true, mode: 0o700 });
    const nodes = bindMembers(run.document, run.inputs, realpathSync(scratch));
    return await openRunDriver({
      runId,
      graph: run.graph,
      storage: home.storage,
      nodes,
      memory: null,
      now,
      newId,
      ...(observer && { observer }),
    });
  }

  #drive(runId: string, observer: RunObserver | undefined, act: (driver: RunDriver, signal: AbortSignal) => Promise<RunOutcome>): void {
    const live = new LiveRun((told) => this.#openDriver(runId, told));
    if (observer !== undefined) live.observe(observer);
    const done = this.#driveToEnd(runId, live, act);
    this.#driven.set(runId, { live, done });
    this.#tell(runId);
  }

  async #driveToEnd(runId: string, live: LiveRun, act: (driver: RunDriver, signal: AbortSignal) => Promise<RunOutcome>) {
    const { log, statuses } = this.#parts;
    try {
      const driver = await live.driver;
      const outcome = await act(driver, new AbortController().signal);
      this.#driven.delete(runId);
      await statuses.settle(runId, outcome);
      log.write('info', 'run settled', { runId, outcome: outcome.kind });
      return outcome;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      this.#driven.delete(runId);
      const code = codeOf(error) ?? 'INTERNAL_ERROR';
      statuses.fault(runId, code, error.message);
      log.write('error', 'run not driven on', { runId, code, message: error.message });
      return error;
    } finally {
      this.#tell(runId);
    }
  }

  #tell(runId: string): void {
    for (const listener of this.#listeners) listener(runId);
  }
}

/** `<team>-<intent>`: a stream id (spec/graph-and-team.md 2.6) whatever the team is called. */
function runIdOf(team: string, commandId: string): string {
  const readable =
    team
      .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 80) || 'run';
  const intent = commandId.length <= 12 ? commandId : digestText(commandId).slice('sha256:'.length).slice(0, 12);
  return `${readable}-${intent}`;
}

export type { LivePart, RunObserver } from '../executor/run-driver.ts';
