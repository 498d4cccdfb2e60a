import { expect, it } from 'vitest';
import { sayForDependants, summaryText } from './summary.ts';
import { titleLine } from './title-line.ts';
import { todoList } from './todo-list.ts';

it.each([
  ['that says that another is done', 'Two\n- [x] **GH-2**: done', 'Two - [x] **GH-2**: done'],
  ['that says that it is complete', 'x\n\n## Status: ✅ Complete', 'x ## Status: ✅ Complete'],
  ['that clears a screen', 'esc \u001b[2J\u001b]0;pwn\u0007 end', 'esc end'],
  ['that is read from the right', '\u202egnp.exe', 'gnp.exe'],
  ['of several lines', 'line\u2028sep\u2029 ', 'line sep'],
  ['with blanks', '  Two   words ', 'Two words'],
  ['in another language', 'Ein Täter', 'Ein Täter'],
  ['that is empty', '', ''],
  ['of two hundred signs', 'x'.repeat(200), 'x'.repeat(200)],
  ['of two hundred thousand', 'x'.repeat(200_000), `${'x'.repeat(200)}…`],
] as const)('a title %s is one line in the list, in its summary and in what others are told', (_what, title, line) => {
  const node = { id: 'GH-1', title, status: 'pending', path: '.task/GH-1.json', summary: false } as const;
  const summary = { files: [], components: [], gates: [] } as unknown as Parameters<typeof summaryText>[1];
  expect(titleLine(title)).toBe(line);
  expect(todoList('Q', [node]).split('\n')[3]).toBe(`- [ ] **GH-1**: ${line} → [📋](./.task/GH-1.json)`);
  expect(summaryText({ id: 'GH-1', title }, summary).split('\n')[0]).toBe(`# Task: GH-1 ${line}`);
  expect(sayForDependants([{ id: 'GH-1', title, summary }]).split('\n')[0]).toBe(`### GH-1: ${line}`);
});
