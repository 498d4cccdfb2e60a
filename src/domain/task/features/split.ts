// A task becomes several: from the split that the analysis suggests, from a person's words, or from a plan given by hand.

import { fail, type Result } from '../../error.ts';
import type { Said } from '../../fact/fact.ts';
import type { FeatureDraft, FeatureList } from '../../feature/feature.ts';
import { parseFeatures } from '../../feature/parse-features.ts';
import { planFeatures } from '../../feature/plan-features.ts';
import type { Split } from '../../plan/report.ts';
import { numbered } from '../../question/by-numbers.ts';
import { choice } from '../../question/choice.ts';
import type { Choice } from '../../question/question.ts';
import { advance, go, learning, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { rootOf, type Task, type TaskState } from '../task.ts';

/** Offered where the analysis says that one cycle is not enough, and why. */
export function splitChoice(thing: Task): readonly Choice[] {
  const split = suggested(thing);
  return split === undefined
    ? []
    : [choice('split', `split into ${split.features.length} features, or as you say`, 'optional')];
}

/** Only what could be done: what is refused would be asked for ever where policy answers. */
function suggested(thing: Pick<Task, 'state' | 'spec'>): Split | undefined {
  const split = thing.state.known.work.report?.report?.split;
  return split !== undefined && splitState(thing, split.features, false).ok ? split : undefined;
}

/** As the question shows it; '' where nothing is suggested. */
export function saySplit(thing: Task): string {
  const split = suggested(thing);
  if (split === undefined) return '';
  const parts = numbered(split.features.map((each) => `${each.title}${needs(each)}`));
  return `\nToo large for one cycle: ${split.why}\n${parts.join('\n')}`;
}

const needs = ({ dependsOn }: FeatureDraft): string =>
  dependsOn.length === 0 ? '' : ` (after ${dependsOn.join(', ')})`;

/** The answer `split`; words that are no plan lead to the same question once more. */
export function split({ thing }: TaskView, back: Step<'planning'>, words: string): TaskDecision {
  const { state, spec } = thing;
  const parts = suggested(thing)?.features;
  const drafts =
    words.trim() === '' && parts !== undefined ? { ok: true as const, value: parts } : parseFeatures(words);
  const planned = drafts.ok ? splitState(thing, drafts.value, false) : drafts;
  if (!planned.ok) return advance(state, back, [{ kind: 'split_refused', data: { why: planned.failure.message } }]);
  const { state: moved, said, list } = planned.value;
  if (spec.until !== 'plan') return { kind: 'advance', state: moved, said };
  const open = list.features.map(({ id, title }) => `${id}: ${title}`);
  const outcome = { kind: 'not_verified', why: 'ended with the plan, as asked', open } as const;
  return advance(state, { kind: 'releasing', outcome, back }, said);
}

type Planned = { readonly state: TaskState; readonly said: ReturnType<typeof go>['said']; readonly list: FeatureList };

/** Before anything is developed, or a plan anew while features are followed; by hand at any time. */
export function splitState(
  { spec, state }: Pick<Task, 'spec' | 'state'>,
  drafts: readonly FeatureDraft[],
  force: boolean,
): Result<Planned> {
  const root = rootOf(state.at);
  if (root.kind !== 'by_hand' && root.kind !== 'planning' && root.kind !== 'following_features')
    return fail('NOT_READY', 'A task is split where its plan is asked for, before anything is developed.');
  if (spec.part !== undefined)
    return fail('UNSUPPORTED', `It is a feature of ${spec.part.parent} and is not split again.`);
  const planned = planFeatures(state.known.work.features ?? null, drafts, force);
  if (!planned.ok) return planned;
  const list = planned.value;
  const apart = spec.until === 'test' || state.known.place.base?.from === 'local';
  if (root.kind !== 'by_hand' && apart && list.features.some(({ dependsOn }) => dependsOn.length > 0))
    return fail('UNSUPPORTED', 'Nothing is pushed, so no feature can start from the branch of another.');
  const said: readonly Said[] = [
    { kind: 'features_planned', data: { features: list.features.map(({ id, title }) => ({ id, title })) } },
  ];
  const moved =
    root.kind === 'by_hand'
      ? { state: learning(state, { work: { features: list } }), said }
      : go(state, root.kind === 'planning' ? { kind: 'following_features' } : root, said, { work: { features: list } });
  return { ok: true, value: { ...moved, list } };
}
