import { isJsonObject, type JsonObject, type JsonValue } from '../kernel/json.ts';

const LONG_TEXTS: ReadonlySet<string> = new Set(['task', 'role', 'brief']);

/** A graph definition as it travels to a fold in another process: without the texts that no `reduce` reads. It compiles like the whole one. */
export function slimDefinition(definition: JsonValue): JsonValue {
  if (!isJsonObject(definition)) return definition;
  const nodes = Array.isArray(definition['nodes'])
    ? definition['nodes'].map((node: JsonValue) => (isJsonObject(node) ? blanked(node) : node))
    : [];
  return { ...blanked(definition), nodes };
}

function blanked(owner: JsonObject): JsonObject {
  const data = owner['data'];
  if (!isJsonObject(data)) return owner;
  return { ...owner, data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, LONG_TEXTS.has(key) ? '' : value])) };
}
