// Tasks: what may be asked about them, and what is told. Times are milliseconds since 1970.
import * as v from 'valibot';
import type { ProofRow } from '../domain/evidence/proof-table.ts';
import type { Verdict } from '../domain/evidence/verdict.ts';
import { questionKinds } from '../domain/question/question.ts';
import type { Standing } from '../domain/task/criteria/standing.ts';
import { continuationLevels } from '../domain/task/settings/freeze.ts';
import { type Declarations, type } from './command.ts';
import type { Continuation } from './continuation.ts';
import type { FindingView } from './environment.ts';
import type { FeatureView } from './feature.ts';
import {
  absolutePath,
  commitId,
  dollars,
  id,
  line,
  name,
  text,
  whole,
  wholeWithin,
  workerName,
  workspace,
} from './fields.ts';
import { flowFiles } from './flow/sent-files.ts';
import { rivalsWithin } from './limits.ts';
import type { QuestionView } from './question.ts';
import type { Weaker } from './text/weaker.ts';

export type { ProofRow };

export const phases = [
  'confirm',
  'probe',
  'analyze',
  'plan',
  'develop',
  'test',
  'submit',
  'review',
  'deploy',
  'verify',
  'release',
] as const;
export type Phase = (typeof phases)[number];

/** Where `--until` may stop. */
export const stops = ['analyze', 'plan', 'test'] as const;
/** As given to the store: higher goes first, then age. */
export const priorities = { low: -1, normal: 0, high: 1 } as const;

