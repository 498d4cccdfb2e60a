// Questions to people, oldest first; the open ones unless all are wanted.
import { findTask } from './find-task.ts';
import type { Command } from './ports.ts';
import { viewQuestion } from './view-question.ts';

export const listQuestions: Command<'question.list'> = async ({ store, sha256 }, { task, all }) => {
  const questions = await store.read(async (reads) => {
    const of = task === undefined ? {} : { task: (await findTask(reads, task)).task };
    return reads.questions({ ...of, ...(all ? {} : { open: true }) });
  });
  return { questions: questions.map((question) => viewQuestion(question, sha256)) };
};
