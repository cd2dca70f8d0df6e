import { z } from 'zod';
import type { JsonObject } from '../kernel/json.ts';
import { closest } from './closest.ts';
import type { Report } from './finding.ts';
import { valueIn } from './document-path.ts';
import { placeOf } from './place.ts';
import { TeamDocument } from './schema.ts';
import { shown, visible } from './shown.ts';

type Issue = z.core.$ZodIssue;

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
};
const EXAMPLES: Readonly<Record<string, string>> = {
  form: 'form: conversation',
  id: 'id: writer',
  text: 'text: "..."',
  room: 'room: review',
};

const steps = (path: readonly PropertyKey[]): (string | number)[] => path.map((step) => (typeof step === 'number' ? step : String(step)));

/** The rule a value breaks, in words that follow `must be`. */
function ruleOf(issue: Issue): string {
  if (issue.code === 'invalid_type') return EXPECTED[issue.expected] ?? issue.expected;
  if (issue.code === 'too_small') return `a number of at least ${issue.minimum}`;
  if (issue.code === 'too_big')
    return issue.maximum === Number.MAX_SAFE_INTEGER
      ? 'a whole number that can be counted exactly'
      : `a number of at most ${issue.maximum}`;
  const words = wordsOf(issue);
  if (words.length > 0) return words.length === 1 ? shown(words[0]) : `one of ${words.join(', ')}`;
  if (issue.code === 'invalid_union')
    return [...new Set(issue.errors.flatMap(([first]) => (first === undefined ? [] : [ruleOf(first)])))].join(', or ');
  return 'of another kind';
}

/** The words that are allowed, where the rule is a list of words. */
function wordsOf(issue: Issue): string[] {
  const words =
    issue.code === 'invalid_value' ? issue.values : issue.code === 'invalid_union' && 'options' in issue ? (issue.options ?? []) : [];
  return words.filter((word) => typeof word === 'string');
}

function reportIssue(root: JsonObject, issue: Issue, report: Report): void {
  const path = steps(issue.path);
  const value = valueIn(root, path);
  const { field, place } = placeOf(root, path);
  const subject = field === '' ? place : `"${field}" of ${place}`;
  if (value === undefined) {
    const example = EXAMPLES[String(path.at(-1))];
    const message = `"${field}" is missing in ${place}. Add it${example === undefined ? '' : `, for example ${example}`}.`;
    return report({ code: 'REQUIRED', severity: 'error', path, message });
  }
  if (issue.code === 'custom')
    return report({
      code: 'INVALID_ID',
      severity: 'error',
      path,
      message: `${shown(value)} is no address that ${subject} can have. Use lower-case letters, digits, "-" and "_", for example fact-checker.`,
    });
  const word = typeof value === 'string' ? closest(value, wordsOf(issue)) : null;
  const quote = (typeof value === 'number' || typeof value === 'boolean') && issue.code === 'invalid_type' && issue.expected === 'string';
  report({
    code: 'INVALID_VALUE',
    severity: 'error',
    path,
    message: `${subject} must be ${ruleOf(issue)}; it is ${shown(value)}.${quote ? ' Put it in quotes.' : word === null ? '' : ` Closest: ${word}.`}`,
    ...(quote ? { fix: 'Put it in quotes', word: String(value) } : word === null ? {} : { fix: `Use ${word}`, word }),
  });
}

/**
 * Checks a document against the schema: REQUIRED, INVALID_VALUE and INVALID_ID for what is wrong, the warning UNKNOWN_KEY for what is not
 * known, all at once. Says nothing about whether the parts fit together.
 */
export function checkShape(document: JsonObject, report: Report): void {
  const knownKeys = new Map<string, readonly string[]>();
  const { error } = TeamDocument.safeParse(document, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject)
        knownKeys.set(JSON.stringify(issue.path ?? []), Object.keys(issue.inst.shape));
      return undefined;
    },
  });
  for (const issue of error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys') {
      reportIssue(document, issue, report);
      continue;
    }
    for (const key of issue.keys) {
      const path = steps([...issue.path, key]);
      const { place } = placeOf(document, path);
      const word = closest(key, knownKeys.get(JSON.stringify(issue.path)) ?? []);
      report({
        code: 'UNKNOWN_KEY',
        severity: 'warning',
        path,
        message: `Nothing is known about "${visible(key)}" of ${place}; it is kept and ignored.${word === null ? ' Remove it if it is a mistake.' : ` Closest: ${word}.`}`,
        ...(word === null ? {} : { fix: `Rename to ${word}`, word }),
      });
    }
  }
}
