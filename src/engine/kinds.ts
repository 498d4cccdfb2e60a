// Which decisions belong to which kind of thing: one row each.
import { applyChain } from '../domain/chain/apply.ts';
import type { Chain, ChainView } from '../domain/chain/chain.ts';
import { decideChain, isChainStopped } from '../domain/chain/decide.ts';
import { applyCriterion } from '../domain/criterion/apply.ts';
import type { Criterion, CriterionView } from '../domain/criterion/criterion.ts';
import { decideCriterion, isCriterionStopped } from '../domain/criterion/decide.ts';
import type { Applied, Decision } from '../domain/decision.ts';
import type { Performed } from '../domain/effect/effect.ts';
import type { Instant, ThingKind } from '../domain/ids.ts';
import type { Notice } from '../domain/notice.ts';
import { applyRun, decideRun, isRunStopped } from '../domain/run/decide.ts';
import { applySession } from '../domain/session/apply-session.ts';
import { applyMessage, decideMessage, type MessageView } from '../domain/session/decide-message.ts';
import { decideSession, isSessionStopped, type SessionView } from '../domain/session/decide-session.ts';
import type { Message } from '../domain/session/message.ts';
import type { Session } from '../domain/session/session.ts';
import { applyTask } from '../domain/task/apply.ts';
import { decideTask, isTaskStopped } from '../domain/task/decide.ts';
import type { TaskView } from '../domain/task/moves.ts';
import { broughtOver, relocate } from '../domain/task/relocate.ts';
import type { Task } from '../domain/task/task.ts';
import type { Thing } from '../domain/thing.ts';
import type { View } from '../ports/store.ts';

export type ThingKinds = {
  decide(view: View, now: Instant): Decision<unknown>;
  apply(thing: Thing, performed: Performed, now: Instant): Applied<unknown>;
  /** Is it asked to end, and has not begun to? */
  isStopAsked(view: View): boolean;
  /** The state with which it may begin on another host; null where it is bound to its own. */
  relocate(view: View): unknown;
  /** The state with which it goes on where its host is dead for good. */
  bringOver(view: View): unknown;
};

type KindRow<Kind extends Thing, Seen> = {
  readonly decide: (view: Seen, now: Instant) => Decision<unknown>;
  readonly apply: (thing: Kind, performed: Performed, now: Instant) => Applied<unknown>;
  readonly isStopped: (thing: Kind, notices: readonly Notice[]) => boolean;
  /** Absent: it stays on its host. */
  readonly relocate?: (thing: Kind, children: readonly Thing[]) => unknown;
  /** Absent: it goes on as it is. */
  readonly broughtOver?: (thing: Kind) => unknown;
};

/** Rows of the store are validated where they are read; here their kind tells their type. */
const rowOfKind = <Kind extends Thing, Seen>(row: KindRow<Kind, Seen>) => row as unknown as KindRow<Thing, View>;

const rows: Readonly<Record<ThingKind, KindRow<Thing, View>>> = {
  task: rowOfKind<Task, Omit<TaskView, 'now'>>({
    decide: decideTask,
    apply: applyTask,
    isStopped: isTaskStopped,
    relocate,
    broughtOver,
  }),
  criterion: rowOfKind<Criterion, CriterionView>({
    decide: decideCriterion,
    apply: applyCriterion,
    isStopped: isCriterionStopped,
  }),
  run: rowOfKind({ decide: decideRun, apply: applyRun, isStopped: isRunStopped }),
  session: rowOfKind<Session, SessionView>({
    decide: decideSession,
    apply: applySession,
    isStopped: isSessionStopped,
  }),
  message: rowOfKind<Message, MessageView>({ decide: decideMessage, apply: applyMessage, isStopped: () => false }),
  chain: rowOfKind<Chain, Omit<ChainView, 'now'>>({
    decide: (view, now) => decideChain({ ...view, now }),
    apply: applyChain,
    isStopped: isChainStopped,
  }),
};

export const thingKinds: ThingKinds = {
  decide: (view, now) => rows[view.thing.kind].decide(view, now),
  apply: (thing, performed, now) => rows[thing.kind].apply(thing, performed, now),
  isStopAsked: ({ thing, notices }) => rows[thing.kind].isStopped(thing, notices),
  relocate: ({ thing, children }) => rows[thing.kind].relocate?.(thing, children) ?? null,
  bringOver: ({ thing }) => {
    const { broughtOver } = rows[thing.kind];
    return broughtOver === undefined ? thing.state : broughtOver(thing);
  },
};
