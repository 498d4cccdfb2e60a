import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from './canonical.ts';
import { appendEvidence, type EvidenceRecord, verifyChain } from './chain.ts';
import { compareBase } from './compare-base.ts';
import { judgeGates } from './judge-gates.ts';
import { type Half, judgeRed, type RedInput } from './judge-red.ts';
import { judgeTests } from './judge-tests.ts';
import { orderFailures } from './order-failures.ts';
import type { Evidence, GateResult, TestIds } from './verdict.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const result = (gate: string, change: Partial<GateResult> = {}): GateResult => ({
  gate,
  verdict: 'failed',
  why: '',
  argv: [],
  source: 'base',
  exit: 1,
  signal: null,
  durationMs: 1,
  counts: null,
  ids: null,
  findings: [],
  tail: '',
  outputHash: null,
  ...change,
});

const half = (passed: string[], failed: string[], skipped: string[] = []): Half & { ids: TestIds } => ({
  verdict: failed.length > 0 ? 'failed' : 'passed',
  exit: failed.length > 0 ? 1 : 0,
  counts: {
    passed: passed.length,
    failed: failed.length,
    skipped: skipped.length,
    total: passed.length + failed.length + skipped.length,
  },
  ids: { passed, failed, skipped },
});

describe('red', () => {
  const judge = (change: Partial<RedInput>) =>
    judgeRed({ files: ['a.test.ts'], base: half([], []), red: half([], []), green: null, unloadable: null, ...change });

  it('PC-11 a new test that passes before the implementation is no red', () => {
    const red = judge({ red: half(['a.test.ts > beats'], []) });
    expect(red).toEqual({ kind: 'no_red', reasons: [{ kind: 'passed_already', ids: ['a.test.ts > beats'] }] });
  });

  it('PC-12 red is proven by ids that fail without and pass with the implementation, green by the same ids', () => {
    const red = judge({
      red: half(['b.test.ts > old'], ['a.test.ts > beats']),
      green: half(['a.test.ts > beats', 'b.test.ts > old'], []),
    });
    expect(red).toEqual({ kind: 'red', by: 'ids', ids: ['a.test.ts > beats'], remarks: [] });
    expect(judge({ red: half([], ['a.test.ts > beats']), green: half(['b.test.ts > old'], []) })).toEqual({
      ...{ kind: 'no_red', reasons: [{ kind: 'not_green', ids: ['a.test.ts > beats'] }] },
    });
  });

  it('a test file of which nothing was collected is no red, nor is a skipped one, nor none at all', () => {
    expect(judge({ red: half(['b.test.ts > old'], []) })).toEqual({
      kind: 'no_red',
      reasons: [{ kind: 'not_collected', files: ['a.test.ts'] }],
    });
    expect(judge({ red: half([], ['b.test.ts > old'], ['a.test.ts > beats']) })).toMatchObject({ kind: 'no_red' });
    expect(judge({ files: [] })).toEqual({ kind: 'no_red', reasons: [{ kind: 'no_tests' }] });
  });

  it('a failure to load is no red while nothing says that the base cannot load it', () => {
    const red = half([], ['a.test.ts']);
    expect(judge({ red })).toEqual({ kind: 'no_red', reasons: [{ kind: 'load_failed', files: ['a.test.ts'] }] });
    expect(judge({ red, unloadable: ['a.test.ts'] })).toMatchObject({ kind: 'red', ids: ['a.test.ts'] });
  });

  it('a failure to load is red where the same file loads and passes with the implementation, and not where it fails there too', () => {
    const red = half([], ['a.test.ts']);
    const proven = judge({ red, green: half(['a.test.ts > beats'], []) });
    expect(proven).toMatchObject({ kind: 'red', ids: ['a.test.ts'] });
    expect(judge({ red, green: half([], ['a.test.ts']), unloadable: ['a.test.ts'] })).toMatchObject({ kind: 'no_red' });
  });

  it('a test that fails with the implementation too proves nothing', () => {
    const red = judge({ red: half([], ['a.test.ts > beats']), green: half([], ['a.test.ts > beats']) });
    expect(red).toEqual({ kind: 'no_red', reasons: [{ kind: 'not_green', ids: ['a.test.ts > beats'] }] });
  });

  it('WT-04 what failed as a suite by its hook passes where all that it holds does', () => {
    const red = half(['a.test.ts > outer > inner'], ['a.test.ts > outer']);
    expect(judge({ red, green: half(['a.test.ts > outer > inner'], []) })).toMatchObject({
      ...{ kind: 'red', ids: ['a.test.ts > outer'] },
    });
    for (const green of [
      half(['a.test.ts > outer > inner'], ['a.test.ts > outer']),
      half(['a.test.ts > outer > inner'], ['a.test.ts > outer > other']),
      half(['a.test.ts > outer2 > inner'], []),
    ])
      expect(judge({ red, green })).toMatchObject({ kind: 'no_red' });
  });

  describe('WT-19 a red half that does not end', () => {
    const endless: Half = { verdict: 'timeout', exit: null, counts: null, ids: null };
    const bare = (verdict: Half['verdict'], exit: number | null): Half => ({ verdict, exit, counts: null, ids: null });

    it('is red where the same ids pass with the change', () => {
      const green = half(['a.test.ts > ends', 'b.test.ts > old'], []);
      expect(judge({ red: endless, green })).toEqual({
        ...{ kind: 'red', by: 'timeout', ids: ['a.test.ts > ends'], remarks: [] },
      });
      expect(judge({ red: endless, green: bare('passed', 0) })).toMatchObject({ kind: 'red', by: 'timeout', ids: [] });
    });

    it.each<[string, Partial<RedInput>]>([
      ['there is no implementation yet', { green: null }],
      ['one of them fails with the change', { green: half(['a.test.ts > ends'], ['a.test.ts > other']) }],
      ['none of them runs with the change', { green: half(['b.test.ts > old'], []) }],
      ['the base did not end either', { base: endless, green: half(['a.test.ts > ends'], []) }],
      ['the base never ran', { base: null, green: half(['a.test.ts > ends'], []) }],
      ['the base was red without names', { base: bare('failed', 2), green: bare('passed', 0) }],
      ['nothing has names and the whole does not end with 0', { green: bare('passed', 2) }],
      ['nothing has names and the whole does not pass', { green: bare('failed', 0) }],
    ])('is none where %s', (_words, change) => {
      expect(judge({ red: endless, ...change })).toMatchObject({ kind: 'no_red' });
    });
  });

  it('without ids the exit codes of both halves decide, and a run that did not end proves nothing', () => {
    const bare = (verdict: Half['verdict'], exit: number | null): Half => ({ verdict, exit, counts: null, ids: null });
    expect(judge({ red: bare('failed', 1), green: bare('passed', 0) })).toMatchObject({
      kind: 'red',
      by: 'exit_codes',
    });
    expect(judge({ red: bare('passed', 0) })).toMatchObject({ kind: 'no_red' });
    expect(judge({ red: bare('timeout', null) })).toEqual({
      kind: 'no_red',
      reasons: [{ kind: 'not_run', verdict: 'timeout' }],
    });
    expect(judge({ red: bare('failed', null) })).toMatchObject({ kind: 'no_red' });
  });

  it('WT-03 without ids a base that was red itself, or never ran, proves nothing, and neither does a green half with another exit', () => {
    const bare = (verdict: Half['verdict'], exit: number | null): Half => ({ verdict, exit, counts: null, ids: null });
    const halves = { red: bare('failed', 2), green: bare('passed', 0) };
    for (const base of [bare('failed', 2), bare('timeout', null), bare('not_configured', 0), null])
      expect(judge({ ...halves, base })).toMatchObject({ kind: 'untold' });
    expect(judge({ red: halves.red, green: bare('passed', 2) })).toMatchObject({
      reasons: [{ kind: 'not_green' }],
    });
    expect(judge({ red: halves.red, green: half(['b.test.ts > old'], []) })).toMatchObject({
      reasons: [{ kind: 'not_collected', files: ['a.test.ts'] }],
    });
    expect(judge({ red: halves.red, green: half(['a.test.ts > beats'], []) })).toMatchObject({ kind: 'red' });
  });
});

