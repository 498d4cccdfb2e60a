// What a person wants done, from statement to release.
import type { Counsel } from '../criterion/criterion.ts';
import type { Rewinding, Rewound } from '../criterion/rewound.ts';
import { type Delivery, nothingDelivered } from '../delivery/delivery.ts';
import type { AfterPush, BegunPullRequest, RollBack, Watch } from '../delivery/review.ts';
import type { Marks, SeenEnvironments, Verification } from '../environment/look.ts';
import type { Failure } from '../error.ts';
import type { Change } from '../evidence/gate-plan.ts';
import type { HunkToTry, NoHunks } from '../evidence/hunk.ts';
import type { TriedHunk } from '../evidence/judge-hunks.ts';
import type { GateResult } from '../evidence/verdict.ts';
import type { PartOf } from '../feature/part.ts';
import type { Following } from '../feature/together.ts';
import type { GrownNode } from '../flow/added.ts';
import type { FlowRun } from '../flow/flow-run.ts';
import type { NodeMove } from '../flow/node-moves.ts';
import type { ShownSoFar } from '../flow/projected.ts';
import type { NodeSummary } from '../flow/summary.ts';
import type { Instant } from '../ids.ts';
import type { Budget } from '../parts/budget.ts';
import type { Checkout } from '../place/checkout.ts';
import { type FoundPlace, nothingFound } from '../place/place.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlanFile } from '../plan/plan-file.ts';
import type { QuestionKind } from '../question/question.ts';
import type { Spent } from '../run/spent.ts';
import type { AgentPrices } from '../run/turn-price.ts';
import type { Thing } from '../thing.ts';
import type { LookMark } from './looks.ts';
import type { ManualStep, ManualStepEnd } from './manual/step.ts';
import type { TaskOutcome } from './outcome.ts';
import type { Phase } from './phase.ts';
import type { Attachment } from './settings/attachments.ts';
import type { Settings } from './settings/settings.ts';
import { nothingDone, type Work } from './work.ts';

/** What a person saw when they said that it is to start. */
export type Confirmed = {
  readonly by: string;
  readonly channel: string;
  /** The branch it starts from. */
  readonly branch: string;
  readonly env: string | null;
  readonly dirty: readonly string[];
  /** It was said that there is no sandbox. */
  readonly unconfined: boolean;
};

/** One of those that are worked on at once; `index`: in the plan. */
export type GroupMember = { readonly index: number; readonly label: string; readonly key: string };

/** A criterion whose last round has ended without its work being part of what is proven. `how`: it passed by itself, or a person is to say how it goes on. */
export type LeftCriterion = Omit<GroupMember, 'index'> & {
  readonly how: 'join' | 'ask';
  readonly clash?: readonly string[];
  /** The first of those that it is put together with at once, since more of them were red together; absent: all are. */
  readonly part?: string;
};

/** The plan becomes another one while it is worked by, as it was answered; `by` null: nobody had to be asked. */
export type PlanChange = {
  readonly back: Extract<TaskStep, { kind: 'developing' }>;
  readonly answer: { readonly choice: string; readonly words: string | null; readonly by: string | null };
};

/** What a round came to, and the tree that it began from. */
export type RoundWork = { readonly tree: string; readonly from: string };

