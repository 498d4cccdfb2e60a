// What of an error line is the same each time it is written.
import { expect, it } from 'vitest';
import { fingerprint, newestErrors } from './find-errors.ts';

it.each([
  ['2026-01-02T12:00:00.123Z ERROR a', 'ERROR a'],
  ['[2026-01-02 12:00:00,123 +02:00] ERROR a', 'ERROR a'],
  ['2026-01-02 12:00 ERROR a', 'ERROR a'],
  ['Jan  2 12:00:00 h ERROR a', 'h ERROR a'],
  ['ERROR at Jan 2, 2026 12:00:00', 'ERROR at <time>'],
  ['ERROR at Jan 2 2026 12:00:00', 'ERROR at <time>'],
  ['ERROR at 02/Jan/2026:12:00:00 +0000 x', 'ERROR at <time> x'],
  ['ERROR at 1/2/26 12:00 x', 'ERROR at <time> x'],
  ['ERROR at 9:05 and 09:05:01.5', 'ERROR at <time> and <time>'],
  ['ERROR of 123e4567-e89b-12d3-a456-426614174000', 'ERROR of <id>'],
  ['ERROR of 123E4567-E89B-12D3-A456-426614174000', 'ERROR of <id>'],
  ['ERROR from 10.0.0.1:5432 and 10.0.0.1', 'ERROR from <address> and <address>'],
  ['ERROR from [::1]:80 and [fe80::1] and fe80:0:0:1:2', 'ERROR from <address> and <address> and <address>'],
  ['ERROR at 0xDEADbeef', 'ERROR at <number>'],
  ['ERROR of deadbee1 and DEADBEE1', 'ERROR of <id> and <id>'],
  ['ERROR of deadbeef, a word', 'ERROR of deadbeef, a word'],
  ['ERROR of abc12, a short one', 'ERROR of abc<number>, a short one'],
  ['ERROR of ghijklmnop_qrstuv-1z', 'ERROR of <id>'],
  ['ERROR of ghijklmnopqrstuvwxyzgh', 'ERROR of ghijklmnopqrstuvwxyzgh'],
  ['ERROR after 1,000.5 ms  of\t12', 'ERROR after <number> ms of <number>'],
  ['  -- ERROR a  ', 'ERROR a'],
  ['\u001b[31mERROR\u001b[0m a', 'ERROR a'],
])('%j is %j', (line, same) => {
  expect(fingerprint(line)).toBe(same);
});

it('longer lines are told apart by their beginning alone', () => {
  const line = (end: string) => `ERROR ${'a '.repeat(497)}${end}`;
  expect(fingerprint(line('x'))).toBe(`ERROR ${'a '.repeat(497).trim()}`);
  expect(fingerprint(`ERROR ${'b'.repeat(993)}xy`)).toBe(`ERROR ${'b'.repeat(993)}x`);
});

it('the newest are told first, shortened, those without a time last', () => {
  const finding = (text: string, at: number | null) => ({ text, count: 2, at, fingerprint: text }) as never;
  const found = [finding('a', null), finding('b'.repeat(301), 5), finding('c', 9)];
  expect(newestErrors(found, 2)).toEqual([
    { text: 'c', count: 2, at: 9 },
    { text: 'b'.repeat(300), count: 2, at: 5 },
  ]);
  expect(newestErrors(found, 9).map(({ at }) => at)).toEqual([9, 5, null]);
});
