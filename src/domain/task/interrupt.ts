// What comes before the next step: an end or a pause that was asked for, words, and the slot that work needs.
import { isPaused } from '../criterion/is-paused.ts';
import type { NoticeDraft } from '../decision.ts';
import { isComplete } from '../feature/feature.ts';
import { instant } from '../ids.ts';
import type { Notice } from '../thing.ts';
import { childTasks } from './feature-children.ts';
import { followsOnly } from './features.ts';
import { gone } from './gone.ts';
import { inHand } from './in-hand.ts';
import { limitOf } from './limit-of.ts';
import { advance, advanceTelling, criteria, type TaskDecision, type TaskView, wait } from './move.ts';
import { outcomeOf, release } from './outcome-of.ts';
import { answerOf, retried } from './questions.ts';
import { rootOf, type Task, type TaskStep } from './task.ts';
import { needsCopy } from './watch.ts';

const stopOf = ({ state }: Task, notices: readonly Notice[]): Notice | undefined =>
  notices.find((notice) => notice.seq > state.since && (notice.kind === 'cancel' || notice.kind === 'finish'));

/** Asked to end, and not on its way to the end. */
export const isTaskStopped = (thing: Task, notices: readonly Notice[]): boolean =>
  thing.state.stopping === null &&
  !['releasing', 'cleaning_remote', 'cleaning_copy', 'ended'].includes(thing.state.at.kind) &&
  stopOf(thing, notices) !== undefined;

/** Cancel and finish end what runs first; pause parks at the next safe point and gives the slot back. */
export function stopOrPause(view: TaskView): TaskDecision | null {
  const { thing, notices, children } = view;
  const { state } = thing;
  const living = children.filter((child) => !child.ended);
  const stop = stopOf(thing, notices);
  if (stop !== undefined && state.stopping === null) {
    const tell: NoticeDraft[] = living.map((child) => ({
      ...{ to: child.id, body: null },
      kind: child.kind === 'task' ? stop.kind : 'cancel',
    }));
    return {
      kind: 'advance',
      state: { ...state, stopping: stop.kind === 'finish' ? 'finish' : 'cancel' },
      said: [{ kind: 'stop_asked', data: { how: stop.kind, by: stop.by } }],
      notices: tell,
      closeQuestions: `the task is ended by ${stop.by}`,
    };
  }
  if (state.stopping !== null) {
    if (living.length > 0) return wait('the end of what runs');
    const back = rootOf(state.at);
    return advance(
      state,
      state.stopping === 'cancel'
        ? gone(`cancelled by ${stop?.by ?? 'a person'}${whatStays(thing)}`, thing, 'cancelled', back)
        : finished(thing, `finished by ${stop?.by ?? 'a person'}`, back),
    );
  }
  return inHand(view) ?? pauseOrResume(view);
}

/** What is on a forge is not taken away. */
const whatStays = ({ state: { known } }: Task): string =>
  known.merged == null && /^https?:/.test(known.pullRequest ?? '')
    ? `; its pull request stays open: ${known.pullRequest}`
    : '';

/** What was submitted by hand, or whose features are all done, is released with its lease; all else is left undone. */
const finished = (thing: Task, why: string, back: TaskStep): TaskStep =>
  thing.spec.driven === 'hand' && (thing.state.known.pullRequest !== null || allFeatures(thing))
    ? release(outcomeOf(thing.state, why), null)
    : gone(why, thing, 'not_verified', back);

const allFeatures = ({ state: { known } }: Task): boolean => known.features !== undefined && isComplete(known.features);

