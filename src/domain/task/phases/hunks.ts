// Each part of the change is put back alone, and where all tests still pass nothing demands it: beside the question `submit`, or before it where nobody is asked.
import { redDeadline } from '../../criterion/gate.ts';
import { builtIn, testOf } from '../../criterion/judge-attempt.ts';
import { judgeValues, valuesNotTried, valuesResult } from '../../criterion/judge-values.ts';
import type { Applied } from '../../decision.ts';
import { defined } from '../../defined.ts';
import type { HunkToTry } from '../../evidence/hunk.ts';
import {
  budgetOfHunks,
  type HunksFound,
  hunkFindings,
  isUntold,
  judgeHunk,
  sayHunks,
  stillOpen,
  type TriedHunk,
} from '../../evidence/judge-hunks.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import type { Said } from '../../fact/fact.ts';
import { staging } from '../../parts/check.ts';
import { advance, go, known, placeOf, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { afterLook } from '../next-phase.ts';
import type { Phase } from '../phase.ts';
import { gateAlone, passedTests } from '../run-step.ts';
import { hunksOf } from '../settings/freeze.ts';
import { type Done, onTheWhole, type StepRows } from '../step-row.ts';
import type { HunksAt, Task, TaskSpec, TaskState, TaskStep } from '../task.ts';

const hasRed = ({ known: { work } }: TaskState): boolean =>
  (work.proofs ?? []).some(({ check, verdict }) => check === 'red-first' && verdict === 'passed');

/** Without a red test nothing was meant to be demanded: a refactoring. Where no code was meant to change at all, what did is tried. */
const isDemanding = (state: TaskState): boolean =>
  hasRed(state) || state.known.work.plan?.criteria.every(({ kind }) => kind === 'docs' || kind === 'config') === true;

/** The tree whose parts are still to be tried; null: none are, or they were. */
export function treeToPart({ state, spec }: Task): string | null {
  const { proven, parted, results } = state.known.work;
  const isTried =
    (parted != null && parted === proven) || results.some(({ gate }) => gate === 'hunks' || gate === 'values');
  return isTried || hunksOf(spec.settings) === 'off' || passedTests(state) === null || !isDemanding(state)
    ? null
    : proven;
}

export type Partly = Step<'cutting_hunks'> | HunksAt;
const onward = (thing: Task, { to, tree }: Partly): TaskStep => to ?? afterLook(thing, 'hunks_tried', tree);
const nothingToTry = (thing: Task, at: Partly): Applied<TaskState> =>
  go(thing.state, onward(thing, at), [], { work: { parted: at.tree } });

function cut({ thing }: TaskView, at: Step<'cutting_hunks'>): TaskDecision {
  const { state } = thing;
  const { tree } = at;
  if (treeToPart(thing) === null) return { kind: 'advance', ...nothingToTry(thing, at) };
  const { hub, base, gatePlan } = placeOf(state);
  const { tests, guarded } = gatePlan;
  const { agreed = [], demanded = [], taken } = state.known.work;
  const input = { hub, base: base.tree, tree, plan: { tests, guarded }, agreed, demanded, ...defined({ taken }) };
  return { kind: 'perform', effect: { name: 'cut-hunks', input } };
}

function wasCut({ thing, state, at, output }: Done<'cutting_hunks', 'cut-hunks'>): Applied<TaskState> {
  const { all, hunks, values = [], demanded, ...rest } = output;
  const { kind: _kind, ...where } = at;
  if (hunks.length + values.length + demanded + rest.none.unread + rest.leftMore === 0) return nothingToTry(thing, at);
  // The red tests fail without it.
  const toTry = hasRed(state) ? hunks.filter(({ key }) => key !== all) : hunks;
  const known = demanded + hunks.length - toTry.length;
  return goOn(thing, state, { ...rest, ...where, known, hunks: [...values, ...toTry], tried: [], spentMs: 0 });
}

/** The next of them, or what came of all. */
function goOn({ spec }: Task, state: TaskState, at: HunksAt): Applied<TaskState> {
  const whole = passedTests(state)?.whole;
  const open = stillOpen(at.hunks, at.tried);
  const [next] = open;
  const budgetMs = budgetOfHunks(whole?.durationMs ?? 0);
  if (whole !== undefined && next !== undefined && at.spentMs + whole.durationMs <= budgetMs)
    return go(state, { ...at, kind: 'staging_hunk', hunk: next });
  return judged(spec, state, at, budgetMs);
}

/** `budgetMs`: null: a person did not wait for the rest. */
function judged({ settings }: TaskSpec, state: TaskState, at: HunksAt, budgetMs: number | null): Applied<TaskState> {
  const { tree, known, agreed, none, leftMore, to } = at;
  const open = stillOpen(at.hunks, at.tried);
  const tried = at.tried.filter(({ hunk }) => isPart(hunk));
  const found = { tried, left: [...open.filter(isPart), ...at.left], leftMore, known, agreed, none, budgetMs };
  const mode = hunksOf(settings) === 'ask' ? 'ask' : 'show';
  const results = [hunksResult(found, mode), valuesResult(at.tried, open, budgetMs === null)].filter(
    (each) => each !== null,
  );
  const said = results.map(
    ({ gate, verdict, why }): Said => ({
      kind: 'gate_judged',
      data: { on: 'tree', gate, verdict, why },
    }),
  );
  const demanded = [...(state.known.work.demanded ?? []), ...tried.flatMap(demandedKey)].slice(-mostKept);
  const recording = { kind: 'recording_test', tree, results, next: 'hunks_tried' } as const;
  return go(state, { ...recording, ...(to && { to }) }, said, { work: { demanded } });
}

const isPart = ({ asks }: Pick<HunkToTry, 'asks'>): boolean => asks === undefined;

/** Null: there was no part. */
function hunksResult(found: HunksFound, mode: 'ask' | 'show'): GateResult | null {
  const { tried, left, leftMore, known, none } = found;
  if (tried.length + left.length + leftMore + known + none.unread === 0) return null;
  return builtIn('hunks', isUntold(found) ? 'skipped' : 'passed', sayHunks(found), hunkFindings(tried, mode));
}

/** A yes that came before all was tried: where a needless part would be asked about, all is waited for; else what was not tried is on record. */
export function afterEarlyYes(thing: Task, beside: TaskStep): Applied<TaskState> {
  const { state, spec } = thing;
  const to = { kind: 'submitting', yes: true } as const;
  if (beside.kind === 'submitting') return go(state, to);
  if (beside.kind === 'recording_test') return go(state, { ...beside, to });
  const at = isPartly(beside) ? beside : ({ kind: 'cutting_hunks', tree: known(state, 'work', 'proven') } as const);
  return hunksOf(spec.settings) === 'ask' ? go(state, { ...at, to }) : stopTrying(thing, { ...at, to });
}

const isPartly = (at: TaskStep): at is Extract<TaskStep, Partly> => progressOf(at) !== null;

function stopTrying({ spec, state }: Task, at: Partly): Applied<TaskState> {
  if ('hunks' in at) return judged(spec, state, at, null);
  const result = builtIn('hunks', 'skipped', 'no part of the change was put back: a yes came before');
  const results = hasRed(state) ? [result, valuesNotTried()] : [result];
  const recording = { kind: 'recording_test', tree: at.tree, results, next: 'hunks_tried' } as const;
  return go(state, { ...recording, ...(at.to && { to: at.to }) });
}

/** `of`: null: not known yet. */
export type Progress = { readonly tried: number; readonly of: number | null };

/** null: it is about something else. */
export function progressOf(at: TaskStep): Progress | null {
  if (at.kind === 'cutting_hunks') return { tried: 0, of: null };
  return 'hunks' in at ? { tried: at.tried.length, of: at.hunks.length } : null;
}

export const sayProgress = ({ tried, of }: Progress): string =>
  of === null ? 'needed hunks: none tried yet' : `needed hunks: ${tried} of ${of} parts tried`;

/** What was seen once holds while its text is the same. */
const mostKept = 200;
const demandedKey = ({ hunk, word }: TriedHunk): readonly string[] => (word === 'demanded' ? [hunk.key] : []);

function stage({ thing: { id, state } }: TaskView, { tree, hunk }: Step<'staging_hunk'>): TaskDecision {
  const place = placeOf(state);
  const { tests, guarded } = place.gatePlan;
  const overlay =
    hunk.asks === undefined
      ? ({ without: { path: hunk.path, key: hunk.key }, plan: { tests, guarded } } as const)
      : { exchanged: hunk.path, asks: hunk.asks.map(({ id }) => id) };
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
  if (there === null) return { kind: 'advance', ...nothingToTry(thing, at) };
  const { definition, whole } = there;
  const wanted = redDeadline(definition, testOf(thing.state.known.work.baseline), whole);
  const deadlineMs = Math.min(wanted, Math.max(shortest, budgetOfHunks(whole.durationMs) - at.spentMs));
  const only = at.some && definition.reach?.files !== 'no' ? at.hunk.tests : null;
  const came = gateAlone(view, at, { name: 'hunks', definition, folder: at.folder, only, deadlineMs });
  if (came.kind === 'under_way') return came.decision;
  const { kind: _kind, folder: _folder, some: _some, hunk, ...rest } = at;
  const spentMs = at.spentMs + came.result.durationMs;
  const isAll = only === null || (at.files !== null && only.length >= at.files);
  const next = (one: TriedHunk): TaskDecision => ({
    kind: 'advance',
    ...goOn(thing, came.state, { ...rest, tried: [...at.tried, one], spentMs }),
  });
  if (hunk.asks !== undefined) {
    const { word, idle } = judgeValues(hunk.asks, came.result);
    return next({ hunk: { ...told(hunk), asks: word === 'needless' ? idle : hunk.asks }, word });
  }
  const word = judgeHunk(whole, came.result, { some: !isAll, cut: deadlineMs < wanted });
  // Others may demand what those do not.
  if (word === 'needless' && !isAll) return advance(came.state, { ...at, some: false, spentMs });
  return next({ hunk: told(hunk), word });
}

const shortest = 1000;
const told = ({ tests: _tests, ...hunk }: Step<'trying_hunk'>['hunk']): TriedHunk['hunk'] => hunk;

const row = {
  ...onTheWhole,
  phase: ({ to }: Partly): Phase => (to === undefined ? 'test' : 'submit'),
  says: 'runs the tests without parts of the change',
} as const;

export const hunkSteps: StepRows<'cutting_hunks' | 'staging_hunk' | 'trying_hunk'> = {
  cutting_hunks: { ...row, decide: cut, applied: { 'cut-hunks': wasCut } },
  staging_hunk: { ...row, decide: stage, applied: { 'stage-tree': staged } },
  trying_hunk: { ...row, decide: tryHunk },
};
