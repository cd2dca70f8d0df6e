import { describe, expect, it } from 'vitest';
import { assertGraphTypeConformance, runGraphTypeConformance } from './conformance.ts';
import {
  completed,
  decideDraft,
  describeDraft,
  draftDefinition,
  draftFixture,
  type DraftFixture,
  type DraftState,
  draftType,
  unknownBounds,
} from './draft-review.fixture.ts';
import type { GraphCommand } from './graph-type.ts';
import { ownGraphType } from './own-graph-types.ts';

/** `case: message` of every failure. */
const failuresOf = (changed: Partial<DraftFixture>): string[] =>
  runGraphTypeConformance({ ...draftFixture, ...changed }).failures.map((failure) => `${failure.case}: ${failure.message}`);
const casesOf = (changed: Partial<DraftFixture>) => [...new Set(failuresOf(changed).map((line) => line.slice(0, line.indexOf(':'))))];
const expecting = (changed: Partial<DraftFixture['expected']>) => ({ expected: { ...draftFixture.expected, ...changed } });

/** A type whose every state dispatches the given positions, and a fixture that expects it to. */
function tracing(decisions: readonly (readonly GraphCommand[])[], bounds: DraftFixture['expected']['bounds']): Partial<DraftFixture> {
  const states = (['draft', 'review', 'done'] as const).map((next): DraftState => ({ next }));
  const decide = ({ next }: DraftState) => decisions[states.findIndex((state) => state.next === next)] ?? [];
  return {
    graphType: draftType((definition) => ({ decide, describe: () => ({ ...describeDraft(definition), bounds }) })),
    expected: { states, commands: decisions, bounds },
  };
}
const dispatches = (...positions: string[]): GraphCommand[] =>
  positions.map((position) => ({ kind: 'dispatch', nodeId: 'draft', input: {}, position }));
const known = (value: number) => ({ kind: 'known', value }) as const;
const complete: readonly GraphCommand[] = [{ kind: 'complete', output: null }];

it('[case 28] the fixture of seed 003 conforms; the report is frozen', () => {
  const report = runGraphTypeConformance(draftFixture);
  expect(report).toEqual({ ok: true, cases: 6, failures: [] });
  expect([report, report.failures].every(Object.isFrozen)).toBe(true);
  expect(() => assertGraphTypeConformance(draftFixture)).not.toThrow();
});
it('[case 29] cases is 6 whatever the events', () => {
  const none = { ...draftFixture, events: [], ...expecting({ states: [{ next: 'draft' }], commands: [decideDraft({ next: 'draft' })] }) };
  expect(runGraphTypeConformance(none)).toEqual({ ok: true, cases: 6, failures: [] });
});

describe('deterministic', () => {
  it('[case 30] decide alternating between calls, or between instances', () => {
    let calls = 0;
    const alternating = (state: DraftState): readonly GraphCommand[] => (calls++ % 2 === 0 ? decideDraft(state) : []);
    expect(casesOf({ graphType: draftType({ decide: alternating }) })).toEqual(['deterministic decision']);
    let compiles = 0;
    const graphType = draftType(() => (compiles++ % 2 === 0 ? {} : { decide: () => [] }));
    expect(casesOf({ graphType })).toEqual(['deterministic decision']);
  });
  it('[case 31] reduce alternating, initialState and describe differing between instances', () => {
    let calls = 0;
    const reduce = (state: DraftState): DraftState => (calls++ % 2 === 0 ? { next: 'review' } : state);
    expect(casesOf({ graphType: draftType({ reduce }) })).toContain('deterministic replay');
    let compiles = 0;
    const initial = draftType(() => (compiles++ % 2 === 0 ? {} : { initialState: (): DraftState => ({ next: 'review' }) }));
    expect(casesOf({ graphType: initial })).toEqual(expect.arrayContaining(['deterministic compile', 'deterministic replay']));
    const named = draftType((definition) => ({ describe: () => ({ ...describeDraft(definition), inputContract: compiles++ }) }));
    expect(casesOf({ graphType: named })).toEqual(['deterministic compile', 'deterministic plan resolution']);
  });
  it('[case 33] other states or decisions than expected', () => {
    expect(casesOf(expecting({ states: [{ next: 'draft' }, { next: 'draft' }, { next: 'done' }] }))).toEqual(['deterministic replay']);
    expect(casesOf(expecting({ commands: [...draftFixture.expected.commands.slice(0, 2), []] }))).toEqual(['deterministic decision']);
  });
  it('[case 36] too few or too many expected states or decisions', () => {
    expect(casesOf(expecting({ states: draftFixture.expected.states.slice(0, 2) }))).toEqual(['deterministic replay']);
    expect(casesOf(expecting({ states: [...draftFixture.expected.states, { next: 'done' }] }))).toEqual(['deterministic replay']);
    expect(casesOf(expecting({ commands: draftFixture.expected.commands.slice(0, 2) }))).toEqual(['deterministic decision']);
  });
});

