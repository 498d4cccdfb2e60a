import { describe, expect, it } from 'vitest';
import { gateResult } from '../../../test/fakes/outside.ts';
import { runAgain, settleDoubt } from './settle-doubt.ts';
import type { GateResult, TestIds } from './verdict.ts';

const definition = { gate: 'test', reach: { flags: 'arguments', files: 'append' } } as const;
const ids = (passed: readonly string[], failed: readonly string[]): TestIds => ({ passed, failed, skipped: [] });
const ran = (passed: readonly string[], failed: readonly string[], more: Partial<GateResult> = {}): GateResult =>
  gateResult('test', failed.length > 0 ? 'failed' : 'passed', {
    ...{ ids: ids(passed, failed), exit: failed.length > 0 ? 1 : 0 },
    counts: { passed: passed.length, failed: failed.length, skipped: 0, total: passed.length + failed.length },
    ...more,
  });
const [a, b, old] = ['a.test.js > a', 'b.test.js > b', 'b.test.js > old'];
const base = ran([a, b], [old]);

describe('a test that fails and passed on the base', () => {
  const said = (...given: Parameters<typeof runAgain>) => runAgain(...given)?.only ?? null;
  it('is run again with its file; one that is new, or failed there, is not', () => {
    expect(said(definition, base, ran([b], [a, old]))).toEqual(['a.test.js']);
    expect(runAgain(definition, base, ran([a, b], [old]))).toBeNull();
    expect(runAgain(definition, base, ran([a], [b, 'a.test.js > new']))).toBeNull();
    expect(runAgain(definition, base, ran([b], ['a.test.js']))).toBeNull();
    expect(runAgain(definition, null, ran([b], [a]))).toBeNull();
    expect(runAgain({ ...definition, gate: 'lint' }, base, ran([b], [a]))).toBeNull();
    expect(runAgain(definition, base, { ...ran([b], [a]), verdict: 'timeout' })).toBeNull();
    expect(runAgain(definition, base, { ...ran([b], [a]), left: 1 })).toBeNull();
    const many = Array.from({ length: 21 }, (_, at) => `a.test.js > ${at}`);
    expect(runAgain(definition, ran(many, []), ran([], many))).toBeNull();
  });

  it('is run again with all others where its runner cannot run it apart, and they took two minutes at most', () => {
    const whole = { flags: 'arguments', files: 'no' } as const;
    const lasting = (durationMs: number) => ran([b], [a], { durationMs });
    for (const one of [{ gate: 'test', reach: whole }, { gate: 'test' }] as const) {
      expect(runAgain(one, base, lasting(120_000))).toEqual({ only: null });
      expect(runAgain(one, base, lasting(120_001))).toBeNull();
    }
    expect(said(definition, base, lasting(120_001))).toEqual(['a.test.js']);
  });

  it('and passes then is flaky: it stops nothing, and is named', () => {
    const first = ran([b], [a], { doubted: true });
    expect(settleDoubt(ran([a, b], []), first, ran([a], []))).toMatchObject({
      ...{ verdict: 'passed', exit: 0, why: '1 flaky: "a" failed, and passed when run again at once' },
      ...{ ids: ids([a, b], []), counts: { passed: 2, failed: 0 } },
      findings: [{ weight: 'note', file: 'a.test.js', what: 'a flaky test: "a": failed, then passed' }],
    });
    expect(settleDoubt(ran([a, b], []), first, ran([a], []))).not.toHaveProperty('doubted');
  });

  it('beside one that failed on the base as well leaves that to be told from it', () => {
    const settled = settleDoubt(base, ran([b], [a, old], { doubted: true }), ran([a], []));
    expect(settled).toMatchObject({ verdict: 'failed', exit: 1, ids: ids([a, b], [old]) });
  });

  it('and fails again, or is not there then, or beside another that fails then, has failed as it was', () => {
    const alone = ran([b], [a], { doubted: true });
    expect(settleDoubt(ran([a, b], []), alone, ran([a], [b]))).toMatchObject({ verdict: 'failed', ids: ids([b], [a]) });
    expect(settleDoubt(base, alone, ran([a, b], [old]))).toMatchObject({ verdict: 'passed', ids: ids([a, b], []) });
    const first = ran([], [a, b], { doubted: true, why: 'two fail' });
    const { doubted: _, ...stands } = first;
    for (const again of [ran([a], [b]), ran([a], []), ran([], []), { ...ran([a, b], []), ids: null }])
      expect(settleDoubt(ran([a, b], []), first, again)).toEqual(stands);
    expect(settleDoubt(ran([a, b], []), first, { ...ran([a, b], []), left: 1 })).toEqual(stands);
  });
});
