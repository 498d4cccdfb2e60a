// All features together: their heads merged in a scratch, every gate on the outcome. Nothing of it is pushed; a conflict or a red gate becomes a question.
import { excuse, failing } from '../../criterion/judge-attempt.ts';
import type { Applied } from '../../decision.ts';
import type { EffectMap, EffectName } from '../../effect/effect.ts';
import { reopenFeature } from '../../feature/change-feature.ts';
import { type FeatureList, findFeature } from '../../feature/feature.ts';
import type { Following } from '../../feature/together.ts';
import { recording, staging } from '../../parts/check.ts';
import { choice } from '../../question/choice.ts';
import { ask } from '../ask.ts';
import { endUndone } from '../judge-outcome.ts';
import { advance, go, known, placeOf, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { eachGate } from '../run-step.ts';
import type { Done, Given, StepRow } from '../step-row.ts';
import type { TaskState, TaskStep } from '../task.ts';
import { childOf, headOf } from './child.ts';

type Doing<Kind extends Following['kind']> = Extract<Following, { kind: Kind }>;
type Head = EffectMap['merge-heads']['input']['heads'][number];

const step = (doing: Following): TaskStep => ({ kind: 'following_features', doing });
const textOf = (heads: readonly Head[]): string => heads.map(({ feature, commit }) => `${feature}:${commit}`).join(' ');

/** The heads to merge, in the order of the list. A feature that another one is stacked on is part of that one already. */
export function headsOf(view: TaskView, list: FeatureList): readonly Head[] {
  return list.features.flatMap((feature): Head[] => {
    if (feature.state.kind !== 'done' && feature.state.kind !== 'submitted') return [];
    const child = childOf(view, feature);
    const commit = (child === undefined ? null : headOf(child)) ?? feature.state.commit;
    const committed =
      child === undefined || (child.state.known.delivery.head ?? child.state.known.delivery.commit) != null;
    return [{ feature: feature.id, commit, tree: committed ? null : commit }];
  });
}

/** These very heads were green together, or a person lets them pass; one by itself is. */
export function isTogether(view: TaskView, list: FeatureList): boolean {
  const heads = headsOf(view, list);
  return heads.length < 2 || view.thing.state.known.work.together?.heads === textOf(heads);
}

export function integrate(view: TaskView, doing: Following): TaskDecision {
  const { state, id } = view.thing;
  switch (doing.kind) {
    case 'joining':
      return {
        kind: 'perform',
        effect: {
          name: 'merge-heads',
          input: {
            hub: placeOf(state).hub,
            base: placeOf(state).base.commit,
            heads: headsOf(view, known(state, 'work', 'features')),
            label: `${id}/together`,
          },
        },
      };
    case 'staging':
      return {
        kind: 'perform',
        effect: { name: 'stage-tree', input: staging(placeOf(state), doing.tree, `${id}/together-${state.runs}`) },
      };
    case 'gates':
      return eachGate(
        view,
        { kind: 'test_gates', tree: doing.tree, found: [], folder: doing.folder, results: doing.results },
        (results) => {
          const { heads, tree } = doing;
          const judged = results.map((result) => excuse(state.known.work.baseline, result));
          return advance(state, step({ kind: 'recording', heads, tree, results: judged }));
        },
        (results) => step({ ...doing, results }),
      );
    case 'recording':
      return {
        kind: 'perform',
        effect: { name: 'record-evidence', input: recording(placeOf(state), doing.tree, doing.results) },
      };
    case 'failed':
      return askFailed(view, doing);
  }
}

// What came of each of its acts.

type Together<Name extends EffectName> = Done<'following_features', Name>;

export const integrated: NonNullable<StepRow<'following_features'>['applied']> = {
  'merge-heads': merged,
  'stage-tree': staged,
  'record-evidence': recorded,
};

function merged({ state, at, input, output }: Together<'merge-heads'>): Applied<TaskState> {
  if (at.doing?.kind !== 'joining') return { state, said: [] };
  const heads = textOf(input.heads);
  return output.kind === 'merged'
    ? go(state, step({ kind: 'staging', heads, tree: output.tree }))
    : go(state, step({ kind: 'failed', heads, why: conflict(output), results: [] }));
}

function staged({ state, at: { doing }, output: { folder } }: Together<'stage-tree'>): Applied<TaskState> {
  if (doing?.kind !== 'staging') return { state, said: [] };
  return go(state, step({ kind: 'gates', heads: doing.heads, tree: doing.tree, folder, results: [] }));
}

const conflict = ({ feature, files }: Extract<EffectMap['merge-heads']['output'], { kind: 'conflict' }>): string =>
  `${feature} does not fit together with the features before it: ${files.slice(0, 10).join(', ')}.`;

function recorded({ state, at: { doing } }: Together<'record-evidence'>): Applied<TaskState> {
  if (doing?.kind !== 'recording') return { state, said: [] };
  const { heads, tree, results } = doing;
  const red = failing(results);
  if (red.length === 0)
    return go(state, { kind: 'following_features' }, [{ kind: 'features_together', data: { tree } }], {
      work: {
        together: { heads, tree },
      },
    });
  const why = red.map((result) => `${result.gate}: ${result.why}\n${result.tail}`).join('\n');
  return go(state, step({ kind: 'failed', heads, why, results: red }));
}

function askFailed({ thing }: TaskView, doing: Doing<'failed'>): TaskDecision {
  return ask(
    thing.state,
    thing.spec,
    {
      kind: 'tests_failed',
      text: `Each feature passes by itself, but not all together. Nothing of this was pushed.\n${doing.why.slice(-4000)}`,
      choices: [
        choice('again', 'put them together again'),
        choice('redo', 'do one of them again, the one you name', 'required'),
        choice('pass', 'go on all the same; the task ends not verified'),
        choice('abandon', 'give up'),
      ],
      binding: doing.heads,
      shown: { error_code: 'TEST_FAILED', results: doing.results },
      auto: null,
    },
    step(doing),
  );
}

/** Where the answer leads. */
export function followIntegration(
  view: TaskView,
  back: Step<'following_features'>,
  { choice: chosen, by, words }: Given,
): TaskDecision {
  const { state } = view.thing;
  const following: TaskStep = { kind: 'following_features' };
  if (chosen === 'abandon') return advance(state, endUndone(`given up by ${by}`, view.thing, 'failed', following));
  if (chosen === 'pass' && back.doing !== undefined)
    return advance(state, following, [{ kind: 'features_passed', data: { by } }], {
      work: {
        together: { heads: back.doing.heads, tree: null, by },
      },
    });
  const list = known(state, 'work', 'features');
  const feature = chosen === 'redo' ? findFeature(list, words ?? '') : null;
  if (chosen === 'redo' && feature === null)
    return advance(state, back, [{ kind: 'feature_unknown', data: { feature: words } }]);
  if (feature === null) return advance(state, following);
  const why = back.doing?.kind === 'failed' ? back.doing.why : '';
  const said = `${feature.id} was done before and did not fit together with the other features:\n${why.slice(-2000)}`;
  return advance(
    { ...state, said: [...state.said, said] },
    following,
    [{ kind: 'feature_reopened', data: { feature: feature.id, by } }],
    {
      work: {
        features: reopenFeature(list, feature).list,
      },
    },
  );
}
