// Tasks driven by hand or by an agent that drives: lease, renewal, release. The token never stands in argv or a reply.
import * as v from 'valibot';
import { type Declarations, type } from './command.ts';
import { absolutePath, id, line, name, text, token, whole, workspace } from './fields.ts';
import type { QuestionView } from './question.ts';
import type { CriterionView, GateView } from './task.ts';

export const takeStep = v.strictObject({
  workspace: v.optional(workspace()),
  text: text(),
  cwd: absolutePath(),
  /** Replaces a quiet owner; only a person may. */
  takeover: v.optional(v.boolean(), false),
});
/** `task` may be left out in the task's copy. */
export const renewStep = v.strictObject({ task: v.optional(id()), cwd: absolutePath(), token: v.optional(token()) });
export const releaseStep = v.strictObject({
  task: v.optional(id()),
  cwd: absolutePath(),
  cleanup: v.optional(v.boolean(), false),
  /** Without it only a person may. */
  token: v.optional(token()),
});

/** `task` may be left out in the task's copy. Without the token only a person may. */
const underLease = { task: v.optional(id()), cwd: absolutePath(), token: v.optional(token()) };

export const analyzeStep = v.strictObject({
  ...underLease,
  agent: v.optional(name()),
  /** What to look at besides. */
  more: v.optional(text()),
});
export const developStep = v.strictObject({
  ...underLease,
  agent: v.optional(name()),
  /** The text of a plan; else that of the analysis. */
  plan: v.optional(text()),
  /** As with `task.create`. */
  lenient: v.optional(v.boolean()),
  branch: v.optional(line()),
  more: v.optional(text()),
});
export const testStep = v.strictObject(underLease);
export const submitStep = v.strictObject({
  ...underLease,
  title: v.optional(line()),
  body: v.optional(text()),
  /** Without fresh passing evidence; only a person may. */
  override: v.optional(v.boolean(), false),
  /** The caller answers the question themselves; only a person may. */
  yes: v.optional(v.boolean(), false),
});
export const verifyStep = v.strictObject({ ...underLease, env: v.optional(name()) });
export const statusOfStep = v.strictObject({ task: v.optional(id()), cwd: absolutePath() });
/** Until the step has ended, or waits for a person. */
export const watchStep = v.strictObject({
  ...statusOfStep.entries,
  /** Which one; the one under way, or the last. */
  seq: v.optional(whole(1)),
  /** Facts above this position; else those of the step. */
  after: v.optional(whole(0)),
});

export type ManualStepName = 'analyze' | 'develop' | 'test' | 'submit' | 'verify';

export type ManualStepBegun = {
  readonly task: string;
  readonly step: ManualStepName;
  /** Its name, to watch it. */
  readonly seq: number;
  /** It waits for a person already; nothing was begun. */
  readonly again: boolean;
};

/** What came of a step; what it has nothing to say about is absent. */
export type ManualStepResult = {
  /** Of `analyze` and `develop`: what was found; what each criterion came to, and how much differs from the base. */
  readonly summary?: string;
  /** Of both: all files that differ from the base as git sees it, untracked ones too. */
  readonly files_changed?: readonly string[];
  /** So many more; absent where all are listed. */
  readonly more_files?: number;
  /** `summary`: in words; `text`: as the agent said it. */
  readonly analysis?: { readonly summary: string; readonly text: string; readonly complete: boolean };
  readonly criteria?: readonly CriterionView[];
  readonly gates?: readonly GateView[];
  /** Of the test gate; null where it does not count. */
  readonly tests?: GateView['counts'];
  readonly commit?: string | null;
  readonly pull_request?: string | null;
  readonly verdict?: string;
};

export type ManualStepView = {
  readonly task: string;
  readonly step: ManualStepName | null;
  readonly state: 'idle' | 'running' | 'waits' | 'done' | 'failed';
  readonly seq: number | null;
  /** That of the last step that was done. */
  readonly phase: string;
  /** In words. */
  readonly says: string;
  readonly branch: string | null;
  readonly copy: string | null;
  readonly expires_at: number | null;
  readonly pushed_to_remote: boolean;
  readonly phase_history: ManualTaskTaken['phase_history'];
  /** Name to file. */
  readonly artifacts: Readonly<Record<string, string>>;
  readonly open_questions: readonly QuestionView[];
  /** Why it failed; null where it did not. */
  readonly failure: { readonly error_code: string; readonly error: string } | null;
  readonly result: ManualStepResult | null;
};

/** Lines of `step.watch`. */
export type ManualStepEvent = {
  readonly kind: 'fact';
  readonly position: number;
  readonly at: number;
  readonly thing: string;
  readonly what: string;
  readonly text: string;
};

export type ManualTaskTaken = {
  readonly task: string;
  readonly copy: string;
  readonly branch: string | null;
  readonly phase: string;
  readonly phase_history: readonly {
    readonly phase: string;
    readonly entered: number;
    readonly left: number | null;
    readonly outcome: string | null;
  }[];
  readonly pushed_to_remote: boolean;
  readonly expires_at: number;
  /** A file with mode 0600 that holds the token. */
  readonly token_file: string;
  readonly notes: readonly string[];
};
export type ManualLeaseRenewed = { readonly task: string; readonly expires_at: number };
export type ManualTaskReleased = {
  readonly task: string;
  /** It had been released before; nothing was done. */
  readonly already: boolean;
  /** What was removed or kept, in sentences. */
  readonly notes: readonly string[];
};

export const commands = {
  'step.analyze': { input: analyzeStep, reply: type<ManualStepBegun>() },
  'step.develop': { input: developStep, reply: type<ManualStepBegun>() },
  'step.release': { input: releaseStep, reply: type<ManualTaskReleased>() },
  'step.renew': { input: renewStep, reply: type<ManualLeaseRenewed>() },
  'step.status': { input: statusOfStep, reply: type<ManualStepView>() },
  'step.submit': { input: submitStep, reply: type<ManualStepBegun>() },
  'step.take': { input: takeStep, reply: type<ManualTaskTaken>() },
  'step.test': { input: testStep, reply: type<ManualStepBegun>() },
  'step.verify': { input: verifyStep, reply: type<ManualStepBegun>() },
  'step.watch': { input: watchStep, reply: type<ManualStepView>(), event: type<ManualStepEvent>() },
} satisfies Declarations;
