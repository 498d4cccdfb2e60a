// Questions to people, oldest first; the open ones unless all are wanted.
import { findTask } from './find-task.ts';
import type { Command } from './ports.ts';
import { viewQuestions } from './view-questions.ts';

export const listQuestions: Command<'question.list'> = async ({ store, sha256 }, { task, all }) => {
  const questions = await store.read(async (reads) => {
    const of = task === undefined ? {} : { task: (await findTask(reads, task)).task };
    return viewQuestions(reads, await reads.questions({ ...of, ...(all ? {} : { open: true }) }), sha256);
  });
  return { questions };
};
