// What a task needs next. The only way back is a person's answer.

import { isComplete } from '../feature/feature.ts';
import { type Instant, instant } from '../ids.ts';
import { type Notice, noticesOf } from '../notice.ts';
import { isPaused, livingOf, stopAll, tellAll } from '../parts/stop.ts';
import { answerOf, retried } from './ask.ts';
import { limitOf } from './budget/budget-of-task.ts';
import { showFlow, summariseFlow } from './criteria/flow-files.ts';
import { keepNodes } from './criteria/nodes.ts';
import { childTasks } from './features/child.ts';
import { endUndone, outcomeOf, release } from './judge-outcome.ts';
import { decideManual, judgeManual } from './manual/manual.ts';
import { withWish } from './manual/step-request.ts';
import { inHand } from './manual/take-over.ts';
import { advance, advanceTelling, criteria, type TaskDecision, type TaskView, wait } from './moves.ts';
import { tellMerged } from './phases/pull-request/unstack.ts';
import { entering, phaseOf, rowOf } from './steps.ts';
import { rootOf, type Task, type TaskState, type TaskStep } from './task.ts';

export function decideTask(view: Omit<TaskView, 'now'>, now: Instant): TaskDecision {
  const decided = decideNext({ ...view, thing: withWish(view.thing), now });
  return 'state' in decided ? entering(view.thing.state, decided) : decided;
}

function decideNext(seen: TaskView): TaskDecision {
  const kept = keepNodes(seen) ?? summariseFlow(seen);
  if (kept !== null) return kept;
  const next = decideStanding(seen);
  // What follows at once moves nodes as well: their files are written when it rests, beside what works meanwhile.
  return rests.has(next.kind) ? (showFlow(seen) ?? next) : next;
}

const rests: ReadonlySet<TaskDecision['kind']> = new Set(['wait', 'ask', 'finish']);

function decideStanding(seen: TaskView): TaskDecision {
  // Nothing comes between on the way to the end.
  if (isLeaving(seen.thing)) return decideStep(seen);
  return (
    stopOrPause(seen) ??
    hear(seen) ??
    tellMerged(seen) ??
    claim(seen) ??
    decideManual(seen) ??
    judgeManual(seen, decideStep(seen))
  );
}

function decideStep(view: TaskView): TaskDecision {
  const { at } = view.thing.state;
  return rowOf(at).decide(view, at);
}

const isLeaving = ({ state }: Task): boolean => phaseOf(state.at) === 'release';

// What comes before the next step: an end or a pause that was asked for, words, and the slot that work needs.

const stopOf = ({ state }: Task, notices: readonly Notice[]): Notice<'cancel' | 'finish'> | undefined =>
  noticesOf(notices, 'cancel', 'finish').find(({ seq }) => seq > state.since);

/** Asked to end, and not on its way to the end. */
export const isTaskStopped = (thing: Task, notices: readonly Notice[]): boolean =>
  thing.state.stopping === null && !isLeaving(thing) && stopOf(thing, notices) !== undefined;

/** Cancel and finish end what runs first; pause parks at the next safe point and gives the slot back. */
function stopOrPause(view: TaskView): TaskDecision | null {
  const { thing, notices, children } = view;
  const { state } = thing;
  const stop = stopOf(thing, notices);
  const how = state.stopping ?? stop?.kind;
  if (how !== undefined) {
    const by = stop?.by ?? 'a person';
    return stopAll<TaskState>({
      children,
      told: state.stopping !== null,
      tell: (living) => ({
        kind: 'advance',
        state: { ...state, stopping: how },
        said: [{ kind: 'stop_asked', data: { how, by } }],
        notices: living.flatMap((child) => tellAll([child], child.kind === 'task' ? how : 'cancel')),
        closeQuestions: `the task is ended by ${by}`,
      }),
      end: () => advance(state, endedBy(view, how, by)),
    });
  }
  return inHand(view, { phase: phaseOf(state.at), may: handoverAt(state.at) }) ?? pauseOrResume(view);
}

