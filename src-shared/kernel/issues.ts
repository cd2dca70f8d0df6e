import type { JsonValueError } from './json.ts';

/** What is wrong, where (JSON Pointer into the thing checked, '' for all of it), and what to do about it. */
export type GraphIssue = { readonly code: string; readonly path: string; readonly message: string };

/** What a definition, a graph type, a description or a plan is refused with; `issues` and its items are frozen (spec/graph-and-team.md 1.2). */
export class GraphValidationError extends Error {
  override readonly name = 'GraphValidationError';
  readonly issues: readonly GraphIssue[];
  /** `subject` opens the message: `Invalid graph definition`, `Invalid graph plan`. */
  constructor(subject: string, issues: readonly GraphIssue[], options?: ErrorOptions) {
    super(`${subject}: ${issues.map((issue) => issue.message).join(' ')}`, options);
    this.issues = Object.freeze(issues.map(({ code, path, message }) => Object.freeze({ code, path, message })));
  }
}

// oxlint-disable-next-line no-control-regex -- the rule is about control characters
const CONTROL = /[\u0000-\u001f\u007f]/;

/** An identifier (of a graph, node, edge, lane, phase, room): not empty, no outer spaces, no control characters (2.1). */
export const isIdentifier = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value === value.trim() && !CONTROL.test(value);

/** A text that must say something: not blank, no control characters; outer spaces are fine (2.1). */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '' && !CONTROL.test(value);

/** A version: a whole number from 1. */
export const isVersion = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;

/** How the rule of `isIdentifier` is told to a person. */
export const IDENTIFIER_RULE = 'use text without outer spaces or control characters';
/** How the rule of `isText` is told to a person. */
export const TEXT_RULE = 'use text that is not blank and has no control characters';

/** A wrong value as an error message shows it: text quoted, of anything else only its kind. */
export const quoted = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : value === null ? 'null' : `of type ${typeof value}`;

/** The issue that a JsonValueError is, `prefix` being where the value was given. */
export const jsonIssue = ({ code, path, message }: JsonValueError, prefix = ''): GraphIssue => ({ code, path: prefix + path, message });
