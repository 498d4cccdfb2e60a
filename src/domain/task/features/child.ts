// The task that a feature becomes: the same settings, its own text, and for its base the branch of what it needs.

import { failing } from '../../criterion/judge-attempt.ts';
import type { ChildDraft } from '../../decision.ts';
import { defined } from '../../defined.ts';
import { dependentsOf, type Feature, type FeatureList, findFeature } from '../../feature/feature.ts';
import type { StackedOn } from '../../feature/part.ts';
import type { Footing } from '../../feature/stack.ts';
import { noticesOf } from '../../notice.ts';
import type { Learned } from '../../parts/known.ts';
import { planFrom } from '../../plan/plan-from.ts';
import { type FeatureAsk, featurePlan, featureText } from '../../text/feature-text.ts';
import { advanceTelling, known, learning, type TaskDecision, type TaskView } from '../moves.ts';
import { firstTaskState, type Known, type Task, type TaskSpec, type TaskState } from '../task.ts';

/** `key`: its own name among its parent's children. */
export function featureChild(view: TaskView, feature: Feature, footing: Footing, key: string): ChildDraft {
  const { state } = view.thing;
  const { confirmed: _, ...spec } = view.thing.spec;
  const list = known(state, 'work', 'features');
  const stackedOn = footing.kind === 'on' ? stackOf(view, list, footing.id) : null;
  const ask = askOf(view.thing, list, feature);
  const draft: TaskSpec = {
    ...spec,
    number: 0,
    text: featureText(ask),
    title: feature.title,
    branch: null,
    base: stackedOn?.branch ?? state.known.place.base?.branch ?? spec.base,
    // What is deployed is looked at by the whole.
    env: null,
    plan: ask.found === null ? null : featurePlan(ask),
    inferred: false,
    driven: 'engine',
    settings: { ...spec.settings, policy: agreedAlready(spec) },
    part: { parent: view.thing.id, id: feature.id, number: ask.number, of: list.features.length },
  };
  const first = firstTaskState('engine');
  const begun = learning(first, {
    place: setUpOf(view.thing),
    ...(stackedOn !== null && { delivery: { stackedOn } }),
  });
  return { kind: 'task', key, spec: draft, state: begun };
}

/** What a person said of set-up, gates and a red base while the whole was begun holds for what it begins. */
export function setUpOf({ state }: Pick<Task, 'state'>): NonNullable<Learned<Known>['place']> {
  const { overlay, variables, untested, base } = state.known.place;
  const gates = failing(state.known.work.baseline).map(({ gate }) => gate);
  const redBefore = base === null || gates.length === 0 ? undefined : { commit: base.commit, gates };
  return defined({ overlay, variables, untested, redBefore });
}

/** A person agreed to the features with their texts, and to begin each: that is not asked once more, but of the careful. */
const agreedAlready = ({ settings }: TaskSpec): TaskSpec['settings']['policy'] =>
  settings.preset === 'careful' ? settings.policy : { ...settings.policy, proceed: 'auto', plan: 'auto' };

function stackOf(view: TaskView, list: FeatureList, id: string): StackedOn {
  const under = findFeature(list, id);
  const task = under === null ? undefined : childOf(view, under)?.id;
  return { task: task ?? id, branch: under === null ? '' : (branchOf(view, under) ?? '') };
}

function askOf({ spec, state }: Task, list: FeatureList, feature: Feature): FeatureAsk {
  const skipped = list.features.filter(
    ({ id, state: { kind } }) => kind === 'skipped' && dependentsOf(list, id).some((each) => each.id === feature.id),
  );
  return {
    number: list.features.findIndex(({ id }) => id === feature.id) + 1,
    feature,
    others: list.features.filter(({ id }) => id !== feature.id),
    whole: spec.text,
    found: foundOut(spec, state),
    missing: skipped.map(({ id, title }) => `${id} "${title}"`),
    said: state.said,
  };
}

/** Without the other parts, of which each task knows the titles only. */
function foundOut(spec: TaskSpec, { known }: TaskState): string | null {
  const report = known.work.report?.report ?? null;
  if (report === null) return known.work.report?.text ?? spec.plan;
  return planFrom(spec.text, null, { ...report, criteria: [] }, null).text;
}

// The tasks that do a task's features, and what became of their work.

type WithChildren = Pick<TaskView, 'children'>;

/** All that were ever begun, also for what was opened again. */
export const childTasks = ({ children }: WithChildren): readonly Task[] =>
  children.filter((child): child is Task => child.kind === 'task');

/** What is said to the whole is for all that work on it, and for who begins after them. Null: nothing was. */
export function tellParts(view: TaskView): TaskDecision | null {
  const { state } = view.thing;
  const news = noticesOf(view.notices, 'say').filter(({ seq }) => seq > state.heard);
  const last = news.at(-1);
  if (last === undefined) return null;
  const words = news.map(({ body }) => body);
  // What is pushed waits for whoever merges it, and is gone on with by its own name.
  const living = childTasks(view).filter(({ ended, state: { known: of } }) => !ended && !of.delivery.pushed);
  return advanceTelling(
    { ...state, heard: last.seq, said: [...state.said, ...words] },
    living.flatMap(({ id: to }) => words.map((body) => ({ to, kind: 'say' as const, body }))),
  );
}

/** The one that does it, or did; undefined where it is done by hand or was not begun. */
export function childOf(view: WithChildren, { state }: Feature): Task | undefined {
  if (state.kind === 'in_progress' || state.kind === 'submitted')
    return childTasks(view).find(({ key }) => key === state.key);
  return state.kind === 'done' ? childTasks(view).find(({ id }) => id === state.task) : undefined;
}

/** Where its work is on the remote. */
export const branchOf = (view: WithChildren, feature: Feature): string | null =>
  childOf(view, feature)?.state.known.place.copy?.branch ??
  (feature.state.kind === 'done' || feature.state.kind === 'submitted' ? feature.state.branch : null);

/** Its work is in the base; merged into a branch that is not merged itself it is where that is. */
export function isMerged(view: WithChildren, feature: Feature): boolean {
  const known = childOf(view, feature)?.state.known;
  return known?.delivery.merged != null && known.delivery.stackedOn == null;
}

/** Its last commit on the remote; what it proved last where nothing is committed. */
export const headOf = ({ state: { known } }: Task): string | null =>
  known.delivery.head?.commit ?? known.delivery.commit ?? known.work.proven;
