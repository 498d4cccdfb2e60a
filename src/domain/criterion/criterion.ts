// One success criterion of a plan, worked on in attempts until Drover's own gates say it is met.
import type { Gathered } from '../effect/tree.ts';
import type { Failure } from '../error.ts';
import type { Change, GatePlan, GateSettings, HeldResult } from '../evidence/gate-plan.ts';
import type { StruckTree } from '../evidence/reached.ts';
import type { Finding, GateResult } from '../evidence/verdict.ts';
import type { LoopState } from '../flow/loop.ts';
import type { LoopControl, NodeRecord, PreAnalysisStep, Strategy } from '../flow/node.ts';
import type { PreAnalysis } from '../flow/pre-analysis.ts';
import type { Instant } from '../ids.ts';
import type { Notice } from '../notice.ts';
import type { Base, Hub } from '../place/hub.ts';
import type { Amendment } from '../plan/amendment.ts';
import type { Beat, PlanScope } from '../plan/plan.ts';
import type { Owned } from '../plan/together/ownership.ts';
import type { WorkReport } from '../plan/work-report.ts';
import type { CarriedOver } from '../run/carry-over.ts';
import type { Run } from '../run/run.ts';
import type { Allowance, Spent } from '../run/spent.ts';
import type { McpServer } from '../task/settings/settings.ts';
import type { Thing } from '../thing.ts';
import type { Doubts } from './confidence.ts';
import type { Rewound } from './rewound.ts';

export type CriterionKind = 'behaviour' | 'refactor' | 'docs' | 'config';

export type CriterionSpec = {
  readonly label: string;
  readonly text: string;
  readonly verify: string | null;
  /** What that is to show, in the plan's words; absent: nothing was said. */
  readonly expected?: string;
  readonly kind: CriterionKind;
  /** What the person stated. */
  readonly task: string;
  /** The agreed plan, as text for the agent; null where there was no analysis. */
  readonly plan: string | null;
  readonly hub: Hub;
  readonly copy: string;
  readonly base: Base;
  readonly gatePlan: GatePlan;
  readonly gateSettings: GateSettings;
  readonly baseline: readonly GateResult[];
  /** Absent: it begins from the base. */
  readonly start?: Start;
  /** The task file that it is made of; absent: it is of a plan. */
  readonly node?: NodeRecord;
  /** That its paths are relative to, within the copy; absent: the copy. */
  readonly below?: string;
  /** With whose conversation it is begun; absent: with a new one. */
  readonly goesOn?: GoesOn;
  /** What the nodes that it depends on came to, in words; absent: it depends on none. */
  readonly builtOn?: string;
  /** Where what it is to read is kept, by its path. */
  readonly given?: Readonly<Record<string, string>>;
  /** Where in its copy its agent may put further task files; absent: nowhere. */
  readonly gathers?: string;
  /** That the plan says it touches; absent: nothing was said. */
  readonly files?: readonly string[];
  /** Worked on beside others, in a copy of its own; absent: by itself, in its task's. */
  readonly member?: Member;
  /** Files of the copy that hold two works between markers; absent: none does. */
  readonly clash?: readonly string[];
  /** What the plan says may be changed, with what its criteria name; absent: it does not say. */
  readonly scope?: PlanScope & { readonly named: readonly string[] };
  /** Done in turns of their own, in this order; absent: as its agent likes. */
  readonly beats?: readonly Beat[];
  /** The only one of its plan. */
  readonly alone?: true;
  /** Those whose works stand in the copy together: their gates are run once, and no agent works on it. Absent: it is one criterion. */
  readonly together?: readonly Checked[];
  readonly dependencies: string | null;
  /** In order; the first works, the next takes over when one fails. */
  readonly agents: readonly string[];
  readonly attempts: number;
  readonly agentDeadlineMs: number;
  readonly sandbox: 'auto' | 'required' | 'off';
  /** Said by a person for the first prompt. */
  readonly advice: string | null;
  /** Absent: as much as it wants. A later word of the task's holds instead. */
  readonly allowance?: Allowance;
  /** Models that a person chose, by agent. */
  readonly models?: Readonly<Record<string, string>>;
  /** Absent: nobody worked on it before. */
  readonly handover?: Handover;
  /** Absent: it develops. */
  readonly role?: 'fix';
  /** Percent of its agent's context beyond which a conversation is begun afresh; absent: 40. */
  readonly context?: number;
  /** How often in an attempt its agent is sent on that stops with something left; absent: never. */
  readonly holds?: number;
  /** Tests near an edit are run at once, for so long at most; absent: they are not. */
  readonly editMs?: number;
  readonly counsel?: Counsel;
  /** What its plan leaves open; absent: nothing. */
  readonly doubts?: Doubts;
  /** Who else may look at it, and how often still; absent: nobody is asked before it is blocked. */
  readonly looks?: { readonly by: readonly string[]; readonly left: number };
  /** What is found out before its first turn, and the servers that may be asked; absent: nothing. */
  readonly lookups?: { readonly steps: readonly PreAnalysisStep[]; readonly servers?: readonly McpServer[] };
  /** Gone round before its first turn; absent: it has none. */
  readonly loop?: LoopControl;
  /** The last attempt of the round that it goes on from; absent: it begins anew. */
  readonly earlier?: Attempt;
  /** A person went back to this attempt of an earlier round; absent: nobody did. */
  readonly rewound?: Rewound;
};

