// The work of one round comes into the task's copy: beside what others came to, to be checked together, or for who goes on with it.
import type { Applied } from '../../decision.ts';
import { restoreCopy } from '../copy-acts.ts';
import { copyOf, go, known, placeOf, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { atWork, type Done, type StepRows } from '../step-row.ts';
import type { TaskState } from '../task.ts';
import { standingTree } from './spec.ts';

function join(view: TaskView, { work, check, next }: Step<'joining_work'>): TaskDecision {
  const { state, id } = view.thing;
  const ours = standingTree(state);
  if (work === null) return restoreCopy(view, ours, `together-${next.key}`);
  const { tree: theirs, from } = work;
  return {
    kind: 'perform',
    effect: {
      name: 'join-work',
      input: {
        hub: placeOf(state).hub,
        copy: copyOf(state).path,
        ours,
        from,
        theirs,
        markers: check === null,
        label: `${id}/together-${next.key}`,
      },
    },
  };
}

/** Where nothing has changed since it was begun, what proved it by itself proves it here. */
function joined({ state, at, output }: Done<'joining_work', 'join-work'>): Applied<TaskState> {
  const { work, check, next } = at;
  const { tree, conflicts } = output;
  const clash = conflicts.length > 0 && { clash: conflicts };
  if (check === null) return go(state, { ...next, ...clash });
  const criterion = known(state, 'work', 'plan').criteria[next.index]?.label ?? next.key;
  if (clash)
    return go(state, { ...next, ...clash, out: true }, [
      { kind: 'criterion_clashed', data: { criterion, files: conflicts } },
    ]);
  const said = [{ kind: 'criterion_joined', data: { criterion, tree } } as const];
  return go(state, tree === work?.tree ? { ...next, stands: true } : { ...next, key: check, checks: check }, said);
}

export const joinSteps: StepRows<'joining_work'> = {
  joining_work: {
    ...atWork,
    phase: 'develop',
    handover: 'later',
    says: (_, { next }) => `puts ${next.key} together with what is proven`,
    decide: join,
    applied: {
      'join-work': joined,
      'restore-copy': ({ state, at: { next } }) => go(state, next),
    },
  },
};
