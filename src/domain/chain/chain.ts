// A chain: plans one after another, each reviewed, done, reviewed and committed on one branch, by a fresh agent per step.
import type { Change } from '../evidence/gate-plan.ts';
import type { GateResult } from '../evidence/verdict.ts';
import type { Instant } from '../ids.ts';
import type { Notice } from '../notice.ts';
import type { Budget } from '../parts/budget.ts';
import type { Base } from '../place/hub.ts';
import type { FoundPlace } from '../place/place.ts';
import type { Choice, Question, QuestionKind } from '../question/question.ts';
import type { Run } from '../run/run.ts';
import type { Spent } from '../run/spent.ts';
import type { Settings } from '../task/settings/settings.ts';
import type { Thing } from '../thing.ts';

/** `label`: its number, or the words of its file's name. */
export type Plan = { readonly label: string; readonly path: string; readonly text: string };

/** What a chain is to be cut from. `address`: where people find it; null where it is a text of theirs. */
export type Issue = { readonly title: string; readonly text: string; readonly address: string | null };

export type ChainSpec = {
  /** Steps are named after it: `cx-impl-23-r1`. */
  readonly name: string;
  /** None where they are cut from an issue first. */
  readonly plans: readonly Plan[];
  readonly issue?: Issue | null;
  readonly worker: string;
  readonly reviewer: string;
  readonly branch: string;
  readonly base: string | null;
  readonly settings: Settings;
  readonly by: string;
};

/** Reviews of one thing before a person is asked. */
export const mostRounds = 3;
/** A step that was cut off by a crash begins anew so often. */
export const mostCuts = 3;

/** An issue is mapped first, the map reviewed, and thin plans are taken out of it. `replan`: after work that left its plan by much. */
export type TurnKind =
  | 'map'
  | 'map-review'
  | 'map-fix'
  | 'extract'
  | 'plan-review'
  | 'plan-fix'
  | 'replan'
  | 'impl'
  | 'review'
  | 'fix';

/** `writes`: it may change the copy; of all others the copy is as it was before. */
export const turns: Readonly<
  Record<TurnKind, { readonly of: 'issue' | 'plan'; readonly by: 'worker' | 'reviewer'; readonly writes: boolean }>
> = {
  map: { of: 'issue', by: 'worker', writes: false },
  'map-review': { of: 'issue', by: 'reviewer', writes: false },
  'map-fix': { of: 'issue', by: 'worker', writes: false },
  extract: { of: 'issue', by: 'worker', writes: false },
  'plan-review': { of: 'plan', by: 'reviewer', writes: false },
  'plan-fix': { of: 'plan', by: 'worker', writes: false },
  replan: { of: 'plan', by: 'worker', writes: false },
  impl: { of: 'plan', by: 'worker', writes: true },
  review: { of: 'plan', by: 'reviewer', writes: false },
  fix: { of: 'plan', by: 'worker', writes: true },
};

/** Before there are plans. */
export const isOfIssue = (turn: TurnKind): boolean => turns[turn].of === 'issue';

export type TurnStep = {
  readonly kind: 'turn';
  readonly turn: TurnKind;
  /** Counts from 1 within its plan and stage. */
  readonly round: number;
  /** Reviews up to this round; a person may grant more. */
  readonly of: number;
  /** How often it was begun before: cut off by a crash, handed to the next agent, or tried again by a person. */
  readonly cuts: number;
  /** Asked again, once, for what was missing in the answer; in the same conversation. */
  readonly again: { readonly missing: readonly string[]; readonly conversation: string | null } | null;
  /** What the review or the gates found. */
  readonly findings: readonly string[];
};

type Checked = { readonly tree: string; readonly round: number; readonly of: number };

/** Something only a person can decide. `accept`: where it goes on when they take it as it is; null where that is no choice. `replan`: where the plan is made anew. */
export type Trouble = {
  readonly on: 'trouble' | 'rounds' | 'divergence' | 'unclear' | 'trust' | 'budget' | 'agent';
  readonly text: string;
  readonly back: ChainStep;
  readonly accept: ChainStep | null;
  readonly replan?: ChainStep;
  /** What is asked where that is not what is usual for `on`. */
  readonly asks?: Asks;
};

type Asks = {
  readonly choices: readonly Choice[];
  readonly kind?: QuestionKind;
  readonly binding?: string;
  readonly shown?: unknown;
};

