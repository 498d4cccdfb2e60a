// One message of a session's inbox: given once, delivered at most once, its fate always known or said to be unknown.
import type { TurnOutcome } from '../run/turn.ts';
import type { Thing } from '../thing.ts';

export type MessageSpec = {
  readonly text: string;
  /** Presses Enter after the text; an empty text with `submit` is Enter alone. */
  readonly submit: boolean;
  /** Delivered whatever the agent is doing. */
  readonly force: boolean;
  /** At the next boundary of the turn under way. */
  readonly steer: boolean;
  readonly keys: boolean;
  /** Already part of `text`: the header that names the sender. */
  readonly relayed: boolean;
  readonly by: string;
  /** Not delivered after this; milliseconds since 1970. */
  readonly expiresAt: number;
};

export type MessageState =
  /** `after`: not tried again before; `refusals`: how often it was not taken; `told`: that it waits long; `limits`: how often it fell into a limit of the service. */
  | {
      readonly kind: 'queued';
      readonly why: string;
      readonly limits?: number;
      readonly after?: number;
      readonly refusals?: number;
      readonly told?: true;
    }
  /** The intent to type it is on record. */
  | { readonly kind: 'delivering'; readonly since: number; readonly refusals?: number; readonly limits?: number }
  | { readonly kind: 'delivered'; readonly at: number; readonly turn: number | null; readonly limits?: number }
  | { readonly kind: 'turn_ended'; readonly at: number; readonly turn: number; readonly outcome: TurnOutcome }
  | { readonly kind: 'failed'; readonly at: number; readonly why: string }
  | { readonly kind: 'expired'; readonly at: number }
  | { readonly kind: 'dropped'; readonly at: number; readonly by: string }
  /** A crash came between the act and its record: it may have arrived. It is never sent again by itself. */
  | { readonly kind: 'uncertain'; readonly at: number; readonly why: string; readonly limits?: number };

export type Message = Thing<MessageSpec, MessageState, 'message'>;

const again = '~';

/** How a program knows it: a second time, after a limit, it is another prompt to it. */
export const deliveryId = (id: string, limits: number): string => (limits === 0 ? id : `${id}${again}${limits + 1}`);
export const messageOf = (delivery: string): string => delivery.split(again)[0] ?? delivery;

export const limitsOf = (state: MessageState): number => ('limits' in state ? (state.limits ?? 0) : 0);

/** More than these wait for no agent. */
export const mostPending = 64;