export const createTask = v.strictObject({
  /** May be left out where an issue is named. */
  text: v.optional(text()),
  /** Of the workspace's forge: its number or address. */
  issue: v.optional(line()),
  /** An open pull request to go on with on its own branch: its number or address. */
  pr: v.optional(line()),
  cwd: absolutePath(),
  workspace: v.optional(workspace()),
  env: v.optional(name()),
  agent: v.optional(name()),
  model: v.optional(line()),
  effort: v.optional(line()),
  base: v.optional(line()),
  branch: v.optional(line()),
  title: v.optional(line()),
  until: v.optional(v.picklist(stops)),
  /** Kinds of question that policy may answer for this task. */
  yes: v.optional(v.array(v.picklist(questionKinds))),
  /** The text of a plan of the person's own. */
  plan: v.optional(text()),
  /** A plan is taken although it leaves requirements or test files open; that is recorded. */
  lenient: v.optional(v.boolean()),
  /** Where the plan stands while it is worked on: `ROOT/.pilot/plan/in_progress/NAME`. Done, it is put beside, into `done`; one task at a time has it. */
  plan_file: v.optional(absolutePath()),
  /** It stood there before: another's, who is not known here, is left to them. */
  begun: v.optional(v.boolean()),
  /** Task files that are worked on as a graph; they stand for text and plan. */
  flow: v.optional(flowFiles),
  /** The plan was begun elsewhere. `branch`: that of the checkout then; on another one, or on one without the commit that it began from, it goes on only by `force`. `done`: labels that were met there. */
  continues: v.optional(
    v.strictObject({
      session: line(128),
      branch: line(),
      /** The commit that it began from. */
      base_commit: v.optional(commitId()),
      done: v.array(line()),
      /** What they said there, by label; absent: it is not known. */
      said: v.optional(v.record(line(), line(1000))),
      /** How many attempts were made there at what is left, by label; absent: none. */
      made: v.optional(v.record(line(), whole(0))),
      level: v.optional(v.picklist(continuationLevels)),
      force: v.optional(v.boolean(), false),
    }),
  ),
  /** So many do it, each for itself, and a person takes one. `agents`: who they are, over and over, each with a model or without (`AGENT:MODEL`); absent: as configured, each beginning with another. */
  best_of: v.optional(wholeWithin(...rivalsWithin)),
  agents: v.optional(
    v.pipe(v.array(workerName()), v.minLength(1, 'must name an agent'), v.maxLength(9, 'has more than 9')),
  ),
  budget: v.optional(dollars()),
  priority: v.optional(v.picklist(['low', 'normal', 'high'])),
  /** Gates run on the base, whatever is known of it. */
  fresh: v.optional(v.boolean()),
  /** Absolute paths of files of this machine that go with the task; they are copied. */
  attachments: v.optional(v.array(absolutePath())),
  /** Words of somebody else take part: what is asked says so. */
  strangers: v.optional(v.boolean()),
  /** Stated in words from which workspace or environment were guessed: `proceed` is asked. */
  inferred: v.optional(v.boolean()),
  /** Made again under the same key, it is the same task. */
  once: v.optional(line(128)),
  /** What a person saw when they said, before it was stated, that it is to start. */
  confirmed: v.optional(
    v.strictObject({
      branch: line(),
      env: v.nullable(name()),
      dirty: v.array(line(4096)),
      unconfined: v.boolean(),
    }),
  ),
});
export const listTasks = v.strictObject({ workspace: v.optional(workspace()), all: v.optional(v.boolean(), false) });
export const ofTask = v.strictObject({ task: id() });
/** `now`: its agents are ended; their turns are taken up again when it is resumed. */
export const pauseTask = v.strictObject({ task: id(), now: v.optional(v.boolean(), false) });
/** `task` may be left out where one stands in a task's copy. */
export const ofTaskHere = v.strictObject({ task: v.optional(id()), cwd: absolutePath() });
/** `hand`: for a person's git to be run in, not only to be told apart. */
export const pathOfTask = v.strictObject({ ...ofTaskHere.entries, hand: v.optional(v.boolean(), true) });
/** `file`: its change alone, which may be longer. */
export const diffOfTask = v.strictObject({ ...ofTaskHere.entries, file: v.optional(line(4096)) });
/** `now`: does not wait for the safe point. */
export const takeTask = v.strictObject({ ...ofTaskHere.entries, now: v.optional(v.boolean(), false) });
/** `go_on`: its agent goes on where it was; else every gate runs on what is there. */
export const giveTask = v.strictObject({ ...ofTaskHere.entries, go_on: v.optional(v.boolean(), false) });
/** `attempt`: its name as `task attempts` tells it. */
export const rewindTask = v.strictObject({ task: id(), attempt: line() });
export const reopenTask = v.strictObject({ task: id(), text: text() });
/** `back`: to where the checkout was before; then the task need not be named. */
export const tryTask = v.strictObject({ ...ofTaskHere.entries, back: v.optional(v.boolean(), false) });
/** `command`: instead of the person's shell. `apart`: it gets no hold of the terminal, so that it can type nothing into it. */
export const shellOfTask = v.strictObject({
  ...ofTaskHere.entries,
  command: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
  apart: v.optional(v.boolean(), true),
});
export const sayToTask = v.strictObject({ task: id(), text: text() });
export const conflictsOfTask = v.strictObject({
  ...ofTaskHere.entries,
  gates: v.optional(v.boolean(), false),
  with: v.optional(id()),
});
export const runTask = v.strictObject({ ...ofTaskHere.entries, stop: v.optional(v.boolean(), false) });
const pixels = (most: number) => wholeWithin(100, most);
export const screenshotOfTask = v.strictObject({
  ...ofTaskHere.entries,
  /** Of what it serves, from `/` on, as an address has it. */
  path: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(2048, 'must have at most 2048 characters'),
      v.regex(/^\/(?!\/)[\w.~!$&'()*+,;=:@%/?#-]*$/, 'must begin with one / and be written as in an address'),
    ),
    '/',
  ),
  width: v.optional(pixels(4096), 1280),
  height: v.optional(pixels(8192), 800),
});
export const logOfTask = v.strictObject({
  ...ofTaskHere.entries,
  lines: v.optional(wholeWithin(0, 100_000), 200),
  /** Its attempts in Markdown instead. */
  loop: v.optional(v.boolean(), false),
});
export const cancelTask = v.strictObject({ task: id(), keep: v.optional(v.boolean(), true) });
export const evidenceOfTask = v.strictObject({
  ...ofTaskHere.entries,
  /** Checks the chain of hashes. */
  verify: v.optional(v.boolean(), false),
  /** Folder to write it to, with the outputs of all runs: absolute, must not be there yet. */
  outputs: v.optional(absolutePath()),
  /** The hash of a screenshot that is wanted itself. */
  picture: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be the hash of a screenshot'))),
});
export const proofOfTask = v.strictObject({
  ...ofTaskHere.entries,
  /** Nothing of it is to be signed: an agent may have that too. */
  unsigned: v.optional(v.boolean(), false),
  /** It is put beside the commit in the person's repository. */
  note: v.optional(v.boolean(), false),
});
export const watchTask = v.strictObject({
  ...ofTaskHere.entries,
  /** Facts above this position; 0 for all. */
  after: v.optional(whole(0), 0),
  /** Goes on while the task waits for a person; ends with the task only. */
  follow: v.optional(v.boolean(), false),
});

