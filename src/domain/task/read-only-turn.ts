// A turn of an agent that may only look: a review, or advice. How it begins, what came of it, and that it left the copy as it was.
import { isForgotten } from '../run/is-forgotten.ts';
import type { AgentPurpose } from '../run/run.ts';
import { leftOf, nothingSpent } from '../run/spent.ts';
import { whyNoAnswer } from '../run/why-no-answer.ts';
import type { Said } from '../thing.ts';
import { allowanceOf, budgetOf, spentBy } from './budget.ts';
import { restoreCopy, snapshotCopy } from './copy-acts.ts';
import { known, lastRun, minutes, type Step, startRun, type TaskDecision, type TaskView } from './move.ts';

type Asked = Pick<AgentPurpose, 'role' | 'agent' | 'prompt' | 'resume'>;

/** A conversation that begins is told all that differs from the base. */
export function startReading(view: TaskView, asked: Asked, said: readonly Said[]): TaskDecision {
  const { state, spec } = view.thing;
  const budget = budgetOf(view.thing);
  const model = budget?.models[asked.agent];
  return startRun(
    state,
    {
      purpose: {
        kind: 'agent',
        ...asked,
        mode: 'analysis',
        copy: known(state, 'copy').path,
        hub: known(state, 'hub'),
        ...(asked.resume === null && { changesSince: known(state, 'base').tree }),
        ...(budget !== null && { budget: leftOf(allowanceOf(budget, spentBy(view)), nothingSpent) }),
        ...(model !== undefined && { model }),
      },
      deadlineMs: spec.settings.agent[asked.agent]?.maxRuntimeMs ?? minutes(60),
      sandbox: spec.settings.sandbox,
    },
    said,
  );
}

export type Came =
  | { readonly kind: 'working' }
  | { readonly kind: 'answered'; readonly text: string; readonly conversation: string | null }
  /** The same turn once more; `resume` null: from its beginning. */
  | { readonly kind: 'again'; readonly resume: string | null; readonly said: readonly Said[] }
  | { readonly kind: 'failed'; readonly why: string };

export function cameOf(view: TaskView, resume: string | null): Came {
  const run = lastRun(view);
  if (run === null || run.state.kind !== 'ended') return { kind: 'working' };
  const { result, ending, over } = run.state;
  const conversation = result.kind === 'turn' ? result.turn.conversation : null;
  if (ending?.kind === 'lost')
    return { kind: 'again', resume: conversation, said: [{ kind: 'turn_cut', data: { conversation } }] };
  if (result.kind === 'refused') return { kind: 'failed', why: result.failure.message };
  if (result.kind !== 'turn') return { kind: 'failed', why: 'the run was no turn' };
  if (isForgotten(resume, result.turn))
    return { kind: 'again', resume: null, said: [{ kind: 'conversation_forgotten', data: {} }] };
  const { outcome } = result.turn;
  if (outcome.kind === 'answered' || outcome.kind === 'refused_by_permission')
    return { kind: 'answered', text: outcome.text, conversation };
  if (over === true) return { kind: 'again', resume: conversation, said: [{ kind: 'turn_stopped', data: {} }] };
  return { kind: 'failed', why: whyNoAnswer(outcome) };
}

/** The copy as it stands. */
export const lookAtCopy = (view: TaskView): TaskDecision => snapshotCopy(view, `reading-${view.thing.state.runs}`);

/** What it wrote all the same goes. */
export const undoReading = (view: TaskView, at: Step<'undoing_reading'>): TaskDecision =>
  restoreCopy(view, at.tree, `reading-${view.thing.state.runs}`);