function endedBy({ thing }: TaskView, how: 'cancel' | 'finish', by: string): TaskStep {
  const back = rootOf(thing.state.at);
  return how === 'cancel'
    ? endUndone(`cancelled by ${by}${whatStays(thing)}`, thing, 'cancelled', back)
    : finished(thing, `finished by ${by}`, back);
}

/** What is on a forge is not taken away. */
const whatStays = ({ state: { known } }: Task): string =>
  known.delivery.merged == null && /^https?:/.test(known.delivery.pullRequest ?? '')
    ? `; its pull request stays open: ${known.delivery.pullRequest}`
    : '';

/** What was submitted by hand, or whose features are all done, is released with its lease; all else is left undone. */
const finished = (thing: Task, why: string, back: TaskStep): TaskStep =>
  thing.spec.driven === 'hand' && (thing.state.known.delivery.pullRequest !== null || allFeatures(thing))
    ? release(outcomeOf(thing, why), null)
    : endUndone(why, thing, 'not_verified', back);

const allFeatures = ({ state: { known } }: Task): boolean =>
  known.work.features !== undefined && isComplete(known.work.features);

function pauseOrResume(view: TaskView): TaskDecision | null {
  const { thing, notices, children } = view;
  const { state } = thing;
  const paused = isPaused(notices);
  if (paused !== state.paused) {
    const tell = tellAll(livingOf([...criteria(view), ...childTasks(view)]), paused ? 'pause' : 'resume');
    return advanceTelling({ ...state, paused }, tell, [{ kind: paused ? 'paused' : 'resumed' }]);
  }
  if (!paused) return null;
  const busy = livingOf(children).some(
    (child) => child.kind === 'run' || !(child.state as { paused?: boolean }).paused,
  );
  if (busy) return wait('the next safe point');
  if (state.slot !== 'none' && thing.spec.driven === 'engine') return freeSlot(view);
  return wait('a person to resume');
}

/** What was said and not dealt with, in its order: words before there is a criterion to tell are kept for the first prompt; a retry counts where a question is open. */
function hear({ thing, notices }: TaskView): TaskDecision | null {
  const { state } = thing;
  const { hears } = rowOf(state.at);
  if (hears === 'all') return null;
  const unheard = notices.filter(({ seq, kind }) => seq > state.heard && (kind === 'say' || kind === 'retry'));
  const left = hears === 'retries' ? 'retry' : hears === 'words' ? 'say' : null;
  const end = unheard.findIndex(({ kind }) => kind === left);
  const taken = end < 0 ? unheard : unheard.slice(0, end);
  const last = taken.at(-1);
  if (last === undefined) return null;
  const words = noticesOf(taken, 'say').map(({ body }) => body);
  return { kind: 'advance', state: { ...state, heard: last.seq, said: [...state.said, ...words] }, said: [] };
}

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

function handoverAt(at: TaskStep): 'now' | 'later' {
  const { handover } = rowOf(at);
  return typeof handover === 'string' ? handover : handover(at);
}

function slotAt(at: TaskStep): 'holds' | 'frees' {
  const { slot } = rowOf(at);
  return typeof slot === 'string' ? slot : slot(at);
}

/** Work needs a slot; a task that waits for a person gives its own back, when nothing is worked on beside the question, and keeps copy and branch. */
function claim(view: TaskView): TaskDecision | null {
  const { thing, slot } = view;
  const { state, spec } = thing;
  const { workspace } = spec.settings;
  // The slot itself may be what the trouble is about: first a person is asked.
  if (state.at.kind === 'troubled') return null;
  // By hand the lease holds the slot, until it is released.
  if (spec.driven === 'hand') return restOf(view);
  if (state.at.kind === 'asking') {
    if (answerOf(view.questions, state.at) !== null || retried(view) !== undefined) return null;
    if (slotAt(state.at) === 'frees') return state.slot === 'none' ? null : freeSlot(view);
  }
  const rest = restOf(view);
  if (rest !== null) return state.slot === 'none' ? rest : freeSlot(view);
  if (slotAt(state.at) === 'frees') return state.slot === 'none' ? null : freeSlot(view);
  if (state.slot === 'held') return null;
  if (state.slot === 'waiting')
    return slot.kind === 'held'
      ? {
          kind: 'advance',
          state: { ...state, slot: 'held' },
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
