// Messages whose turn has ended, in the transaction that records the end.
import type { Instant } from '../../domain/ids.ts';
import { factsOf } from '../../domain/session/decide-message.ts';
import type { SessionId } from '../../domain/session/ids.ts';
import type { Message, MessageState } from '../../domain/session/message.ts';
import type { EndedTurn } from '../../domain/session/reconcile.ts';
import type { Transaction } from '../../ports/store.ts';

/** The message that began it, and those said in the middle of it. */
export async function endTurns(
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
    const state: MessageState = { kind: 'turn_ended', at, turn: turn.number, outcome: turn.outcome };
    await tx.update(message.id, message.version, { state, ended: true, effects: message.effects, at });
    await tx.say(message.id, message.task, at, factsOf(message, state));
  }
}

const belongs = ({ id, state }: Message, turn: EndedTurn): boolean =>
  state.kind === 'delivered' ? state.turn === turn.number : state.kind === 'delivering' && turn.message === id;
