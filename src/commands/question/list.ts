// Questions to people, oldest first; the open ones unless all are wanted.

import type { QuestionView } from '../../contract/question.ts';
import { ifKind } from '../../domain/any-thing.ts';
import { kindOf, type TaskId, type ThingId } from '../../domain/ids.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Reads } from '../../ports/store.ts';
import type { Command } from '../ports.ts';
import { findTask } from '../task/find.ts';

export const listQuestions: Command<'question.list'> = async ({ store, sha256 }, { task, all }) => {
  const questions = await store.read(async (reads) => {
    const of = task === undefined ? {} : { task: (await findTask(reads, task)).task };
    return viewQuestions(reads, await reads.questions({ ...of, ...(all ? {} : { open: true }) }), sha256);
  });
  return { questions };
};

// A question as it is told; what it is bound to goes out as a hash.

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

// Questions of several things, each with the name of what it is about.

export async function viewQuestions(
  reads: Reads,
  questions: readonly Question[],
  sha256: (text: string) => string,
): Promise<readonly QuestionView[]> {
  const names = new Map<string, string>();
  for (const { task } of questions) if (!names.has(task)) names.set(task, await nameOfAsker(reads, task));
  return questions.map((question) => viewQuestion(question, sha256, names.get(question.task)));
}

// What a question is about, as people know it.

/** A session's name, a chain's id and name, else the id itself. */
export async function nameOfAsker(reads: Reads, task: TaskId): Promise<string> {
  const id = task as ThingId;
  switch (kindOf(id)) {
    case 'session':
      return ifKind(await reads.thing(id), 'session')?.spec.name ?? id;
    case 'chain': {
      const chain = ifKind(await reads.thing(id), 'chain');
      return chain === null ? id : `${id} (${chain.spec.name})`;
    }
    default:
      return id;
  }
}
