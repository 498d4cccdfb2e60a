// The whole tree, once all criteria are met: every gate, what each look at the whole comes to, and the repository's own commit hooks.
import {
  builtIn,
  excuse,
  failing,
  fromFindings,
  guardTests,
  lightenEdits,
  withoutSay,
} from '../../criterion/judge-attempt.ts';
import type { Applied } from '../../decision.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import { foundResults, inspecting, recording, staging } from '../../parts/check.ts';
import { choice } from '../../question/choice.ts';
import { ask } from '../ask.ts';
import { snapshotCopy } from '../copy-acts.ts';
import { enterHand } from '../manual/take-over.ts';
import {
  advance,
  go,
  lastRun,
  minutes,
  placeOf,
  type Step,
  startRun,
  type TaskDecision,
  type TaskView,
  wait,
} from '../moves.ts';
import { afterLook } from '../next-phase.ts';
import { eachGate } from '../run-step.ts';
import { atWork, type Done, type Given, onTheWhole, type StepRows } from '../step-row.ts';
import type { TaskState, TaskStep } from '../task.ts';
import { gateAt } from './base-gates.ts';
import { fix } from './develop.ts';
import { afterExpectations } from './expectations.ts';

/** The copy as it stands: nothing may have changed since the last gates. */
const check = (view: TaskView): TaskDecision => snapshotCopy(view, `final-${view.thing.state.runs}`);

const inspectTest = ({ thing: { state } }: TaskView, { tree }: Step<'inspecting_test'>): TaskDecision => ({
  kind: 'perform',
  effect: { name: 'inspect-change', input: inspecting(placeOf(state), tree) },
});

const stageTest = ({ thing: { id, state } }: TaskView, { tree }: Step<'staging_test'>): TaskDecision => ({
  kind: 'perform',
  effect: { name: 'stage-tree', input: staging(placeOf(state), tree, `${id}/test-${state.runs}`) },
});

function testGates(view: TaskView, at: Step<'test_gates'>): TaskDecision {
  const { state } = view.thing;
  return eachGate(view, at, (results) =>
    advance(state, {
      kind: 'recording_test',
      tree: at.tree,
      results: lightenEdits(
        state.known.work.baseline,
        [
          ...results.map((result) => excuse(state.known.work.baseline, result)),
          ...at.found,
          ...guarded(state, results),
        ],
        ['removed', 'silenced'],
      ),
      next: 'hooks',
    }),
  );
}

const guarded = (state: TaskState, results: readonly GateResult[]): readonly GateResult[] => {
  const findings = guardTests(state.known.work.baseline, results);
  return findings.length === 0 ? [] : [fromFindings('tamper', findings)];
};

const recordTest = ({ thing: { state } }: TaskView, at: Step<'recording_test'>): TaskDecision => ({
  kind: 'perform',
  effect: { name: 'record-evidence', input: recording(placeOf(state), at.tree, at.results) },
});

/** Asked once the fix rounds are used up; before that a failing whole goes back by itself. */
export function afterTest(view: TaskView, results: readonly GateResult[]): TaskDecision {
  const { state, spec } = view.thing;
  const red = failing(results);
  const text = red.map((result) => `${result.gate}: ${result.why}\n${result.tail}`).join('\n');
  const onlyLint = red.every((result) => result.gate === 'lint');
  const { fixRounds } = spec.settings.limits;
  const fixes = state.fixes - (state.known.work.reading?.fixes ?? 0);
  if (fixes < fixRounds || (onlyLint && fixes < 2 * fixRounds)) return fix(state, text);
  return ask(
    state,
    spec,
    {
      kind: 'tests_failed',
      text: `The whole fails after its criteria passed:\n${text.slice(-4000)}`,
      choices: [
        choice('fix', 'fix again', 'optional'),
        choice('look', 'I look myself: the copy is mine until `drover task give`'),
        choice('test', 'I looked myself; run the gates on the copy as it is'),
        choice('abandon', 'give up'),
      ],
      binding: state.known.work.proven ?? '',
      shown: { error_code: 'TEST_FAILED', results: red },
      auto: null,
    },
    { kind: 'checking' },
  );
}

function stageHooks({ thing }: TaskView, at: Step<'staging_hooks'>): TaskDecision {
  const { state } = thing;
  if (state.known.place.hooks.length === 0) return advance(state, afterLook(thing, 'submit', at.tree));
  const input = staging(placeOf(state), at.tree, `${thing.id}/hooks-${state.runs}`);
  return { kind: 'perform', effect: { name: 'stage-tree', input: { ...input, repository: true } } };
}

