// One part of a task that is too large for one cycle, and the list of all parts that the task holds.

/** Why a part counts as done: evidence of this very tree, or a person who takes it upon them. */
export type Proof =
  | { readonly kind: 'evidence'; readonly tree: string }
  | { readonly kind: 'override'; readonly by: string };

/** What came of the work on it. `task`: who did it, where that is a task of Drover's. */
export type Work = {
  readonly commit: string;
  readonly branch: string | null;
  readonly pullRequest: string | null;
  readonly task: string | null;
};

export type FeatureState =
  | { readonly kind: 'pending' }
  /** `key`: of the task that does it, among its parent's children; null: it is done by hand. */
  | { readonly kind: 'in_progress'; readonly owner: string; readonly key: string | null }
  /** Proven and pushed; its pull request is still open. */
  | (Work & { readonly kind: 'submitted'; readonly key: string })
  | (Work & { readonly kind: 'done'; readonly proof: Proof })
  | { readonly kind: 'skipped'; readonly by: string }
  | { readonly kind: 'failed'; readonly why: string };

export type Feature = {
  /** `F-1`, or as the plan names it; stays through replanning. */
  readonly id: string;
  readonly title: string;
  readonly task: string;
  /** Ids. */
  readonly dependsOn: readonly string[];
  readonly state: FeatureState;
  /** The one whose branch it was begun on, last. */
  readonly on?: string;
};

export type FeatureList = {
  readonly features: readonly Feature[];
  /** How often work on one was begun; makes the keys of tasks. */
  readonly begun: number;
  /** A person wants no further one begun. */
  readonly stopped?: string;
};

/** As a plan states it, read and not yet checked as a whole. `dependsOn`: numbers from 1 within this plan, or ids. */
export type FeatureDraft = {
  readonly id: string | null;
  readonly title: string;
  readonly task: string;
  readonly dependsOn: readonly (number | string)[];
};

/** Nothing more is to be done for it. */
export const isOver = ({ state }: Feature): boolean => state.kind === 'done' || state.kind === 'skipped';

/** Others may build on it. */
export const isThere = (feature: Feature): boolean => isOver(feature) || feature.state.kind === 'submitted';

export const isComplete = ({ features }: FeatureList): boolean => features.every(isOver);

/** By its id, or by its number in the list as shown. */
export function findFeature({ features }: FeatureList, given: string): Feature | null {
  const id = given.trim().toLowerCase();
  const named = features.find((each) => each.id.toLowerCase() === id);
  return named ?? (/^[1-9]\d*$/.test(id) ? (features[Number(id) - 1] ?? null) : null);
}

export const withState = (list: FeatureList, id: string, state: FeatureState): FeatureList => ({
  ...list,
  features: list.features.map((each) => (each.id === id ? { ...each, state } : each)),
});

/** All that need it, directly or through others, in the list's order. */
export function dependentsOf({ features }: FeatureList, id: string): readonly Feature[] {
  const found = new Set([id]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const each of features) if (each.dependsOn.some((need) => found.has(need))) found.add(each.id);
  }
  return features.filter((each) => each.id !== id && found.has(each.id));
}
