import { isJsonObject, type JsonObject } from '../../../src-shared/kernel/json.ts';
import { outlineOf } from '../../../src-shared/team-document/outline.ts';
import { templateNames } from '../../../src-shared/team-document/template.ts';

/** Most names that are offered at once; more letters find the others. */
const MOST = 30;
/** Longest beginning of a name that is looked for. */
const LONGEST = 200;

/** The template whose braces are open at `end`: where it begins and what is typed of its name. */
export function openTemplateAt(text: string, end: number): { readonly from: number; readonly typed: string } | null {
  const start = Math.max(0, end - LONGEST);
  const [found, typed = ''] = /\{\{([^{}\n]*)$/u.exec(text.slice(start, end)) ?? [];
  return found === undefined ? null : { from: end - found.length, typed: typed.trim() };
}

/** Names that have a value in this team and hold what is typed, those that begin with it first. */
export function namesFor(document: JsonObject, typed: string): readonly string[] {
  const members = outlineOf(document).members.flatMap(({ id }) => (id === null ? [] : [id]));
  const inputs = document['inputs'];
  const names = templateNames(members, isJsonObject(inputs) ? Object.keys(inputs) : []);
  const wanted = typed.toLowerCase();
  const found = names.filter((name) => name.toLowerCase().includes(wanted));
  return found
    .toSorted((left, right) => Number(right.toLowerCase().startsWith(wanted)) - Number(left.toLowerCase().startsWith(wanted)))
    .slice(0, MOST);
}
