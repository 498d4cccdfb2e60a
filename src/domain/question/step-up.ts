// Answers that publish, undo or let more be spent, for which a person may want to be asked for more than a tap.
import type { QuestionKind } from './question.ts';

export const needsStepUp = (kind: QuestionKind, choice: string): boolean =>
  (kind === 'submit' && choice.startsWith('submit')) ||
  (kind === 'verified' && choice === 'roll_back') ||
  (kind === 'budget' && choice === 'more');

/** Wrong ones within that time before nothing is tried any more. */
export const mostTries = 5;
export const lockMs = 15 * 60_000;
