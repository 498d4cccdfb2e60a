import { expect, it, vi } from 'vitest';
import type { TaskSummary } from '../../../src/contract/task.ts';
import { markOf } from './sign.tsx';

// What the page asks of a browser when it is loaded.
vi.hoisted(() => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('addEventListener', () => undefined);
});

const task: TaskSummary = {
  ...{ id: 'shop-1', workspace: 'shop', text: 'a', phase: 'release', state: '', outcome: 'released', questions: [] },
  ...{ paused: false, since: 0, created_at: 0 },
  spend: { input_tokens: 0, cached_tokens: 0, output_tokens: 0, money: null },
};

it.each<[TaskSummary['weaker'], string]>([
  [undefined, 'released'],
  ['exit_codes', 'released (by exit codes)'],
  ['counts', 'released (by numbers of tests)'],
])('a task on the board says on what it rests: %s', (weaker, word) => {
  expect(markOf({ ...task, ...(weaker && { weaker }) }, false)).toMatchObject({ sign: '✓', word });
});
