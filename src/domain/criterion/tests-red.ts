// The tests of a criterion by themselves, before there is a change that could make them pass: they must be collected and fail.
import { judgeRed } from '../evidence/judge-red.ts';
import { fileOf } from '../evidence/test-id.ts';
import type { GateResult } from '../evidence/verdict.ts';
import { runGate, staging } from '../parts/check.ts';
import { sayFew } from '../text/counted.ts';
import { foundInTests } from './beat.ts';
import type { CriterionView, Step } from './criterion.ts';
import { judged, redDeadline, runOf, testGate, underWay } from './gate.ts';
import { builtIn, explain, halfOf, notMeant, startOf, type ToProve } from './judge-attempt.ts';
import { advance, type CriterionDecision, type CriterionRows, to } from './moves.ts';

export const testsRedSteps: CriterionRows<'staging_tests' | 'tests_red'> = {
  staging_tests: {
    says: (where) => `checks the tests of ${where}`,
    act: 'stage-tree',
    input: ({ thing: { id, spec, state } }, { found }) =>
      staging(
        { ...spec, base: { ...spec.base, tree: startOf(spec).tree } },
        found.tree,
        `${id}/${state.attempt}-tests`,
        found.moreTests ? { globs: spec.gatePlan.tests } : found.tests,
      ),
    applied: ({ state }, { found }, { folder }) => to(state, { kind: 'tests_red', found, folder }),
  },
  tests_red: { says: (where) => `runs the tests of ${where}`, act: null, decide: runTests },
};

const name = 'tests';

function runTests(view: CriterionView, { found, folder }: Step<'tests_red'>): CriterionDecision {
  const { thing } = view;
  const definition = testGate(thing);
  const { test } = startOf(thing.spec);
  const only = found.moreTests ? [] : found.tests.filter(canBeRun);
  const wanted = {
    name,
    definition,
    folder,
    only: only.length > 0 ? only : null,
    deadlineMs: test === null ? definition.deadlineMs : redDeadline(definition, test, test),
  };
  const came = runGate(thing.spec, wanted, runOf(view, name));
  if (came.kind !== 'ended') return underWay(view, name, came);
  const result = judgeTests(thing.spec, only.length > 0 ? only : found.tests, came.result);
  const results = [...foundInTests(found), result];
  return advance(thing.state, { kind: 'recording', found, results }, [judged(thing, result)]);
}

/** Beside tests stand data of theirs, which no runner takes for a test. */
const canBeRun = (path: string): boolean =>
  !/\.(?:json|ya?ml|toml|txt|md|csv|xml|html|snap|sql|lock|png|jpe?g|gif|svg|pdf|zip|gz)$/i.test(path);

/** Whether what does not load misses the change alone is seen when that is there. */
export function judgeTests(spec: ToProve, files: readonly string[], red: GateResult): GateResult {
  const base = startOf(spec).test;
  const told = halfOf(red);
  if (red.verdict === 'timeout' && base !== null && base.verdict !== 'timeout')
    return {
      ...builtIn('red-first', 'passed', `red: did not end within ${Math.round(red.durationMs / 1000)} s`),
      ...told,
    };
  const verdict = judgeRed({ files, base, red, green: null, before: notMeant(spec), unloadable: files });
  switch (verdict.kind) {
    case 'untold':
      return { ...builtIn('red-first', 'not_configured', verdict.why), ...told };
    case 'no_red':
      return { ...builtIn('red-first', 'failed', verdict.reasons.map(explain).join('; ')), ...told, tail: red.tail };
    case 'red': {
      const proof = verdict.ids.length > 0 ? sayFew(verdict.ids, 5) : 'by exit codes';
      return { ...builtIn('red-first', 'passed', `red (exit ${red.exit}): ${proof}${unloaded(verdict.ids)}`), ...told };
    }
  }
}

const unloaded = (ids: readonly string[]): string =>
  ids.some((id) => fileOf(id) === id) ? '; a file alone did not load' : '';
