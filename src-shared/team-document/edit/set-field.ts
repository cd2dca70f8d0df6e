import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { type DocumentPath, isList, valueIn, withValue } from '../document-path.ts';

/** Lists and groups of fields that mean the same when they are empty and when they are not there. */
const OPTIONAL: ReadonlySet<unknown> = new Set([
  'limits',
  'budget',
  'workspace',
  'inputs',
  'permissions',
  'turns',
  'posts',
  'mentions',
  'steps',
  'tools',
  'allowedPaths',
]);

const isEmpty = (value: JsonValue | undefined): boolean =>
  isList(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;

/**
 * The document with a field set, or without it when `value` is undefined: then also without the optional groups and lists that this leaves
 * empty, so that a file says nothing that goes without saying.
 */
export function setField(document: JsonObject, path: DocumentPath, value: JsonValue | undefined): JsonObject {
  let changed = withValue(document, path, value);
  if (value !== undefined) return changed;
  for (let parent = path.slice(0, -1); OPTIONAL.has(parent.at(-1)); parent = parent.slice(0, -1)) {
    if (!isEmpty(valueIn(changed, parent))) break;
    changed = withValue(changed, parent, undefined);
  }
  return changed;
}
