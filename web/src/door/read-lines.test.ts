import { expect, it } from 'vitest';
import { readLines } from './read-lines.ts';

const bytes = (text: string, from = 0, to?: number) =>
  JSON.stringify({ event: { kind: 'bytes', bytes: Buffer.from(text).subarray(from, to).toString('base64') } });
const end = JSON.stringify({ ok: true, data: { id: 'r1', kind: 'run', ended: true } });

it('what was written is text, wherever it came apart, and shows nothing hidden', () => {
  const text = 'grün \u001b]0;owned\u0007\u001b[31mred\u001b[0m\u202e\n';
  expect(readLines(`${bytes(text, 0, 3)}\n${bytes(text, 3)}\n${end}\n`)).toEqual({ ok: true, data: 'grün red\n' });
});

it('a refusal is told', () => {
  const refusal = { ok: false, error: 'There is no r9.', error_code: 'PATH_NOT_FOUND', hint: '' };
  expect(readLines(`${JSON.stringify(refusal)}\n`)).toEqual(refusal);
});
