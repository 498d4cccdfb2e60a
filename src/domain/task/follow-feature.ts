// Where the answers lead that are about the features of a task.
import { followNextFeature } from './features.ts';
import { followIntegration } from './integrate.ts';
import type { Step, TaskDecision, TaskView } from './move.ts';
import type { answerOf } from './questions.ts';
import { split } from './split.ts';

/** null: it is about something else. */
export function followFeature(
  view: TaskView,
  { question, back }: Step<'asking'>,
  answer: NonNullable<ReturnType<typeof answerOf>>,
): TaskDecision | null {
  if (question === 'plan' && answer.choice === 'split' && back.kind === 'planning')
    return split(view, back, answer.words ?? '');
  if (back.kind !== 'following_features') return null;
  return back.doing === undefined ? followNextFeature(view, back, answer) : followIntegration(view, back, answer);
}
