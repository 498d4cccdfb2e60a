// The features of a task: what may be asked about them, and what is told.
import * as v from 'valibot';
import { type Declarations, type } from './command.ts';
import { absolutePath, id, line, text, token } from './fields.ts';

/** `task` may be left out in the task's copy. Without the token only a person may. */
const ofSplit = { task: v.optional(id()), cwd: absolutePath(), token: v.optional(token()) };
const owner = { owner: v.optional(line(64)) };

export const planFeatures = v.strictObject({
  ...ofSplit,
  /** JSON (`[{"title", "task", "depends_on": [1]}]`, numbers from 1 or ids), or a title a line. */
  features: text(),
  /** Nothing that is there is kept. */
  force: v.optional(v.boolean(), false),
});
export const nextFeature = v.strictObject({ ...ofSplit, ...owner });
export const doneFeature = v.strictObject({
  ...ofSplit,
  ...owner,
  /** Its id, or its number in the list. */
  feature: line(64),
  /** The task it was done in; without it the one that is split, or its own. */
  work: v.optional(id()),
  branch: v.optional(line()),
  pull_request: v.optional(line()),
  /** Without fresh passing evidence; only a person may. */
  override: v.optional(v.boolean(), false),
});
export const featureStatuses = ['pending', 'skipped', 'failed'] as const;
export const updateFeature = v.strictObject({
  ...ofSplit,
  feature: line(64),
  /** `pending`: opened again, what proved it counts no more. */
  status: v.optional(v.picklist(featureStatuses)),
  title: v.optional(line(200)),
  text: v.optional(text()),
});
export const listFeatures = v.strictObject({ task: v.optional(id()), cwd: absolutePath() });

export type FeatureView = {
  readonly id: string;
  /** From 1. */
  readonly number: number;
  readonly title: string;
  readonly task_text: string;
  readonly status: 'pending' | 'in_progress' | 'submitted' | 'done' | 'skipped' | 'failed';
  readonly depends_on: readonly string[];
  readonly owner: string | null;
  /** The task that does it, or did. */
  readonly task: string | null;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly pull_request: string | null;
  /** Why it failed, or who answers for it; '' where there is nothing to say. */
  readonly why: string;
};

export type FeatureListView = {
  readonly task: string;
  readonly total: number;
  readonly completed: number;
  readonly skipped: number;
  readonly features: readonly FeatureView[];
  readonly notes: readonly string[];
};
export type FeatureNext = {
  readonly task: string;
  readonly feature: FeatureView | null;
  readonly status: 'in_progress' | 'blocked' | 'all_complete';
  /** `1/3`. */
  readonly progress: string;
  readonly message: string;
};
export type FeatureChanged = {
  readonly task: string;
  readonly marked: FeatureView;
  readonly completed: number;
  readonly remaining: number;
  readonly status: 'open' | 'all_complete';
  readonly notes: readonly string[];
};

export const commands = {
  'feature.done': { input: doneFeature, reply: type<FeatureChanged>() },
  'feature.list': { input: listFeatures, reply: type<FeatureListView>() },
  'feature.next': { input: nextFeature, reply: type<FeatureNext>() },
  'feature.plan': { input: planFeatures, reply: type<FeatureListView>() },
  'feature.update': { input: updateFeature, reply: type<FeatureChanged>() },
} satisfies Declarations;
