import { expect, it } from 'vitest';
import { readInput } from '../../../contract/read-input.ts';
import { toReply } from '../../../contract/to-reply.ts';
import { wordOf } from './parse.ts';
import { sayByFlag } from './say-by-flag.ts';

function refused(more: object) {
  const read = readInput('run.create', { prompt: 'Is it?', cwd: '/', ...more });
  if (read.ok) throw new Error('it is taken');
  const { error, hint } = sayByFlag(wordOf('run'), toReply(read.failure));
  return [error, hint];
}

it.each([
  [{ max_tokens: 0 }, '`--max-tokens` must be a whole number from 1 on.', 'drover run --max-tokens 5'],
  [{ timeout: '0' }, '`--timeout` must be more than nothing, like 90s, 30m or 2h.', 'drover run --timeout 30m'],
  [{ timeout: 'soon' }, '`--timeout` is no time like 90s, 30m or 2h.', 'drover run --timeout 30m'],
  [{ carry: -1 }, '`--carry` must be a whole number from 0 to 1048576.', 'drover run --carry 32768'],
])('a flag whose value is refused is named with what it may be and an example: %j', (given, error, example) => {
  expect(refused(given)).toEqual([error, `For example: \`${example}\`.`]);
});

it('what no flag gave is said as it is', () => {
  expect(refused({ prompt: 7 })[0]).toMatch(/^run\.create: prompt: /);
});
