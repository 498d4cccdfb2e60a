import { describe, expect, it } from 'vitest';
import type { Beside, GateDefinition } from '../../ports/gates.ts';
import { placeCanary } from './place-canary.ts';

const definition = (
  runner: string | null,
  flags: 'arguments' | 'environment' | 'none' = 'arguments',
): GateDefinition => ({
  ...{ gate: 'test', source: 'base', argv: ['x'], runner, reach: { flags, files: 'append' } },
  ...{ deadlineMs: 1000, absent: null },
});
const beside = (path: string, was = 'was;'): Beside => ({ path, like: ['adds'], was });
const place = (runner: string | null, paths: readonly string[], flags?: 'environment' | 'none') =>
  placeCanary(
    definition(runner, flags),
    paths.map((path) => beside(path)),
    'k7',
  );

describe('a test that must fail is put', () => {
  it('at the end of each test file, and what says which test begins behind it', () => {
    const placed = place('vitest', ['a.test.ts', 'b.test.ts', 'c.css']);
    expect(placed.map(({ path, of }) => [path, of])).toEqual([
      ['a.test.ts', 'a.test.ts'],
      ['b.test.ts', 'b.test.ts'],
    ]);
    for (const { text } of placed) expect(text).toMatch(/^was;\n.*"adds k7 1".*"adds k7 2"/s);
    expect(placed[0]?.text).toMatch(/publish\(\{at,.*b_k7\(s_k7\("begins"\)\)/);
  });

  it('at the end of the last one, where all of them share a process', () => {
    expect(place('pytest', ['test_a.py', 'test_b.py', 'a.css']).map(({ path }) => path)).toEqual(['test_b.py']);
  });

  it('beside it, where a file takes nothing at its end; its name is another for each', () => {
    const placed = place('go test', ['a/a_test.go', 'b/b_test.go']);
    expect(placed.map(({ path, of }) => [path, of])).toEqual([
      ['a/k7x0_test.go', 'a/a_test.go'],
      ['b/k7x1_test.go', 'b/b_test.go'],
    ]);
    for (const { text } of placed) expect(text).not.toContain('was;');
  });

  it('once', () => {
    const [placed] = placeCanary(definition('vitest'), [beside('a.test.ts', 'was k7;')], 'k7');
    expect(placed?.text).toBe('was k7;');
  });

  it.each([
    ['where the exit code alone is read', null, 'arguments'],
    ['where nothing reaches the runner', 'vitest', 'none'],
    ['where a variable does that its runner does not have', 'vitest', 'environment'],
  ] as const)('nowhere %s', (_, runner, flags) => {
    expect(placeCanary(definition(runner, flags), [beside('a.test.ts')], 'k7')).toEqual([]);
  });

  it('nowhere in a plan of before it was known how a runner is reached', () => {
    const { reach: _, ...old } = definition('vitest');
    expect(placeCanary(old, [beside('a.test.ts')], 'k7')).toEqual([]);
  });
});
