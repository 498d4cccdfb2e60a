import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runId } from '../ids.ts';
import { type Answered, carryOver } from './carry-over.ts';

const answered = (number: number, answer: string, more: Partial<Answered> = {}): Answered => ({
  ...{ run: runId(number), name: null, agent: 'codex', endedAt: number, answer },
  ...more,
});

it('PC-68 all answers are there once, in the order they were named', () => {
  const two = answered(2, 'second', { name: 'plan', agent: 'claude' });
  const { text, from } = carryOver([two, answered(1, 'first ``` fence'), two], 1000);
  expect(text.split('\n\n').slice(1)).toEqual([
    'Answer of claude in r2 (plan):',
    '```\nsecond\n```',
    'Answer of codex in r1:',
    '````\nfirst ``` fence\n````',
  ]);
  expect(from).toEqual([
    { run: 'r2', agent: 'claude', bytes: 6, carried: 6 },
    { run: 'r1', agent: 'codex', bytes: 15, carried: 15 },
  ]);
});

it.each([
  ['the newest whole before an older one', 1300, [300, 1000]],
  ['of an older one no crumbs', 1200, [0, 1000]],
  ['of the newest its end', 700, [0, 700]],
  ['nothing', 0, [0, 0]],
])('within the limit is carried %s', (_, limit, carried) => {
  const { text, from } = carryOver([answered(1, `${'o'.repeat(999)}O`), answered(2, `${'n'.repeat(999)}N`)], limit);
  expect(from.map((each) => each.carried)).toEqual(carried);
  for (const [at, end] of ['oO', 'nN'].entries()) expect(text.includes(end)).toBe((carried[at] ?? 0) > 0);
  expect(text.includes('left out for want of room')).toBe(carried.includes(0));
});

it('a cut falls between characters, and no more is carried than the limit allows', () => {
  const answers = fc.array(fc.string({ unit: 'grapheme', maxLength: 2000, minLength: 300 }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(answers, fc.nat(3000), (texts, limit) => {
      const { text, from } = carryOver(
        texts.map((each, at) => answered(at, each)),
        limit,
      );
      expect(text).not.toMatch(/\uFFFD(?<!\uFFFD)/);
      expect(from.reduce((sum, { carried }) => sum + carried, 0)).toBeLessThanOrEqual(limit);
      for (const [at, { carried, bytes }] of from.entries())
        if (carried === bytes && bytes > 0) expect(text).toContain(texts[at]);
    }),
  );
});
