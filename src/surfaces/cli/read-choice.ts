// A line of a person's as a choice of this question: its number, its id, or either with words after it; anything else goes to the daemon as it is.
import type { ChoiceView, QuestionView } from '../../contract/question.ts';

export type Said = { readonly choice: string; readonly words: string; readonly needs: ChoiceView['words'] };

export function readChoice({ choices }: Pick<QuestionView, 'choices'>, line: string): Said {
  const [first = '', ...rest] = line.split(/\s+/);
  const whole = choices.find(({ id, label }) => same(id, line) || same(label, line));
  if (whole !== undefined) return { choice: whole.id, words: '', needs: whole.words };
  const numbered = /^\d+$/.test(first) ? choices[Number(first) - 1] : undefined;
  const chosen = numbered ?? choices.find(({ id }) => same(id, first));
  const words = rest.join(' ');
  if (chosen === undefined || (words !== '' && chosen.words === 'none'))
    return { choice: line, words: '', needs: 'none' };
  return { choice: chosen.id, words, needs: chosen.words };
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
