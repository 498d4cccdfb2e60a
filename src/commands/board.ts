// What needs a person, what is at work, what ended lately, and what today cost.
import type { Run } from '../domain/run/run.ts';
import type { Task } from '../domain/task/task.ts';
import { lookAtTasks } from './look-at-task.ts';
import { lookForStandstills } from './look-for-standstills.ts';
import type { Command } from './ports.ts';
import { spendOf } from './spend-of.ts';
import { viewQuestions } from './view-questions.ts';
import { inOrder, viewTask } from './view-task.ts';

const endedLately = 5;
const mostRuns = 2000;

export const board: Command<'service.board'> = async (ports) => {
  const { store, clock, sha256 } = ports;
  const midnight = new Date(clock.now()).setHours(0, 0, 0, 0);
  const { open, seen, runs } = await store.read(async (reads) => {
    const questions = await viewQuestions(reads, await reads.questions({ open: true }), sha256);
    const living = await reads.things({ kind: 'task', ended: false });
    const over = await reads.things({ kind: 'task', ended: true, limit: endedLately });
    const tasks = await lookAtTasks(reads, [...living, ...over] as readonly Task[]);
    return {
      open: questions,
      seen: tasks,
      runs: (await reads.things({ kind: 'run', limit: mostRuns })) as readonly Run[],
    };
  });
  const today = runs.filter(({ state }) => state.kind === 'ended' && state.endedAt >= midnight);
  return {
    questions: open,
    tasks: inOrder(seen.map(viewTask)),
    standstills: await lookForStandstills(ports),
    spend: { today: spendOf(today) },
  };
};
