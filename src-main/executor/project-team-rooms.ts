import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compileStoredGraph, isTeamState } from '../../src-shared/graph-types/stored-graph.ts';
import { teamGraphType } from '../../src-shared/graph-types/team/team-graph-type.ts';
import type { TeamMessage } from '../../src-shared/graph-types/team/team-state.ts';
import { canonicalJson } from '../../src-shared/kernel/canonical-json.ts';
import { GraphExecutionError } from '../../src-shared/run/execution-error.ts';
import { roomIds } from '../../src-shared/run/room-ids.ts';
import type { RunStorage } from '../../src-shared/run/storage.ts';
import { StrictFold } from '../../src-shared/run/strict-fold.ts';
import { loadRunDefinition } from '../store/run-definition.ts';

export interface RoomProjection {
  /** Revision of the last event read, of any type. */
  readonly revision: number;
  readonly files: readonly { readonly roomId: string; readonly path: string }[];
}

/**
 * Writes one readable file a room of a saved conversation (spec/graph-and-team.md 2.5): `<sender> [<message id>] @<mention>: <text>`. Everything is
 * read before the first file is written; each file is replaced atomically, other files stay as they are.
 * TypeError for a blank directory; GraphExecutionError STORED_GRAPH_MISMATCH for a run that is no conversation, INVALID_EVENT for a bad record.
 */
export async function projectTeamRooms(options: {
  readonly storage: RunStorage;
  readonly runId: string;
  readonly directory: string;
}): Promise<RoomProjection> {
  const { storage, runId, directory } = options;
  if (typeof directory !== 'string' || directory.trim() === '')
    throw new TypeError('projectTeamRooms needs the directory that the room files go to.');
  const { record, resolvedPlan } = await loadRunDefinition(storage, runId);
  const { kind, typeVersion } = resolvedPlan.plan.graph;
  const definition = record.payload.definition.graphDefinition.value;
  const graph = kind === teamGraphType.kind ? compileStoredGraph(kind, typeVersion, definition) : null;
  if (graph === null)
    throw new GraphExecutionError(
      'STORED_GRAPH_MISMATCH',
      `Run "${runId}" is of kind "${kind}" version ${typeVersion}; only conversations have room files.`,
    );
  if (canonicalJson(graph.describe().graph) !== canonicalJson(resolvedPlan.plan.graph))
    throw new GraphExecutionError('STORED_GRAPH_MISMATCH', `The plan kept with run "${runId}" is for another graph.`);
  const fold = new StrictFold(graph);
  for await (const event of storage.eventStore.read({ namespace: storage.record.namespace, streamId: runId })) fold.apply(event);
  const rooms = roomIds(definition);
  const lines = new Map(rooms.map((id): [string, string[]] => [id, []]));
  for (const message of isTeamState(fold.state) ? fold.state.messages : []) lines.get(message.roomId)?.push(lineOf(message));
  const folder = resolve(directory);
  if (rooms.length > 0) await mkdir(folder, { recursive: true });
  const files: { roomId: string; path: string }[] = [];
  for (const id of rooms) {
    const path = join(folder, roomFileName(storage, runId, id));
    await replaceFile(path, (lines.get(id) ?? []).join(''));
    files.push({ roomId: id, path });
  }
  return { revision: fold.revision, files };
}

/** A room's file name: flat, and another one for every store, namespace, run and room (2.5, decisions.md 19). */
export function roomFileName({ record }: Pick<RunStorage, 'record'>, runId: string, roomId: string): string {
  const { name, version, configDigest } = record.eventStore;
  const preimage = JSON.stringify([name, version, configDigest, record.namespace, runId, roomId]);
  return `obversa-team-room-${createHash('sha256').update(preimage).digest('hex')}.txt`;
}

function lineOf({ sender, id, mentions, text }: TeamMessage): string {
  return `${escaped(sender)} [${escaped(id)}]${mentions.map((name) => ` @${escaped(name)}`).join('')}: ${escaped(text)}\n`;
}

const NAMED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
// oxlint-disable-next-line no-control-regex -- the rule is about control characters
const UNPRINTABLE = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
/** One line whatever was written: line breaks and terminal controls are printed as escapes. */
const escaped = (text: string): string =>
  text.replaceAll(UNPRINTABLE, (character) => NAMED[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Replaces a file in one step. A temporary file that is already there is not ours: EEXIST, and it survives. */
async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.close();
    await rename(temporary, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(temporary, { force: true });
    throw error;
  }
}
