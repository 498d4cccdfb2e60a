// New and changed tests are run again before anything is submitted: a test that comes out otherwise proves nothing by itself.

import { aTestOf } from '../../criterion/gate.ts';
import { builtIn } from '../../criterion/judge-attempt.ts';
import type { Applied } from '../../decision.ts';
import { defined } from '../../defined.ts';
import type { GateDefinition } from '../../evidence/gate-plan.ts';
import { mostRunsAgain } from '../../evidence/say-stable.ts';
import { fileOf } from '../../evidence/test-id.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import { type GateRequest, staging } from '../../parts/check.ts';
import { advance, go, minutes, placeOf, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { afterLook } from '../next-phase.ts';
import { gateAlone, passedTests } from '../run-step.ts';
import { type Done, onTheWhole, type StepRows } from '../step-row.ts';
import type { TaskState } from '../task.ts';

/** For all of them together: three times what the whole took. */
const budgetOf = ({ durationMs }: GateResult): number => Math.min(minutes(10), Math.max(minutes(1), 3 * durationMs));

function stage({ thing }: TaskView, { tree }: Step<'staging_stable'>): TaskDecision {
  const { id, state } = thing;
  if (passedTests(state) === null) return advance(state, afterLook(thing, 'stable', tree));
  const place = placeOf(state);
  const overlay = { globs: place.gatePlan.tests, whole: true } as const;
  const input = staging(place, tree, `${id}/stable-${state.runs}`, overlay);
  return { kind: 'perform', effect: { name: 'stage-tree', input } };
}

function staged({ thing, state, at: { tree }, output }: Done<'staging_stable', 'stage-tree'>): Applied<TaskState> {
  const { folder, laid = [], moreLaid, sample } = output;
  if (laid.length === 0 && (sample === undefined || !takesCanary(passedTests(state)?.definition)))
    return go(state, afterLook(thing, 'stable', tree));
  if (sample !== undefined) return go(state, { kind: 'stable', tree, folder, files: [sample.path], runs: [], sample });
  return go(state, { kind: 'stable', tree, folder, files: laid, runs: [], ...(moreLaid && { moreLaid }) });
}

const takesCanary = (definition: GateDefinition | undefined): boolean =>
  definition?.reach !== undefined && definition.reach.files !== 'no' && definition.reach.flags !== 'none';

/** Beside which tests ours that must fail are run: the last time, when nothing comes after it in its checkout. `left`: for all that is still to run. */
function besides(
  { files, runs, sample }: Step<'stable'>,
  definition: GateDefinition,
  left: number,
): GateRequest['canary'] {
  if (sample !== undefined) return [sample];
  const before = runs.at(-1);
  if (before?.ids == null || !takesCanary(definition)) return undefined;
  const isLast = runs.length === mostRunsAgain - 1 || left < 2 * before.durationMs + shortest;
  if (!isLast) return undefined;
  return files.map((path) => ({ path, like: aTestOf(path, before) }));
}

/** In another order first, in a checkout where nothing ran before; then in their own order, twice, where that left what it leaves. */
function runAgain(view: TaskView, at: Step<'stable'>): TaskDecision {
  const { state } = view.thing;
  const there = passedTests(state);
  if (there === null) return advance(state, afterLook(view.thing, 'stable', at.tree));
  const { definition, whole } = there;
  const turned = at.runs.length === 0 && at.asUsual !== true && at.sample === undefined;
  const left = leftOf(at, whole);
  const canary = besides(at, definition, left);
  const came = gateAlone(view, at, {
    name: 'stable',
    definition,
    folder: at.folder,
    only: at.files,
    deadlineMs: Math.min(definition.deadlineMs, left),
    ...(turned && { turned }),
    ...(canary && { canary }),
  });
  if (came.kind === 'under_way') return came.decision;
  const { result, state: dealt } = came;
  // Its version does not know how.
  if (result.turned && result.ids === null && whole.ids !== null && result.verdict === 'failed')
    return advance(dealt, { ...at, asUsual: true });
  const judges = judgeCanary(result, at.sample !== undefined);
  if (judges !== null)
    return advance(dealt, { kind: 'recording_test', tree: at.tree, results: [judges], next: 'stable' });
  // What it kept from telling is no word about the tests, and its checkout holds them now: the runs before it stand alone.
  if (result.canary !== undefined && result.canary.kind !== 'failed' && !fails(at.files, result))
    return advance(dealt, { ...at, kind: 'judging_stable' });
  const next = { ...at, runs: [...at.runs, { ...result, tail: '' }] };
  const over =
    next.runs.length >= mostRunsAgain ||
    canary !== undefined ||
    result.verdict === 'timeout' ||
    leftOf(next, whole) < shortest;
  return advance(dealt, over ? { ...next, kind: 'judging_stable' } : next);
}

/** One of them, or a file as a whole that could not be loaded again. */
const fails = (files: readonly string[], { ids }: GateResult): boolean =>
  ids?.failed.some((id) => files.includes(fileOf(id))) === true;

/** Null: it has told, and nothing else is to be said. */
function judgeCanary({ canary }: GateResult, alone: boolean): GateResult | null {
  if (canary?.kind === 'silent')
    return builtIn('canary', 'failed', `what runs the tests, or what they assert with, judges nothing: ${canary.why}`);
  if (!alone) return null;
  return canary?.kind === 'failed'
    ? builtIn('canary', 'passed', 'tests of Drover that must fail do')
    : builtIn('canary', 'skipped', `not tried: whether what runs the tests judges${canary ? ` (${canary.why})` : ''}`);
}

const shortest = 1000;
const leftOf = ({ runs }: Step<'stable'>, whole: GateResult): number =>
  budgetOf(whole) - runs.reduce((sum, { durationMs }) => sum + durationMs, 0);

function judge({ thing }: TaskView, at: Step<'judging_stable'>): TaskDecision {
  const { state } = thing;
  const there = passedTests(state);
  if (there === null) return advance(state, afterLook(thing, 'stable', at.tree));
  const { hub, base } = placeOf(state);
  const { tree, files, moreLaid = false, runs } = at;
  const { exit } = there.whole;
  const input = { hub, base: base.tree, tree, files, all: !moreLaid, exit, runs, budgetMs: budgetOf(there.whole) };
  return { kind: 'perform', effect: { name: 'judge-stable', input } };
}

function judged({ state, at, output }: Done<'judging_stable', 'judge-stable'>): Applied<TaskState> {
  const last = at.runs.at(-1);
  const { argv = [], exit = null, outputHash = null } = last ?? {};
  const began = defined({ startedAt: at.runs[0]?.startedAt });
  const durationMs = at.runs.reduce((sum, each) => sum + each.durationMs, 0);
  const { gate, verdict, why, ...rest } = builtIn('stable', 'passed', output.why, output.findings);
  const result: GateResult = { gate, verdict, why, ...rest, argv, exit, outputHash, ...began, durationMs };
  return go(state, { kind: 'recording_test', tree: at.tree, results: [result], next: 'stable' }, [
    { kind: 'gate_judged', data: { on: 'tree', gate, verdict, why } },
  ]);
}

const row = { ...onTheWhole, says: 'runs the changed tests again' } as const;

export const stableSteps: StepRows<'staging_stable' | 'stable' | 'judging_stable'> = {
  staging_stable: { ...row, decide: stage, applied: { 'stage-tree': staged } },
  stable: { ...row, decide: runAgain },
  judging_stable: { ...row, decide: judge, applied: { 'judge-stable': judged } },
};
