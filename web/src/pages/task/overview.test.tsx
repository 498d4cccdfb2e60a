import { expect, it, vi } from 'vitest';
import type { TaskDetail } from '../../../../src/contract/task.ts';
import { drawn } from '../../../../test/fakes/drawn.ts';
import { Overview } from './overview.tsx';

// What the page asks of a browser when it is loaded.
vi.hoisted(() => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('addEventListener', () => undefined);
});

const task = {
  text: 'x',
  full_text: 'x',
  ...{ open_points: [], criteria: [], analysis: null, evidence: { count: 1, proven: true, hash: 'h' } },
  proof: [{ of: 'SC-1', check: 'red-first', row: 'P1', verdict: 'passed', seen: 'red, then green: by exit codes' }],
  gates: [
    {
      ...{ gate: 'test', verdict: 'passed', command: 'make test', source: 'detected', duration_ms: 9, counts: null },
      why: 'ended with 0; by its exit code alone, which is weaker: which tests ran is not known',
    },
  ],
} as unknown as TaskDetail;

it('a verdict that rests on an exit code alone says so where it stands, of the gate and of the proof', () => {
  const page = drawn(<Overview task={task} />);
  expect(page).toContain('ended with 0; by its exit code alone, which is weaker: which tests ran is not known');
  expect(page).toContain('red, then green: by exit codes');
});
