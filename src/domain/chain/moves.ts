// The small moves that all steps of a chain share, and the columns of a step's row.
import type { Applied, Decision } from '../decision.ts';
import type { Failure } from '../error.ts';
import type { Said } from '../fact/fact.ts';
import type { Instant } from '../ids.ts';
import { type Learned, learn } from '../parts/known.ts';
import type { Run, RunSpec } from '../run/run.ts';
import type { StepRow } from '../step-table.ts';
import {
  type Chain,
  type ChainKnown,
  type ChainState,
  type ChainStep,
  type ChainView,
  isUncut,
  mostRounds,
  plansOf,
  type Trouble,
  type TurnKind,
  type TurnStep,
} from './chain.ts';

export { copyOf, known, placeOf } from '../parts/known.ts';

export type ChainDecision = Decision<ChainState>;
export type Step<Kind extends ChainStep['kind']> = Extract<ChainStep, { kind: Kind }>;

export type ChainRow<At> = StepRow<ChainView, ChainState, At> & {
  /** Where the chain is, in words that a person reads at a glance. */
  readonly says: string | ((chain: Chain, at: At) => string);
  /** Whether it works under a slot; a function: while it is true, it waits where it stands and needs none. */
  readonly slot: 'holds' | 'over' | ((view: ChainView, at: At) => boolean);
  /** Whether a pause parks it here. */
  readonly pause: 'parks' | 'none';
  /** What a failed act leads to, that of its slot among them. */
  readonly failed: (state: ChainState, at: At, failure: Failure) => Applied<ChainState>;
};

/** Some of the steps' rows. */
export type ChainRows<Kind extends ChainStep['kind']> = { readonly [Each in Kind]: ChainRow<Step<Each>> };

export const go = (state: ChainState, at: ChainStep, learned: Learned<ChainKnown> = {}): ChainState => ({
  ...state,
  at,
  known: learn(state.known, learned),
});

export const to = (
  state: ChainState,
  at: ChainStep,
  learned: Learned<ChainKnown> = {},
  said: readonly Said[] = [],
): Applied<ChainState> => ({ state: go(state, at, learned), said });

export const advance = (
  state: ChainState,
  at: ChainStep,
  said: readonly Said[] = [],
  learned: Learned<ChainKnown> = {},
): ChainDecision => ({
  kind: 'advance',
  state: go(state, at, learned),
  said,
});

export const wait = (on: string, until: Instant | null = null): ChainDecision => ({ kind: 'wait', until, on });

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

/** Of an issue its map, else the first review of the plan at work. */
export const firstTurn = (chain: Chain): TurnStep => turn(isUncut(chain) ? 'map' : 'plan-review', 1, mostRounds);

/** The one shape of what a person is asked: what for, where it goes on, and where else it may go. */
export const stuck = (
  on: Trouble['on'],
  text: string,
  back: ChainStep,
  ways: Partial<Pick<Trouble, 'accept' | 'replan' | 'asks'>> = {},
): ChainStep => ({ kind: 'trouble', on, text, back, accept: null, ...ways });

export const trouble = (text: string, back: ChainStep): ChainStep => stuck('trouble', text, back);

/** Where a person's yes leads after a failure: a copy that somebody removed is made anew first. */
export const backAfter = ({ error_code }: Failure, at: ChainStep): ChainStep =>
  error_code === 'COPY_MISSING' && at.kind !== 'mending' ? { kind: 'mending', next: at } : at;

/** A failure is a person's. */
const askInstead = (state: ChainState, at: ChainStep, failure: Failure): Applied<ChainState> =>
  to(state, trouble(`${at.kind} did not work: ${failure.message}`, backAfter(failure, at)));

/** The label of the plan at work; there is none before the first and after the last. */
export const planAt = (chain: Chain): string => plansOf(chain)[chain.state.plan]?.label ?? '';

/** The columns of a step that works on the chain. */
export const atWork = { slot: 'holds', pause: 'parks', failed: askInstead } as const;

/** The sentence of most steps. */
export const looksAtPlan = (chain: Chain): string =>
  planAt(chain) === '' ? 'comes to its end' : `looks at plan ${planAt(chain)}`;

/** What is kept of the plan at work is kept under this name: a plan that was made anew has another one. */
export const labelOf = ({ id, state }: Chain): string => {
  const { replans = 0 } = state.known.work;
  return `${id}/plan-${state.plan + 1}${replans === 0 ? '' : `-p${replans + 1}`}`;
};