describe('against the base', () => {
  it('failures that the base has too are pre-existing, others are fresh', () => {
    const now = result('test', { ids: { passed: ['c'], failed: ['a', 'b'], skipped: [] } });
    const base = result('test', { ids: { passed: [], failed: ['b', 'c'], skipped: [] } });
    expect(compareBase(base, now)).toMatchObject({ fresh: ['a'], preExisting: ['b'], fixed: ['c'], worse: true });
    expect(compareBase(base, { ...now, ids: { passed: [], failed: ['b'], skipped: [] } })).toMatchObject({
      worse: false,
    });
  });

  it('without ids a gate that was red on the base is pre-existing, a time-out never is', () => {
    expect(compareBase(result('lint'), result('lint'))).toMatchObject({ worse: false });
    expect(compareBase(result('lint'), result('lint', { verdict: 'timeout' }))).toMatchObject({ worse: true });
    expect(compareBase(null, result('lint'))).toMatchObject({ worse: true });
    expect(compareBase(result('lint', { verdict: 'passed' }), result('lint'))).toMatchObject({ worse: true });
  });

  const failedIds = (...failed: string[]) => ({ ids: { passed: ['ok'], failed, skipped: [] } });
  it.each([
    ['nothing failed', result('test', failedIds('a')), result('test', { verdict: 'passed' }), false, false],
    ['exit codes on both sides', result('test'), result('test'), false, true],
    ['no failing test has a name on the base', result('test', failedIds()), result('test', failedIds()), false, true],
    ['the base could not name what now has names', result('test'), result('test', failedIds('a')), false, true],
    ['the names are gone', result('test', failedIds('a')), result('test'), true, false],
    ['the same name', result('test', failedIds('a')), result('test', failedIds('a')), false, false],
    ['another name', result('test', failedIds('a')), result('test', failedIds('b')), true, false],
    ['a base that passed', result('test', { verdict: 'passed' }), result('test'), true, false],
    ['a base that did not end', result('test', { verdict: 'timeout' }), result('test'), true, false],
    ['no end now', result('test'), result('test', { verdict: 'timeout' }), true, false],
    ['no base', null, result('test'), true, false],
    ['ran before, runs nothing now', result('test'), result('test', { verdict: 'not_configured' }), true, false],
    [
      'never ran',
      result('test', { verdict: 'not_configured' }),
      result('test', { verdict: 'not_configured' }),
      false,
      false,
    ],
  ] as const)('WT-03 WT-120 %s: worse or untold only as the row says', (_words, base, now, worse, untold) => {
    expect(compareBase(base, now)).toMatchObject({ worse, untold });
  });

  it('PC-23 fewer tests, or tests that ran and are skipped now, are findings', () => {
    expect(judgeTests(half(['a', 'b'], []), half(['a'], []))).toMatchObject([
      { weight: 'fail', what: 'fewer tests run than on the base: 1 of 2: b' },
    ]);
    expect(judgeTests(half(['a', 'b'], []), half(['a', 'c'], [], ['b']))).toMatchObject([
      { what: 'tests that ran on the base are skipped now: b' },
    ]);
    expect(judgeTests(half(['a'], [], ['s']), half(['a', 'b'], [], ['s']))).toEqual([]);
    expect(judgeTests(half(['a'], []), { counts: null, ids: null })).toHaveLength(1);
    expect(judgeTests({ counts: null, ids: null }, half(['a'], []))).toEqual([]);
  });
});

