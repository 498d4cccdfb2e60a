import { expect, it } from 'vitest';
import type { Console } from './console.ts';
import { waiting } from './live-view.ts';

it.each([
  ['back by an hour', -3_600_000, '0s'],
  ['forward by an hour', 3_600_000, '1h 00m'],
])('what takes longer says for how long in a clock that is set %s', async (_, by, said) => {
  const over = Promise.withResolvers<string>();
  let looks = 0;
  const console = {
    env: { TERM: 'dumb' },
    now: () => (looks++ === 0 ? 0 : by),
    stderr: { isTTY: true, columns: 80, write: (text: string) => over.resolve(text) },
  } as unknown as Console;
  expect(await waiting(console, 'Fetching', over.promise)).toBe(`Fetching, ${said} (Ctrl-C leaves)\n`);
});