export type Spend = {
  readonly input_tokens: number;
  readonly cached_tokens: number;
  readonly output_tokens: number;
  /** US dollars; null where an agent did not say. */
  readonly money: number | null;
};

export type TaskOutcome = 'released' | 'proven' | 'not_verified' | 'failed' | 'cancelled';

export type TaskSummary = {
  readonly id: string;
  readonly workspace: string;
  /** First line of what the person said. */
  readonly text: string;
  readonly phase: Phase;
  /** In words: `waits for you: plan`, `develops SC-2, attempt 3`, `waits for a slot after shop-11`. */
  readonly state: string;
  readonly outcome: TaskOutcome | null;
  /** On what that rests where its tests have no names; absent: they have, or it is neither released nor proven. */
  readonly weaker?: Weaker;
  /** Ids of open questions. */
  readonly questions: readonly string[];
  readonly paused: boolean;
  /** Since when it is in this phase. */
  readonly since: number;
  readonly created_at: number;
  readonly spend: Spend;
  /** It is one feature of another task, or does all of it beside others; `number` from 1. */
  readonly part?: {
    readonly parent: string;
    readonly feature: string;
    readonly number: number;
    readonly of: number;
    readonly rival?: true;
  };
};

export type AttemptView = {
  readonly number: number;
  readonly strategy: string;
  readonly agent: string;
  readonly run: string | null;
  /** One sentence: what came of it. */
  readonly result: string;
  readonly tree: string | null;
  /** What looked at it; none: it is under way. */
  readonly checks: readonly Pick<GateView, 'gate' | 'verdict' | 'why'>[];
  /** Where its agent says otherwise than was measured, one sentence each. */
  readonly differs: readonly string[];
};

/** `name`: for `task rewind`, as `SC-1.3`: the third attempt at SC-1, whichever round it was of. */
export type NamedAttempt = AttemptView & { readonly name: string; readonly criterion: string };
export type TaskAttempts = { readonly task: string; readonly attempts: readonly NamedAttempt[] };

/** As others read and write it; `written`: where it was put by the command line. */
export type TaskContinuation = {
  readonly task: string;
  readonly continuation: Continuation;
  readonly written?: string;
};

/** Two tasks at work that touch the same lines. `lines`: first and last, as the base has them; empty where they began from different ones. `conflicts`: git cannot put them together. */
export type OverlapView = {
  readonly tasks: readonly [string, string];
  readonly path: string;
  readonly lines: readonly (readonly [number, number])[];
  readonly conflicts: boolean;
};

