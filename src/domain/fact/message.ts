// What becomes of a message on its way to an agent.
import { by, firstLineOf, type Sentences, spaced, word } from './words.ts';

type Message = { readonly message: string };

export type MessageFacts = {
  readonly message_sent: Message & { readonly by: string };
  /** `why`: what it waits for. */
  readonly message_queued: Message & { readonly why?: string; readonly by?: string };
  readonly message_put_back: Message;
  readonly message_waits: Message & { readonly why: string };
  readonly message_delivered: Message & { readonly turn: number | null };
  readonly message_turn_ended: Message & { readonly turn: number; readonly outcome: string };
  readonly message_failed: Message & { readonly why: string };
  readonly message_expired: Message;
  readonly message_dropped: Message & { readonly by: string };
  readonly message_again: Message;
  readonly message_uncertain: Message & { readonly why: string };
};

export const messageSentences: Sentences<MessageFacts> = {
  message_sent: (data) => `${word(data.message)} is sent${by(data.by)}`,
  message_queued: (data) =>
    word(data.why) === ''
      ? `${word(data.message)} is in the inbox${by(data.by)}`
      : `${word(data.message)} waits: ${word(data.why)}`,
  message_put_back: (data) => `${word(data.message)} fell into a limit of the service and waits again`,
  message_waits: (data) => `${word(data.message)} has waited long: ${word(data.why)}`,
  message_delivered: (data) => `${word(data.message)} is delivered`,
  message_turn_ended: (data) => `the turn of ${word(data.message)} ended: ${spaced(data.outcome)}`,
  message_failed: (data) => `${word(data.message)} failed: ${firstLineOf(data.why)}`,
  message_expired: (data) => `${word(data.message)} is too old and was not delivered`,
  message_dropped: (data) => `${word(data.message)} was dropped${by(data.by)}`,
  message_again: (data) => `${word(data.message)} is sent again: a person saw that it did not arrive`,
  message_uncertain: (data) => `nobody knows whether ${word(data.message)} arrived: ${firstLineOf(data.why)}`,
};
