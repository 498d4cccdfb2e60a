// Which decisions belong to which kind of thing.
import { applyCriterion } from '../domain/criterion/apply.ts';
import type { Criterion } from '../domain/criterion/criterion.ts';
import { type CriterionView, decideCriterion } from '../domain/criterion/decide.ts';
import type { Applied, Decision } from '../domain/decision.ts';
import type { Performed } from '../domain/effect.ts';
import type { Instant } from '../domain/ids.ts';
import { applyRun, decideRun } from '../domain/run/decide.ts';
import type { Run } from '../domain/run/run.ts';
import { applyTask } from '../domain/task/apply.ts';
import { decideTask } from '../domain/task/decide.ts';
import type { TaskView } from '../domain/task/move.ts';
import type { Task } from '../domain/task/task.ts';
import type { Thing } from '../domain/thing.ts';
import type { View } from '../ports/store.ts';

export type Machines = {
  decide(view: View, now: Instant): Decision<unknown>;
  apply(thing: Thing, performed: Performed, now: Instant): Applied<unknown>;
};

/** Rows are validated where they are read; here their kind tells their type. */
export const machines: Machines = {
  decide(view, now) {
    switch (view.thing.kind) {
      case 'task':
        return decideTask(view as unknown as Omit<TaskView, 'now'>, now);
      case 'criterion':
        return decideCriterion(view as unknown as CriterionView, now);
      case 'run':
        return decideRun({ thing: view.thing as Run, notices: view.notices }, now);
    }
  },
  apply(thing, performed, now) {
    switch (thing.kind) {
      case 'task':
        return applyTask(thing as Task, performed);
      case 'criterion':
        return applyCriterion(thing as Criterion, performed);
      case 'run':
        return applyRun(thing as Run, performed, now);
    }
  },
};
