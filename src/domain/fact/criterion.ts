// What happens to a criterion and its attempts, and what became of agents' turns at it. Without a criterion: of a turn beside them.
import { about, firstLineOf, list, type None, type Sentences, word } from './words.ts';

export type CriterionFacts = {
  readonly criterion_started: { readonly criterion: string; readonly text: string };
  readonly criterion_paused: None;
  readonly criterion_resumed: None;
  readonly criterion_ended: { readonly criterion: string; readonly outcome: string; readonly why?: string };
  readonly attempt_started: {
    readonly criterion: string;
    readonly attempt: number;
    readonly agent: string | undefined;
    readonly resumed: boolean;
  };
  readonly attempt_judged: {
    readonly criterion: string;
    readonly attempt: number;
    readonly tree: string;
    readonly verdicts: readonly { readonly gate: string; readonly verdict: string; readonly why: string }[];
    readonly noProgress: boolean;
    /** What its agent says otherwise than was measured; absent: nothing. */
    readonly differs?: readonly string[];
  };
  /** `step`: of a chain. */
  readonly agent_failed: {
    readonly criterion?: string;
    readonly step?: string;
    readonly agent: string | undefined;
    readonly why: string;
  };
  readonly agent_unknown: { readonly agent: string };
  readonly conversation_forgotten: { readonly criterion?: string };
  readonly turn_stopped: { readonly criterion?: string };
  readonly turn_cut: {
    readonly criterion?: string;
    readonly cuts?: number;
    readonly conversation: string | null;
  };
  readonly budget_used_up: { readonly criterion?: string };
};

const verdicts = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((each: { gate?: unknown; verdict?: unknown }) => `${word(each.gate)} ${word(each.verdict)}`).join(', ')
    : '';

export const criterionSentences: Sentences<CriterionFacts> = {
  criterion_started: (data) => `${word(data.criterion)} begins: ${firstLineOf(data.text)}`,
  criterion_paused: () => 'pauses',
  criterion_resumed: () => 'goes on',
  criterion_ended: (data) =>
    `${word(data.criterion)} ended: ${word(data.outcome)}${word(data.why) === '' ? '' : ` (${firstLineOf(data.why)})`}`,
  attempt_started: (data) =>
    `${word(data.criterion)}, attempt ${word(data.attempt)} by ${word(data.agent)}${data.resumed === true ? ', same conversation' : ''}`,
  attempt_judged: (data) =>
    `${word(data.criterion)}, attempt ${word(data.attempt)}: ${verdicts(data.verdicts)}${data.noProgress === true ? '; no progress' : ''}${data.differs === undefined ? '' : `; ${list(data.differs)}`}`,
  agent_failed: (data) => `${about(data)}${word(data.agent)} failed: ${firstLineOf(data.why)}`,
  agent_unknown: (data) => `there is no agent ${word(data.agent)}`,
  conversation_forgotten: (data) => `${about(data)}the agent has lost its conversation; it is begun afresh`,
  turn_stopped: (data) => `${about(data)}the turn was stopped: the budget is used up`,
  turn_cut: (data) => `${about(data)}the turn was cut off${data.conversation === null ? '' : ' and is resumed'}`,
  budget_used_up: (data) => `${about(data)}waits: the budget is used up`,
};
