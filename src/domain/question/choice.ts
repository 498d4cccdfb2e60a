// One of the ways that a question leaves open.
import type { ChoiceId } from './labels.ts';
import type { Choice } from './question.ts';

export const choice = (id: ChoiceId, label: string, words: Choice['words'] = 'none'): Choice => ({ id, label, words });