export type TaskSpec = {
  readonly number: number;
  readonly text: string;
  /** The environment where the trouble shows; absent or null: none takes part. */
  readonly env?: string | null;
  /** Several fit what was said: a person is asked which one is meant. */
  readonly envs?: readonly string[];
  /** The issue that the text comes from, wholly or in part. */
  readonly issue?: { readonly address: string; readonly number: number };
  /** The open pull request that is continued on its own branch. */
  readonly pull?: BegunPullRequest;
  readonly title: string | null;
  readonly branch: string | null;
  readonly base: string | null;
  readonly until: 'analyze' | 'plan' | 'test' | null;
  /** A plan of the person's own: no analysis is made. */
  readonly plan: string | null;
  /** The file that plan stands in, in a folder of plans that are worked on; put among those that are done when it is. */
  readonly planFile?: PlanFile;
  /** Task files that its plan is made of: each node that is worked on is a criterion. */
  readonly flow?: FlowRun;
  /** Its plan was begun elsewhere: the session it is of, the labels that were met there, and how many attempts were made at others. Absent: it was not. */
  readonly continues?: {
    readonly session: string;
    readonly done: readonly string[];
    /** What they said there, by label, as far as it is known. */
    readonly said?: Readonly<Record<string, string>>;
    readonly made?: Readonly<Record<string, number>>;
  };
  /** Who does all of it, each for itself, in order of preference each; a person takes one. Absent: it is done once. */
  readonly rivals?: readonly (readonly string[])[];
  /** Of each of those the model that was named for it, in their order; null: as configured. Absent: none was named. */
  readonly rivalModels?: readonly (string | null)[];
  readonly priority: number;
  /** Gates run on the base though another task's verdicts of it are known. */
  readonly fresh?: true;
  /** Words of somebody else take part, which a person passed on, or which came with an event. */
  readonly strangers?: true;
  /** It was made by an event and no person: it waits at `proceed`, whatever policy says. `by`: who caused it, as they are called there. */
  readonly trigger?: { readonly name: string; readonly by: string | null };
  /** Workspace or environment was guessed, so `proceed` is asked. */
  readonly inferred: boolean;
  /** `hand`: driven by `step` commands; `decide` only waits. */
  readonly driven: 'engine' | 'hand';
  /** It is one feature of another task. */
  readonly part?: PartOf;
  readonly settings: Settings;
  readonly by: string;
  /** Copied into the state folder. */
  readonly attachments?: readonly Attachment[];
  /** By a person, where they stated it. */
  readonly confirmed?: Confirmed;
  /** How the checkout stood then. Absent: nobody looked, or there is too much that is not committed. */
  readonly seen?: { readonly at: Instant; readonly checkout: Checkout };
};

/** Where it is done, with what a person took anew instead of what the settings froze. */
export type TaskPlace = FoundPlace & {
  readonly overlay?: Settings['overlay'];
  readonly variables?: Settings['variables'];
};

/** What has been found out so far. A step sets the fields of its own noun. */
export type Known = {
  readonly place: TaskPlace;
  readonly work: Work;
  readonly delivery: Delivery;
  readonly environment: SeenEnvironments;
};

/** What of it may be taken anew, as configuration stands now. */
export type Renewal = Pick<TaskPlace, 'gatePlan' | 'gateSettings' | 'copyFiles' | 'overlay' | 'variables' | 'toTrust'>;

/** What a criterion came to. */
export type Proven = { readonly label: string; readonly tree: string };

/** `from`: whose tests are to hold; absent: the base's. `later`: whose follow; absent: not looked for yet. */
export type LookedBack = { readonly tree: string; readonly from?: Proven; readonly later?: readonly Proven[] };

/** Parts of the change that are put back alone. `spentMs`: of their runs so far. */
export type HunksAt = {
  readonly tree: string;
  readonly hunks: readonly HunkToTry[];
  readonly tried: readonly TriedHunk[];
  readonly spentMs: number;
  /** So many that tests are known to fail without. */
  readonly known: number;
  /** What is known beside them, as `cut-hunks` tells it. */
  readonly left: readonly HunkToTry[];
  readonly leftMore: number;
  readonly agreed: number;
  readonly none: NoHunks;
  readonly files: number | null;
  readonly to?: BackToSubmit;
};

/** `beside`: what is worked on while the question is open. `yes`: a person said it to this tree before all was known. */
type BackToSubmit = { readonly kind: 'submitting'; readonly beside?: TaskStep; readonly yes?: true };

type RunsAgain = {
  readonly tree: string;
  readonly files: readonly string[];
  /** Those are only the first of them. */
  readonly moreLaid?: true;
  readonly runs: readonly GateResult[];
};

