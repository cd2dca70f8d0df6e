import { isJsonObject, type JsonObject, type JsonValue } from '../kernel/json.ts';
import { applyChanges, diffDocuments, type DocumentChange, isSameJson } from './document-change.ts';
import { isDirectRoom } from './direct-room.ts';
import { valueIn } from './document-path.ts';
import { freeId, idsIn } from './edit/free-id.ts';
import { renameId } from './edit/rename-thing.ts';
import { LISTS, thingsOf, type ThingKind } from './edit/thing-key.ts';

/** What two people made of one document. */
export interface Merged {
  readonly document: JsonObject;
  /** My changes whose place the other one removed. */
  readonly lost: readonly DocumentChange[];
}

/** Ids that both gave to a new thing of their own. */
function clashes(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  kind: ThingKind,
  isMine: (other: JsonValue, thing: JsonObject) => boolean,
): string[] {
  return thingsOf(mine, kind).flatMap((thing) => {
    if (!isJsonObject(thing) || typeof thing['id'] !== 'string') return [];
    const path = [LISTS[kind], { id: thing['id'] }];
    const other = valueIn(theirs, path);
    return valueIn(base, path) === undefined && other !== undefined && !isMine(other, thing) ? [thing['id']] : [];
  });
}

/** The direct message of the same two members is one room whoever drew it; so is what may be my own, come back. */
const isOne = (other: JsonValue, thing: JsonObject, mayHoldMine: boolean): boolean =>
  isSameJson(other, thing) && (mayHoldMine || isDirectRoom(thing));

/**
 * Puts what I made of `base` on top of what another window or program made of it. Where both set the same field, mine stands; of two new
 * things with one id mine gets another, wherever it is named. `mayHoldMine`: theirs may have my changes in it already (the answer to a save
 * was lost), so equal new things are one.
 */
export function mergeDocuments(base: JsonObject, mine: JsonObject, theirs: JsonObject, mayHoldMine = false): Merged {
  let own = mine;
  for (const kind of ['member', 'room', 'note', 'group'] as const)
    for (const id of clashes(base, mine, theirs, kind, (other, thing) => isOne(other, thing, mayHoldMine))) {
      const taken = new Set([...idsIn(own), ...idsIn(theirs)]);
      own = renameId(own, kind, id, freeId(taken, id));
    }
  return applyChanges(theirs, diffDocuments(base, own));
}
