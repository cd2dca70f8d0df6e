import type { ErrorCode } from '../kernel/error-codes.ts';

/** The codes that a problem of a team document can carry (spec/team-document.md 2), out of the one list of kernel/error-codes.ts. */
export const PROBLEM_CODES = [
  'DOCUMENT_TOO_LARGE',
  'DOCUMENT_TOO_DEEP',
  'INVALID_YAML',
  'DUPLICATE_KEY',
  'UNSAFE_KEY',
  'NOT_A_TEAM',
  'NEWER_FORMAT',
  'REQUIRED',
  'INVALID_VALUE',
  'INVALID_ID',
  'UNKNOWN_KEY',
  'FORM_UNAVAILABLE',
  'ENGINE_UNAVAILABLE_HERE',
  'ENGINE_MISSING',
  'TOOLS_UNAVAILABLE',
  'FIELD_UNAVAILABLE',
  'TOO_MANY_MEMBERS',
  'DUPLICATE_ID',
  'UNKNOWN_MEMBER',
  'UNKNOWN_ROOM',
  'NOT_IN_ROOM',
  'MENTION_UNREACHABLE',
  'ROOM_EMPTY',
  'NEVER_REACHED',
  'CAP_UNSAFE',
  'UNKNOWN_TEMPLATE',
  'SECRET_IN_DOCUMENT',
  'HIDDEN_CHARACTERS',
  'MORE_PROBLEMS',
] as const satisfies readonly ErrorCode[];

/** One of `PROBLEM_CODES`. */
export type ProblemCode = (typeof PROBLEM_CODES)[number];