/** Of a node. `carried`: what is told where the conversation cannot be gone on with itself, or there are several. */
export type GoesOn = {
  readonly strategy: Strategy;
  /** Nodes. */
  readonly parents: readonly string[];
  readonly carried: CarriedOver;
  /** That it goes on in, or in a fork of; absent: in none. */
  readonly conversation?: { readonly agent: string; readonly id: string };
};

/** What is known of a criterion that is worked on beside others. */
export type Member = {
  readonly workspace: string;
  /** That its copy begins from. */
  readonly tree: string;
  /** Of its copy alone; nobody pushes it. */
  readonly branch: string;
  /** The workspace's own files, which every copy is given. */
  readonly copyFiles: readonly string[];
  readonly owned: Owned;
  /** What the others of its plan own: a new test there is theirs. */
  readonly foreign: readonly string[];
  /** Labels of all that are worked on at once, its own among them. */
  readonly among: readonly string[];
};

/** What the plan checks one by; as of `CriterionSpec`. */
export type Checked = Pick<CriterionSpec, 'label' | 'verify' | 'expected'>;

/** What the criterion before came to: its proven tree, and what its tests said of it. Only what was changed since proves this one. */
export type Start = { readonly tree: string; readonly test: GateResult | null };

/** Of an agent that looked, and did not work on it. */
export type Counsel = { readonly from: string; readonly text: string };

/** What an agent is told that goes on with another's work; what was changed so far comes beside it. */
export type Handover = {
  readonly from: string;
  /** The last thing it said; null: nothing. */
  readonly answer: string | null;
  readonly failures: readonly GateResult[];
};

/** Tests that failed before the change was made; `why` says which, and how. */
export type RedTests = { readonly tree: string; readonly why: string };

/** What every attempt came to; kept for the person and the next prompt. */
export type Attempt = {
  readonly number: number;
  readonly agent: string;
  readonly tree: string;
  readonly results: readonly GateResult[];
  /** Same tree and same failures as the attempt before. */
  readonly noProgress: boolean;
  /** Of its agent, as it ended; absent: it had none, or an older version made it. */
  readonly conversation?: string;
  /** In tenths, where a gate said no; absent: none did, or an older version made it. */
  readonly confidence?: number;
  /** Where its agent says otherwise than was measured; absent: nowhere. */
  readonly differs?: readonly string[];
  /** Of a criterion that is done in turns of their own: which one it was. */
  readonly beat?: Beat;
  /** It was met, and its form is worked on after it. */
  readonly green?: true;
  /** Key of its last turn's run; absent: an older version made it. */
  readonly turn?: string;
};

/** Not what several were checked by at once. */
export const isOfOne = ({ spec }: Pick<Criterion, 'spec'>): boolean => spec.together === undefined;

/** Of all that it speaks of. */
export const labelsOf = ({ label, together }: Pick<CriterionSpec, 'label' | 'together'>): readonly string[] =>
  together === undefined ? [label] : together.map((each) => each.label);

