import { isJsonObject, type JsonObject, type JsonValue } from '../kernel/json.ts';

type Path = readonly (string | number)[];

/** A post of a script, with the place it is written at. */
type OutlinePost = {
  readonly path: Path;
  readonly room: string | null;
  readonly mentions: readonly { readonly id: string; readonly path: Path }[];
};
/** A member as far as it can be read, however wrong the rest of it is. `member` is its object. */
export type OutlineMember = {
  readonly path: Path;
  readonly id: string | null;
  readonly member: JsonObject;
  readonly speaksFirst: boolean;
  /** `missing` when there is none; `profile` for a named profile. */
  readonly engine: string;
  readonly posts: readonly OutlinePost[];
};
export type OutlineRoom = {
  readonly path: Path;
  readonly id: string | null;
  readonly seats: readonly { readonly id: string; readonly path: Path }[];
};

/** What the checks across members and rooms look at: every part that can be read, so that one wrong field hides no other problem. */
export type Outline = { readonly members: readonly OutlineMember[]; readonly rooms: readonly OutlineRoom[] };

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? (value as readonly JsonValue[]) : []);
const textOf = (value: JsonValue | undefined): string | null => (typeof value === 'string' ? value : null);
const fieldOf = (value: JsonValue | undefined, key: string): JsonValue | undefined =>
  isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

const idsOf = (value: JsonValue | undefined, path: Path) =>
  listOf(value).flatMap((id, index) => (typeof id === 'string' ? [{ id, path: [...path, index] }] : []));

/** The turns of a scripted engine with their paths; empty for any other. */
export function turnsOf(member: JsonObject, path: Path): { readonly turn: JsonObject; readonly path: Path }[] {
  const engine = fieldOf(member, 'engine');
  if (fieldOf(engine, 'kind') !== 'scripted') return [];
  return listOf(fieldOf(engine, 'turns')).flatMap((turn, index) =>
    isJsonObject(turn) ? [{ turn, path: [...path, 'engine', 'turns', index] }] : [],
  );
}

function postsOf(member: JsonObject, path: Path): OutlinePost[] {
  return turnsOf(member, path).flatMap(({ turn, path: at }) =>
    listOf(turn['posts']).map((post, index) => {
      const here = [...at, 'posts', index];
      return { path: here, room: textOf(fieldOf(post, 'room')), mentions: idsOf(fieldOf(post, 'mentions'), [...here, 'mentions']) };
    }),
  );
}

function engineOf(member: JsonObject): string {
  const engine = fieldOf(member, 'engine');
  return textOf(fieldOf(engine, 'kind')) ?? (textOf(fieldOf(engine, 'profile')) === null ? 'missing' : 'profile');
}

/** Reads an outline out of any JSON; never fails. */
export function outlineOf(document: JsonObject): Outline {
  return {
    members: listOf(document['members']).flatMap((member, index) => {
      if (!isJsonObject(member)) return [];
      const path = ['members', index];
      return [
        {
          path,
          id: textOf(member['id']),
          member,
          speaksFirst: member['initialTurn'] !== false,
          engine: engineOf(member),
          posts: postsOf(member, path),
        },
      ];
    }),
    rooms: listOf(document['rooms']).flatMap((room, index) => {
      if (!isJsonObject(room)) return [];
      const path = ['rooms', index];
      return [{ path, id: textOf(room['id']), seats: idsOf(room['members'], [...path, 'members']) }];
    }),
  };
}
