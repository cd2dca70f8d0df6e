import { isJsonObject, type JsonValue } from '../kernel/json.ts';

/** Ids of the rooms of a graph definition, in declaration order; none where its graph type has no rooms (spec/graph-and-team.md 1.6). */
export function roomIds(definition: JsonValue): string[] {
  const rooms = fieldOf(fieldOf(fieldOf(definition, 'data'), 'communication'), 'rooms');
  if (!Array.isArray(rooms)) return [];
  return rooms.flatMap((room: JsonValue) => {
    const id = fieldOf(room, 'id');
    return typeof id === 'string' ? [id] : [];
  });
}

const fieldOf = (value: JsonValue | undefined, key: string): JsonValue | undefined => (isJsonObject(value) ? value[key] : undefined);
