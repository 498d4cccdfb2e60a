import { describe, expect, it } from 'vitest';
import { jestCanary, mochaCanary, nodeCanary, vitestCanary } from './canary.ts';
import { drawValues } from './canary-values.ts';

const names = Array.from({ length: 200 }, (_, at) => `c${at}f`);
const draws = names.map(drawValues);

describe('values that assertions are tried with', () => {
  it('are small and large, the first smaller than the second, words with nothing of each other', () => {
    for (const [small, large] of draws) {
      expect(small.low).toBeGreaterThan(0);
      expect(small.high).toBeLessThan(10);
      expect(large.low).toBeGreaterThanOrEqual(10);
      for (const { low, high, word, other } of [small, large]) {
        expect(low).toBeLessThan(high);
        expect([word, other].every((each) => /^[a-p]{5}[qw]$/.test(each))).toBe(true);
        expect(word.includes(other) || other.includes(word)).toBe(false);
      }
    }
  });

  it('are others for another name, and the same for the same', () => {
    expect(new Set(draws.map(([, { low, high }]) => `${low} ${high}`)).size).toBeGreaterThan(190);
    expect(new Set(draws.map(([, { word }]) => word)).size).toBeGreaterThan(190);
    expect(drawValues('c1f')).toEqual(draws[1]);
  });
});

it("every face that Node's assertions have is tried, however a file loaded them", () => {
  const text = nodeCanary({ name: 'c1f', mark: 'm', like: [], path: 'a', was: '' });
  expect(text).toContain('[loaded.default,loaded.default&&loaded.default.strict,loaded,loaded.strict]');
});

describe('tests of ours in JavaScript', () => {
  const of = { name: 'c1f', mark: 'm', like: ['cart', 'adds'], path: 'a', was: '' };
  const [small, large] = drawValues('c1f');

  it.each([
    ['node:test', nodeCanary],
    ['vitest', vitestCanary],
    ['jest', jestCanary],
    ['mocha', mochaCanary],
  ])(
    '%s: one throws by itself, one ends with what an assertion threw, and nothing in them is the same each time',
    (_, make) => {
      const text = make(of);
      expect(text).toContain(`("cart adds c1f 1"`);
      expect(text).toContain(`throw new Error("${large.word}")`);
      expect(text).toMatch(/if\(found\.length===0\)throw thrown\.at\((0|-1)\)/);
      for (const { low, high } of [small, large]) expect(text).toContain(`["equal",[${low},${high}]]`);
      expect(text.replaceAll(of.name, 'x')).not.toBe(make({ ...of, name: 'c2f' }).replaceAll('c2f', 'x'));
    },
  );
});
