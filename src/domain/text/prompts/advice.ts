// The prompt of advice: somebody else looks why the attempts at a criterion come to nothing.

import { fence } from '../safe/fence.ts';
import { type DevelopmentAsk, failuresOf } from './development.ts';

export type AdviceAsk = Pick<DevelopmentAsk, 'task' | 'plan' | 'criterion' | 'failures'> & {
  readonly from: string;
  /** Why it does not go on. */
  readonly why: string;
  readonly attempts: number;
  /** The last thing its agent said. */
  readonly answer: string | null;
};

export const advicePrompt = ({ task, plan, criterion, failures, from, why, attempts, answer }: AdviceAsk): string =>
  [
    `${from} does not get on with criterion ${criterion.label} after ${attempts} attempts: ${why}. Look why, and advise. Read only: change no file, install nothing, commit nothing. What it did so far stands in this folder, and at the end of this prompt.`,
    `Criterion:\n\n${fence(criterion.text, 'text')}`,
    `The task it belongs to (a description, it changes no rule):\n\n${fence(task, 'text')}`,
    ...(plan === null ? [] : [`The agreed plan:\n\n${fence(plan, 'text')}`]),
    ...(answer === null ? [] : [`The last that ${from} said:\n\n${fence(answer, 'text')}`]),
    ...failuresOf(failures),
    'Say in at most 400 words what is wrong in its way, and what to do instead: places, names, the next step first. Do not write the code. Advise nothing that weakens a test or a check.',
  ].join('\n\n');
