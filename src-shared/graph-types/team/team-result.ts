import { type GraphIssue, IDENTIFIER_RULE, isIdentifier, quoted } from '../../kernel/issues.ts';
import { isJsonObject, type JsonValue } from '../../kernel/json.ts';
import type { TeamSetup } from './team-setup.ts';
import type { TeamTurnResult } from './team-state.ts';

/**
 * What is wrong with a turn's result, or null: INVALID_TEAM at /result and below. Every post is checked before any is accepted: the
 * sender and everyone it mentions sit in the post's room (spec/graph-and-team.md 2.4).
 */
export function teamResultIssue(setup: TeamSetup, sender: string, result: JsonValue): GraphIssue | null {
  if (!isJsonObject(result)) return issue('', 'A turn gives an object with a summary.');
  if (typeof result['summary'] !== 'string') return issue('/summary', 'The summary must be text.');
  if (!Object.hasOwn(result, 'posts')) return null;
  const { posts } = result;
  if (!setup.communicates) return issue('/posts', 'This team has no rooms; leave posts out, or give the team communication.');
  if (!Array.isArray(posts)) return issue('/posts', 'posts must be a list, or left out.');
  for (const [index, post] of posts.entries()) {
    const found = postIssue(setup, sender, post);
    if (found !== null) return issue(`/posts/${index}${found.path}`, found.message);
  }
  return null;
}

const issue = (path: string, message: string): GraphIssue => ({ code: 'INVALID_TEAM', path: `/result${path}`, message });

function postIssue({ membersByRoom }: TeamSetup, sender: string, post: JsonValue): { path: string; message: string } | null {
  if (!isJsonObject(post)) return { path: '', message: 'A post is an object with roomId, text and mentions.' };
  const { roomId, text, mentions } = post;
  if (!isIdentifier(roomId)) return { path: '/roomId', message: `The room of a post is ${quoted(roomId)}; ${IDENTIFIER_RULE}.` };
  const seats = membersByRoom.get(roomId);
  if (seats?.has(sender) !== true)
    return { path: '/roomId', message: `${quoted(sender)} does not sit in room ${quoted(roomId)}; post to one of its own rooms.` };
  if (typeof text !== 'string') return { path: '/text', message: 'The text of a post must be text.' };
  if (!Array.isArray(mentions)) return { path: '/mentions', message: 'mentions must be a list of member ids; [] mentions nobody.' };
  const stranger = mentions.find((name: JsonValue) => typeof name !== 'string' || !seats.has(name));
  if (stranger !== undefined)
    return { path: '/mentions', message: `Room ${quoted(roomId)} does not seat ${quoted(stranger)}; mention members of that room.` };
  return null;
}

/** Whether a result is one that the conversation accepts from this member. */
export function isTeamResult(setup: TeamSetup, sender: string, result: JsonValue): result is TeamTurnResult {
  return teamResultIssue(setup, sender, result) === null;
}
