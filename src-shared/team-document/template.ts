import type { JsonValue } from '../kernel/json.ts';

/** A message as a template sees it: the fields of a team message that have a name. */
type TemplateMessage = { readonly id: string; readonly sender: string; readonly text: string };

/** What a template may look at; nothing else is reachable from one. */
export type TemplateValues = {
  readonly task: string;
  readonly role: string;
  readonly brief: string;
  /** Number of this turn of the member, from 1. */
  readonly turn: number;
  /** The member's own result of the turn before, or null in its first. */
  readonly result: { readonly summary: string } | null;
  /** The messages of the turn's input, oldest first. */
  readonly messages: readonly TemplateMessage[];
  /** Values of the run for `{{input.<k>}}`. */
  readonly inputs: Readonly<Record<string, JsonValue>>;
};

/** A name without parameters, or `messages.from.<member>.last.<field>`, or `input.<key>`. */
export type TemplateName =
  | { readonly kind: 'plain'; readonly name: PlainName }
  | { readonly kind: 'from'; readonly member: string; readonly field: MessageField }
  | { readonly kind: 'input'; readonly key: string };

type MessageField = keyof TemplateMessage;
type PlainName = 'task' | 'role' | 'brief' | 'turn' | 'result.summary' | `messages.last.${MessageField}`;

const PLAIN: readonly PlainName[] = [
  'task',
  'role',
  'brief',
  'turn',
  'result.summary',
  'messages.last.text',
  'messages.last.id',
  'messages.last.sender',
];
const FROM = /^messages\.from\.(.+)\.last\.(text|id|sender)$/su;
// Between two braces, so that one scan of the text finds all: no backtracking beyond the next brace.
const NAME = /\{\{([^{}]*)\}\}/gu;

const isField = (value: string | undefined): value is MessageField => value === 'text' || value === 'id' || value === 'sender';

/** What a name asks for, or null when no value is called so. Says nothing about whether that member or input exists. */
export function readTemplateName(text: string): TemplateName | null {
  const plain = PLAIN.find((name) => name === text);
  if (plain !== undefined) return { kind: 'plain', name: plain };
  const [, member, field] = FROM.exec(text) ?? [];
  if (member !== undefined && isField(field)) return { kind: 'from', member, field };
  return text.startsWith('input.') && text.length > 6 ? { kind: 'input', key: text.slice(6) } : null;
}

/** Every name that has a value in a team with these members and inputs, for suggestions. */
export function templateNames(members: readonly string[], inputs: readonly string[]): string[] {
  return [...PLAIN, ...inputs.map((key) => `input.${key}`), ...members.map((member) => `messages.from.${member}.last.text`)];
}

/** The names a text asks for, as written between its braces, without outer spaces. */
export function namesIn(text: string): string[] {
  return Array.from(text.matchAll(NAME), ([, name = '']) => name.trim());
}

const wordsOf = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

function valueOf(name: TemplateName | null, values: TemplateValues): string {
  if (name === null) return '';
  switch (name.kind) {
    case 'input':
      return Object.hasOwn(values.inputs, name.key) ? wordsOf(values.inputs[name.key] ?? '') : '';
    case 'from':
      return values.messages.findLast((message) => message.sender === name.member)?.[name.field] ?? '';
    case 'plain':
      return plainValueOf(name.name, values);
  }
}

function plainValueOf(name: PlainName, { task, role, brief, turn, result, messages }: TemplateValues): string {
  switch (name) {
    case 'task':
      return task;
    case 'role':
      return role;
    case 'brief':
      return brief;
    case 'turn':
      return String(turn);
    case 'result.summary':
      return result?.summary ?? '';
    case 'messages.last.text':
      return messages.at(-1)?.text ?? '';
    case 'messages.last.id':
      return messages.at(-1)?.id ?? '';
    case 'messages.last.sender':
      return messages.at(-1)?.sender ?? '';
  }
}

/** Most that values may add to one text, in UTF-16 units: more than any turn may answer, so a text that stops here fails as OUTPUT_LIMIT. */
const MOST_ADDED = 16 * 1024 * 1024;

/**
 * Replaces each `{{name}}` by its value: a look-up of listed names, never code (faults.md F6). A value is not searched for names again;
 * what has no value renders as empty text; braces that hold no name stay. Takes time in proportion to the text and its result.
 */
export function renderTemplate(text: string, values: TemplateValues): string {
  let added = 0;
  return text.replace(NAME, (_, name: string) => {
    if (added > MOST_ADDED) return '';
    const value = valueOf(readTemplateName(name.trim()), values);
    added += value.length;
    return value;
  });
}

/** A JSON value with every text inside rendered; keys stay as they are. `spend` is told the length of each text and may throw. */
export function renderJson(value: JsonValue, values: TemplateValues, spend: (length: number) => void): JsonValue {
  if (typeof value === 'string') {
    const rendered = renderTemplate(value, values);
    spend(rendered.length);
    return rendered;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((item) => renderJson(item, values, spend));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renderJson(item, values, spend)]));
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
