import { checkLane } from './description-checks.ts';
import { readLane } from './description-shape.ts';
import { type GraphIssue, GraphValidationError } from './issues.ts';
import type { JsonValue } from './json.ts';
import { readId } from './plan-reader.ts';

/** What is wrong with a lane declaration that stands at `path`, or null; the codes are those of a description's lane. */
export function executionLaneIssue(lane: JsonValue | undefined, path: string): GraphIssue | null {
  try {
    const parts = readLane(lane, path, 'kept', false);
    readId(parts.fields['id'], `${path}/id`);
    checkLane(parts);
    return null;
  } catch (error) {
    const issue = error instanceof GraphValidationError ? error.issues[0] : undefined;
    if (issue === undefined) throw error;
    return issue;
  }
}
