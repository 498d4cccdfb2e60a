// The features of a task as they are told.
import type { FeatureListView, FeatureView } from '../contract/feature.ts';
import type { Feature, FeatureList } from '../domain/feature/feature.ts';
import { childOf } from '../domain/task/feature-children.ts';
import type { Task } from '../domain/task/task.ts';
import { stripControl } from '../domain/text/strip-control.ts';

/** `tasks`: the parent's children. */
export function viewFeature(list: FeatureList, feature: Feature, tasks: readonly Task[]): FeatureView {
  const { id, title, task, dependsOn, state } = feature;
  const worked = state.kind === 'submitted' || state.kind === 'done' ? state : null;
  const child = childOf({ children: tasks }, feature);
  return {
    id,
    number: list.features.indexOf(feature) + 1,
    title: stripControl(title),
    task_text: stripControl(task),
    status: state.kind,
    depends_on: dependsOn,
    owner: state.kind === 'in_progress' ? state.owner : null,
    task: worked?.task ?? child?.id ?? null,
    branch: worked?.branch ?? child?.state.known.copy?.branch ?? null,
    commit: worked?.commit ?? null,
    pull_request: worked?.pullRequest ?? null,
    why: whyOf(feature),
  };
}

function whyOf({ state }: Feature): string {
  if (state.kind === 'failed') return state.why;
  if (state.kind === 'skipped') return `skipped by ${state.by}`;
  return state.kind === 'done' && state.proof.kind === 'override' ? `without proof, by ${state.proof.by}` : '';
}

export function viewFeatures(
  id: string,
  list: FeatureList,
  tasks: readonly Task[],
  notes: readonly string[] = [],
): FeatureListView {
  const count = (kind: string) => list.features.filter(({ state }) => state.kind === kind).length;
  return {
    task: id,
    total: list.features.length,
    completed: count('done'),
    skipped: count('skipped'),
    features: list.features.map((each) => viewFeature(list, each, tasks)),
    notes,
  };
}
