// Last before it is submitted: each part of the change is put back alone, and where all tests still pass nothing demands it.
import { redDeadline } from '../../criterion/gate.ts';
import { builtIn, testOf } from '../../criterion/judge-attempt.ts';
import type { Applied } from '../../decision.ts';
import {
  budgetOfHunks,
  hunkFindings,
  judgeHunk,
  sayHunks,
  stillOpen,
  type TriedHunk,
} from '../../evidence/judge-hunks.ts';
import type { Said } from '../../fact/fact.ts';
import { staging } from '../../parts/check.ts';
import { advance, go, placeOf, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { afterLook } from '../next-phase.ts';
import { gateAlone, passedTests } from '../run-step.ts';
import { hunksOf } from '../settings/freeze.ts';
import { type Done, onTheWhole, type StepRows } from '../step-row.ts';
import type { HunksAt, Task, TaskState } from '../task.ts';

/** Without a red test nothing was meant to be demanded: a refactoring, docs. */
const isProven = ({ known: { work } }: TaskState): boolean =>
  (work.proofs ?? []).some(({ check, verdict }) => check === 'red-first' && verdict === 'passed');

function cut({ thing }: TaskView, { tree }: Step<'cutting_hunks'>): TaskDecision {
  const { state, spec } = thing;
  if (hunksOf(spec.settings) === 'off' || passedTests(state) === null || !isProven(state))
    return advance(state, afterLook(thing, 'hunks_tried', tree));
  const { hub, base, gatePlan } = placeOf(state);
  const { tests, guarded } = gatePlan;
  const { agreed = [], demanded = [] } = state.known.work;
  const input = { hub, base: base.tree, tree, plan: { tests, guarded }, agreed, demanded };
  return { kind: 'perform', effect: { name: 'cut-hunks', input } };
}

function wasCut({ thing, state, at: { tree }, output }: Done<'cutting_hunks', 'cut-hunks'>): Applied<TaskState> {
  const { all, hunks, demanded, ...rest } = output;
  if (hunks.length + demanded === 0) return go(state, afterLook(thing, 'hunks_tried', tree));
  const known = demanded + hunks.filter(({ key }) => key === all).length;
  const toTry = hunks.filter(({ key }) => key !== all);
  return goOn(thing, state, { ...rest, tree, known, hunks: toTry, tried: [], spentMs: 0 });
}

/** The next of them, or what came of all. */
function goOn({ spec }: Task, state: TaskState, at: HunksAt): Applied<TaskState> {
  const whole = passedTests(state)?.whole;
  const open = stillOpen(at.hunks, at.tried);
  const [next] = open;
  const budgetMs = budgetOfHunks(whole?.durationMs ?? 0);
  if (whole !== undefined && next !== undefined && at.spentMs + whole.durationMs <= budgetMs)
    return go(state, { ...at, kind: 'staging_hunk', hunk: next });
  const { tree, tried, known, agreed, none, leftMore } = at;
  const mode = hunksOf(spec.settings) === 'ask' ? 'ask' : 'show';
  const why = sayHunks({ tried, left: [...open, ...at.left], leftMore, known, agreed, none, budgetMs });
  const result = builtIn('hunks', 'passed', why, hunkFindings(tried, mode));
  const { gate, verdict } = result;
  const said: readonly Said[] = [{ kind: 'gate_judged', data: { on: 'tree', gate, verdict, why } }];
  const demanded = [...(state.known.work.demanded ?? []), ...tried.flatMap(demandedKey)].slice(-mostKept);
  return go(state, { kind: 'recording_test', tree, results: [result], next: 'hunks_tried' }, said, {
    work: { demanded },
  });
}

/** What was seen once holds while its text is the same. */
const mostKept = 200;
const demandedKey = ({ hunk, word }: TriedHunk): readonly string[] => (word === 'demanded' ? [hunk.key] : []);

function stage({ thing: { id, state } }: TaskView, { tree, hunk }: Step<'staging_hunk'>): TaskDecision {
  const place = placeOf(state);
  const { tests, guarded } = place.gatePlan;
  const overlay = { without: { path: hunk.path, key: hunk.key }, plan: { tests, guarded } } as const;
  const input = staging(place, tree, `${id}/hunk-${state.runs}`, overlay);
  return { kind: 'perform', effect: { name: 'stage-tree', input } };
}

function staged({ thing, state, at, output: { folder } }: Done<'staging_hunk', 'stage-tree'>): Applied<TaskState> {
  const { kind: _kind, hunk, ...rest } = at;
  // The trees are not what they were: nothing is said of it.
  if (folder === '') return goOn(thing, state, { ...rest, tried: [...at.tried, { hunk, word: 'untold' }] });
  return go(state, { ...rest, hunk, kind: 'trying_hunk', folder, some: hunk.tests.length > 0 });
}

function tryHunk(view: TaskView, at: Step<'trying_hunk'>): TaskDecision {
  const { thing } = view;
  const there = passedTests(thing.state);
  if (there === null) return advance(thing.state, afterLook(thing, 'hunks_tried', at.tree));
  const { definition, whole } = there;
  const wanted = redDeadline(definition, testOf(thing.state.known.work.baseline), whole);
  const deadlineMs = Math.min(wanted, Math.max(shortest, budgetOfHunks(whole.durationMs) - at.spentMs));
  const only = at.some && definition.reach?.files !== 'no' ? at.hunk.tests : null;
  const came = gateAlone(view, at, { name: 'hunks', definition, folder: at.folder, only, deadlineMs });
  if (came.kind === 'under_way') return came.decision;
  const { kind: _kind, folder: _folder, some: _some, hunk, ...rest } = at;
  const spentMs = at.spentMs + came.result.durationMs;
  const isAll = only === null || (at.files !== null && only.length >= at.files);
  const word = judgeHunk(whole, came.result, { some: !isAll, cut: deadlineMs < wanted });
  // Others may demand what those do not.
  if (word === 'needless' && !isAll) return advance(came.state, { ...at, some: false, spentMs });
  const tried: readonly TriedHunk[] = [...at.tried, { hunk: told(hunk), word }];
  return { kind: 'advance', ...goOn(thing, came.state, { ...rest, tried, spentMs }) };
}

const shortest = 1000;
const told = ({ tests: _tests, ...hunk }: Step<'trying_hunk'>['hunk']): TriedHunk['hunk'] => hunk;

const row = { ...onTheWhole, says: 'runs the tests without parts of the change' } as const;

export const hunkSteps: StepRows<'cutting_hunks' | 'staging_hunk' | 'trying_hunk'> = {
  cutting_hunks: { ...row, decide: cut, applied: { 'cut-hunks': wasCut } },
  staging_hunk: { ...row, decide: stage, applied: { 'stage-tree': staged } },
  trying_hunk: { ...row, decide: tryHunk },
};
