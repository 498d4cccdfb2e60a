// What happens to the features of a task that is split.
import { by, firstLineOf, list, type Sentences, short, word } from './words.ts';

export type FeatureFacts = {
  readonly rivals_begun: { readonly agents: readonly string[] };
  readonly rival_taken: {
    readonly task: string;
    readonly agent: string;
    readonly tree: string;
    readonly by: string;
  };
  readonly features_planned: { readonly features: readonly { readonly id: string; readonly title: string }[] };
  readonly split_refused: { readonly why: string };
  readonly feature_begun: { readonly feature: string; readonly title: string; readonly key: string };
  readonly feature_taken: { readonly feature: string; readonly owner: string };
  readonly feature_submitted: { readonly feature: string; readonly task: string; readonly commit: string };
  readonly feature_done: {
    readonly feature: string;
    readonly commit: string;
    readonly task?: string;
    readonly by?: string;
  };
  readonly feature_failed: {
    readonly feature: string;
    readonly why: string;
    readonly task?: string;
    readonly by?: string;
  };
  readonly feature_skipped: { readonly feature: string; readonly by: string; readonly without: readonly string[] };
  readonly feature_reopened: { readonly feature: string; readonly by: string };
  readonly feature_changed: { readonly feature: string; readonly by: string };
  readonly feature_unknown: { readonly feature: string | null };
  readonly unstacked: { readonly from: string | undefined; readonly onto: string };
  readonly features_stopped: { readonly by: string };
  readonly features_together: { readonly tree: string };
  readonly features_passed: { readonly by: string };
  readonly features_complete: { readonly pull_request: string | null };
};

const named = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((each: { id?: unknown; title?: unknown }) => `${word(each.id)} ${word(each.title)}`).join('; ')
    : '';

export const featureSentences: Sentences<FeatureFacts> = {
  rivals_begun: (data) => `it is done by several, each for itself: ${list(data.agents)}`,
  rival_taken: (data) => `${word(data.task)} is taken, by ${word(data.agent)}, tree ${short(data.tree)}${by(data.by)}`,
  features_planned: (data) => `is split: ${named(data.features)}`,
  split_refused: (data) => `it is not split: ${word(data.why)}`,
  feature_begun: (data) => `feature ${word(data.feature)} begins: ${word(data.title)}`,
  feature_taken: (data) => `feature ${word(data.feature)} is taken by ${word(data.owner)}`,
  feature_submitted: (data) => `feature ${word(data.feature)} is proven and pushed, by ${word(data.task)}`,
  feature_done: (data) => `feature ${word(data.feature)} is done at ${short(data.commit)}${by(data.by)}`,
  feature_failed: (data) => `feature ${word(data.feature)} failed: ${firstLineOf(data.why)}`,
  feature_skipped: (data) =>
    `feature ${word(data.feature)} is skipped${by(data.by)}${list(data.without) === '' ? '' : `; without it: ${list(data.without)}`}`,
  feature_reopened: (data) =>
    `feature ${word(data.feature)} is opened again${by(data.by)}; what proved it counts no more`,
  feature_changed: (data) => `feature ${word(data.feature)} is changed${by(data.by)}`,
  feature_unknown: (data) => `there is no feature ${word(data.feature)}`,
  unstacked: (data) => `${word(data.from)} is merged: the pull request goes to ${word(data.onto)}`,
  features_stopped: (data) => `no further feature is begun${by(data.by)}`,
  features_together: () => 'all features together are green',
  features_passed: (data) => `NOT GREEN TOGETHER, let pass${by(data.by)}`,
  features_complete: () => 'all features are done or skipped',
};