describe('all gates', () => {
  it('CM-71 lint red and tests green is failed as a whole', () => {
    expect(judgeGates([result('test', { verdict: 'passed' }), result('lint')])).toBe('failed');
    expect(judgeGates([result('test', { verdict: 'passed' }), result('lint', { verdict: 'skipped' })])).toBe('passed');
  });

  it('CM-72 no test command is not verified, never passed', () => {
    expect(judgeGates([result('test', { verdict: 'not_configured' }), result('lint', { verdict: 'passed' })])).toBe(
      'not_verified',
    );
    expect(judgeGates([])).toBe('not_verified');
    expect(judgeGates([result('test', { verdict: 'timeout' })])).toBe('failed');
  });

  it('PC-18 failures come as tests, types, coverage, lint, limits', () => {
    const gates = ['custom', 'limits', 'lint', 'coverage', 'types', 'test'];
    const ordered = orderFailures([...gates.map((gate) => result(gate)), result('build', { verdict: 'passed' })]);
    expect(ordered.map(({ gate }) => gate)).toEqual(['test', 'types', 'coverage', 'lint', 'limits', 'custom']);
  });
});

describe('the chain', () => {
  const record: EvidenceRecord = {
    at: 1,
    base: 'b',
    tree: 't',
    definitions: 'd',
    environment: 'e',
    criterion: null,
    attempt: 1,
    result: result('test'),
  };
  const chain = () => {
    const links: Evidence[] = [];
    for (let at = 0; at < 4; at += 1) links.push(appendEvidence(links.at(-1) ?? null, { ...record, at }, sha256));
    return links;
  };

  it('holds as written, also after a trip through JSON with other key order', () => {
    const stored = chain().map(
      (link) => JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(link).reverse()))) as Evidence,
    );
    expect(verifyChain(stored, sha256)).toEqual({ whole: true });
    expect(verifyChain([], sha256)).toEqual({ whole: true });
  });

  it('says where it was changed, cut or reordered', () => {
    const links = chain();
    const at = (index: number) => links[index] as Evidence;
    expect(verifyChain([at(0), { ...at(1), tree: 'other' }, at(2)], sha256)).toMatchObject({ whole: false, at: 1 });
    expect(verifyChain([at(0), at(2)], sha256)).toMatchObject({ whole: false, at: 1 });
    expect(verifyChain(links.slice(1), sha256)).toMatchObject({ whole: false, at: 0 });
    expect(verifyChain(links.slice(0, 3), sha256, at(3).hash)).toMatchObject({ whole: false, at: 3 });
  });

  it('canonical text does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(canonical(turned)).toBe(canonical(value));
      }),
    );
    expect(canonical({ a: undefined, b: -0 })).toBe('{"b":0}');
  });
});