export type ChainStep =
  | { readonly kind: 'opening' }
  | { readonly kind: 'fetching' }
  | { readonly kind: 'surveying' }
  /** A person sees first what would be run, or given to the copy. */
  | { readonly kind: 'trusting' }
  | { readonly kind: 'copying'; readonly tried: number }
  | { readonly kind: 'preparing' }
  | { readonly kind: 'setting_up'; readonly folder: string; readonly index: number }
  | { readonly kind: 'sealing'; readonly folder: string }
  | { readonly kind: 'furnishing' }
  /** A copy that somebody removed is made anew. */
  | { readonly kind: 'mending'; readonly next: ChainStep }
  | TurnStep
  /** What the turn left in the copy is looked at. */
  | { readonly kind: 'looking'; readonly round: number; readonly of: number; readonly to: 'review' | 'inspect' }
  /** A reviewer may have written: the copy is as it was before. */
  | { readonly kind: 'restoring'; readonly next: ChainStep }
  /** What was said is handed on as a file; the last one is the note for the person. */
  | { readonly kind: 'filing'; readonly name: string; readonly text: string; readonly next: ChainStep }
  | (Checked & { readonly kind: 'inspecting'; readonly changes: readonly Change[] })
  | (Checked & { readonly kind: 'staging'; readonly found: readonly GateResult[] })
  | (Checked & {
      readonly kind: 'gating';
      readonly folder: string;
      readonly found: readonly GateResult[];
      readonly results: readonly GateResult[];
    })
  /** The gates once more, with the files that decide what they say as they were. */
  | (Checked & { readonly kind: 'staging_guarded'; readonly results: readonly GateResult[] })
  | (Checked & {
      readonly kind: 'guarded_gates';
      readonly folder: string;
      readonly held: readonly GateResult[];
      readonly results: readonly GateResult[];
    })
  /** What the work does to files that decide what gates say. `held`: what they say with those as they were; absent: nothing was run so. */
  | (Checked & {
      readonly kind: 'guarding';
      readonly held?: readonly GateResult[];
      readonly results: readonly GateResult[];
    })
  | (Checked & { readonly kind: 'recording'; readonly results: readonly GateResult[] })
  | {
      readonly kind: 'committing';
      readonly tree: string;
      /** Who takes it upon them that nothing proves it; null where the gates do. */
      readonly override: string | null;
      readonly results: readonly GateResult[];
    }
  | { readonly kind: 'leaving' }
  /** The agent's service refuses until then. */
  | { readonly kind: 'resting'; readonly until: number; readonly back: ChainStep }
  | (Trouble & { readonly kind: 'trouble' })
  | (Trouble & { readonly kind: 'asking'; readonly key: string })
  | { readonly kind: 'parked'; readonly back: ChainStep }
  /** Slot and lease are given back. */
  | { readonly kind: 'releasing'; readonly outcome: ChainOutcome }
  | { readonly kind: 'ended'; readonly outcome: ChainOutcome };

export type ChainOutcome =
  | { readonly kind: 'done'; readonly verified: boolean }
  | { readonly kind: 'cancelled'; readonly by: string };

export type DonePlan = {
  readonly label: string;
  readonly commit: string;
  readonly verified: boolean;
  readonly gates: readonly { readonly gate: string; readonly verdict: string }[];
};

/** Where it is done, as far as it is known. */
export type ChainPlace = Pick<
  FoundPlace,
  'hub' | 'gatePlan' | 'gateSettings' | 'copyFiles' | 'toTrust' | 'dependencies'
> & {
  /** The commit the plan at work starts from. */
  readonly base: Base | null;
  readonly copy: { readonly path: string; readonly branch: string } | null;
};

/** What was made so far, and by whom. */
export type ChainWork = {
  /** The copy's tree as the last step that may write left it. */
  readonly tree: string | null;
  /** The plan at work, as mended by its reviews. */
  readonly plan: string | null;
  /** Where the hand-off note is; absolute. */
  readonly note: string | null;
  /** The issue's map, as mended by its reviews. */
  readonly map?: string | null;
  /** Why the plan at work was made anew, the last time; null where it was not. */
  readonly divergence?: string | null;
  /** How often the plan at work was made anew. */
  readonly replans?: number;
  /** Which of its agents work on the plan, after those before them failed; absent: the first. */
  readonly agents?: Readonly<Partial<Record<'worker' | 'reviewer', number>>>;
  /** Who they are, as a person has chosen; absent: whom it was begun with, then those that are configured. */
  readonly chosen?: Readonly<Partial<Record<'worker' | 'reviewer', readonly string[]>>>;
};

export type ChainKnown = { readonly place: ChainPlace; readonly work: ChainWork };

export type ChainState = {
  readonly at: ChainStep;
  readonly known: ChainKnown;
  /** The place in its workspace that it works under. */
  readonly slot: 'none' | 'waiting' | 'held';
  /** Which plan is at work. */
  readonly plan: number;
  /** Runs of its own that were begun, and those that were dealt with. */
  readonly runs: number;
  readonly dealt: number;
  readonly asked: number;
  /** Who wants its end. */
  readonly stopping: string | null;
  /** What runs was told of it. */
  readonly told: boolean;
  /** Notices up to this one are known. */
  readonly since: number;
  readonly done: readonly DonePlan[];
  /** For the hand-off note: departures from plans, and what a person decided. */
  readonly notes: readonly string[];
  /** As a person has changed it; absent: as it was stated. */
  readonly budget?: Budget;
  /** What all agents had used of the day before the step of that name. */
  readonly metered?: { readonly step: string; readonly used: Spent };
  /** Those that were cut from the issue. */
  readonly cut?: readonly Plan[];
};

export type Chain = Thing<ChainSpec, ChainState, 'chain'>;
export type ChainView = {
  readonly thing: Chain;
  readonly children: readonly Run[];
  readonly notices: readonly Notice[];
  readonly questions: readonly Question[];
  readonly slot: { readonly kind: 'held' | 'waiting' | 'none' };
  readonly now: Instant;
};

export const plansOf = ({ spec, state }: Pick<Chain, 'spec' | 'state'>): readonly Plan[] => state.cut ?? spec.plans;

/** Not cut into plans yet. */
export const isUncut = ({ spec, state }: Chain): boolean => spec.issue != null && state.cut === undefined;

export const firstChainState: ChainState = {
  at: { kind: 'opening' },
  known: {
    place: { hub: null, base: null, gatePlan: null, gateSettings: null, copyFiles: [], dependencies: null, copy: null },
    work: { tree: null, plan: null, note: null, map: null, divergence: null, replans: 0 },
  },
  slot: 'none',
  plan: 0,
  runs: 0,
  dealt: 0,
  asked: 0,
  stopping: null,
  told: false,
  since: 0,
  done: [],
  notes: [],
};
