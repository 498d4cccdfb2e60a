// The turns of a criterion that is done test first, one by one: its tests, which must be red, the change that makes them pass, and its form where the plan wants that.
import type { Applied } from '../decision.ts';
import type { EffectInput } from '../effect/effect.ts';
import type { Change } from '../evidence/gate-plan.ts';
import { ran } from '../evidence/judge-tests.ts';
import type { Finding, GateResult } from '../evidence/verdict.ts';
import { foundResults } from '../parts/check.ts';
import type { Beat, PlannedCriterion } from '../plan/plan.ts';
import { sayFew } from '../text/counted.ts';
import type { Criterion, CriterionOutcome, CriterionSpec, CriterionState, Inspected } from './criterion.ts';
import { endAttempt } from './end-attempt.ts';
import { builtIn, failing, noTest, testFirst, testOf, withoutSay } from './judge-attempt.ts';
import { type CriterionRows, ended as endedAs, to } from './moves.ts';

const usual: readonly Beat[] = ['test', 'code'];

/** As its plan says, or the settings do for its kind; none where nothing can prove them. */
export function beatsOf(
  { beats }: Pick<PlannedCriterion, 'beats'>,
  spec: Pick<CriterionSpec, 'gateSettings' | 'gatePlan' | 'kind'>,
): Pick<CriterionSpec, 'beats'> {
  const wanted = beats ?? (spec.gateSettings.tdd[spec.kind] === 'steps' ? usual : []);
  return testFirst(spec) === 'enforce' && wanted.length > 0 ? { beats: wanted } : {};
}

/** Null: it is done as its agent likes. */
export const beatAt = ({ spec: { beats }, state: { beat } }: Pick<Criterion, 'spec' | 'state'>): Beat | null =>
  beats === undefined ? null : (beat ?? beats[0] ?? null);

export const isForTests = (thing: Pick<Criterion, 'spec' | 'state'>): boolean => beatAt(thing) === 'test';

/** The tree with the tests alone is kept beside that of the attempt. */
export const treeLabel = ({ id, spec, state }: Criterion): string =>
  `${id}/attempt-${state.attempt}${isForTests({ spec, state }) ? '-tests' : ''}`;

export function inspectedIn(thing: Criterion): EffectInput<'inspect-change'>['beat'] {
  if (isForTests(thing)) return { kind: 'test' };
  const { redTests } = thing.state;
  return redTests === undefined ? undefined : { kind: 'code', red: redTests.tree };
}

/** They are run where they are all that was written. */
export function testsFound({ spec, state }: Criterion, found: Inspected): Applied<CriterionState> {
  const why = notTestsAlone(spec, found);
  if (why === null) return to(state, { kind: 'staging_tests', found });
  const results = [...foundInTests(found), builtIn('red-first', 'failed', why)];
  return to(state, { kind: 'recording', found, results });
}

/** What they import may be what the change brings; how long and deep it is, is seen when it is whole. */
export const foundInTests = ({ tamper, secrets, others = [] }: Inspected): readonly GateResult[] =>
  foundResults({ tamper, secrets, others: others.filter(({ gate }) => gate !== 'imports') });

function notTestsAlone(spec: CriterionSpec, { tests, besides = [] }: Inspected): string | null {
  if (besides.length > 0)
    return `this turn is for the tests alone, and it changed ${sayFew(besides, 5)}: take that back`;
  return tests.length === 0 ? noTest(spec) : null;
}

