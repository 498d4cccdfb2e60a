// What people are asked, say and do: questions, acts on record, steps and leases by hand.
import { by, firstLineOf, type None, type Sentences, word } from './words.ts';

/** What was asked for, without what was said in it. */
type Act = {
  readonly command: string;
  readonly about: string;
  readonly by: string;
  readonly channel: string;
  readonly pid: number | null;
};

/** `times`: how often more it came within a minute; absent: it is told for the first time. */
type Repeated = { readonly times?: number };

export type PersonFacts = {
  readonly question_asked: { readonly question: string; readonly kind: string; readonly text: string };
  readonly question_answered: {
    readonly question: string;
    readonly kind: string;
    readonly choice: string;
    readonly by: string;
  };
  readonly said: { readonly by: string; readonly text: string };
  /** `saw`: the hash of what they were shown. */
  readonly act_asked: Act & { readonly act: number; readonly saw: string | null };
  readonly act_ended: { readonly act: number; readonly outcome: string };
  readonly act_refused: Act & Repeated;
  readonly refused_forgery: Repeated & { readonly command: string; readonly why: string; readonly pid: number | null };
  readonly pin_tried: None;
  readonly pin_right: None;
  readonly step_begun: { readonly step: string; readonly by: string; readonly seq: number };
  readonly step_ended: {
    readonly step: string;
    readonly error_code: string | null;
    readonly why: string | null;
  };
  readonly lease_taken: { readonly by: string; readonly fence: number };
  readonly lease_renewed: { readonly by: string; readonly until: number };
  readonly lease_released: { readonly by: string };
  readonly lease_replaced: { readonly to: string; readonly why: string };
};

export const personSentences: Sentences<PersonFacts> = {
  question_asked: (data) => `asks ${word(data.question)} (${word(data.kind)}): ${firstLineOf(data.text)}`,
  question_answered: (data) =>
    `${word(data.question)} (${word(data.kind)}) answered${by(data.by)}: ${word(data.choice)}`,
  said: (data) => `told${by(data.by)}: ${firstLineOf(data.text)}`,
  act_asked: (data) => `${word(data.command)} ${word(data.about)}${by(data.by)}`,
  act_ended: (data) => `act ${word(data.act)}: ${word(data.outcome)}`,
  act_refused: (data) =>
    data.times === undefined
      ? `refused ${word(data.command)} ${word(data.about)}${by(data.by)}`
      : `refused ${word(data.command)} ${word(data.about)}${by(data.by)} ${word(data.times)} times more within a minute`,
  refused_forgery: (data) =>
    data.times === undefined
      ? `refused ${word(data.command)}, for only a person may: ${word(data.why)}`
      : `refused ${word(data.command)} ${word(data.times)} times more within a minute, for only a person may: ${word(data.why)}`,
  pin_tried: () => 'a PIN is tried',
  pin_right: () => 'the PIN was right',
  step_begun: (data) => `the step ${word(data.step)} begins${by(data.by)}`,
  step_ended: (data) =>
    data.error_code === null
      ? `the step ${word(data.step)} is done`
      : `the step ${word(data.step)} ended (${word(data.error_code)}): ${firstLineOf(data.why)}`,
  lease_taken: (data) => `the lease is taken${by(data.by)}`,
  lease_renewed: (data) => `the lease is renewed${by(data.by)}`,
  lease_released: (data) => `the lease is given back${by(data.by)}`,
  lease_replaced: (data) => `the lease went to ${word(data.to)}: ${word(data.why)}`,
};
