import type { JsonValue } from '../../src-shared/kernel/json.ts';
import type { TeamTurnResult } from '../../src-shared/graph-types/team/team-state.ts';
import type { ScriptedEngine, ScriptTurn } from '../../src-shared/team-document/schema.ts';
import { renderJson, renderTemplate, type TemplateValues } from '../../src-shared/team-document/template.ts';
import type { RunTurn } from './run-turn.ts';
import { speak } from './streamed-text.ts';
import { systemClock, type TurnClock } from './turn-clock.ts';
import { TurnFailure } from './turn-failure.ts';

/** What a member without a script says, once (decisions.md 33). */
// oxlint-disable-next-line unicorn/no-thenable -- the document format's name; its value is text, never a function
const WITHOUT_SCRIPT: ScriptedEngine = { kind: 'scripted', turns: [{ say: '{{role}}: {{task}}' }], then: 'end' };
/** Longest answer a script may render, in UTF-16 units: more than any policy lets through, little enough to hold. */
const MOST_TEXT = 16 * 1024 * 1024;

/** The turn a script has for a turn number, an empty one after its `end`. TurnFailure when it is to fail then. */
function turnOf({ turns = [], then = 'repeat-last' }: ScriptedEngine, turn: number, member: string): ScriptTurn {
  const last = turns.at(-1);
  const scripted = turns[turn - 1] ?? (then === 'repeat-last' ? last : undefined);
  if (scripted !== undefined) return scripted;
  if (then === 'fail')
    throw new TurnFailure(
      'EFFECT_FAILED',
      `${member} was asked for turn ${turn}, and its script ends after ${turns.length}. Add a turn, or let it end or repeat the last one.`,
    );
  return {};
}

/** Renders the texts of one turn; together they may not be longer than MOST_TEXT. */
function rendererOf(values: TemplateValues, member: string) {
  let left = MOST_TEXT;
  const spend = (length: number): void => {
    left -= length;
    if (left < 0)
      throw new TurnFailure(
        'OUTPUT_LIMIT',
        `The answer of ${member} is longer than ${MOST_TEXT} characters. Shorten its script or the task.`,
      );
  };
  const text = (template: string): string => {
    const rendered = renderTemplate(template, values);
    spend(rendered.length);
    return rendered;
  };
  return { text, json: (template: JsonValue): JsonValue => renderJson(template, values, spend) };
}

/**
 * The scripted engine of one member (spec/team-document.md 1, decisions.md 33): the n-th turn of a run is the n-th of the script, whatever
 * was said; texts are templates over the turn's input. First it waits (`delayMs`), then it says its text at its pace, then it posts, or
 * fails with the code of `fail`. With a pace of 0 nothing is streamed: the result is everything. The same input gives the same answer.
 */
export function createScriptedTurn({
  member,
  engine,
  clock = systemClock,
}: {
  /** What the member is called, for messages. */
  readonly member: string;
  readonly engine: ScriptedEngine;
  readonly clock?: TurnClock;
}): RunTurn {
  const script = engine.turns === undefined || engine.turns.length === 0 ? { ...WITHOUT_SCRIPT, pace: engine.pace } : engine;
  return async (context) => {
    const { input, turn, signal, inputs } = context;
    signal.throwIfAborted();
    const { say = '', posts = [], data, delayMs = 0, fail } = turnOf(script, turn, member);
    const { text, json } = rendererOf({ ...input, turn, inputs }, member);
    if (delayMs > 0) await clock.sleep(delayMs, signal);

    const summary = text(say);
    const pace = script.pace ?? 0;
    if (pace > 0) await speak(summary, pace, clock, signal, (part) => context.emitPart({ kind: 'text', data: part }));

    if (fail !== undefined)
      throw new TurnFailure(
        fail.code ?? 'EFFECT_FAILED',
        fail.message === undefined ? `The script of ${member} lets turn ${turn} fail.` : text(fail.message),
      );
    const result: TeamTurnResult = {
      summary,
      ...(data === undefined ? {} : { data: json(data) }),
      ...(posts.length === 0
        ? {}
        : { posts: posts.map((post) => ({ roomId: post.room, text: text(post.text), mentions: post.mentions ?? [] })) }),
    };
    return result;
  };
}
