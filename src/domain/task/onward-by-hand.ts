// Where a step by hand goes when a part of its way is done; a task that Drover drives goes on to the next part instead.
import type { Task, TaskStep } from './task.ts';
import { phaseOfStep } from './wish.ts';

/** null: Drover drives it. `base`: it is judged; `gates`: all have passed; `submit`: pushed and open. */
export function onwardByHand({ state }: Pick<Task, 'state'>, done: 'base' | 'gates' | 'submit'): TaskStep | null {
  const wish = state.step?.wish;
  if (wish === undefined) return null;
  const phase = phaseOfStep[wish.step];
  if (done === 'gates' && wish.step !== 'test') return { kind: 'submitting' };
  if (done !== 'base') return { kind: 'keeping_step', phase };
  if (wish.step === 'test') return { kind: 'checking' };
  const branch = wish.step === 'develop' ? wish.branch : null;
  if (branch === null || branch === state.known.copy?.branch) return { kind: 'comparing', phase };
  return { kind: 'switching_branch', branch };
}