/** Two tasks put together for a trial, and what the gates say of that. */
export type TrialView = {
  readonly with: string;
  /** The run that it began with. */
  readonly run: string;
  readonly at: number;
  readonly state: 'running' | 'ended';
  /** Those that have ended. What the base of the task fails as well is told apart. */
  readonly gates: readonly Pick<GateView, 'gate' | 'verdict' | 'why'>[];
  /** Why not all of them were run; absent: they were, or will be. */
  readonly stopped?: string;
  /** One of the two has been worked on since, or is over. */
  readonly stale?: true;
};

/** One of several tasks that do all of the same task, each for itself. */
export type RivalView = {
  readonly task: string;
  /** From 1. */
  readonly number: number;
  /** With its model where one was named: `AGENT (MODEL)`. */
  readonly agent: string;
  /** In words, as that of the task itself. */
  readonly state: string;
  readonly outcome: TaskOutcome | null;
  readonly weaker?: Weaker;
  /** Why it ended so; '' while it has not. */
  readonly why: string;
  readonly criteria: { readonly met: number; readonly of: number };
  /** The newest result of each gate, on the whole of its change. */
  readonly gates: readonly Pick<GateView, 'gate' | 'verdict' | 'why'>[];
  readonly change: { readonly files: number; readonly added: number; readonly removed: number };
  /** What another agent found in it, in one line; '' where none has looked. */
  readonly review: string;
  readonly spend: Spend;
  /** Who chose it; absent: it is not the one that was taken. */
  readonly taken_by?: string;
};

export type CriterionView = {
  readonly id: string;
  readonly text: string;
  /** Ids of those that come first. */
  readonly depends_on: readonly string[];
  readonly state: Standing['state'];
  /** One sentence more about the state, '' where there is nothing to say. */
  readonly why: string;
  readonly attempts: readonly AttemptView[];
  /** How many of them were a turn of its agent; what was only checked beside the others was none. */
  readonly tried: number;
};

export type GateView = {
  readonly gate: string;
  readonly verdict: Verdict;
  readonly why: string;
  readonly command: string;
  /** `base`, `person`, `detected`, `built-in`. */
  readonly source: string;
  readonly duration_ms: number;
  readonly counts: {
    readonly passed: number;
    readonly failed: number;
    readonly skipped: number;
    readonly total: number;
  } | null;
};

/** How an environment looked before the work, and what became of it. */
export type TaskEnvironmentView = {
  readonly name: string;
  readonly tier: 'prod' | 'staging' | 'local' | null;
  /** Of all environments of the workspace; `why`: it could not be looked at. */
  readonly looks: readonly {
    readonly env: string;
    readonly at: number;
    readonly why: string | null;
    readonly errors: readonly FindingView[];
  }[];
  /** The last look after a deployment. */
  readonly verification: {
    readonly env: string;
    readonly against: string | null;
    readonly at: number;
    readonly verdict: 'resolved' | 'remaining' | 'new' | 'unknown';
    readonly summary: string;
    readonly resolved_errors: readonly FindingView[];
    readonly remaining_errors: readonly FindingView[];
    readonly new_errors: readonly FindingView[];
  } | null;
};

