// A copy that somebody removed is made anew from what was kept of it last, once a person says so.
import type { Applied } from '../decision.ts';
import type { EffectMap } from '../effect.ts';
import type { Failure } from '../error.ts';
import { criteria, go, known, type Step, type TaskDecision, type TaskView } from './move.ts';
import type { TaskState, TaskStep } from './task.ts';

/** Where a person is asked: the retry leads to the mending first. */
export const copyGone = (failure: Failure, back: TaskStep): TaskStep => ({
  kind: 'troubled',
  failure,
  back: { kind: 'mending', next: back },
});

/** A criterion that lost its copy goes on as a new one. */
export function nextRound(view: TaskView, at: Step<'developing'>): Step<'developing'> {
  const label = view.thing.state.known.plan?.criteria[at.index]?.label ?? at.key.replace(/\.\d+$/, '');
  const rounds = criteria(view).filter(({ key }) => key === label || key.startsWith(`${label}.`)).length;
  return { ...at, key: `${label}.${rounds + 1}` };
}

export function mend({ thing }: TaskView): TaskDecision {
  const { state, spec } = thing;
  const { path, branch, tree } = known(state, 'copy');
  return {
    kind: 'perform',
    effect: {
      name: 'mend-copy',
      input: {
        hub: known(state, 'hub'),
        base: known(state, 'base'),
        ...{ copy: path, branch, isolation: spec.settings.workspace.isolation },
        /** Where nothing newer was kept. */
        tree: state.known.proven ?? tree,
        dependencies: state.known.dependencies,
        folders: known(state, 'gatePlan').dependencyFolders,
        files: state.known.copyFiles,
      },
    },
  };
}

export function mended(state: TaskState, output: EffectMap['mend-copy']['output']): Applied<TaskState> {
  if (state.at.kind !== 'mending') return { state, said: [] };
  const said = output.made ? [{ kind: 'copy_made_anew', data: { tree: output.tree } }] : [];
  return go(state, state.at.next, said);
}