export type TaskStep =
  | { readonly kind: 'taking_plan' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'fetching' }
  | { readonly kind: 'surveying' }
  | { readonly kind: 'confirming' }
  | {
      readonly kind: 'copying';
      readonly tried: number;
      /** A branch is there that no other can be below of. */
      readonly flat?: true;
      /** The branch that was named cannot be had, and why. */
      readonly taken?: string;
      /** A person takes another name with a number instead. */
      readonly numbered?: true;
    }
  | { readonly kind: 'preparing' }
  | { readonly kind: 'setting_up'; readonly folder: string; readonly index: number }
  | { readonly kind: 'sealing'; readonly folder: string }
  | { readonly kind: 'furnishing' }
  | { readonly kind: 'staging_base' }
  | { readonly kind: 'base_gates'; readonly folder: string; readonly results: readonly GateResult[] }
  | { readonly kind: 'recording_base'; readonly results: readonly GateResult[] }
  | { readonly kind: 'base_judged' }
  /** Set-up and gates are looked at as configuration stands now; `gates`: as a person has just chosen them. */
  | { readonly kind: 'renewing'; readonly gates: Readonly<Record<string, string>>; readonly back: TaskStep }
  /** They are shown before they hold. */
  | { readonly kind: 'renewed'; readonly found: Renewal; readonly back: TaskStep }
  /** The task's environment is looked at, and the baselines of all others of the workspace are taken. */
  | { readonly kind: 'probing'; readonly next: 'confirming' | 'analyzing' }
  /** It is asked what the analysis, or a person, wants to know besides. */
  | {
      readonly kind: 'looking';
      readonly commands: readonly string[];
      /** Of the analysis that follows. */
      readonly looks: number;
      readonly words: string | null;
      /** A person wants it. */
      readonly allowed: boolean;
    }
  | {
      readonly kind: 'analyzing';
      readonly agent: number;
      readonly resume: string | null;
      readonly missing: readonly string[] | null;
      readonly looks: number;
      readonly words: string | null;
      /** Chosen by a person; absent: those of the settings. */
      readonly agents?: readonly string[];
      /** The analysis is there, and another agent plans from it. */
      readonly role?: 'plan';
    }
  | {
      readonly kind: 'reading_analysis';
      readonly agent: number;
      readonly text: string;
      readonly conversation: string | null;
      readonly asked: boolean;
      readonly looks: number;
      readonly agents?: readonly string[];
      readonly role?: 'plan';
    }
  | { readonly kind: 'undoing_analysis'; readonly tree: string; readonly next: TaskStep }
  | {
      readonly kind: 'planning';
      readonly looks: number;
      /** The agent that plans has had its turn. */
      readonly drafted?: true;
    }
  /** Agreed to; nobody works before what it is checked by was `found`. */
  | {
      readonly kind: 'finding_programs';
      readonly plan: Plan;
      readonly found?: true;
      /** The plan is another one than what is worked by; absent: it is the first. */
      readonly change?: PlanChange;
    }
  /** Another agent reads the plan; `missing`: of what it handed in. */
  | {
      readonly kind: 'reviewing_plan';
      readonly looks: number;
      readonly drafted?: true;
      readonly agent: number;
      readonly resume?: string | null;
      readonly missing?: readonly string[] | null;
    }
  | {
      readonly kind: 'reading_plan_review';
      readonly looks: number;
      readonly drafted?: true;
      readonly agent: number;
      readonly by: string;
      readonly text: string;
      readonly conversation: string | null;
      /** What was missing was asked for. */
      readonly asked: boolean;
    }
  | {
      readonly kind: 'developing';
      readonly index: number;
      readonly key: string;
      readonly advice: string | null;
      readonly agents: readonly string[] | null;
      /** Of an agent that looked why it does not go on. */
      readonly counsel?: Counsel;
      /** Its attempts are counted on from those of the round before. */
      readonly goesOn?: true;
      /** Tests and change have turns of their own, and the round before was past that for its tests: it begins with the change. */
      readonly stillRed?: true;
      /** Its files stand in the copy again: the round goes on from there. */
      readonly rewound?: Rewound;
      /** What others of the plan have come to, and is to be dealt with; absent: nothing. */
      readonly left?: readonly LeftCriterion[];
      /** What was done for it is not in the copy. */
      readonly out?: true;
      /** The round that is checked before an agent goes on with it: it passed by itself, and stands beside what the others came to. */
      readonly checks?: string;
      /** It passed by itself, and nothing has changed since: what stands in the copy is what was checked. */
      readonly stands?: true;
      /** Files in which it is in conflict with the others. */
      readonly clash?: readonly string[];
    }
  /** How many criteria there is room for; null: not known yet. */
  | {
      readonly kind: 'grouping';
      readonly atMost: number | null;
      readonly advice: string | null;
      readonly left: readonly LeftCriterion[];
    }
  /** Several criteria at once, each in a copy of its own. */
  | {
      readonly kind: 'developing_group';
      readonly members: readonly GroupMember[];
      readonly advice: string | null;
      readonly left: readonly LeftCriterion[];
      /** What each member was told last, by its key and what it was about. */
      readonly told: Readonly<Record<string, string>>;
    }
  /** The copy becomes what is proven with the work of a round in it; null: without any. */
  | {
      readonly kind: 'joining_work';
      readonly work: RoundWork | null;
      /** The round by which the two are checked together, where they fit; null: it is for who goes on with it, and holds both sides between markers where they do not. */
      readonly check: string | null;
      readonly next: Extract<TaskStep, { kind: 'developing' }>;
    }
  /** The copy becomes what is proven with the work of several rounds in it, which is then checked by the round `key`. */
  | {
      readonly kind: 'joining_group';
      readonly members: readonly LeftCriterion[];
      readonly key: string;
      readonly left: readonly LeftCriterion[];
    }
  /** `members`: whose work is in it. */
  | {
      readonly kind: 'checking_group';
      readonly members: readonly LeftCriterion[];
      readonly key: string;
      readonly left: readonly LeftCriterion[];
    }
  /** A criterion is blocked, and another agent looks at it; `tree`: of the copy before, null: not looked at. */
  | {
      readonly kind: 'advising';
      readonly back: Extract<TaskStep, { kind: 'developing' }>;
      readonly why: string;
      readonly agent: number;
      readonly tree: string | null;
      readonly resume?: string | null;
    }
  | {
      readonly kind: 'reading_advice';
      readonly tree: string;
      readonly next: Extract<TaskStep, { kind: 'developing' }>;
    }
  | { readonly kind: 'checking' }
  | { readonly kind: 'inspecting_test'; readonly tree: string; readonly changes: readonly Change[] }
  | { readonly kind: 'staging_test'; readonly tree: string; readonly found: readonly GateResult[] }
  | {
      readonly kind: 'test_gates';
      readonly tree: string;
      readonly found: readonly GateResult[];
      readonly folder: string;
      readonly results: readonly GateResult[];
    }
  | {
      readonly kind: 'recording_test';
      readonly tree: string;
      readonly results: readonly GateResult[];
      readonly next: LookMark;
      readonly later?: readonly Proven[];
      /** Where from there; absent: what follows that look. */
      readonly to?: BackToSubmit;
    }
  /** All gates once more where the change touched files that decide what they say, with these as they were. */
  | { readonly kind: 'staging_guarded'; readonly tree: string }
  | {
      readonly kind: 'guarded_gates';
      readonly tree: string;
      readonly folder: string;
      readonly results: readonly GateResult[];
    }
  | { readonly kind: 'judging_guarded'; readonly tree: string; readonly results: readonly GateResult[] }
  /** The tests of the base that the change touched, as they were, on the new code. */
  | ({ readonly kind: 'staging_expectations' } & LookedBack)
  | ({
      readonly kind: 'expectations';
      readonly folder: string;
      /** Those alone; null: all the runner has. */
      readonly files: readonly string[] | null;
    } & LookedBack)
  /** `old`: how they ran; null: none was touched. */
  | ({
      readonly kind: 'judging_expectations';
      readonly old: { readonly result: GateResult; readonly files: readonly string[] | null } | null;
    } & LookedBack)
  /** New and changed tests, again. */
  | { readonly kind: 'staging_stable'; readonly tree: string }
  | ({
      readonly kind: 'stable';
      readonly folder: string;
      readonly asUsual?: true;
      /** None is new or changed: this one only tells whether what runs the tests judges. */
      readonly sample?: { readonly path: string; readonly like: readonly string[] };
    } & RunsAgain)
  | ({ readonly kind: 'judging_stable' } & RunsAgain)
  | { readonly kind: 'test_judged'; readonly results: readonly GateResult[] }
  | { readonly kind: 'staging_hooks'; readonly tree: string }
  | { readonly kind: 'hooks'; readonly tree: string; readonly folder: string }
  /** Parts of the change, each put back alone. `to`: absent where nothing is to be submitted, and where an earlier version began it. */
  | { readonly kind: 'cutting_hunks'; readonly tree: string; readonly to?: BackToSubmit }
  | ({ readonly kind: 'staging_hunk'; readonly hunk: HunkToTry } & HunksAt)
  /** `some`: only the test files that are known to run it. */
  | ({
      readonly kind: 'trying_hunk';
      readonly hunk: HunkToTry;
      readonly folder: string;
      readonly some: boolean;
    } & HunksAt)
  /** What is read: each criterion, and the tests it was proven by. */
  | { readonly kind: 'gathering_tests' }
  /** Another agent reads the whole diff. */
  | {
      readonly kind: 'assessing';
      readonly round: number;
      /** Which of the reviewers; absent: the first. */
      readonly agent?: number;
      readonly resume?: string | null;
      /** Of what it handed in; null: its turn was cut. */
      readonly missing?: readonly string[] | null;
    }
  | {
      readonly kind: 'reading_assessment';
      readonly round: number;
      readonly agent: number;
      readonly by: string;
      /** It had worked on the change as well. */
      readonly own?: true;
      readonly text: string;
      readonly conversation: string | null;
      readonly asked: boolean;
    }
  | { readonly kind: 'assessed' }
  /** An agent that may only read wrote all the same: the copy becomes `tree` again. */
  | { readonly kind: 'undoing_reading'; readonly tree: string; readonly next: TaskStep }
  | BackToSubmit
  | { readonly kind: 'committing' }
  /** Its base is on no remote. */
  | { readonly kind: 'leaving_branch' }
  | {
      readonly kind: 'pushing';
      /** Whether the remote has no such branch; absent: it is to be asked. */
      readonly fresh?: boolean;
      readonly again?: true;
    }
  /** `elsewhere`: the push would have gone there, and not where it is known to go. */
  | ({ readonly kind: 'confirming_push'; readonly elsewhere?: string } & AfterPush)
  /** The remote does not take its name. */
  | { readonly kind: 'renaming_branch'; readonly branch: string }
  | {
      readonly kind: 'opening_pull_request';
      /** A person wants no forge asked: the page alone. */
      readonly as?: 'page';
    }
  /** The pull request is open: its checks, threads and state are watched. */
  | { readonly kind: 'watching'; readonly doing?: Watch }
  /** It is merged, or there is nothing to merge: a person deploys. */
  | {
      readonly kind: 'deploying';
      /** Not asked before. */
      readonly until?: Instant;
    }
  /** The environment is asked what became of its errors; `since`: when it was deployed. */
  | {
      readonly kind: 'verifying';
      readonly since: Instant;
      /** Another one than the task's own. */
      readonly env?: string;
      /** How far its logs had been written then; null: nobody could look. */
      readonly marks?: Marks | null;
      /** What the last look saw; absent: it is to be looked at. */
      readonly seen?: Verification;
    }
  | {
      readonly kind: 'verified';
      readonly since: Instant;
      readonly env?: string;
      readonly marks?: Marks | null;
    }
  /** The pull request is closed, or undone by another one. */
  | { readonly kind: 'rolling_back'; readonly doing?: RollBack; readonly by?: string }
  /** One feature after another, each a task of its own. */
  | { readonly kind: 'following_features'; readonly doing?: Following; readonly about?: string }
  /** Several do all of it, each a task of its own; then a person takes one. */
  | { readonly kind: 'following_rivals' }
  | { readonly kind: 'taking_rival'; readonly tree: string }
  /** A copy that somebody removed is made anew. */
  | { readonly kind: 'mending'; readonly next: TaskStep }
  /** An effect failed; a person is asked what to do about it. */
  | { readonly kind: 'troubled'; readonly failure: Failure; readonly back: TaskStep }
  /** A person is asked; `back` is where the choices lead from. */
  | {
      readonly kind: 'asking';
      readonly question: QuestionKind;
      readonly key: string;
      readonly back: TaskStep;
      /** Its answer ends what runs first. */
      readonly ending?: true;
    }
  | { readonly kind: 'releasing'; readonly outcome: TaskOutcome; readonly back: TaskStep | null }
  | { readonly kind: 'ended'; readonly outcome: TaskOutcome; readonly back: TaskStep | null }
  /** Driven by hand: the copy is ready, `decide` only waits. */
  | {
      readonly kind: 'by_hand';
      /** That of the last step that was done; absent before there was one. */
      readonly phase?: Phase;
    }
  /** By hand: the lease is looked at, or renewed, before it goes on. */
  | { readonly kind: 'holding'; readonly renew: boolean; readonly next: TaskStep }
  | { readonly kind: 'switching_branch'; readonly branch: string }
  /** By hand: the copy as it stands, before a step begins or anything leaves. */
  | { readonly kind: 'comparing'; readonly phase: Phase }
  /** By hand: the step is done and goes on record. */
  | { readonly kind: 'keeping_step'; readonly phase: Phase }
  /** A person goes on in the copy. */
  | {
      readonly kind: 'in_hand';
      readonly by: string;
      readonly back: TaskStep;
      /** Whether what an agent put there for git was taken away; absent: it was handed over by an earlier version. */
      readonly renewed?: boolean;
      /** The copy goes back to an attempt. */
      readonly rewinding?: Rewinding;
      /** It went back, last to this. */
      /** `files`: those that were other ones before, which are kept. Absent: an older version went back. */
      readonly rewound?: Rewinding & { readonly files?: number };
    }
  /** They gave it back: what they changed is put on record. */
  | { readonly kind: 'taking_back'; readonly by: string; readonly to: TaskStep }
  /** What this task made is removed again: the remote's branch, then copy and branch. */
  /** `open`: the pull request that still needs the branch; absent before that was looked at. */
  | {
      readonly kind: 'cleaning_remote';
      readonly outcome: TaskOutcome;
      readonly open?: string | null;
      /** Whether this task made the branch there. */
      readonly ours?: boolean;
    }
  | {
      readonly kind: 'cleaning_copy';
      readonly outcome: TaskOutcome;
      readonly remote: string | null;
      /** So many programs of `teardown` are done; absent: none. */
      readonly torn?: number;
    };

