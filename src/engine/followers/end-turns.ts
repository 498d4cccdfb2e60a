// Messages whose turn has ended, in the transaction that records the end.
import type { Said } from '../../domain/fact/fact.ts';
import type { Instant } from '../../domain/ids.ts';
import { factsOf } from '../../domain/session/decide-message.ts';
import type { SessionId } from '../../domain/session/ids.ts';
import { limitsOf, type Message, type MessageState } from '../../domain/session/message.ts';
import { type EndedTurn, fellIntoLimit } from '../../domain/session/reconcile.ts';
import type { Queue } from '../../ports/queue.ts';
import type { Transaction } from '../../ports/store.ts';

/** The message that began it, and those said in the middle of it. */
export async function endTurns(
  queue: Queue,
  tx: Transaction,
  session: SessionId,
  turns: readonly EndedTurn[],
  at: Instant,
): Promise<void> {
  if (turns.length === 0) return;
  const open = await tx.messages({ session, ended: false });
  for (const message of open) {
    const turn = turns.find((each) => belongs(message, each));
    if (turn === undefined) continue;
    const state = stateAfter(message, turn, at);
    const ended = state.kind === 'turn_ended';
    await tx.update(message.id, message.version, { state, ended, effects: message.effects, at });
    await tx.say(message.id, message.task, at, ended ? factsOf(message, state) : [putBack(message)]);
    if (!ended) await queue.add(tx, [{ thing: message.id, at, host: message.host }]);
  }
}

/** One that fell into a limit of the service waits again, as the first of all. */
const stateAfter = ({ id, state }: Message, turn: EndedTurn, at: Instant): MessageState =>
  turn.message === id && fellIntoLimit(turn)
    ? { kind: 'queued', why: 'its service limits the agent', limits: limitsOf(state) + 1 }
    : { kind: 'turn_ended', at, turn: turn.number, outcome: turn.outcome };

const putBack = ({ id }: Message): Said => ({ kind: 'message_put_back', data: { message: id } });

const belongs = ({ id, state }: Message, turn: EndedTurn): boolean =>
  state.kind === 'delivered' ? state.turn === turn.number : state.kind === 'delivering' && turn.message === id;
