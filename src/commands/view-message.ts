// A message of an inbox as it is told.
import type { MessageView } from '../contract/session.ts';
import type { Message, MessageState } from '../domain/session/message.ts';
import { firstLine } from './view-task.ts';

/** `session`: the name of the one it is for. */
export const viewMessage = ({ id, spec, state, createdAt }: Message, session: string): MessageView => ({
  ...{ id, session, state: state.kind, why: whyOf(state), text: firstLine(spec.text) },
  ...{ bytes: Buffer.byteLength(spec.text), by: spec.by, at: createdAt, since: sinceOf(state, createdAt) },
  expires_at: spec.expiresAt,
  turn: 'turn' in state ? state.turn : null,
  outcome: state.kind === 'turn_ended' ? state.outcome.kind : null,
});

function whyOf(state: MessageState): string {
  if ('why' in state) return state.why;
  return state.kind === 'dropped' ? `by ${state.by}` : '';
}

const sinceOf = (state: MessageState, createdAt: number): number =>
  'at' in state ? state.at : 'since' in state ? state.since : createdAt;