export type TaskDetail = TaskSummary & {
  /** All that the person said. */
  readonly full_text: string;
  readonly until: (typeof stops)[number] | null;
  readonly base: { readonly branch: string; readonly commit: string; readonly from: 'remote' | 'local' } | null;
  readonly branch: string | null;
  readonly copy: string | null;
  readonly pull_request: string | null;
  /** Absent where none takes part. */
  readonly environment?: TaskEnvironmentView;
  /** Of a long line the first are named, and `more` is how many stand behind those. */
  readonly slot: { readonly number: number | null; readonly ahead: readonly string[]; readonly more?: number };
  readonly agents: readonly string[];
  readonly criteria: readonly CriterionView[];
  /** What it was split into; absent: it is not. */
  readonly features?: readonly FeatureView[];
  /** Who did it, each for itself; absent: it is done once. */
  readonly rivals?: readonly RivalView[];
  /** What the proof consists of, row by row: each criterion, then the change as a whole. */
  readonly proof: readonly ProofRow[];
  /** The newest result of each gate. */
  readonly gates: readonly GateView[];
  readonly open_questions: readonly QuestionView[];
  /** What it may use, as it stands: `$5.00`; absent: as much as it wants. */
  readonly budget?: string;
  readonly evidence: { readonly count: number; readonly proven: boolean; readonly hash: string | null };
  /** Cause, impact and proposals of the analysis, as text; null before. */
  readonly analysis: string | null;
  readonly history: readonly {
    readonly phase: string;
    readonly entered: number;
    readonly left: number | null;
    readonly outcome: string | null;
  }[];
  /** What a person should know: what was not taken along, what somebody else pushed. Absent: nothing. */
  readonly notes?: readonly string[];
  /** What was left undone, for a finished or cancelled task. */
  readonly open_points: readonly string[];
  /** Of what its program showed, the oldest first; absent: none was taken. */
  readonly screenshots?: readonly ScreenshotView[];
  /** With other tasks at work; absent: none. */
  readonly overlaps?: readonly OverlapView[];
  /** Tasks at work of which it is not known whether it touches the same lines; absent: none. */
  readonly uncompared?: readonly string[];
  /** With each of those the last that was asked for; absent: none was. */
  readonly trials?: readonly TrialView[];
};

