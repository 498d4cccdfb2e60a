// The loop that a criterion's task file asks for: each step a command or a turn, until its condition holds. Then its gates say what that is worth.
import type { Said } from '../fact/fact.ts';
import { afterLoopStep, type LoopOutput, type LoopState, loopBegun } from '../flow/loop.ts';
import type { LoopControl, LoopStep } from '../flow/node.ts';
import { isForgotten } from '../run/is-forgotten.ts';
import type { Values } from '../run/lookup.ts';
import type { Run, RunSpec } from '../run/run.ts';
import type { Turn } from '../run/turn.ts';
import { spentOn } from '../run/usage.ts';
import { holdTurn, meteredFirst } from './budget.ts';
import type { CriterionNow, CriterionState, CriterionView, Step } from './criterion.ts';
import { advance, type CriterionDecision, type CriterionRows, ended, spawn, wait } from './moves.ts';
import { askAgent, lookedOf, runLookup, waitForLimit } from './side-run.ts';

export const loopSteps: CriterionRows<'looping'> = {
  looping: { says: (where) => `goes round in the loop of ${where}`, ...meteredFirst, instead: goRound },
};

/** Null: there is none, or it has been gone through. */
export function loopFirst({ thing: { spec, state } }: CriterionView): CriterionDecision | null {
  if (spec.loop === undefined || state.loop !== undefined) return null;
  return advance({ ...state, loop: loopBegun }, { kind: 'looping', key: null });
}

/** Null: the day is metered first. */
function goRound(view: CriterionNow, { key }: Step<'looping'>): CriterionDecision | null {
  const { thing, children } = view;
  const { spec, state } = thing;
  const { loop } = spec;
  const at = state.loop ?? loopBegun;
  if (loop === undefined) return advance(state, { kind: 'prompting', cut: false });
  if (key === null) return begin(view, loop);
  const run = children.find((child) => child.key === key);
  if (run?.state.kind !== 'ended') return wait('a step of its loop');
  const known: CriterionState = { ...state, spent: spentOn(children) };
  if (run.state.ending?.kind === 'lost' || hasForgotten(run)) return advance(known, { kind: 'looping', key: null });
  const limited = waitForLimit(view, known, run, 'looping');
  if (limited !== null) return limited;
  const after = afterLoopStep(loop, at, outputOf(run), outputsOf(loop, children));
  switch (after.kind) {
    case 'next':
      return advance({ ...known, loop: after.state }, { kind: 'looping', key: null }, sayRound(view, after.state));
    case 'met':
      return advance(known, { kind: 'capturing' });
    case 'exhausted':
      return advance(known, ended({ kind: 'blocked', why: after.why, exhausted: true }));
    case 'failed':
      return advance(known, ended({ kind: 'blocked', why: after.why }));
  }
}

function sayRound({ thing: { spec, state } }: CriterionView, { iteration }: LoopState): readonly Said[] {
  if (iteration === (state.loop ?? loopBegun).iteration) return [];
  return [{ kind: 'loop_begun_again', data: { criterion: spec.label, iteration, of: spec.loop?.maxIterations ?? 0 } }];
}

function begin(view: CriterionView, loop: LoopControl): CriterionDecision | null {
  const { state } = view.thing;
  const step = loop.steps[(state.loop ?? loopBegun).step];
  if (step === undefined) return advance(state, { kind: 'prompting', cut: false });
  const held = step.tool === 'bash' ? undefined : holdTurn(view, 'looping');
  if (held !== undefined) return held;
  const key = `loop-${state.runs + 1}-${step.id}`;
  const begun = { ...state, at: { kind: 'looping' as const, key }, runs: state.runs + 1 };
  const values = { ...state.preAnalysis?.values, ...valuesOf(loop, view.children) };
  return spawn(begun, key, runOf(view, step, values));
}

function runOf(view: CriterionView, { id, tool, mode, prompt, command }: LoopStep, values: Values): RunSpec {
  if (tool === 'bash')
    return runLookup(view, { command: { kind: 'bash', command: command ?? prompt ?? '' }, values, tells: true });
  return askAgent(view, {
    role: 'develop',
    mode: mode === 'write' || mode === 'auto' ? 'write' : 'analysis',
    agent: tool === '' || tool === 'auto' ? null : tool,
    prompt: prompt ?? command ?? '',
    values,
    resume: conversationOf(id, view.children),
  });
}

const runsOf = (id: string, children: readonly Run[]): readonly Run[] =>
  children.filter(({ key, state }) => /^loop-\d+-(.*)$/s.exec(key)?.[1] === id && state.kind === 'ended');

const turnOf = ({ state }: Run): Turn | null =>
  state.kind === 'ended' && state.result.kind === 'turn' ? state.result.turn : null;

/** A run that was lost says nothing of what its agent knows. */
function hasForgotten(run: Run): boolean {
  const { purpose } = run.spec;
  const turn = run.state.kind === 'ended' && run.state.ending?.kind === 'lost' ? null : turnOf(run);
  return turn !== null && purpose.kind === 'agent' && isForgotten(purpose.resume, turn);
}

/** Each step goes on in its own, also after a run that was lost or came to none. Null: it has none, or its agent does not know it any more. */
const conversationOf = (id: string, children: readonly Run[]): string | null =>
  runsOf(id, children).reduce<string | null>(
    (last, run) => (hasForgotten(run) ? null : (turnOf(run)?.conversation ?? last)),
    null,
  );

/** Of those that have run. */
const lastOfEach = ({ steps }: LoopControl, children: readonly Run[]): readonly (readonly [string, Run])[] =>
  steps.flatMap(({ id }) => {
    const last = runsOf(id, children).at(-1);
    return last === undefined ? [] : [[id, last] as const];
  });

const outputsOf = (loop: LoopControl, children: readonly Run[]): ReadonlyMap<string, LoopOutput> =>
  new Map(lastOfEach(loop, children).map(([id, run]) => [id, outputOf(run)]));

/** `[ID_stdout]` in a later step. */
const valuesOf = (loop: LoopControl, children: readonly Run[]): Values =>
  Object.fromEntries(
    lastOfEach(loop, children).map(([id, run]) => [`${id}_stdout`, [{ run: run.id, bytes: lookedOf(run).bytes }]]),
  );

function outputOf(run: Run): LoopOutput {
  const { ok, why, told } = lookedOf(run);
  return { ok, why, stdout: told?.output ?? '', stderr: told?.errors ?? '', exit: told?.exit ?? 1 };
}
