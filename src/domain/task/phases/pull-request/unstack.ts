// A feature's branch that started from another's: when that one is merged, its pull request is led to where that went, and the base is merged in.

import type { Applied } from '../../../decision.ts';
import type { Said } from '../../../fact/fact.ts';
import { type NoticeDraft, type NoticeMap, noticesOf } from '../../../notice.ts';
import type { Base } from '../../../place/hub.ts';
import { childTasks } from '../../features/child.ts';
import { advance, go, placeOf, type Step, type TaskDecision, type TaskView } from '../../moves.ts';
import type { Done } from '../../step-row.ts';
import type { TaskState } from '../../task.ts';

/** What the task that was split tells. */
type Unstacked = NoticeMap['unstacked'];

/** Told once for each that stands on a merged one, whatever the whole waits for meanwhile. */
export function tellMerged(view: TaskView): TaskDecision | null {
  const { state } = view.thing;
  if (state.known.work.features === undefined) return null;
  const tasks = childTasks(view);
  const told = state.unstacked ?? [];
  for (const child of tasks.filter(({ ended }) => !ended)) {
    const under = tasks.find(({ id }) => id === child.state.known.delivery.stackedOn?.task);
    const key = `${child.id}>${under?.id}`;
    if (under?.state.known.delivery.merged == null || told.includes(key)) continue;
    const body: Unstacked = {
      from: under.id,
      branch: placeOf(under.state).base.branch,
      on: under.state.known.delivery.stackedOn ?? null,
    };
    const notices: readonly NoticeDraft[] = [{ to: child.id, kind: 'unstacked', body }];
    return { kind: 'advance', state: { ...state, unstacked: [...told, key] }, said: [], notices };
  }
  return null;
}

function tidings({ thing, notices }: Pick<TaskView, 'thing' | 'notices'>): Unstacked | null {
  const { stackedOn } = thing.state.known.delivery;
  if (stackedOn == null) return null;
  return noticesOf(notices, 'unstacked').findLast(({ body }) => body.from === stackedOn.task)?.body ?? null;
}

/** The branch it starts from, or is to be merged into: that of the feature below it may be gone. */
export const ontoOf = (view: Pick<TaskView, 'thing' | 'notices'>): string | null => tidings(view)?.branch ?? null;

export const baseOf = (view: TaskView): Base => {
  const { base } = placeOf(view.thing.state);
  return { ...base, branch: ontoOf(view) ?? base.branch };
};

/** Between two looks at its pull request. */
export function unstack(view: TaskView, { doing }: Step<'watching'>): TaskDecision | null {
  const { state } = view.thing;
  const told = tidings(view);
  const number = state.known.delivery.review?.number ?? null;
  if (told === null || number === null || (doing !== undefined && doing.kind !== 'resting')) return null;
  const { hub, base } = placeOf(state);
  if (base.branch === told.branch) return advance(state, state.at, [], { delivery: { stackedOn: told.on } });
  return {
    kind: 'perform',
    effect: {
      name: 'retarget-pull-request',
      input: { hub, number, base: told.branch, on: told.on },
    },
  };
}

/** It is led to where that went. */
export function retargeted({ state, input }: Done<'watching', 'retarget-pull-request'>): Applied<TaskState> {
  const { base: branch, on } = input;
  const said: readonly Said[] = [
    { kind: 'unstacked', data: { from: state.known.delivery.stackedOn?.branch, onto: branch } },
  ];
  return go(state, { kind: 'watching', doing: { kind: 'fetching', why: { kind: 'conflict' } } }, said, {
    place: { base: { ...placeOf(state).base, branch } },
    delivery: { stackedOn: on },
  });
}