export type TaskCreated = { readonly task: string; readonly notes: readonly string[] };
/** What waits for a person first. */
export type TaskList = { readonly tasks: readonly TaskSummary[] };
export type TaskSaid = { readonly task: string; readonly when: 'now' | 'next_turn' };
/** Unified diff of all changes since the base. */
export type TaskDiff = {
  readonly task: string;
  /** What was compared with the base: comments hold to it. Absent: of an earlier version. */
  readonly tree?: string;
  readonly diff: string;
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  /** Those files, at most 1,000. */
  readonly by_file: readonly { readonly path: string; readonly added: number; readonly removed: number }[];
  readonly cut: boolean;
};
export type LogLine = { readonly at: number; readonly thing: string; readonly text: string };
export type TaskLog = { readonly task: string; readonly lines: readonly LogLine[]; readonly loop?: string };
/** `in_hand`: false while a turn is under way; it is handed over when that has ended. */
export type TaskTaken = {
  readonly task: string;
  readonly path: string;
  readonly branch: string;
  readonly by: string;
  readonly in_hand: boolean;
  /** The newest of its agents', by the agent's own id. */
  readonly conversation: { readonly agent: string; readonly id: string } | null;
  /** The line that goes on in it, by hand. */
  readonly resume: string | null;
  readonly notes: readonly string[];
};
export type TaskAddress = {
  readonly task: string;
  readonly what: 'pull_request' | 'page' | 'copy';
  readonly address: string;
  readonly notes?: readonly string[];
};
/** Where the checkout is now. */
export type TaskTried = {
  readonly task: string;
  readonly checkout: string;
  readonly commit: string;
  readonly branch: string | null;
  readonly said: string;
};
/** A program for the caller's own terminal. */
export type TaskShell = {
  readonly task: string;
  readonly path: string;
  readonly sandbox: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
};
/** With which tasks at work it touches the same lines, and what gates say of them put together. */
export type TaskConflicts = {
  readonly task: string;
  readonly overlaps: readonly OverlapView[];
  /** Of which it is not known; absent: none. */
  readonly uncompared?: readonly string[];
  readonly trials: readonly TrialView[];
  /** Where gates were asked for and none is run. */
  readonly untried: readonly { readonly with: string; readonly why: string }[];
};
/** The copy's own program, started for a look. */
export type TaskRun = {
  readonly task: string;
  /** null: none was running. */
  readonly run: string | null;
  readonly state: 'started' | 'running' | 'stopped' | 'not_running';
  /** Where to look; null: it was given no port. */
  readonly address: string | null;
  readonly ports: readonly number[];
};
/** What the program of a copy showed. */
export type ScreenshotView = {
  /** Of the PNG, under which it is kept. */
  readonly sha256: string;
  readonly bytes: number;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly path: string;
  readonly port: number;
  /** Of the copy when it was asked for; null: it could not be read. */
  readonly tree: string | null;
  /** The copy was another one when it was taken. */
  readonly moved?: true;
  readonly at: number;
};
export type TaskScreenshot = { readonly task: string; readonly run: string; readonly screenshot: ScreenshotView };
export type TaskPath = {
  readonly task: string;
  readonly path: string;
  /** What was taken out of it first. */
  readonly notes: readonly string[];
};
/** Reply to pause, resume, cancel, finish, retry, rewind: one sentence of what happens now. */
export type TaskChanged = { readonly task: string; readonly said: string; readonly notes: readonly string[] };
export type EvidenceLine = GateView & {
  readonly number: number;
  /** When it was recorded. */
  readonly at: number;
  /** When its program began; absent: none was run, or an earlier version ran it. */
  readonly started_at?: number;
  readonly criterion: string | null;
  readonly attempt: number | null;
  readonly base: string;
  readonly tree: string;
  readonly hash: string;
};
export type TaskEvidence = {
  readonly task: string;
  readonly evidence: readonly EvidenceLine[];
  /** Only with `verify`: whether the chain holds, and where it breaks. */
  readonly verified: { readonly ok: boolean; readonly why: string } | null;
  /** Only with `outputs`: the folder written. */
  readonly outputs: string | null;
  /** Of what its program showed, the oldest first; absent: none was taken. */
  readonly screenshots?: readonly ScreenshotView[];
  /** Only with `picture`: that PNG in base64. */
  readonly picture?: string;
  /** Only with `--export` or `--note`, by the command line: what became of the bundle. */
  readonly bundle?: ExportedBundle;
};
/** `signature`: null where nobody signed; `unsigned` says why then. */
export type ExportedBundle = {
  readonly statements: number;
  readonly subject: BundleSubject;
  readonly proven: boolean;
  readonly missing: readonly string[];
  readonly file: string | null;
  /** The notes that have it now, for the subject's commit. */
  readonly note: string | null;
  readonly signature: { readonly format: 'ssh' | 'openpgp'; readonly key: string } | null;
  readonly unsigned: string | null;
};
export type BundleSubject = { readonly commit: string | null; readonly tree: string };
/** Of `drover verify`: a proof that holds. */
export type VerifiedProof = {
  readonly task: string;
  readonly commit: string;
  readonly tree: string;
  readonly base: string;
  /** Empty: nobody signed, and that was taken as enough. */
  readonly signers: readonly { readonly who: string; readonly key: string }[];
  readonly statements: number;
  /** Lines that are no part of the proof. */
  readonly ignored: number;
  /** Of the chain of evidence. */
  readonly links: number;
  /** When the bundle was made, as it says. */
  readonly made_at: string;
  /** The newest word of each on the commit's tree. */
  readonly gates: readonly Pick<GateView, 'gate' | 'verdict' | 'counts'>[];
  readonly criteria: readonly { readonly label: string; readonly red: number; readonly green: number }[];
  /** Only with `--rerun`. */
  readonly rerun?: RerunProof;
};
/** A proof's gates run again; nothing of it holds where something differs. */
export type RerunProof = {
  /** By which they were confined. */
  readonly sandbox: string;
  readonly gates: readonly {
    readonly gate: string;
    readonly criterion: string | null;
    readonly tree: string;
    readonly verdict: string;
    readonly why: string;
  }[];
  /** `id`: of the test; null: it is about the gate as a whole. */
  readonly differences: readonly {
    readonly gate: string;
    readonly criterion: string | null;
    readonly tree: string;
    readonly id: string | null;
    readonly said: string;
  }[];
};
/** What is to be signed, by the one who asks: each payload as it is. */
export type TaskProof = {
  readonly task: string;
  readonly payloads: readonly string[];
  readonly subject: BundleSubject;
  readonly proven: boolean;
  readonly missing: readonly string[];
  /** The person's own. */
  readonly checkout: string;
  /** Folders in which agents write. */
  readonly copies: readonly string[];
};

