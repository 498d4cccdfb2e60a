// What happens to a session: its start, its turns, what it asks, its limits and its end.
import { by, firstLineOf, type None, type Sentences, spaced, word } from './words.ts';

type Permission = {
  readonly by: string;
  readonly tool: string;
  readonly subject: string;
  readonly choice: string;
};

export type SessionFacts = {
  readonly session_requested: {
    readonly name: string;
    readonly agent: string;
    readonly by: string;
    readonly repository: string;
  };
  readonly session_started: { readonly name: string; readonly agent: string; readonly run: string };
  readonly session_refused: { readonly why: string; readonly error_code: string };
  readonly session_ready: None;
  /** `until`: in milliseconds since 1970; null where nobody says. */
  readonly session_limited: { readonly until: number | null };
  readonly limit_over: None;
  readonly session_unknown: { readonly why: string };
  /** `session`: its heir. */
  readonly session_goes_on: { readonly name: string; readonly session: string; readonly conversation: string };
  readonly session_paused: { readonly why: string | undefined };
  readonly session_resumed: { readonly why?: string | undefined; readonly by?: string };
  /** Both in dollars. */
  readonly budget_low: { readonly used: number; readonly budget: number };
  /** `to`: dollars; of a task in words, with the models that a person chose. */
  readonly budget_raised: {
    readonly to: number | string;
    readonly by: string;
    readonly models?: Readonly<Record<string, string>>;
  };
  readonly turn_started: { readonly turn: number; readonly message: string | null };
  /** `idle`: no tool, no change; null: not known. */
  readonly turn_ended: {
    readonly turn: number;
    readonly message: string | null;
    readonly outcome: string;
    readonly tools: number;
    readonly idle: boolean | null;
  };
  readonly turn_idle: { readonly turn: number };
  readonly turn_never_began: { readonly message: string | null | undefined };
  readonly permission_answered: Permission;
  readonly answer_late: Permission;
  readonly permission_gone: { readonly text: string };
  readonly end_asked: { readonly by: string };
  readonly session_ended: {
    readonly name?: string;
    readonly ending: string;
    readonly code?: number;
    readonly signal?: string;
  };
};

export const sessionSentences: Sentences<SessionFacts> = {
  session_requested: (data) => `session ${word(data.name)} (${word(data.agent)}) is asked for${by(data.by)}`,
  session_started: (data) => `session ${word(data.name)} (${word(data.agent)}) began`,
  session_refused: (data) => `was not started: ${firstLineOf(data.why)}`,
  session_ready: () => 'is ready',
  session_limited: (data) =>
    `its service limits the agent${typeof data.until === 'number' ? ` until ${new Date(data.until).toISOString()}` : ''}`,
  limit_over: () => 'the limit is over',
  session_unknown: (data) => `how it stands is unknown: ${firstLineOf(data.why)}`,
  session_goes_on: (data) =>
    `${word(data.session)} goes on with its conversation ${word(data.conversation)} as ${word(data.name)}`,
  session_paused: (data) => `is paused: ${firstLineOf(data.why)}`,
  session_resumed: (data) => `goes on${by(data.by)}`,
  budget_low: (data) => `has used $${word(data.used)} of its $${word(data.budget)}`,
  budget_raised: (data) => `the budget is ${typeof data.to === 'number' ? '$' : ''}${word(data.to)} now${by(data.by)}`,
  turn_started: (data) => `turn ${word(data.turn)} began${data.message == null ? '' : ` with ${word(data.message)}`}`,
  turn_ended: (data) =>
    `turn ${word(data.turn)} ended: ${spaced(data.outcome)}${data.idle === true ? ', an acknowledgement only' : ''}`,
  turn_idle: (data) => `turn ${word(data.turn)} was an acknowledgement only: no tool, no change`,
  turn_never_began: (data) => `the turn of ${word(data.message)} never began`,
  permission_answered: (data) =>
    `${word(data.tool)}${word(data.subject) === '' ? '' : `: ${firstLineOf(data.subject)}`}: ${word(data.choice)}${by(data.by)}`,
  answer_late: (data) =>
    `the answer (${word(data.choice)})${by(data.by)} came too late: the agent does not ask it any more`,
  permission_gone: (data) => `the agent does not ask any more: ${firstLineOf(data.text)}`,
  end_asked: (data) => `is asked to end${by(data.by)}`,
  session_ended: (data) =>
    `ended: ${spaced(data.ending)}${data.code === undefined ? '' : ` ${word(data.code)}`}${data.signal === undefined ? '' : ` ${word(data.signal)}`}`,
};
