import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { isList } from '../document-path.ts';

// Where a document names a thing by its id: seats, groups, posts, mentions, and templates of scripts (`{{messages.from.<member>.last.text}}`).

const mapList = (value: JsonValue | undefined, change: (item: JsonValue) => JsonValue): JsonValue | undefined => {
  if (!isList(value)) return value;
  const changed = value.map(change);
  return changed.every((item, index) => item === value[index]) ? value : changed;
};

const withField = (thing: JsonObject, key: string, value: JsonValue | undefined): JsonObject =>
  value === undefined || value === thing[key] ? thing : { ...thing, [key]: value };

/** A member with its script's turns changed; the same member when none is. */
function mapTurns(member: JsonObject, change: (turn: JsonObject) => JsonObject): JsonObject {
  const engine = member['engine'];
  if (!isJsonObject(engine)) return member;
  const turns = mapList(engine['turns'], (turn) => (isJsonObject(turn) ? change(turn) : turn));
  return withField(member, 'engine', withField(engine, 'turns', turns));
}

/** A member with the posts of its script changed; the same member when none is. */
export const mapPosts = (member: JsonObject, change: (post: JsonObject) => JsonObject): JsonObject =>
  mapTurns(member, (turn) =>
    withField(
      turn,
      'posts',
      mapList(turn['posts'], (post) => (isJsonObject(post) ? change(post) : post)),
    ),
  );

/** A value with every text in it changed; the same value when none is. */
export function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (isList(value)) return mapList(value, (item) => mapTexts(item, change)) ?? value;
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)] as const);
  return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries);
}

const renameIn = (ids: ReadonlyMap<string, string>) => (value: JsonValue) =>
  typeof value === 'string' ? (ids.get(value) ?? value) : value;

/** Templates that name a member by one of these ids, exactly: `messages.from.writer.` is not touched by a new name for `write`. */
const renameInTemplates = (text: string, ids: ReadonlyMap<string, string>): string =>
  text.replace(/\{\{[^{}]*\}\}/gu, (template) =>
    template.replace(
      /^(\{\{\s*(?:messages\.from|upstream)\.)(.+?)(\.(?:last\.\w+|summary)\s*\}\})$/u,
      (whole, before: string, id: string, after: string) => (ids.has(id) ? before + (ids.get(id) ?? id) + after : whole),
    ),
  );

/** New ids for members and rooms, each old one with its new one. */
export interface NewIds {
  readonly members: ReadonlyMap<string, string>;
  readonly rooms: ReadonlyMap<string, string>;
}

/** A member whose script names others by their new ids. Its own id stays. */
export function renameInScript(member: JsonObject, { members, rooms }: NewIds): JsonObject {
  const posted = mapPosts(member, (post) => {
    const room = post['room'];
    return withField(
      withField(post, 'room', room === undefined ? undefined : renameIn(rooms)(room)),
      'mentions',
      mapList(post['mentions'], renameIn(members)),
    );
  });
  return mapTurns(posted, (turn) => {
    const changed = mapTexts(turn, (text) => renameInTemplates(text, members));
    return isJsonObject(changed) ? changed : turn;
  });
}

/** A room or group whose seats name members by their new ids. */
export const renameSeats = (thing: JsonObject, members: ReadonlyMap<string, string>): JsonObject =>
  withField(thing, 'members', mapList(thing['members'], renameIn(members)));
