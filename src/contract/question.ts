// Questions to a person: what is open, and the answer.
import * as v from 'valibot';
import type { QuestionKind } from '../domain/question/question.ts';
import { type Declarations, type } from './command.ts';
import { id, line, text } from './fields.ts';

export const listQuestions = v.strictObject({ task: v.optional(id()), all: v.optional(v.boolean(), false) });
export const answerQuestion = v.strictObject({
  question: id(),
  /** A choice's id or number, or free text that the table of answers understands. */
  choice: line(2048),
  words: v.optional(text()),
  /** Hash of what the person saw; another one than the question's is `QUESTION_STALE`. */
  binding: v.optional(line()),
  /** Where the person's policy asks for it. */
  pin: v.optional(line(64)),
});
export const watchQuestion = v.strictObject({ question: id() });
/** What the person said in their own words. */
export const proposeAnswer = v.strictObject({ question: id(), text: text() });

export type ChoiceView = {
  readonly id: string;
  readonly label: string;
  readonly words: 'none' | 'optional' | 'required';
};
export type QuestionView = {
  readonly id: string;
  readonly task: string;
  /** What it is about as people know it: a session by its name, a chain by id and name. */
  readonly about: string;
  readonly kind: QuestionKind;
  readonly text: string;
  readonly choices: readonly ChoiceView[];
  readonly binding: string;
  /** What was shown: plan, diff stat, output. Plain JSON. */
  readonly shown: unknown;
  readonly asked_at: number;
  readonly state: 'open' | 'answered' | 'closed';
  readonly answer: {
    readonly choice: string;
    readonly words: string | null;
    readonly by: string;
    readonly channel: string;
    readonly at: number;
  } | null;
};
/** What an agent takes the person's words for; it is no answer. `question.answer` with choice, words and binding makes it one. */
export type QuestionProposed = {
  readonly question: string;
  readonly binding: string;
  /** null where the table of answers knew it, or no agent was asked. */
  readonly agent: string | null;
  /** null: it was not understood. */
  readonly proposal: { readonly choice: string; readonly label: string; readonly words: string | null } | null;
  readonly choices: readonly ChoiceView[];
};
/** As it is over, and by whom. */
export type QuestionWatched = { readonly question: QuestionView };
/** Oldest first. */
export type QuestionList = { readonly questions: readonly QuestionView[] };
export type QuestionAnswered = {
  /** The task that was stated in another workspace instead. */
  readonly restated?: string;
  readonly question: string;
  readonly task: string;
  readonly about: string;
  readonly choice: string;
  readonly label: string;
};

export const commands = {
  'question.answer': { input: answerQuestion, reply: type<QuestionAnswered>() },
  'question.list': { input: listQuestions, reply: type<QuestionList>() },
  'question.propose': { input: proposeAnswer, reply: type<QuestionProposed>() },
  /** Each event is the question as it stands: at the start, and whenever it is reworded. */
  'question.watch': { input: watchQuestion, reply: type<QuestionWatched>(), event: type<QuestionView>() },
} satisfies Declarations;
