// The small moves that all steps of a chain share.
import type { Decision } from '../decision.ts';
import type { Run, RunSpec } from '../run/run.ts';
import type { Said } from '../thing.ts';
import {
  type ChainKnown,
  type ChainState,
  type ChainStep,
  type ChainView,
  mostRounds,
  type TurnKind,
  type TurnStep,
} from './chain.ts';

export type ChainDecision = Decision<ChainState>;
export type Step<Kind extends ChainStep['kind']> = Extract<ChainStep, { kind: Kind }>;

export const go = (state: ChainState, at: ChainStep, known: Partial<ChainKnown> = {}): ChainState => ({
  ...state,
  at,
  known: { ...state.known, ...known },
});

export const advance = (
  state: ChainState,
  at: ChainStep,
  said: readonly Said[] = [],
  known: Partial<ChainKnown> = {},
): ChainDecision => ({
  kind: 'advance',
  state: go(state, at, known),
  said,
});

export const wait = (on: string): ChainDecision => ({ kind: 'wait', until: null, on });

/** What must be known by now; its absence is a bug. */
export function known<Key extends keyof ChainKnown>(state: ChainState, key: Key): NonNullable<ChainKnown[Key]> {
  const value = state.known[key];
  if (value === null || value === undefined) throw new Error(`${key} is not known at ${state.at.kind}`);
  return value;
}

export const minutes = (count: number): number => count * 60_000;

/** Runs that are no turns: fetch, set-up, gates; one at a time, under the next number. */
export const startRun = (state: ChainState, spec: RunSpec): ChainDecision => ({
  kind: 'spawn',
  children: [{ kind: 'run', key: `run-${state.runs + 1}`, spec, state: { kind: 'requested' } }],
  state: { ...state, runs: state.runs + 1 },
  said: [],
});

/** The run this step began: null before it has, `wait` while it goes on. */
export function lastRun({ thing, children }: ChainView): Run | 'wait' | null {
  const { runs, dealt } = thing.state;
  if (dealt >= runs) return null;
  const run = children.find(({ key }) => key === `run-${runs}`);
  return run === undefined || run.state.kind !== 'ended' ? 'wait' : run;
}

export const turn = (kind: TurnKind, round: number, of: number, findings: readonly string[] = []): TurnStep => ({
  kind: 'turn',
  turn: kind,
  round,
  of,
  cuts: 0,
  again: null,
  findings,
});

export const firstTurn = (): TurnStep => turn('plan-review', 1, mostRounds);

export const trouble = (text: string, back: ChainStep): ChainStep => ({
  kind: 'trouble',
  on: 'trouble',
  text,
  back,
  accept: null,
});
