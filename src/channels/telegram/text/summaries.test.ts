import { expect, it } from 'vitest';
import { sayTask, type Task } from './summaries.ts';
import { textsOf } from './texts.ts';

const overlap = (other: string, conflicts: boolean): NonNullable<Task['overlaps']>[number] => ({
  ...{ tasks: other < 'shop-2' ? [other, 'shop-2'] : ['shop-2', other], path: 'src/a.js', conflicts },
  lines: [
    [3, 3],
    [7, 9],
  ],
});
const task = (overlaps?: Task['overlaps']): Task => ({
  ...{ id: 'shop-2', text: 'too early', phase: 'develop', state: 'develops SC-1', outcome: null, criteria: [] },
  ...(overlaps && { overlaps }),
});
const said = (overlaps: Task['overlaps'], language: 'en' | 'zh' = 'en') =>
  sayTask(task(overlaps), textsOf(language)).split('\n').slice(4);

it('a task says with which others at work it touches the same lines, and whether these merge', () => {
  expect(said([overlap('shop-1', true), overlap('shop-3', false)])).toEqual([
    '≈ touches the same lines as shop-1: src/a.js 3, 7-9; they do not merge',
    '≈ touches the same lines as shop-3: src/a.js 3, 7-9; they merge so far',
  ]);
  expect(said([overlap('shop-1', true)], 'zh')).toEqual(['≈ 和 shop-1 改到同样的行：src/a.js 3, 7-9；合并有冲突']);
  expect(said(undefined)).toEqual([]);
});

it('of many it says the first, and how many more there are', () => {
  const many = Array.from({ length: 7 }, (_, at) => overlap(`shop-${at + 3}`, false));
  expect(said(many)).toHaveLength(6);
  expect(said(many).at(-1)).toBe('≈ … 2');
});
