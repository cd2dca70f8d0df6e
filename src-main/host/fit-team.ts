import { isJsonObject, type JsonValue } from '../../src-shared/kernel/json.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';

/** UTF-8 bytes of a value's JSON. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** A text's beginning, never half a character. */
export const beginning = (text: string, limit: number): string => {
  const cut = text.slice(0, limit);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
};

// Ever shorter texts: names are the last to go.
const TEXTS = [
  { brief: 400, role: 120, name: 120, note: 2000 },
  { brief: 60, role: 60, name: 60, note: 200 },
  { brief: 0, role: 24, name: 40, note: 60 },
  { brief: 0, role: 0, name: 24, note: 20 },
] as const;

/** A team as it travels within `most` bytes: first with shorter texts, then with its first members, rooms and notes only. */
export function fitSketch(sketch: TeamSketch, most: number): TeamSketch {
  let fitted = sketch;
  for (const limits of TEXTS) {
    if (bytesOf(fitted) <= most) return fitted;
    fitted = withTexts(sketch, limits);
  }
  let count = Math.max(fitted.members.length, fitted.rooms.length, fitted.notes.length);
  while (count > 0 && bytesOf(fitted) > most) {
    count = Math.floor(count / 2);
    fitted = withFirst(fitted, count);
  }
  return fitted;
}

function withTexts(sketch: TeamSketch, { brief, role, name, note }: (typeof TEXTS)[number]): TeamSketch {
  return {
    ...sketch,
    members: sketch.members.map((member) => ({
      ...member,
      name: beginning(member.name, name),
      role: beginning(member.role, role),
      brief: beginning(member.brief, brief),
      engine: { ...member.engine, detail: beginning(member.engine.detail, name) },
    })),
    rooms: sketch.rooms.map((room) => ({ ...room, name: beginning(room.name, name) })),
    groups: sketch.groups.map((group) => ({ ...group, name: beginning(group.name, name) })),
    notes: sketch.notes.map(({ text, ...rest }) => ({ ...rest, text: beginning(text, note) })),
  };
}

function withFirst(sketch: TeamSketch, count: number): TeamSketch {
  const members = sketch.members.slice(0, count);
  const sent = new Set(members.map(({ id }) => id));
  return {
    ...sketch,
    members,
    rooms: sketch.rooms.slice(0, count).map((room) => ({ ...room, members: room.members.filter((id) => sent.has(id)) })),
    groups: sketch.groups.slice(0, count).map((group) => ({ ...group, members: group.members.filter((id) => sent.has(id)) })),
    notes: sketch.notes.slice(0, count),
    omittedMembers: sketch.omittedMembers + sketch.members.length - members.length,
  };
}

/** A slim definition within `most` bytes: with its first nodes only, if need be. Such a one draws a team, but folds no events. */
export function fitDefinition(definition: JsonValue, most: number): JsonValue {
  let fitted = definition;
  if (!isJsonObject(definition) || !Array.isArray(definition['nodes'])) return definition;
  for (let count = definition['nodes'].length; count > 1 && bytesOf(fitted) > most; ) {
    count = Math.floor(count / 2);
    fitted = withFirstNodes(definition, count);
  }
  return fitted;
}

function withFirstNodes(definition: JsonValue, count: number): JsonValue {
  if (!isJsonObject(definition) || !Array.isArray(definition['nodes'])) return definition;
  const nodes = definition['nodes'].slice(0, count);
  const kept = new Set(nodes.map((node: JsonValue) => (isJsonObject(node) ? node['id'] : null)));
  const { data } = definition;
  const communication = isJsonObject(data) ? data['communication'] : null;
  if (!isJsonObject(data) || !isJsonObject(communication) || !Array.isArray(communication['rooms'])) return { ...definition, nodes };
  const rooms = communication['rooms']
    .slice(0, count)
    .map((room: JsonValue) =>
      isJsonObject(room) && Array.isArray(room['members'])
        ? { ...room, members: room['members'].filter((id: JsonValue) => kept.has(id)) }
        : room,
    )
    .filter((room: JsonValue) => isJsonObject(room) && Array.isArray(room['members']) && room['members'].length > 0);
  const { communication: _whole, ...rest } = data;
  return { ...definition, nodes, data: rooms.length === 0 ? rest : { ...rest, communication: { ...communication, rooms } } };
}
