// Which decisions belong to which kind of thing.
import { applyChain } from '../domain/chain/apply.ts';
import type { Chain, ChainView } from '../domain/chain/chain.ts';
import { decideChain, isChainStopped } from '../domain/chain/decide.ts';
import { applyCriterion } from '../domain/criterion/apply.ts';
import type { Criterion, CriterionView } from '../domain/criterion/criterion.ts';
import { decideCriterion, isCriterionStopped } from '../domain/criterion/decide.ts';
import type { Applied, Decision } from '../domain/decision.ts';
import type { Performed } from '../domain/effect/effect.ts';
import type { Instant } from '../domain/ids.ts';
import { applyRun, decideRun, isRunStopped } from '../domain/run/decide.ts';
import type { Run } from '../domain/run/run.ts';
import { applySession } from '../domain/session/apply-session.ts';
import { applyMessage, decideMessage, type MessageView } from '../domain/session/decide-message.ts';
import { decideSession, isSessionStopped, type SessionView } from '../domain/session/decide-session.ts';
import type { Message } from '../domain/session/message.ts';
import type { Session } from '../domain/session/session.ts';
import { applyTask } from '../domain/task/apply.ts';
import { decideTask, isTaskStopped } from '../domain/task/decide.ts';
import type { TaskView } from '../domain/task/moves.ts';
import { broughtOver } from '../domain/task/phases/brought-over.ts';
import { relocate } from '../domain/task/relocate.ts';
import type { Task } from '../domain/task/task.ts';
import type { Thing } from '../domain/thing.ts';
import type { View } from '../ports/store.ts';

export type Machines = {
  decide(view: View, now: Instant): Decision<unknown>;
  apply(thing: Thing, performed: Performed, now: Instant): Applied<unknown>;
  /** Is it asked to end, and has not begun to? */
  isStopAsked(view: View): boolean;
  /** The state with which it may begin on another host; null where it is bound to its own. */
  uproot(view: View): unknown;
  /** The state with which a task goes on where its host is dead for good. */
  bringOver(view: View): unknown;
};

/** Rows are validated where they are read; here their kind tells their type. */
export const machines: Machines = {
  decide(view, now) {
    switch (view.thing.kind) {
      case 'task':
        return decideTask(view as unknown as Omit<TaskView, 'now'>, now);
      case 'criterion':
        return decideCriterion(view as unknown as CriterionView, now);
      case 'run':
        return decideRun({ thing: view.thing as Run, notices: view.notices, questions: view.questions }, now);
      case 'session':
        return decideSession(view as unknown as SessionView, now);
      case 'message':
        return decideMessage(view as unknown as MessageView, now);
      case 'chain':
        return decideChain({ ...(view as unknown as ChainView), now });
    }
  },
  apply(thing, performed, now) {
    switch (thing.kind) {
      case 'task':
        return applyTask(thing as Task, performed, now);
      case 'criterion':
        return applyCriterion(thing as Criterion, performed);
      case 'run':
        return applyRun(thing as Run, performed, now);
      case 'session':
        return applySession(thing as Session, performed, now);
      case 'message':
        return applyMessage(thing as Message, performed, now);
      case 'chain':
        return applyChain(thing as Chain, performed);
    }
  },
  isStopAsked({ thing, notices }) {
    switch (thing.kind) {
      case 'task':
        return isTaskStopped(thing as Task, notices);
      case 'criterion':
        return isCriterionStopped(thing as Criterion, notices);
      case 'run':
        return isRunStopped(thing as Run, notices);
      case 'session':
        return isSessionStopped(thing as Session, notices);
      case 'chain':
        return isChainStopped(thing as Chain, notices);
      case 'message':
        return false;
    }
  },
  uproot: ({ thing, children }) => (thing.kind === 'task' ? relocate(thing as Task, children) : null),
  bringOver: ({ thing }) => (thing.kind === 'task' ? broughtOver(thing as Task) : thing.state),
};