describe('plan resolution and bounds (decisions 17)', () => {
  it('[case 32] bounds other than described', () => {
    expect(casesOf(expecting({ bounds: unknownBounds }))).toEqual(['deterministic plan resolution']);
  });
  it('[case 34] a position used again', () => {
    const again = tracing([dispatches('work/step'), dispatches('work/step'), complete], unknownBounds);
    expect(failuresOf(again)).toEqual([expect.stringMatching(/^deterministic plan resolution: .*reuses dispatch position.*work\/step/i)]);
  });
  it('[case 35] more dispatches than the maximum, a wider decision than the fan-out', () => {
    const many = tracing([dispatches('a', 'b', 'c'), dispatches('d'), complete], {
      ...unknownBounds,
      dispatches: { min: known(0), max: known(1) },
      maxFanOut: known(1),
    });
    expect(failuresOf(many)).toEqual([
      expect.stringMatching(/^deterministic plan resolution: .*4 dispatch commands.*maximum 1/),
      expect.stringMatching(/^deterministic plan resolution: .*fan-out 3.*maximum 1/),
    ]);
  });
  it('fewer than the minimum only where the trace completes', () => {
    const bounds = { ...unknownBounds, dispatches: { min: known(2), max: unknownBounds.dispatches.max } };
    expect(failuresOf(tracing([dispatches('a'), [], complete], bounds))).toEqual([
      expect.stringMatching(/^deterministic plan resolution: .*completed trace.*1 dispatch command\b.*minimum 2/),
    ]);
    expect(failuresOf(tracing([dispatches('a'), [], []], bounds))).toEqual([]);
    expect(failuresOf(tracing([dispatches('a'), [], [{ kind: 'fail', code: 'X', message: 'y' }]], bounds))).toEqual([]);
  });
  it('concurrency is never inferred', () => {
    expect(failuresOf(tracing([dispatches('a', 'b'), [], complete], { ...unknownBounds, maxConcurrency: known(1) }))).toEqual([]);
  });
  it('a resolution that is refused', () => {
    const planResolution = {
      ...draftFixture.planResolution,
      executionLanes: [{ id: 'x', effective: { adapter: 'a', provider: 'b', modelFamily: 'c', model: 'd', tools: [] } }],
    };
    expect(casesOf({ planResolution })).toEqual(['deterministic plan resolution']);
  });
});

describe('inputs', () => {
  it('[case 36] a definition that should be refused but compiles, or is refused with something else', () => {
    expect(casesOf({ invalidDefinitions: [draftDefinition] })).toEqual(['invalid definitions']);
    const graphType = draftType((definition) => {
      if (definition.id === 'bad') throw new TypeError('no');
      return {};
    });
    expect(casesOf({ graphType, invalidDefinitions: [{ ...draftDefinition, id: 'bad' }] })).toEqual(['invalid definitions']);
    expect(casesOf({ invalidDefinitions: [null, 7, { ...draftDefinition, id: '' }] })).toEqual([]);
  });
  it('[case 37] a type that changes what it was given', () => {
    const reduce = (state: DraftState): DraftState => Object.assign(state, { next: 'review' });
    expect(casesOf({ graphType: draftType({ reduce }) })).toContain('input immutability');
    const events = [completed('draft'), completed('review')];
    const definition = structuredClone(draftDefinition);
    const meddling = draftType(() => {
      Object.assign(definition, { data: { touched: true } });
      return {};
    });
    expect(casesOf({ graphType: meddling, definition, events })).toContain('input immutability');
  });
  it('never throws, whatever it is given', () => {
    const throwing = draftType({
      decide: () => {
        // oxlint-disable-next-line no-throw-literal -- what a careless type may do
        throw 'text';
      },
    });
    expect(casesOf({ graphType: throwing })).toContain('deterministic decision');
    for (const fixture of [
      null,
      {},
      { ...draftFixture, expected: null },
      { ...draftFixture, events: 1 },
      { ...draftFixture, graphType: null },
    ]) {
      const report = runGraphTypeConformance(fixture as never);
      expect([report.ok, report.cases]).toEqual([false, 6]);
    }
    expect(() => assertGraphTypeConformance(draftFixture)).not.toThrow();
    expect(() => assertGraphTypeConformance({ ...draftFixture, events: [] })).toThrow(/deterministic replay: /);
  });
});

describe('types of ours are proven to freeze', () => {
  it("what they return, and nothing of the caller's", () => {
    expect(failuresOf({ graphType: ownGraphType(draftType()) })).toContainEqual(
      expect.stringMatching(/^input immutability: The state after event 0 can be changed/),
    );
    const freezing = draftType({
      reduce: (state, event) => (
        Object.freeze(event.payload),
        event.payload.nodeId === state.next ? Object.freeze({ next: state.next === 'draft' ? 'review' : 'done' }) : state
      ),
      decide: (state) =>
        Object.freeze(
          decideDraft(state).map((command) => Object.freeze({ ...command, ...('input' in command && { input: Object.freeze({}) }) })),
        ),
    });
    const failures = failuresOf({ graphType: ownGraphType(freezing) });
    expect(failures).toContainEqual(expect.stringMatching(/^input immutability: Event 0 of the caller was frozen at \/payload/));
  });
});
