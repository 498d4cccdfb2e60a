// The facts of a task on its way, as they were once recorded: it is planned, done, sent back by a gate, and done again.
import type { TaskEvent } from '../../src/contract/task.ts';
import { detail, hostile, now, tasks } from './world.ts';

const begun = now - 9 * 60_000;
const criterion = { criterion: 'SC-1' };
const verdicts = (test: string) => [
  { gate: 'build', verdict: 'skipped', why: '' },
  { gate: 'test', verdict: test, why: '' },
  { gate: 'red-first', verdict: 'passed', why: '' },
];

/** Seconds since it began, kind, data. */
const facts: readonly (readonly [number, string, Record<string, unknown>, string?])[] = [
  [0, 'task_created', { text: detail.full_text, by: 'person:ada' }],
  [1, 'run_started', { run: 'r1', key: 'fetch', purpose: 'fetch' }],
  [3, 'base_surveyed', { base: 'b930a90000d1', branch: 'main', gates: [] }],
  [4, 'gate_judged', { on: 'base', gate: 'test', verdict: 'passed', why: '2 of 2 tests passed' }],
  [4, 'gate_judged', { on: 'base', gate: 'lint', verdict: 'skipped', why: '' }],
  [5, 'phase_entered', { phase: 'analyze', left: 'confirm' }],
  [5, 'analysis_started', { agent: 'claude' }],
  [75, 'phase_entered', { phase: 'plan', left: 'analyze' }],
  [
    75,
    'question_asked',
    { question: 'q6', kind: 'plan', text: `Cause: nextBeat multiplies an interval in minutes by 1000. ${hostile}` },
  ],
  [120, 'question_answered', { question: 'q6', kind: 'plan', choice: 'go', by: 'person:ada' }],
  [121, 'plan_agreed', { criteria: [{ label: 'SC-1' }, { label: 'SC-2' }, { label: 'SC-3' }] }],
  [121, 'phase_entered', { phase: 'develop', left: 'plan' }],
  [122, 'attempt_started', { ...criterion, attempt: 1, agent: 'codex', resumed: false }],
  [200, 'attempt_judged', { ...criterion, attempt: 1, tree: 't', verdicts: verdicts('passed'), noProgress: false }],
  [201, 'criterion_ended', { ...criterion, outcome: 'passed' }],
  [202, 'phase_entered', { phase: 'test', left: 'develop' }],
  [210, 'gate_judged', { on: 'tree', gate: 'hunks', verdict: 'passed', why: '' }],
  [214, 'gate_judged', { on: 'tree', gate: 'lint', verdict: 'failed', why: '早上好: 3 problems' }],
  [215, 'phase_entered', { phase: 'develop', left: 'test' }],
  [216, 'attempt_started', { criterion: 'SC-2', attempt: 3, agent: 'codex', resumed: true }],
  [400, 'attempt_judged', { criterion: 'SC-2', attempt: 3, tree: 't', verdicts: verdicts('failed'), noProgress: true }],
];

export const way: readonly TaskEvent[] = facts.map(([seconds, what, data], index) => ({
  ...{ kind: 'fact', position: index + 1, at: begun + seconds * 1000, thing: 'shop-12', what, data },
  text: `${what.replaceAll('_', ' ')} ${typeof data.text === 'string' ? data.text : ''}`.trim(),
}));

export const standing: TaskEvent = {
  kind: 'state',
  task: tasks[1] as (typeof tasks)[number],
  criteria: detail.criteria,
  run: { id: 'r103', what: 'gate', since: now - 42_000 },
  budget: { limit: '$5.00', share: 0.084 },
};

export const printed = `installing\n\u001b[32m✓\u001b[0m 早上好 test 41 of 97 passed ${hostile}`;
