import { GraphValidationError, type GraphIssue, isText, isVersion, jsonIssue, TEXT_RULE } from './issues.ts';
import { frozenCopy, isJsonObject, JsonValueError, pointerStep } from './json.ts';

/** Refuses a graph type, or what it was given or gave back: GraphValidationError INVALID_GRAPH_TYPE (spec/graph-and-team.md 2.1). */
export function refuseType(path: string, message: string, cause?: unknown): never {
  throw new GraphValidationError('Invalid graph type', [{ code: 'INVALID_GRAPH_TYPE', path, message }], { cause });
}

/** A frozen copy of a value that must be JSON; `path` says whose it is. Parts that were vetted before are not walked again. */
export function vetted<Value>(value: Value, path: string): Value {
  try {
    return frozenCopy(value);
  } catch (error) {
    if (!(error instanceof JsonValueError)) throw error;
    const issue = jsonIssue(error, path);
    return refuseType(issue.path, issue.message, error);
  }
}

/** kind, version and compile of a graph type. */
export function checkType(type: unknown): void {
  if (typeof type !== 'object' || type === null) refuseType('', 'A graph type is an object with kind, version and compile.');
  const { kind, version, compile } = type as { kind?: unknown; version?: unknown; compile?: unknown };
  if (!isText(kind)) refuseType('/kind', `kind: ${TEXT_RULE}.`);
  if (!isVersion(version)) refuseType('/version', 'version must be a whole number from 1.');
  if (typeof compile !== 'function') refuseType('/compile', 'compile must be a function.');
}

const METHODS = ['initialState', 'reduce', 'decide', 'describe'] as const;
const OPTIONAL_METHODS = ['validateNodeResult'] as const;

/** Requirements and methods that compile() returned. */
export function checkOperations(operations: unknown): void {
  if (typeof operations !== 'object' || operations === null) refuseType('/compile', 'compile() must return an object of operations.');
  const given: { [key: string]: unknown } = { ...operations };
  const requirements = given['requirements'];
  const memory = isJsonObject(requirements) ? requirements['memory'] : undefined;
  if (memory !== 'required' && memory !== 'unused')
    refuseType('/compile/requirements/memory', "compile() must return requirements.memory as 'required' or 'unused'.");
  for (const method of METHODS)
    if (typeof given[method] !== 'function') refuseType(`/compile/${method}`, `compile() must return the function ${method}.`);
  for (const method of OPTIONAL_METHODS)
    if (given[method] !== undefined && typeof given[method] !== 'function')
      refuseType(`/compile/${method}`, `${method} must be a function, or left out.`);
}

/** An event has exactly type, version and payload. */
export function checkEvent(event: unknown, path: string): void {
  if (!isJsonObject(event)) refuseType(path, 'An event is an object with type, version and payload.');
  for (const key of ['type', 'version', 'payload']) if (!Object.hasOwn(event, key)) refuseType(`${path}/${key}`, `The event lacks ${key}.`);
  for (const key of Object.keys(event))
    if (key !== 'type' && key !== 'version' && key !== 'payload')
      refuseType(path + pointerStep(key), `An event has no field ${key}; keep time and ids in the envelope.`);
  if (!isText(event['type'])) refuseType(`${path}/type`, `The type of an event: ${TEXT_RULE}.`);
  if (!isVersion(event['version'])) refuseType(`${path}/version`, 'The version of an event is a whole number from 1.');
}

/** What validateNodeResult may refuse with: null, or exactly code, path and message as text. */
export function checkNodeIssue(issue: GraphIssue | null, path: string): GraphIssue | null {
  if (issue === null) return null;
  const frozen: unknown = vetted(issue, path);
  if (!isJsonObject(frozen)) return refuseType(path, 'An issue is an object with code, path and message, or null.');
  for (const key of ['code', 'path', 'message'])
    if (typeof frozen[key] !== 'string') refuseType(`${path}/${key}`, `The issue's ${key} must be text.`);
  for (const key of Object.keys(frozen))
    if (key !== 'code' && key !== 'path' && key !== 'message') refuseType(path + pointerStep(key), `An issue has no field ${key}.`);
  return vetted(issue, path);
}
