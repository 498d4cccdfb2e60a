// Questions of several things, each with the name of what it is about.
import type { QuestionView } from '../contract/question.ts';
import type { Question } from '../domain/question/question.ts';
import type { Reads } from '../ports/store.ts';
import { nameOfAsker } from './name-of-asker.ts';
import { viewQuestion } from './view-question.ts';

export async function viewQuestions(
  reads: Reads,
  questions: readonly Question[],
  sha256: (text: string) => string,
): Promise<readonly QuestionView[]> {
  const names = new Map<string, string>();
  for (const { task } of questions) if (!names.has(task)) names.set(task, await nameOfAsker(reads, task));
  return questions.map((question) => viewQuestion(question, sha256, names.get(question.task)));
}
