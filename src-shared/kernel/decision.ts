import type { GraphCommand } from './graph-type.ts';
import { GraphValidationError, isText, jsonIssue, quoted, TEXT_RULE } from './issues.ts';
import { frozenCopy, isJsonObject, type JsonObject, JsonValueError, pointerStep } from './json.ts';

const FIELDS: { readonly [kind: string]: readonly string[] } = {
  dispatch: ['kind', 'nodeId', 'input', 'position'],
  pause: ['kind', 'reason'],
  complete: ['kind', 'output'],
  fail: ['kind', 'code', 'message'],
};

/**
 * A decision as a frozen copy, after checking that each command has exactly its fields, names a node of the graph and a position of its
 * own, and that a pause, complete or fail stands alone. Throws GraphValidationError INVALID_GRAPH_COMMAND with the command's index as
 * path, '' for the whole (spec/graph-and-team.md 2.1).
 */
export function checkedDecision(decision: readonly GraphCommand[], isNode: (id: string) => boolean): readonly GraphCommand[] {
  const commands = frozenDecision(decision);
  if (!Array.isArray(commands)) return refuse('', 'decide() must return a list of commands.');
  const positions = new Set<unknown>();
  for (const [index, command] of commands.entries()) {
    const path = pointerStep(index);
    checkCommand(command, path);
    if (command.kind !== 'dispatch') continue;
    if (!isNode(command.nodeId)) refuse(`${path}/nodeId`, `The decision dispatches an unknown node: ${quoted(command.nodeId)}.`);
    if (positions.has(command.position))
      refuse(`${path}/position`, `The decision names the position ${quoted(command.position)} twice; each occurrence has its own.`);
    positions.add(command.position);
  }
  if (commands.length > 1 && commands.some((command) => command.kind !== 'dispatch'))
    refuse('', 'A terminal command (pause, complete or fail) stands alone in its decision.');
  return commands;
}

function refuse(path: string, message: string, cause?: unknown): never {
  throw new GraphValidationError('Invalid graph decision', [{ code: 'INVALID_GRAPH_COMMAND', path, message }], { cause });
}

function frozenDecision(decision: readonly GraphCommand[]): readonly GraphCommand[] {
  try {
    return frozenCopy(decision);
  } catch (error) {
    if (!(error instanceof JsonValueError)) throw error;
    const issue = jsonIssue(error);
    return refuse(issue.path, issue.message, error);
  }
}

function checkCommand(command: unknown, path: string): void {
  if (!isJsonObject(command)) return refuse(path, 'A command is an object with a kind.');
  const kind = command['kind'];
  const fields = typeof kind === 'string' && Object.hasOwn(FIELDS, kind) ? FIELDS[kind] : undefined;
  if (fields === undefined) return refuse(`${path}/kind`, `A command is a dispatch, pause, complete or fail, not ${quoted(kind)}.`);
  for (const field of fields) if (!Object.hasOwn(command, field)) refuse(path + pointerStep(field), `The command lacks ${field}.`);
  for (const field of Object.keys(command))
    if (!fields.includes(field)) refuse(path + pointerStep(field), `The command has no field ${field}.`);
  checkTexts(command, path);
}

function checkTexts(command: JsonObject, path: string): void {
  for (const field of ['nodeId', 'position', 'reason', 'code', 'message'])
    if (Object.hasOwn(command, field) && !isText(command[field])) refuse(path + pointerStep(field), `${field} of a command: ${TEXT_RULE}.`);
}
