// The commands of this folder under their names.
import { answerQuestion } from './answer.ts';
import { listQuestions } from './list.ts';
import { proposeAnswer } from './propose.ts';
import { watchQuestion } from './watch.ts';

export const questionCommands = {
  'question.answer': answerQuestion,
  'question.list': listQuestions,
  'question.propose': proposeAnswer,
};

export const questionStreams = {
  'question.watch': watchQuestion,
};
