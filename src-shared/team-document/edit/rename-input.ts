import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { isList } from '../document-path.ts';
import { mapTexts } from './references.ts';

/** The document in which an input has another name, in its place, and is asked for by it in every script; the same one when it is taken. */
export function renameInput(document: JsonObject, key: string, newKey: string): JsonObject {
  const inputs = document['inputs'];
  if (!isJsonObject(inputs) || !Object.hasOwn(inputs, key) || Object.hasOwn(inputs, newKey)) return document;
  const renamed = Object.fromEntries(Object.entries(inputs).map(([own, value]) => [own === key ? newKey : own, value]));
  const inText = (text: string) =>
    text.replace(/\{\{(\s*)([^{}]*?)(\s*)\}\}/gu, (whole, before: string, name: string, after: string) =>
      name === `input.${key}` ? `{{${before}input.${newKey}${after}}}` : whole,
    );
  const inScript = (member: JsonValue): JsonValue => {
    if (!isJsonObject(member) || !isJsonObject(member['engine'])) return member;
    const engine = mapTexts(member['engine'], inText);
    return engine === member['engine'] ? member : { ...member, engine };
  };
  const members = document['members'];
  return { ...document, inputs: renamed, ...(isList(members) && { members: members.map(inScript) }) };
}
