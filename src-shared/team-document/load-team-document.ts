import type { Document } from 'yaml';
import { isJsonObject, type JsonObject, type JsonValue, pointerOf } from '../kernel/json.ts';
import { MAX_MEMBERS } from './defaults.ts';
import { checkEngines } from './engine-problems.ts';
import type { Finding, Report } from './finding.ts';
import { upgradeDocument } from './format-version.ts';
import { idFromName } from './id-from-name.ts';
import { outlineOf } from './outline.ts';
import { valueIn } from './document-path.ts';
import type { Problem } from './problem.ts';
import { type PlacedFinding, readDocumentText, type TextPlace } from './read-document-text.ts';
import type { TeamDocument } from './schema.ts';
import { checkShape } from './shape-problems.ts';
import { shown } from './shown.ts';
import { checkConversation, checkIds } from './team-problems.ts';
import { checkTexts } from './text-problems.ts';

/** Most problems that are listed; errors come before warnings when some must be left out. */
const MAX_PROBLEMS = 200;

/** What loading gives: the document when it has the shape of one (it may still have problems), and everything a person should know. */
export type LoadedTeamDocument = {
  /** As written, unknown keys included, `id` filled in. Null when it can not be read, or a field is missing or of the wrong kind. */
  readonly document: TeamDocument | null;
  /**
   * What was read, upgraded, and otherwise as it is written: what the editor changes, whatever its problems. Null when the text is no
   * readable object of this format.
   */
  readonly value: JsonObject | null;
  readonly problems: readonly Problem[];
  /** Its name, else its id, else the file's name without ending: what lists call it even when it can not be read. */
  readonly name: string;
  /** The text's syntax, for changing it by pieces; null when it was read without. */
  readonly tree: Document.Parsed | null;
};

/** True when a run may start: warnings do not block one, errors do. */
export const isRunnable = (problems: readonly Problem[]): boolean => problems.every(({ severity }) => severity !== 'error');

/** The file's name without folders and ending: `release-team.troupe.yaml` is `release-team`. */
function stemOf(fileName: string): string {
  const base = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  return base.replace(/(?:\.troupe)?\.(?:ya?ml|json)$/iu, '');
}

/** Checks of everything in a document of the current version; one validator for editor, file, command line and library. */
function checkDocument(document: JsonObject, report: Report): void {
  const members = document['members'];
  if (Array.isArray(members) && members.length > MAX_MEMBERS) {
    const message = `The team has ${members.length} members; the most is 10,000. Split it into several teams.`;
    report({ code: 'TOO_MANY_MEMBERS', severity: 'error', path: ['members'], message });
    return;
  }
  checkShape(document, report);
  const outline = outlineOf(document);
  checkIds(outline, report);
  checkTexts(document, report);
  if (document['form'] === 'conversation') {
    checkEngines(document, outline, report);
    checkConversation(document, outline, report);
  } else if (typeof document['form'] === 'string' && LATER_FORMS.has(document['form'])) {
    const message = `This team has the form ${shown(document['form'])}; this version of Troupe runs conversations only. Open it with a newer version, or change "form" to conversation.`;
    report({ code: 'FORM_UNAVAILABLE', severity: 'error', path: ['form'], message });
  }
}

const LATER_FORMS = new Set(['room', 'pipeline', 'lead', 'worktree', 'custom']);

/** Codes after which the value is not the document its type says. */
const SHAPELESS: ReadonlySet<string> = new Set<Finding['code']>([
  'REQUIRED',
  'INVALID_VALUE',
  'INVALID_ID',
  'TOO_MANY_MEMBERS',
  'UNSAFE_KEY',
]);
const isDocument = (value: JsonObject, findings: readonly Finding[]): value is JsonObject & TeamDocument =>
  !findings.some(({ code }) => SHAPELESS.has(code));

/** The problems of a document that is edited and has no text: the same checks that a file gets, without places in a text. */
export function problemsOfDocument(document: JsonObject): Problem[] {
  const findings: Finding[] = [];
  checkDocument(document, (finding) => findings.push(finding));
  return problemsOf(findings, document, () => null);
}

/** Gives findings their pointer, member and place; the first finding of a kind at a place stands for its followers. */
function problemsOf(findings: readonly PlacedFinding[], root: JsonValue, locate: (path: Finding['path']) => TextPlace | null): Problem[] {
  const seen = new Set<string>();
  const distinct = findings.filter(({ code, path, message, place }) => {
    // A number that is no number is told once, not again by the schema that finds null in its place.
    const key = code === 'INVALID_VALUE' ? code + pointerOf(path) : `${code}${pointerOf(path)}${message}${place?.line}:${place?.column}`;
    return seen.size !== seen.add(key).size;
  });
  const bySeverity = [
    ...distinct.filter(({ severity }) => severity === 'error'),
    ...distinct.filter(({ severity }) => severity === 'warning'),
  ];
  const problems = bySeverity.slice(0, MAX_PROBLEMS).map(({ code, severity, path, message, fix, word, place }): Problem => {
    const member = path[0] === 'members' ? valueIn(root, [...path.slice(0, 2), 'id']) : undefined;
    const at = place ?? locate(path);
    return {
      code,
      severity,
      path: pointerOf(path),
      message,
      ...(typeof member === 'string' ? { member } : {}),
      ...(at === null ? {} : at),
      ...(fix === undefined ? {} : { fix }),
      ...(word === undefined ? {} : { word }),
    };
  });
  problems.sort((left, right) => (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0));
  const left = distinct.length - problems.length;
  if (left > 0)
    problems.push({
      code: 'MORE_PROBLEMS',
      severity: 'warning',
      path: '',
      message: `${left} more problems are not listed. Mend these first, then look again.`,
    });
  return problems;
}

/**
 * Reads a team document from text by content, YAML or JSON (spec/team-document.md 1 and 2). Never throws; gives all problems at once, each
 * with its place in the text. `fileName` serves as the id and name of a document that has none.
 */
export function loadTeamDocument({ text, fileName = '' }: { readonly text: string; readonly fileName?: string }): LoadedTeamDocument {
  const stem = stemOf(fileName);
  const read = readDocumentText(text);
  const findings: PlacedFinding[] = [...read.findings];
  const upgraded = read.value === null && findings.length > 0 ? { document: null, findings: [] } : upgradeDocument(read.value);
  findings.push(...upgraded.findings);
  let document = upgraded.document;
  if (document !== null && document['id'] === undefined) document = { ...document, id: idFromName(stem || (nameIn(document) ?? '')) };
  if (document !== null) checkDocument(document, (finding) => findings.push(finding));
  const root = document ?? read.value;
  return {
    document: document !== null && isDocument(document, findings) ? document : null,
    value: upgraded.document ?? (isUnversioned(read.value) ? read.value : null),
    problems: problemsOf(findings, root, read.locate),
    name: nameIn(root) ?? (stem || 'Team without a name'),
    tree: read.tree ?? null,
  };
}

/** Without a version, or with what is none, it is told as a problem and kept; one of a newer Troupe cannot be kept. */
const isUnversioned = (value: JsonValue): value is JsonObject =>
  isJsonObject(value) &&
  value['format'] === 'troupe.team' &&
  !(Number.isSafeInteger(value['formatVersion']) && Number(value['formatVersion']) >= 1);

function nameIn(root: JsonValue): string | null {
  if (!isJsonObject(root)) return null;
  const name = [root['name'], root['id']].find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof name === 'string' ? name : null;
}
