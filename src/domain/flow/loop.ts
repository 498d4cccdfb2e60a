// A loop of a node: its steps one after the other, again and again, until its condition holds. At its limit it is exhausted, and never completed.
import { type Known, readCondition, type Scope } from './condition.ts';
import type { LoopControl, LoopStep } from './node.ts';

export type LoopState = {
  /** From 1. */
  readonly iteration: number;
  /** Of the step that is next, by its place. */
  readonly step: number;
  /** Of this step, so far. */
  readonly retries: number;
};

export const loopBegun: LoopState = { iteration: 1, step: 0, retries: 0 };

/** What a step came to; `why`: where it failed. */
export type LoopOutput = {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
  readonly why: string;
};

export type AfterStep =
  | { readonly kind: 'next'; readonly state: LoopState }
  | { readonly kind: 'met'; readonly iterations: number }
  | { readonly kind: 'exhausted'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };

/** `outputs`: of the last run of each step, by its id. */
export function afterLoopStep(
  loop: LoopControl,
  state: LoopState,
  output: LoopOutput,
  outputs: ReadonlyMap<string, LoopOutput>,
): AfterStep {
  const step = loop.steps[state.step];
  if (step !== undefined && !output.ok) {
    const failed = afterFailure(loop, step, state, output);
    if (failed !== null) return failed;
  }
  if (state.step + 1 < loop.steps.length)
    return { kind: 'next', state: { ...state, step: state.step + 1, retries: 0 } };
  return afterIteration(loop, state, outputs);
}

/** Null: it is gone on with. */
function afterFailure(
  { onFailure, maxRetries }: LoopControl,
  step: LoopStep,
  state: LoopState,
  { why }: LoopOutput,
): AfterStep | null {
  const word = step.onError ?? onFailure;
  if (word === 'continue' || word === 'skip' || word === 'skip_optional') return null;
  const told = `step ${step.id} of its loop, iteration ${state.iteration}: ${why}`;
  if (word !== 'retry') return { kind: 'failed', why: told };
  if (state.retries < maxRetries) return { kind: 'next', state: { ...state, retries: state.retries + 1 } };
  return { kind: 'failed', why: `${told}, also when it was tried ${maxRetries} times again` };
}

function afterIteration(
  { successCondition, maxIterations }: LoopControl,
  { iteration }: LoopState,
  outputs: ReadonlyMap<string, LoopOutput>,
): AfterStep {
  const holds = successCondition !== null && isMet(successCondition, { iteration, maxIterations, outputs });
  if (holds) return { kind: 'met', iterations: iteration };
  if (iteration < maxIterations) return { kind: 'next', state: { iteration: iteration + 1, step: 0, retries: 0 } };
  // Without a condition all that was asked for is so many rounds.
  if (successCondition === null) return { kind: 'met', iterations: iteration };
  return {
    kind: 'exhausted',
    why: `its loop is exhausted: ${maxIterations} iterations, and not yet ${successCondition}`,
  };
}

/** What its condition may speak of: each output by its own name, and as one of the loop's variables. */
export function knownTo({ steps }: Pick<LoopControl, 'steps'>): Known {
  const outputs = new Set(steps.flatMap(({ id }) => Object.keys(namedOutputs(id, noOutput))));
  return (name, member) => {
    if (name === variables) return member === undefined || outputs.has(member);
    return ['current_iteration', 'max_iterations'].includes(name) || outputs.has(name);
  };
}

const variables = 'state_variables';
const noOutput = { stdout: '', stderr: '', exit: 0 };

const namedOutputs = (id: string, { stdout, stderr, exit }: Pick<LoopOutput, 'stdout' | 'stderr' | 'exit'>) => ({
  [`${id}_stdout`]: stdout,
  [`${id}_stderr`]: stderr,
  [`${id}_exit_code`]: exit,
});

type Round = {
  readonly iteration: number;
  readonly maxIterations: number;
  readonly outputs: ReadonlyMap<string, LoopOutput>;
};

function isMet(condition: string, { iteration, maxIterations, outputs }: Round): boolean {
  const named = Object.fromEntries([...outputs].flatMap(([id, output]) => Object.entries(namedOutputs(id, output))));
  const scope: Scope = { ...named, current_iteration: iteration, max_iterations: maxIterations, [variables]: named };
  const read = readCondition(condition, (name) => Object.hasOwn(scope, name));
  return read.ok && read.value(scope);
}
