// A turn of an agent that may only look: an analysis, a review, or advice. How it begins, what came of it, and that it left the copy as it was.
import type { Applied } from '../../decision.ts';
import type { Failure } from '../../error.ts';
import type { Said } from '../../fact/fact.ts';
import { budgetOf, withinBudget } from '../../parts/budget.ts';
import { judgeTurn } from '../../parts/turn.ts';
import type { AgentPurpose, Run } from '../../run/run.ts';
import { whyNoAnswer } from '../../run/why-no-answer.ts';
import { spentBy } from '../budget/budget-of-task.ts';
import { snapshotCopy } from '../copy-acts.ts';
import { copyOf, go, minutes, placeOf, startRun, type TaskDecision, type TaskView } from '../moves.ts';
import type { Done, StepKind } from '../step-row.ts';
import type { TaskState, TaskStep } from '../task.ts';

type Turn = Pick<AgentPurpose, 'role' | 'agent' | 'prompt' | 'resume' | 'changesSince'>;

export function startReading(view: TaskView, turn: Turn, said: readonly Said[]): TaskDecision {
  const { state, spec } = view.thing;
  return startRun(
    state,
    {
      purpose: {
        kind: 'agent',
        ...turn,
        mode: 'analysis',
        copy: copyOf(state).path,
        hub: placeOf(state).hub,
        ...withinBudget(budgetOf(view.thing), spentBy(view), turn.agent),
      },
      deadlineMs: spec.settings.agent[turn.agent]?.maxRuntimeMs ?? minutes(60),
      sandbox: spec.settings.sandbox,
    },
    said,
  );
}

/** A conversation that begins is told all that differs from the base. */
export const sinceBase = ({ state }: TaskView['thing'], resume: string | null): Pick<Turn, 'changesSince'> =>
  resume === null ? { changesSince: placeOf(state).base.tree } : {};

type ReadingCame =
  | { readonly kind: 'working' }
  | { readonly kind: 'answered'; readonly text: string; readonly conversation: string | null }
  /** The same turn once more; `resume` null: from its beginning. */
  | { readonly kind: 'again'; readonly resume: string | null; readonly said: readonly Said[] }
  /** `failure`: why it could not begin. */
  | {
      readonly kind: 'failed';
      readonly why: string;
      readonly conversation: string | null;
      readonly failure: Failure | null;
    };

/** `resumed`: the conversation that it was to go on with. */
export function readTurn(run: Run | null, resumed: string | null): ReadingCame {
  const came = judgeTurn(run ?? undefined, resumed);
  switch (came.kind) {
    case 'under_way':
      return { kind: 'working' };
    case 'forgotten':
      return { kind: 'again', resume: null, said: [{ kind: 'conversation_forgotten', data: {} }] };
    case 'over':
      return { kind: 'again', resume: came.turn.conversation, said: [{ kind: 'turn_stopped', data: {} }] };
    case 'cut': {
      const { outcome, conversation } = came.turn;
      if (came.lost) return cutOff(conversation);
      // What looks only has changed nothing: what it said before a signal holds.
      return outcome.kind === 'answered' || outcome.kind === 'refused_by_permission'
        ? { kind: 'answered', text: outcome.text, conversation }
        : { kind: 'failed', why: whyNoAnswer(outcome), conversation, failure: null };
    }
    case 'refused': {
      if (came.lost) return cutOff(null);
      return { kind: 'failed', why: came.failure.message, conversation: null, failure: came.failure };
    }
    case 'failed':
      return { kind: 'failed', why: came.why, conversation: came.turn?.conversation ?? null, failure: null };
    case 'answered':
      return { kind: 'answered', text: came.text, conversation: came.turn.conversation };
  }
}

const cutOff = (conversation: string | null): ReadingCame => ({
  kind: 'again',
  resume: conversation,
  said: [{ kind: 'turn_cut', data: { conversation } }],
});

/** The copy as it stands. */
export const lookAtCopy = (view: TaskView): TaskDecision => snapshotCopy(view, `reading-${view.thing.state.runs}`);

/** The copy is what it was. */
export const undone = ({
  state,
  at,
  output,
}: Pick<Done<StepKind, 'restore-copy'>, 'state' | 'output'> & {
  readonly at: { readonly next: TaskStep };
}): Applied<TaskState> => go(state, at.next, [{ kind: 'wrote_in_read_only', data: { paths: output.changed } }]);
