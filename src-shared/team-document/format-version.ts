import { isJsonObject, type JsonObject, type JsonValue } from '../kernel/json.ts';
import type { Finding } from './finding.ts';
import { shown } from './shown.ts';

/** Turns a document of one format version into the next one. Pure; never changes its argument. */
export type DocumentUpgrade = (document: JsonObject) => JsonObject;

/** `DOCUMENT_UPGRADES[n - 1]` takes version n to n + 1. Append only: a file of any older version opens for ever. */
const DOCUMENT_UPGRADES: readonly DocumentUpgrade[] = [];

/** The document's version after the upgrades, or why it can not be read (spec/team-document.md 1). */
export type Upgraded = { readonly document: JsonObject | null; readonly findings: readonly Finding[] };

const refuse = (code: Finding['code'], path: Finding['path'], message: string): Upgraded => ({
  document: null,
  findings: [{ code, severity: 'error', path, message }],
});

/**
 * Reads `format` and `formatVersion` and brings an older document up to date. NOT_A_TEAM when it is something else, NEWER_FORMAT when it
 * is from a newer Troupe; nothing else of such a document is looked at. A document of the current version is returned as it is.
 */
export function upgradeDocument(value: JsonValue, upgrades: readonly DocumentUpgrade[] = DOCUMENT_UPGRADES): Upgraded {
  if (!isJsonObject(value)) return refuse('NOT_A_TEAM', [], 'This is no team document: it must begin with "format: troupe.team".');
  const format = value['format'];
  if (format === undefined && (Object.hasOwn(value, 'roster') || Object.hasOwn(value, 'agents')))
    return refuse('FORM_UNAVAILABLE', [], 'This is a room configuration (roster, agents). This version of Troupe runs conversations only.');
  if (format === undefined)
    return refuse('NOT_A_TEAM', [], 'This is no team document: "format" is missing. Begin the file with "format: troupe.team".');
  if (format !== 'troupe.team')
    return refuse(
      'NOT_A_TEAM',
      ['format'],
      `This is no team document: its format is ${shown(format)}. A team document says "format: troupe.team".`,
    );

  const current = upgrades.length + 1;
  const version = value['formatVersion'];
  if (version === undefined)
    return refuse('REQUIRED', ['formatVersion'], `"formatVersion" is missing in the team. Add "formatVersion: ${current}".`);
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1)
    return refuse(
      'INVALID_VALUE',
      ['formatVersion'],
      `"formatVersion" of the team must be a whole number of at least 1; it is ${shown(version)}.`,
    );
  if (version > current)
    return refuse(
      'NEWER_FORMAT',
      ['formatVersion'],
      `This team is written in format version ${version}; this Troupe reads versions up to ${current}. Open it with a newer Troupe.`,
    );
  const document = upgrades.slice(version - 1).reduce((older, upgrade) => upgrade(older), value);
  return { document: version === current ? value : { ...document, formatVersion: current }, findings: [] };
}
