import { expect, it } from 'vitest';
import { todoList } from './todo-list.ts';

const node = (id: string, more: object = {}) => ({
  ...{ id, title: `Do ${id}`, status: 'pending' as const, path: `.task/${id}.json`, summary: false },
  ...more,
});

it('PC-61 a list has containers, open and completed nodes, and a link to the summary of what has one', () => {
  const nodes = [
    node('IMPL-1', { status: 'completed' }),
    node('IMPL-1.1', { status: 'completed', summary: true }),
    node('IMPL-1.2', { status: 'in_progress', title: 'Two\n- [x] lines' }),
    node('IMPL-1.2.1'),
    node('IMPL-2', { title: '  Two   words ' }),
    node('IMPL-3', { status: 'blocked' }),
  ];
  expect(todoList('WFS-x', nodes).split('\n')).toEqual([
    '# Tasks: WFS-x',
    '',
    '## Task Progress',
    '▸ **IMPL-1**: Do IMPL-1 → [📋](./.task/IMPL-1.json)',
    '  - [x] **IMPL-1.1**: Do IMPL-1.1 → [📋](./.task/IMPL-1.1.json) | [✅](./.summaries/IMPL-1.1-summary.md)',
    '  ▸ **IMPL-1.2**: Two - [x] lines (in progress) → [📋](./.task/IMPL-1.2.json)',
    '    - [ ] **IMPL-1.2.1**: Do IMPL-1.2.1 → [📋](./.task/IMPL-1.2.1.json)',
    '- [ ] **IMPL-2**: Two words → [📋](./.task/IMPL-2.json)',
    '- [ ] **IMPL-3**: Do IMPL-3 (blocked) → [📋](./.task/IMPL-3.json)',
    '',
    '## Status Legend',
    '- `▸` = container, done when its sub-tasks are',
    '- `[ ]` = open',
    '- `[x]` = completed',
    '',
  ]);
});
