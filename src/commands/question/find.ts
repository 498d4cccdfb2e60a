// The question that is meant: by its id, or by a beginning that fits one open question.
import { failed } from '../../domain/error.ts';
import type { QuestionId } from '../../domain/ids.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Reads } from '../../ports/store.ts';

/** Throws `QUESTION_NOT_FOUND` or `AMBIGUOUS`. */
export async function findQuestion(reads: Reads, given: string): Promise<Question> {
  const exact = await reads.question(given as QuestionId);
  if (exact !== null) return exact;
  const fitting = (await reads.questions({ open: true })).filter(({ id }) => id.startsWith(given));
  const [only] = fitting;
  if (only === undefined) throw failed('QUESTION_NOT_FOUND', `There is no question ${given}.`, { question: given });
  if (fitting.length === 1) return only;
  const candidates = fitting.map(({ id }) => id);
  throw failed('AMBIGUOUS', `${given} fits several questions: ${candidates.join(', ')}.`, { candidates });
}