export type HeldCheck = { readonly check: string; readonly by: string; readonly at: Instant };
/** `round`: the key of the one that it was seen of. */
export type LookedAt = { readonly round: string; readonly held: readonly HeldCheck[] };

export type TaskState = {
  readonly phase: Phase;
  readonly at: TaskStep;
  readonly known: Known;
  /** The place in its workspace that it works under. */
  readonly slot: 'none' | 'waiting' | 'held';
  /** Counts runs and questions, for their keys. */
  readonly runs: number;
  readonly asked: number;
  readonly fixes: number;
  readonly fetched: number;
  /** The last notice that was dealt with. */
  readonly heard: number;
  /** Notices up to this one belong to an earlier life of a reopened task. */
  readonly since: number;
  /** Said by the person before there was a criterion to tell. */
  readonly said: readonly string[];
  readonly paused: boolean;
  /** A cancel or finish that is being carried out. */
  readonly stopping: 'cancel' | 'finish' | null;
  /** As a person has changed it; absent: as it was stated. */
  readonly budget?: Budget;
  /** What all agents had used of the day before its own next turn. */
  readonly metered?: { readonly runs: number; readonly used: Spent };
  /** What turns of its agents are like to use, as they stood before its plan was shown. */
  readonly prices?: readonly AgentPrices[];
  /** By hand: the step under way; the last one that was begun, by the number of its notice; how the last ones came out. */
  readonly step?: ManualStep | null;
  readonly stepped?: number;
  readonly steps?: readonly ManualStepEnd[];
  /** Labels of criteria that another agent has advised on. */
  readonly advised?: readonly string[];
  /** How often its plan was changed meanwhile. */
  readonly amended?: number;
  /** Who was told that what it stands on is merged: `TASK>MERGED`. */
  readonly unstacked?: readonly string[];
  /** Tasks of features that were taken out of the list, and told to end. */
  readonly dropped?: readonly string[];
  /** How its nodes came to stand as they do, oldest first; absent: as their files said. Before them come pages that are full (`kept-pages.ts`). */
  readonly moves?: readonly NodeMove[];
  readonly movesBefore?: readonly (readonly NodeMove[])[];
  /** What nodes came to, by their ids; null: it could not be looked up. Absent: none has come to anything. Others stand on pages that are full. */
  readonly summaries?: Readonly<Record<string, NodeSummary | null>>;
  readonly summariesBefore?: readonly (readonly (readonly [node: string, summary: NodeSummary | null])[])[];
  /** Nodes that agents added while they worked on others, in their order. Absent: none. */
  readonly grown?: readonly GrownNode[];
  /** Keys of rounds of which it is decided what becomes of the task files that they wrote. */
  readonly settled?: readonly string[];
  /** What a person has looked at of nodes, by their ids. Absent: nothing. */
  readonly looked?: Readonly<Record<string, LookedAt>>;
  /** What its files were written from last, and what was told of them. Absent: they were not written yet. */
  readonly shown?: Partial<ShownSoFar> & {
    readonly key: string;
    readonly elsewhere: string | null;
    /** Why they could not be written last. Absent: they could. */
    readonly failed?: Failure;
    readonly missing: readonly string[];
    readonly added: readonly string[];
  };
  /** The last go-ahead that its criterion was given. */
  readonly told?: string;
  /** The last take or give that was dealt with. */
  readonly handed?: number;
  /** What is at work was told to rest, for a person takes over. */
  readonly handing?: true;
  /** Where to once dependencies that are stale are set up anew. */
  readonly afterwards?: TaskStep;
};

export type Task = Thing<TaskSpec, TaskState, 'task'>;

export const nothingKnown: Known = {
  place: nothingFound,
  work: nothingDone,
  delivery: nothingDelivered,
  environment: {},
};

/** A task driven by hand was given its slot by the command that made it. */
export const firstTaskState = (driven: TaskSpec['driven'], planFile?: PlanFile): TaskState => ({
  phase: 'confirm',
  at: { kind: planFile === undefined ? 'opening' : 'taking_plan' },
  known: nothingKnown,
  slot: driven === 'hand' ? 'held' : 'none',
  runs: 0,
  asked: 0,
  fixes: 0,
  fetched: 0,
  heard: 0,
  since: 0,
  said: [],
  paused: false,
  stopping: null,
});

/** The step that a question or trouble came from. */
export const rootOf = (step: TaskStep): TaskStep =>
  step.kind === 'asking' || step.kind === 'troubled' || step.kind === 'in_hand'
    ? rootOf(step.back)
    : step.kind === 'taking_back'
      ? rootOf(step.to)
      : step;