export type CriterionOutcome =
  /** `unverified`: gates that are not configured; with one of them the task is not verified. */
  | { readonly kind: 'passed'; readonly tree: string; readonly unverified: readonly string[] }
  /** `lost`: somebody removed its copy, or its hub. `exhausted`: its loop came to its limit. */
  | { readonly kind: 'blocked'; readonly why: string; readonly lost?: Failure; readonly exhausted?: true }
  /** Another agent is to look at it, then its attempts are counted on; `confidence`: in tenths. */
  | { readonly kind: 'doubted'; readonly confidence: number }
  /** Its agent says that the plan does not fit. */
  | { readonly kind: 'amended'; readonly amendment: Amendment }
  | { readonly kind: 'cancelled' };

export type Inspected = {
  readonly tree: string;
  readonly changes: readonly Change[];
  readonly tamper: readonly Finding[];
  /** Of gates that speak only where they found something. */
  readonly others?: readonly Finding[];
  /** Of gates that were configured and need no program. */
  readonly held?: readonly HeldResult[];
  readonly secrets: readonly Finding[];
  readonly tests: readonly string[];
  /** Those are only the first of them. */
  readonly moreTests?: true;
  /** Since it began nothing that ships does anything else. */
  readonly idle?: true;
  /** In the turn for the tests, what else was changed; absent: nothing. */
  readonly besides?: readonly string[];
  /** What was changed of the tests since they were red; absent: nothing. */
  readonly sinceRed?: readonly Change[];
};

/** What a run of the changed tests said of itself. */
export type Probe = Pick<GateResult, 'canary' | 'lines'>;

/** `green`: what the changed tests came to by themselves; absent: the whole has told. `probe`: what that said of the run itself; absent: it was not made. */
export type HalfMade = {
  readonly found: Inspected;
  readonly results: readonly GateResult[];
  readonly green?: GateResult;
  readonly probe?: Probe;
};

/** Where an agent is asked beside the turns of the work itself. */
export type Aside = 'looking_up' | 'looping';

export type CriterionStep =
  /** `resume`: the agent's conversation is continued; `cut`: because the turn was cut, with one fixed sentence. `lacks`: what is missing of its report; `left`: it stopped with that left, and is sent on; `next`: it is given the next part of its node. */
  | {
      readonly kind: 'prompting';
      readonly cut: boolean;
      readonly lacks?: readonly string[];
      readonly left?: readonly string[];
      readonly next?: true;
    }
  | { readonly kind: 'working'; readonly key: string }
  /** The tree is kept before a cut turn is resumed. */
  | { readonly kind: 'keeping' }
  | { readonly kind: 'capturing' }
  /** What it does not own is set aside, and what tools left. */
  | { readonly kind: 'sorting'; readonly tree: string }
  /** `others`: found before. */
  | {
      readonly kind: 'inspecting';
      readonly tree: string;
      readonly changes: readonly Change[];
      readonly others?: readonly Finding[];
    }
  /** In the turn for the tests: they are run without a change. */
  | { readonly kind: 'staging_tests'; readonly found: Inspected }
  | { readonly kind: 'tests_red'; readonly found: Inspected; readonly folder: string }
  | { readonly kind: 'staging'; readonly found: Inspected }
  | {
      readonly kind: 'gating';
      readonly found: Inspected;
      readonly folder: string;
      readonly results: readonly GateResult[];
    }
  /** The changed tests by themselves, with the change: where the whole does not tell of all of them, and to see that what runs them judges. */
  | {
      readonly kind: 'green';
      readonly found: Inspected;
      readonly folder: string;
      readonly results: readonly GateResult[];
    }
  /** Where nobody tells which lines a test runs: the changed tests once more, with changed functions that end the program. */
  | ({ readonly kind: 'staging_struck' } & HalfMade)
  | ({ readonly kind: 'striking'; readonly folder: string; readonly struck: StruckTree } & HalfMade)
  | ({ readonly kind: 'staging_red' } & HalfMade)
  /** Its new tests were not collected without the change: once more with what of it decides which are. `missed`: what is said otherwise. */
  | ({ readonly kind: 'staging_settings'; readonly missed: GateResult } & HalfMade)
  /** `settings`: files of the change that stand in it besides its tests. */
  | ({ readonly kind: 'red'; readonly folder: string; readonly settings?: readonly string[] } & HalfMade)
  | { readonly kind: 'recording'; readonly found: Inspected; readonly results: readonly GateResult[] }
  /** Until then, and until the task says that it goes on. */
  | {
      readonly kind: 'limited';
      readonly until: number;
      readonly message: string;
      /** As of `out_of_budget`; `agent`: who was asked there. */
      readonly back?: Aside;
      readonly agent?: string;
    }
  /** No turn begins before the task was allowed more than in this round; `cut`: as for `prompting`. */
  | {
      readonly kind: 'out_of_budget';
      readonly cut: boolean;
      readonly round: number;
      /** Where its next turn is due, and none of its own; absent: one is. */
      readonly back?: Aside;
    }
  /** `key`: of the command that runs; null: the next is due. */
  | { readonly kind: 'looking_up'; readonly key: string | null }
  /** `key`: as of `looking_up`. */
  | { readonly kind: 'looping'; readonly key: string | null }
  /** Met, and its form did not come out: the copy is put back to what was green. */
  | { readonly kind: 'undoing_form'; readonly green: Attempt; readonly why: string }
  /** Of a member: its copy is made, and removed again. */
  | { readonly kind: 'copying' }
  | { readonly kind: 'leaving'; readonly outcome: CriterionOutcome }
  | { readonly kind: 'ended'; readonly outcome: CriterionOutcome };

