import type { ConversationDocument, DocumentMember, ScriptedEngine } from './schema.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Limits of one turn: bytes, milliseconds, counts (spec/graph-and-team.md 1.4). */
type MemberPolicy = {
  readonly timeoutMs: number;
  readonly teardownGraceMs: number;
  readonly inputBytes: number;
  readonly outputBytes: number;
  readonly memoryBytes: number;
  readonly filesChanged: number;
  readonly linesChanged: number;
  readonly callTokens: null | { readonly mode: 'hard' | 'observed'; readonly tokens: number };
};

/** How a member is run, with the defaults of decisions.md 12 and 32 filled in. */
export type MemberSettings = {
  readonly member: DocumentMember;
  /** What it is called on screen and in messages. */
  readonly name: string;
  readonly engine: ScriptedEngine;
  readonly policy: MemberPolicy;
  readonly permissions: readonly string[];
  readonly approve: 'never' | 'writes' | 'all';
  /** May a turn whose process died run again by itself? True for scripts unless the document says otherwise. */
  readonly retrySafe: boolean;
  /** What an empty answer means. */
  readonly onEmpty: 'accept' | 'retry' | 'fail';
};

/** Limits of a turn where the document is silent. */
export const DEFAULT_POLICY: MemberPolicy = {
  timeoutMs: 600_000,
  teardownGraceMs: 5000,
  inputBytes: MIB,
  outputBytes: MIB,
  memoryBytes: KIB * MIB,
  filesChanged: Number.MAX_SAFE_INTEGER,
  linesChanged: Number.MAX_SAFE_INTEGER,
  callTokens: null,
};

/**
 * The settings of one member of a document without errors. Throws a TypeError for a member it does not have, or one whose engine this
 * version can not run: both are problems that block a run (UNKNOWN_MEMBER, ENGINE_MISSING, ENGINE_UNAVAILABLE_HERE).
 */
export function memberSettings(document: ConversationDocument, memberId: string): MemberSettings {
  const member = document.members.find(({ id }) => id === memberId);
  if (member?.engine?.kind !== 'scripted')
    throw new TypeError(`The team has no scripted member ${memberId}; look at the document's problems first.`);
  const { id, name, engine, limits, permissions, approve, retrySafe, onEmpty } = member;
  const { callTokens, ...bounds } = limits ?? {};
  const given = Object.fromEntries(
    Object.entries(bounds).filter(([key, value]) => Object.hasOwn(DEFAULT_POLICY, key) && value !== undefined),
  );
  return {
    member,
    name: name ?? id,
    engine,
    policy: { ...DEFAULT_POLICY, ...given, callTokens: callTokens ?? null },
    permissions: permissions ?? [],
    approve: approve ?? 'writes',
    retrySafe: retrySafe ?? true,
    onEmpty: onEmpty ?? 'accept',
  };
}