function pauseOrResume(view: TaskView): TaskDecision | null {
  const { thing, notices, children } = view;
  const { state } = thing;
  const paused = isPaused(notices);
  if (paused !== state.paused) {
    const tell = [...criteria(view), ...childTasks(view)]
      .filter((child) => !child.ended)
      .map((child): NoticeDraft => ({ to: child.id, kind: paused ? 'pause' : 'resume', body: null }));
    return advanceTelling({ ...state, paused }, tell, [{ kind: paused ? 'paused' : 'resumed' }]);
  }
  if (!paused) return null;
  const busy = children.some(
    (child) => !child.ended && (child.kind === 'run' || !(child.state as { paused?: boolean }).paused),
  );
  if (busy) return wait('the next safe point');
  if (state.known.slot !== 'none' && thing.spec.driven === 'engine') return freeSlot(view);
  return wait('a person to resume');
}

/** What was said and not dealt with, in its order: words before there is a criterion to tell are kept for the first prompt; a retry counts where a question is open. */
export function hear({ thing, notices }: TaskView): TaskDecision | null {
  const { state } = thing;
  // While a pull request is watched, words are taken up there.
  if (state.at.kind === 'watching') return null;
  const unheard = notices.filter(({ seq, kind }) => seq > state.heard && (kind === 'say' || kind === 'retry'));
  const first = (kind: string) => {
    const at = unheard.findIndex((notice) => notice.kind === kind);
    return at < 0 ? unheard : unheard.slice(0, at);
  };
  const taken = heedsRetry(state.at) ? first('retry') : state.at.kind === 'developing' ? first('say') : unheard;
  const last = taken.at(-1);
  if (last === undefined) return null;
  const words = taken.filter((notice) => notice.kind === 'say').map((notice) => String(notice.body));
  return { kind: 'advance', state: { ...state, heard: last.seq, said: [...state.said, ...words] }, said: [] };
}

/** It is asked about again at once. */
const heedsRetry = ({ kind }: TaskStep): boolean => kind === 'asking' || kind === 'deploying';

/** Nothing of it is at work in its copy. */
const looksOnly = (step: TaskStep): boolean =>
  ['deploying', 'verifying', 'verified'].includes(step.kind) || (step.kind === 'watching' && !needsCopy(step));

const freeSlot = ({ thing }: TaskView): TaskDecision => ({
  kind: 'perform',
  effect: {
    name: 'free-slot',
    input: { workspace: thing.spec.settings.workspace.name, slots: thing.spec.settings.workspace.slots },
  },
});

/** While its agent's service refuses nothing of it is at work: it gives its slot back as well. */
function restOf(view: TaskView): Extract<TaskDecision, { kind: 'wait' }> | null {
  const limit = limitOf(view);
  return limit === null || view.now >= limit.until
    ? null
    : { kind: 'wait', until: instant(limit.until), on: `the agent's limit: ${limit.message}` };
}

/** Work needs a slot; a task that waits for a person gives its own back and keeps copy and branch. */
export function claim(view: TaskView): TaskDecision | null {
  const { thing, slot } = view;
  const { state, spec } = thing;
  const { workspace } = spec.settings;
  // By hand the lease holds the slot, until it is released.
  if (spec.driven === 'hand') return restOf(view);
  if (state.at.kind === 'asking')
    return state.known.slot !== 'none' && answerOf(view.questions, state.at) === null && retried(view) === undefined
      ? freeSlot(view)
      : null;
  const rest = restOf(view);
  if (rest !== null) return state.known.slot === 'none' ? rest : freeSlot(view);
  if (looksOnly(state.at) || followsOnly(state.at)) return state.known.slot === 'none' ? null : freeSlot(view);
  if (state.known.slot === 'held') return null;
  if (state.known.slot === 'waiting')
    return slot.kind === 'held'
      ? {
          kind: 'advance',
          state: { ...state, known: { ...state.known, slot: 'held' } },
          said: [{ kind: 'slot_granted' }],
        }
      : wait(`a free slot of ${workspace.name}`);
  return {
    kind: 'perform',
    effect: {
      name: 'claim-slot',
      input: {
        workspace: workspace.name,
        slots: workspace.slots,
        priority: spec.priority,
        exclusive: workspace.isolation === 'checkout',
      },
    },
  };
}