export type CriterionState = {
  readonly at: CriterionStep;
  readonly attempt: number;
  readonly agent: number;
  /** How many runs were started so far, for their keys. */
  readonly runs: number;
  readonly cuts: number;
  readonly idle: number;
  readonly conversation: string | null;
  readonly history: readonly Attempt[];
  /** The last notice that was taken into a prompt. */
  readonly heard: number;
  readonly paused: boolean;
  /** By its turns that have ended; absent: nothing. */
  readonly spent?: Spent;
  /** What all agents had used of the day before its next turn, as the `runs` it has begun tell which. */
  readonly metered?: { readonly runs: number; readonly used: Spent };
  /** The last thing its agent said; absent: nothing yet. */
  readonly answer?: string;
  /** What its agent said of the work of this attempt; absent: it handed in none. */
  readonly report?: WorkReport | null;
  /** The attempt in which it was asked for what was missing of that; absent: none. */
  readonly askedIn?: number;
  /** How often it was sent on in which attempt; absent: never. */
  readonly held?: { readonly attempt: number; readonly times: number };
  /** Of the agent before this one; absent: this is the first. */
  readonly handover?: Handover;
  /** Edits of its last turn with no run of tests between them; absent: none. */
  readonly untested?: readonly string[];
  /** How far its pre-analysis is, and what that found; absent: none was begun. */
  readonly preAnalysis?: PreAnalysis;
  /** Which part of its node it is given, from 0; absent: the first, or all at once. */
  readonly part?: number;
  /** Where its loop is; absent: none was begun. */
  readonly loop?: LoopState;
  /** What tests near its edits said of which it was not told; absent: nothing. */
  readonly red?: readonly string[];
  /** Whose turn it is; absent: the first of its beats, where it has some. */
  readonly beat?: Beat;
  /** Its tests as they were red; absent: they were not yet, or need not be by themselves. */
  readonly redTests?: RedTests;
  /** Task files that its agent wrote, and those that are none; absent: it wrote none. */
  readonly gathered?: Gathered;
  /** It was told that nobody else can look at it. */
  readonly alone?: true;
};

export type Criterion = Thing<CriterionSpec, CriterionState, 'criterion'>;

export const firstCriterionState: CriterionState = {
  at: { kind: 'prompting', cut: false },
  attempt: 1,
  agent: 0,
  runs: 0,
  cuts: 0,
  idle: 0,
  conversation: null,
  history: [],
  heard: 0,
  paused: false,
};

/** What a criterion decides from. */
export type CriterionView = {
  readonly thing: Criterion;
  readonly children: readonly Run[];
  readonly notices: readonly Notice[];
};

/** The same at a moment of time. */
export type CriterionNow = CriterionView & { readonly now: Instant };

export type Step<Kind extends CriterionStep['kind']> = Extract<CriterionStep, { kind: Kind }>;
