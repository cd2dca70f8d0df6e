import type { JsonObject, JsonValue } from '../kernel/json.ts';
import type { Finding, Report } from './finding.ts';
import { type Outline, turnsOf } from './outline.ts';
import { valueIn } from './document-path.ts';
import { labelOf, placeOf } from './place.ts';
import { shown, visible } from './shown.ts';
import { namesIn } from './template.ts';
import { templateNamesOf } from './template-names.ts';

const LATER_ENGINES: Readonly<Record<string, string>> = {
  model: 'a model',
  process: 'a process',
  person: 'a person',
  recorded: 'a recorded run',
  profile: 'a named profile',
};

/** Every text of a JSON value with its path. */
function textsIn(value: JsonValue | undefined, path: Finding['path'], found: (text: string, path: Finding['path']) => void): void {
  if (typeof value === 'string') found(value, path);
  else if (Array.isArray(value)) value.forEach((item: JsonValue, index) => textsIn(item, [...path, index], found));
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) textsIn(item, [...path, key], found);
}

/** The texts of a script that are templates: what is said, posted, kept as data, and told of a failure. */
function templatesOf(turn: JsonObject, path: Finding['path'], found: (text: string, path: Finding['path']) => void): void {
  const at = (...steps: (string | number)[]) => textsIn(valueIn(turn, steps), [...path, ...steps], found);
  at('say');
  at('data');
  at('fail', 'message');
  const posts = turn['posts'];
  if (Array.isArray(posts)) posts.forEach((_, index) => at('posts', index, 'text'));
}

/** Whether each member can be run by this version, and whether its script makes sense: engine, tools, names in templates. */
export function checkEngines(document: JsonObject, { members }: Outline, report: Report): void {
  const { isKnown, nearest } = templateNamesOf(document, members);
  const checkTemplate = (text: string, path: Finding['path']) => {
    for (const name of new Set(namesIn(text))) {
      if (isKnown(name)) continue;
      const word = nearest(name);
      const { place } = placeOf(document, path);
      report({
        code: 'UNKNOWN_TEMPLATE',
        severity: 'error',
        path,
        message: `No value is called ${name === '' ? '{{}}' : visible(name)} in ${place}. ${word === null ? 'Names are, for example, task, result.summary, messages.last.text.' : `Closest: ${visible(word)}.`}`,
        ...(word === null ? {} : { fix: `Use ${visible(word)}`, word }),
      });
    }
  };

  members.forEach(({ member, path, engine }, index) => {
    const name = labelOf(member, index);
    if (engine === 'missing')
      report({
        code: 'ENGINE_MISSING',
        severity: 'error',
        path: [...path, 'engine'],
        message: `${name} has no engine. Add one, for example "engine: { kind: scripted }", which says its role and the task.`,
        fix: 'Use a script',
      });
    const later = Object.hasOwn(LATER_ENGINES, engine) ? LATER_ENGINES[engine] : undefined;
    if (later !== undefined)
      report({
        code: 'ENGINE_UNAVAILABLE_HERE',
        severity: 'error',
        path: [...path, 'engine'],
        message: `${name} is run by ${later}, which this version of Troupe can not do yet. Give it a script ("kind: scripted"), or open the team with a newer version.`,
        fix: 'Use a script instead',
      });
    for (const { turn, path: at } of turnsOf(member, path)) {
      const key = ['steps', 'tools'].find((field) => turn[field] !== undefined);
      if (key !== undefined)
        report({
          code: 'TOOLS_UNAVAILABLE',
          severity: 'error',
          path: [...at, key],
          message: `"${key}" in ${placeOf(document, at).place}: members of a conversation have no tools in this version of Troupe. Remove ${shown(key)}, and say in "say" what the tool would have found.`,
          fix: 'Remove the tools',
        });
      templatesOf(turn, at, checkTemplate);
    }
  });
}