/** Red tests are followed by the change, a criterion that is met by the turn for its form. */
export function endBeat(thing: Criterion, results: readonly GateResult[], found: Inspected): Applied<CriterionState> {
  const { spec, state } = thing;
  const { label: criterion, beats = [], attempts } = spec;
  const beat = beatAt(thing);
  if (beat === 'test' && failing(results).length === 0 && state.report?.status !== 'blocked') {
    const why = results.findLast(({ gate }) => gate === 'red-first')?.why ?? '';
    const redTests = { tree: found.tree, why };
    const { askedIn: _asked, ...rest } = state;
    const next: CriterionState = { ...rest, beat: 'code', redTests, held: { attempt: state.attempt, times: 0 } };
    return to(next, { kind: 'prompting', cut: false }, [{ kind: 'tests_red', data: { criterion, why } }]);
  }
  const ended = endAttempt(thing, results, found);
  const { at } = ended.state;
  if (beat !== 'code' || !beats.includes('refactor') || at.kind !== 'ended' || at.outcome.kind !== 'passed')
    return ended;
  if (state.attempt >= attempts) return ended;
  const history = ended.state.history.map((each) =>
    each.number === state.attempt ? { ...each, green: true as const } : each,
  );
  const next: CriterionState = { ...ended.state, history, beat: 'refactor', attempt: state.attempt + 1, idle: 0 };
  return to(next, { kind: 'prompting', cut: false }, [...ended.said, { kind: 'form_begun', data: { criterion } }]);
}

/** No form of a change is a reason for a test to go, also for one that no base ever had. */
export function lostToForm({ spec, state }: Criterion, results: readonly GateResult[]): readonly Finding[] {
  const green = state.history.findLast((each) => each.green)?.results ?? [];
  const [before, now] = [testOf(green)?.counts ?? null, testOf(results)?.counts ?? null];
  if (beatAt({ spec, state }) !== 'refactor' || before === null || now === null || ran(now) >= ran(before)) return [];
  const what = `fewer tests run than before the turn for the form: ${ran(now)} of ${ran(before)}`;
  return [{ gate: 'tamper', what, file: null, line: null, weight: 'fail' }];
}

/** What was met stays met, however the turns for its form come to nothing; no other agent looks at a form. */
export function keepGreen<Moved extends { readonly state: CriterionState }>(
  { state: before }: Criterion,
  moved: Moved,
): Moved {
  const { at, history } = moved.state;
  if (before.beat !== 'refactor' || before.at.kind === 'undoing_form' || at.kind !== 'ended') return moved;
  const why = whyLeft(at.outcome);
  const green = history.findLast((each) => each.green);
  if (why === null || green === undefined) return moved;
  return { ...moved, state: { ...moved.state, at: { kind: 'undoing_form', green, why } } };
}

/** Null: it ends as it is. */
function whyLeft(outcome: CriterionOutcome): string | null {
  if (outcome.kind === 'doubted') return 'it did not get on';
  return outcome.kind === 'blocked' && outcome.lost === undefined ? outcome.why : null;
}

export const beatSteps: CriterionRows<'undoing_form'> = {
  undoing_form: {
    says: (_, { spec }) => `puts ${spec.label} back to what was green`,
    act: 'restore-copy',
    input: ({ thing: { id, spec } }, { green }) => ({
      hub: spec.hub,
      copy: spec.copy,
      tree: green.tree,
      label: `${id}/form`,
    }),
    applied: ({ state, spec }, { green, why }) =>
      to(state, endedAs({ kind: 'passed', tree: green.tree, unverified: withoutSay(green.results, spec.gatePlan) }), [
        { kind: 'form_undone', data: { criterion: spec.label, why } },
      ]),
  },
};

/** Tests that were changed after they were red are proven as they are now, and told. */
export function sayRetested(result: GateResult, sinceRed: readonly Change[] = []): GateResult {
  if (sinceRed.length === 0) return result;
  const files = sinceRed.map(({ path, kind, added, removed }) =>
    kind === 'deleted' ? `${path} (removed)` : `${path} (+${added} -${removed})`,
  );
  const findings = sinceRed.map(({ path, kind, added, removed }) => ({
    gate: result.gate,
    what: kind === 'deleted' ? 'was removed after it was red' : `was changed after it was red: +${added} -${removed}`,
    file: path,
    line: null,
    weight: 'note' as const,
  }));
  return {
    ...result,
    why: `${result.why}; changed since they were red: ${sayFew(files, 5)}`,
    findings: [...result.findings, ...findings],
  };
}
