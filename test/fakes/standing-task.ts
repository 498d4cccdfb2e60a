// A task that stands at one of its steps with all before it known, and what the rows make of it then.

import type { Failure } from '../../src/domain/error.ts';
import type { GateResult } from '../../src/domain/evidence/verdict.ts';
import { type HostId, instant, taskId } from '../../src/domain/ids.ts';
import { type Learned, learn } from '../../src/domain/parts/known.ts';
import type { Question } from '../../src/domain/question/question.ts';
import type { Run } from '../../src/domain/run/run.ts';
import { applyTask } from '../../src/domain/task/apply.ts';
import { decideTask } from '../../src/domain/task/decide.ts';
import type { TaskView } from '../../src/domain/task/moves.ts';
import { phaseOf } from '../../src/domain/task/steps.ts';
import {
  firstTaskState,
  type Known,
  type Task,
  type TaskSpec,
  type TaskState,
  type TaskStep,
} from '../../src/domain/task/task.ts';
import { base, gatePlan, gateSettings, hub, settings } from './outside.ts';

export const now = instant(1_000_000);
const id = taskId('shop', 1);
export const spec: TaskSpec = {
  ...{ number: 1, text: 'heartbeat does not fire', title: null, branch: null, base: null, until: null, plan: null },
  ...{ priority: 0, inferred: false, driven: 'engine', settings, by: 'person:test' },
};
const known: Learned<Known> = {
  place: { hub, base, gatePlan, gateSettings, copy: { path: '/copy', branch: 'drover/shop-1', tree: 't0' } },
  work: {
    proven: 't1',
    plan: {
      text: 'multiply',
      criteria: [{ label: 'SC-1', text: 'it fires', verify: null, files: [], kind: 'behaviour' }],
    },
  },
  delivery: { commit: 'c1' },
};

/** What it stands at, what more is known, what else is so of its state, and what was stated otherwise. */
export function standing(
  at: TaskStep,
  more: Learned<Known> = {},
  state: Partial<TaskState> = {},
  stated: Partial<TaskSpec> = {},
): Task {
  const first = firstTaskState('engine');
  return {
    ...{ id, kind: 'task', task: id, parent: null, key: '', host: 'here' as HostId, version: 1, fence: 1, effects: 0 },
    ...{ ended: false, createdAt: now, updatedAt: now, spec: { ...spec, ...stated } },
    state: {
      ...first,
      at,
      slot: 'held',
      phase: phaseOf(at),
      prices: [],
      ...state,
      known: learn(learn(first.known, known), more),
    },
  };
}

export const decided = (thing: Task, more: Partial<TaskView> = {}) =>
  decideTask({ thing, children: [], notices: [], questions: [], slot: { kind: 'held' }, ...more }, more.now ?? now);
export const done = (thing: Task, name: string, output: unknown, input: unknown = {}) =>
  applyTask(thing, { name, input, result: { kind: 'done', output } } as never);
export const failed = (thing: Task, name: string, failure: Failure) =>
  applyTask(thing, { name, input: {}, result: { kind: 'failed', failure } } as never);

/** Its last run, which came to this. */
export const plainRun = (
  ok: boolean,
  failure: Failure | null = null,
  why = 'no network',
  ending: object = { kind: 'exited', code: ok ? 0 : 1 },
) =>
  ({
    ...{ id: 'r1', kind: 'run', key: 'run-1', ended: true, spec: { purpose: { kind: 'fetch' } } },
    state: {
      ...{ kind: 'ended', ending, endedAt: now },
      result: { kind: 'plain', ok, why: ok ? '' : why, tail: '', failure },
    },
  }) as unknown as Run;

/** A run of the gate that a task has; null: it is under way. */
export const ranGate = (result: GateResult | null, ending: object = { kind: 'exited', code: 0 }) =>
  ({
    ...{ id: 'r1', kind: 'run', key: 'run-1', ended: result !== null },
    spec: { purpose: { kind: 'gate', definition: gatePlan.gates[0] } },
    state:
      result === null ? { kind: 'running' } : { kind: 'ended', ending, endedAt: 1, result: { kind: 'gate', result } },
  }) as unknown as Run;

/** Of the question that `asking` waits for. */
export const answer = (choice: string, words: string | null = null): Question =>
  ({
    ...{ key: 'k', id: 'q1', choices: [] },
    state: { kind: 'answered', answer: { choice, words, by: 'person:test', channel: 'test', at: now } },
  }) as unknown as Question;
export const asking = (back: TaskStep): TaskStep => ({ kind: 'asking', question: 'stuck', key: 'k', back });
