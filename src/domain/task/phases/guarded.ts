// Once all gates have passed on the whole: where it touches files that decide what gates say, they run again with those files as they were at the start.
import { testOf } from '../../criterion/judge-attempt.ts';
import type { Applied } from '../../decision.ts';
import type { GuardedKnown } from '../../evidence/guarded-change.ts';
import { unlessOutlived } from '../../evidence/judge-left.ts';
import { filesWithTests } from '../../evidence/test-id.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import { judgingGuarded, stagingGuarded } from '../../parts/check.ts';
import { advance, go, placeOf, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { afterLook } from '../next-phase.ts';
import { eachGate } from '../run-step.ts';
import { type Done, onTheWhole, type StepRows } from '../step-row.ts';
import type { TaskState } from '../task.ts';

function knownOf({ known: { work } }: TaskState): GuardedKnown {
  const tests = [...filesWithTests(testOf(work.baseline)?.ids ?? null)];
  const read = [...new Set(work.baseline.flatMap((result) => result.read ?? []))];
  const unobserved = work.baseline.every((result) => result.read === undefined);
  const commands = work.plan?.criteria.flatMap(({ verify }) => verify ?? []) ?? [];
  return { tests, read, commands, agreed: work.agreed ?? [], ...(unobserved && { unobserved }) };
}

function stage({ thing }: TaskView, { tree }: Step<'staging_guarded'>): TaskDecision {
  const { id, state } = thing;
  const place = placeOf(state);
  if (place.gatePlan.fromStart !== true) return advance(state, afterLook(thing, 'held', tree));
  const input = stagingGuarded(place, tree, `${id}/guarded-${state.runs}`, knownOf(state));
  return { kind: 'perform', effect: { name: 'stage-tree', input } };
}

const staged = ({
  thing,
  state,
  at: { tree },
  output: { folder, laid = [] },
}: Done<'staging_guarded', 'stage-tree'>): Applied<TaskState> =>
  go(state, laid.length === 0 ? afterLook(thing, 'held', tree) : { kind: 'guarded_gates', tree, folder, results: [] });

const run = (view: TaskView, at: Step<'guarded_gates'>): TaskDecision =>
  eachGate(view, at, (said) => {
    const { state } = view.thing;
    const baseOf = ({ gate }: GateResult) => state.known.work.baseline.find((base) => base.gate === gate) ?? null;
    const results = said.map((result) => unlessOutlived(baseOf(result), result));
    return advance(state, { kind: 'judging_guarded', tree: at.tree, results });
  });

function judge({ thing: { state } }: TaskView, { tree, results }: Step<'judging_guarded'>): TaskDecision {
  const { baseline } = state.known.work;
  const input = judgingGuarded(placeOf(state), tree, { known: knownOf(state), baseline, held: results });
  return { kind: 'perform', effect: { name: 'judge-guarded', input } };
}

function judged({
  thing,
  state,
  at: { tree },
  output: { result },
}: Done<'judging_guarded', 'judge-guarded'>): Applied<TaskState> {
  if (result === null) return go(state, afterLook(thing, 'held', tree));
  const { gate, verdict, why } = result;
  return go(state, { kind: 'recording_test', tree, results: [result], next: 'held' }, [
    { kind: 'gate_judged', data: { on: 'tree', gate, verdict, why } },
  ]);
}

const row = { ...onTheWhole, says: 'runs the gates with their own files as they were' } as const;

export const guardedSteps: StepRows<'staging_guarded' | 'guarded_gates' | 'judging_guarded'> = {
  staging_guarded: { ...row, decide: stage, applied: { 'stage-tree': staged } },
  guarded_gates: { ...row, decide: run },
  judging_guarded: { ...row, decide: judge, applied: { 'judge-guarded': judged } },
};