function hooks(view: TaskView, at: Step<'hooks'>): TaskDecision {
  const { state, spec } = view.thing;
  if (state.fetched >= state.runs)
    return startRun(state, {
      purpose: {
        kind: 'hooks',
        hub: placeOf(state).hub,
        folder: at.folder,
        dependencies: state.known.place.dependencies,
      },
      deadlineMs: minutes(10),
      sandbox: spec.settings.sandbox,
    });
  const run = lastRun(view);
  if (run === null || run.state.kind !== 'ended') return wait('the commit hooks');
  const dealt = { ...state, fetched: state.runs };
  if (run.state.ending?.kind === 'lost') return advance(dealt, at);
  const { result } = run.state;
  const verdict =
    result.kind === 'gate'
      ? result.result
      : builtIn('hooks', 'failed', result.kind === 'refused' ? result.failure.message : 'they could not be run');
  return advance(dealt, { kind: 'recording_test', tree: at.tree, results: [verdict], next: 'submit' }, [
    { kind: 'gate_judged', data: { on: 'tree', gate: 'hooks', verdict: verdict.verdict, why: verdict.why } },
  ]);
}

function checked({ state, output }: Done<'checking', 'snapshot'>): Applied<TaskState> {
  const { tree, changes, total, aside } = output;
  return go(
    state,
    tree === state.known.work.proven ? { kind: 'staging_guarded', tree } : { kind: 'inspecting_test', tree, changes },
    aside === undefined ? [] : [{ kind: 'submodules_left', data: { paths: aside } }],
    { work: { changes, changed: total ?? null } },
  );
}

function inspected({ state, at, output }: Done<'inspecting_test', 'inspect-change'>): Applied<TaskState> {
  return go(state, { kind: 'staging_test', tree: at.tree, found: foundResults(output) });
}

function testRecorded({ thing, state, at }: Done<'recording_test', 'record-evidence'>): Applied<TaskState> {
  if (failing(at.results).length > 0) return go(state, { kind: 'test_judged', results: at.results });
  const results = [...state.known.work.results.filter(({ gate }) => !spoke(gate, at.results)), ...at.results];
  const next = at.to ?? (at.next === 'expected' ? afterExpectations(thing, at) : afterLook(thing, at.next, at.tree));
  if (at.next !== 'hooks')
    return go(state, next, [], { work: { results, ...(at.next === 'hunks_tried' && { parted: at.tree }) } });
  return go(state, next, [], {
    work: {
      proven: at.tree,
      parted: null,
      results: at.results,
      unverified: [...new Set([...state.known.work.unverified, ...withoutSay(at.results, placeOf(state).gatePlan)])],
    },
  });
}

/** A tree that is looked at again is told of once. */
const spoke = (name: string, results: readonly GateResult[]): boolean => results.some(({ gate }) => gate === name);

/** As a person says, or by what fails. */
const fixAgain = ({ thing: { state } }: TaskView, _back: TaskStep, { words }: Given): TaskDecision =>
  fix(
    state,
    words !== null && words !== ''
      ? words
      : state.known.work.results
          .filter((result) => result.verdict === 'failed')
          .map((result) => `${result.gate}: ${result.why}`)
          .join('\n'),
  );

/** A person looks at what fails, in the copy. */
export const lookAnswers = {
  look: (view: TaskView, back: TaskStep, { by }: Given) => enterHand(view, back, by),
  test: ({ thing: { state } }: TaskView) => advance(state, { kind: 'checking' }),
};

export const testSteps: StepRows<
  | 'checking'
  | 'inspecting_test'
  | 'staging_test'
  | 'test_gates'
  | 'recording_test'
  | 'test_judged'
  | 'staging_hooks'
  | 'hooks'
> = {
  checking: {
    ...atWork,
    phase: 'test',
    hostAnew: 'itself',
    says: 'checks the whole',
    decide: check,
    applied: { snapshot: checked },
    answers: { ...lookAnswers, fix: fixAgain },
  },
  inspecting_test: {
    ...onTheWhole,
    says: 'checks the whole',
    decide: inspectTest,
    applied: { 'inspect-change': inspected },
  },
  staging_test: {
    ...onTheWhole,
    says: 'checks the whole',
    decide: stageTest,
    applied: {
      'stage-tree': ({ state, at: { tree, found }, output: { folder } }) =>
        go(state, { kind: 'test_gates', tree, found, folder, results: [] }),
    },
  },
  test_gates: { ...onTheWhole, says: (seen) => `checks the whole${gateAt(seen)}`, decide: testGates },
  recording_test: {
    ...onTheWhole,
    phase: ({ to }) => (to === undefined ? 'test' : 'submit'),
    says: 'checks the whole',
    decide: recordTest,
    applied: { 'record-evidence': testRecorded },
  },
  test_judged: {
    ...atWork,
    phase: 'test',
    hubAnew: 'checking',
    says: 'checks the whole',
    decide: (view, at) => afterTest(view, at.results),
  },
  staging_hooks: {
    ...onTheWhole,
    says: 'runs the commit hooks',
    decide: stageHooks,
    applied: {
      'stage-tree': ({ state, at: { tree }, output: { folder } }) => go(state, { kind: 'hooks', tree, folder }),
    },
  },
  hooks: { ...onTheWhole, says: 'runs the commit hooks', decide: hooks },
};
