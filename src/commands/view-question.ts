// A question as it is told; what it is bound to goes out as a hash.
import type { QuestionView } from '../contract/question.ts';
import type { Question } from '../domain/question/question.ts';

/** What the asked saw, in a form that can be typed back. */
export const bindingOf = (question: Question, sha256: (text: string) => string): string => sha256(question.binding);

/** `about`: see `nameOfAsker`; a task's own id. */
export const viewQuestion = (
  question: Question,
  sha256: (text: string) => string,
  about: string = question.task,
): QuestionView => ({
  id: question.id,
  task: question.task,
  about,
  kind: question.kind,
  text: question.text,
  choices: question.choices,
  binding: bindingOf(question, sha256),
  shown: question.shown,
  asked_at: question.askedAt,
  state: question.state.kind,
  answer: question.state.kind === 'answered' ? question.state.answer : null,
});
