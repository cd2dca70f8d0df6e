import type { JsonObject } from '../kernel/json.ts';
import { closest } from './closest.ts';
import type { OutlineMember } from './outline.ts';
import { valueIn } from './document-path.ts';
import { readTemplateName, templateNames } from './template.ts';

/** Which names have a value in the scripts of a team, and which one a wrong name probably means (null when none is near). */
export function templateNamesOf(
  document: JsonObject,
  members: readonly OutlineMember[],
): { readonly isKnown: (name: string) => boolean; readonly nearest: (name: string) => string | null } {
  const ids = new Set(members.flatMap(({ id }) => (id === null ? [] : [id])));
  const inputs = Object.keys(valueIn(document, ['inputs']) ?? {});
  const inputKeys = new Set(inputs);
  return {
    isKnown: (text) => {
      const name = readTemplateName(text);
      if (name === null) return false;
      return name.kind === 'plain' || (name.kind === 'from' ? ids.has(name.member) : inputKeys.has(name.key));
    },
    nearest: (text) => {
      const asked = readTemplateName(text);
      if (asked?.kind !== 'from') return closest(text, templateNames([...ids].slice(0, 100), inputs));
      // A member's name is compared with members', so that the rest of the path does not drown the difference.
      const member = closest(asked.member, ids);
      return member === null ? null : `messages.from.${member}.last.${asked.field}`;
    },
  };
}
