import { expect, it } from 'vitest';
import { closeFences } from './fence.ts';

it.each([
  ['plain', 'plain'],
  ['a\n```\nb\n```\nc', 'a\n```\nb\n```\nc'],
  ['a\n```ts\nb', 'a\n```ts\nb\n```'],
  ['````\n```\nb\n', '````\n```\nb\n````'],
  ['~~~\n```\nb\n```', '~~~\n```\nb\n```\n~~~'],
  ['```\na\n```ts\nb', '```\na\n```ts\nb\n```'],
  ['   ```\na', '   ```\na\n```'],
  ['    ```\na', '    ```\na'],
  ['```a``` b', '```a``` b'],
  ['', ''],
])('WT-103 %j is closed as %j', (given, closed) => {
  expect(closeFences(given)).toBe(closed);
  expect(closeFences(closed)).toBe(closed);
});