/** Lines of `task.watch`. */
export type TaskEvent =
  | {
      readonly kind: 'fact';
      readonly position: number;
      readonly at: number;
      readonly thing: string;
      /** The fact's name: `phase_entered`, `attempt_ended`. */
      readonly what: string;
      /** The fact as a sentence. */
      readonly text: string;
      readonly data: Readonly<Record<string, unknown>>;
    }
  /** Told at the start and whenever the summary changed. */
  | {
      readonly kind: 'state';
      readonly task: TaskSummary;
      readonly criteria: readonly CriterionView[];
      /** The last program of it that runs; absent: none does. */
      readonly run?: RunUnderWay;
      /** Absent: it may use what it wants. */
      readonly budget?: BudgetUnderWay;
    };
/** `what`: `setup`, `gate`, `agent` ...; `since`: when it was started. */
export type RunUnderWay = { readonly id: string; readonly what: string; readonly since: number };
/** What it may use, as `$5.00`; `share`: how much of that it has used, 1 for all. */
export type BudgetUnderWay = { readonly limit: string; readonly share: number };
/** The reply that ends `task.watch`. */
export type WatchEnd = {
  readonly why: 'ended' | 'needs_person';
  readonly position: number;
  readonly task: TaskSummary;
  readonly open_questions: readonly QuestionView[];
  /** Of a task that was to stop with it: the analysis, the plan, what the gates said. */
  readonly result?: string;
};

export const commands = {
  'task.attempts': { input: ofTaskHere, reply: type<TaskAttempts>() },
  'task.cancel': { input: cancelTask, reply: type<TaskChanged>() },
  'task.checkout': { input: tryTask, reply: type<TaskTried>() },
  'task.continuation': { input: ofTaskHere, reply: type<TaskContinuation>() },
  'task.create': { input: createTask, reply: type<TaskCreated>() },
  'task.diff': { input: diffOfTask, reply: type<TaskDiff>() },
  'task.evidence': { input: evidenceOfTask, reply: type<TaskEvidence>() },
  'task.finish': { input: ofTask, reply: type<TaskChanged>() },
  'task.give': { input: giveTask, reply: type<TaskChanged>() },
  'task.list': { input: listTasks, reply: type<TaskList>() },
  'task.log': { input: logOfTask, reply: type<TaskLog>() },
  'task.open': { input: ofTaskHere, reply: type<TaskAddress>() },
  'task.path': { input: pathOfTask, reply: type<TaskPath>() },
  'task.proof': { input: proofOfTask, reply: type<TaskProof>() },
  'task.conflicts': { input: conflictsOfTask, reply: type<TaskConflicts>() },
  'task.run': { input: runTask, reply: type<TaskRun>() },
  'task.pause': { input: pauseTask, reply: type<TaskChanged>() },
  'task.reopen': { input: reopenTask, reply: type<TaskChanged>() },
  'task.rewind': { input: rewindTask, reply: type<TaskChanged>() },
  'task.resume': { input: ofTask, reply: type<TaskChanged>() },
  'task.retry': { input: ofTask, reply: type<TaskChanged>() },
  'task.say': { input: sayToTask, reply: type<TaskSaid>() },
  'task.screenshot': { input: screenshotOfTask, reply: type<TaskScreenshot>() },
  'task.shell': { input: shellOfTask, reply: type<TaskShell>() },
  'task.show': { input: ofTaskHere, reply: type<TaskDetail>() },
  'task.take': { input: takeTask, reply: type<TaskTaken>() },
  'task.watch': { input: watchTask, reply: type<WatchEnd>(), event: type<TaskEvent>() },
} satisfies Declarations;
