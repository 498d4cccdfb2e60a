// What Drover asks a person: a row before anyone hears of it, answered once, bound to what was shown.
import type { Instant, QuestionId, TaskId, ThingId } from '../ids.ts';

/** As `--yes`, the policy and people's rights name them. */
export const questionKinds = [
  'workspace',
  'env',
  'proceed',
  'base_red',
  'setup_failed',
  'unreachable',
  'plan',
  'plan_changed',
  'tests_failed',
  'submit',
  'deployed',
  'verified',
  'next_feature',
  'permission',
  'stuck',
  'budget',
  /** An effect was cut off by a crash three times. */
  'effect',
  /** Strangers ask for something on a pull request. */
  'comments',
  /** Several have done one task: which one is it. */
  'best',
  /** A task file wants a person to look. */
  'checks',
] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** `words`: whether this choice takes, or needs, text of the person's. */
export type Choice = { readonly id: string; readonly label: string; readonly words: 'none' | 'optional' | 'required' };

export type QuestionDraft = {
  /** Unique within its thing, so asking can be repeated. */
  readonly key: string;
  readonly kind: QuestionKind;
  readonly text: string;
  readonly choices: readonly Choice[];
  /** Hash of what was shown (plan, diff, evidence); an answer that names another is stale. */
  readonly binding: string;
  /** What was shown, for pages and programs. Plain JSON. */
  readonly shown: unknown;
  /** The choice that is recommended and safe: what plain assent (`ok`, `好的`) takes. Absent: there is none, or an earlier version asked. */
  readonly assent?: string;
  /** How often it was told anew what the question shows; absent: never. */
  readonly revision?: number;
};

export type Answer = {
  readonly choice: string;
  readonly words: string | null;
  /** `person:NAME` or `policy`. */
  readonly by: string;
  readonly channel: string;
  readonly at: Instant;
  /** The process that answered, and the hash of what it was answered to. Absent: policy, or an earlier version. */
  readonly pid?: number | null;
  readonly saw?: string;
};

export type Question = QuestionDraft & {
  readonly id: QuestionId;
  readonly thing: ThingId;
  readonly task: TaskId;
  readonly askedAt: Instant;
  readonly state:
    | { readonly kind: 'open' }
    | { readonly kind: 'answered'; readonly answer: Answer }
    | { readonly kind: 'closed'; readonly why: string; readonly at: Instant };
};
