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

  it('a failure to load is no red where it is known what was missing, and the change brings none of it', () => {
    const red = (names: readonly string[], added: readonly string[]) => ({
      ...half([], ['a.test.ts']),
      missing: { names, added },
    });
    const green = half(['a.test.ts > works'], []);
    expect(judge({ red: red(['./nowhere'], []), green })).toEqual({
      kind: 'no_red',
      reasons: [{ kind: 'load_failed', files: ['a.test.ts'], names: ['./nowhere'] }],
    });
    expect(judge({ red: red(['./nowhere', './new'], ['./new']), green })).toMatchObject({ kind: 'red' });
    expect(judge({ red: red([], []), green })).toMatchObject({ kind: 'red' });
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

describe('in words', () => {
  const bare = (verdict: Half['verdict'], exit: number | null): Half => ({ verdict, exit, counts: null, ids: null });
  const red = (change: Partial<RedInput>) =>
    judgeRed({ files: ['a.js'], base: half([], []), red: half([], []), green: null, unloadable: null, ...change });
  const none = (kind: string, more: object) => ({ kind: 'no_red', reasons: [{ kind, ...more }] });

  it.each<[string, Partial<RedInput>, object]>([
    ['nothing new', { files: [] }, none('no_tests', {})],
    ['a run that was skipped', { red: bare('skipped', 0) }, none('not_run', { verdict: 'skipped' })],
    ['no command', { red: bare('not_configured', 0) }, none('not_run', { verdict: 'not_configured' })],
    ['no end', { red: bare('timeout', null) }, none('not_run', { verdict: 'timeout' })],
    ['codes: a pass before', { red: bare('passed', 0) }, none('passed_already', { ids: [] })],
    ['codes: no code', { red: bare('failed', null) }, none('not_run', { verdict: 'failed' })],
    ['codes: not yet green', { red: bare('failed', 1) }, { kind: 'red', by: 'exit_codes', ids: [], remarks: [] }],
    ['codes: green says no', { red: bare('failed', 1), green: bare('failed', 0) }, none('not_green', { ids: [] })],
    [
      'codes: green ends otherwise',
      { red: bare('failed', 1), green: bare('passed', 1) },
      none('not_green', { ids: [] }),
    ],
    [
      'codes: green',
      { red: bare('failed', 1), green: bare('passed', 0) },
      { kind: 'red', by: 'exit_codes', ids: [], remarks: [] },
    ],
    [
      'codes: one of the files ran',
      { files: ['a.js', 'b.js'], red: bare('failed', 1), green: half(['b.js > x'], []) },
      { kind: 'red', by: 'exit_codes', ids: [], remarks: [] },
    ],
    [
      'codes: none of them ran',
      { red: bare('failed', 1), green: half(['b.js > x'], []) },
      none('not_collected', { files: ['a.js'] }),
    ],
    [
      'endless: the base too',
      { base: bare('timeout', null), red: bare('timeout', null), green: bare('passed', 0) },
      none('not_run', { verdict: 'timeout' }),
    ],
    [
      'endless: fails with the change',
      { red: bare('timeout', null), green: half(['a.js > x'], ['a.js > y', 'b.js > z']) },
      none('not_green', { ids: ['a.js > y'] }),
    ],
    [
      'endless: not there with the change',
      { red: bare('timeout', null), green: half(['b.js > x'], []) },
      none('not_collected', { files: ['a.js'] }),
    ],
    ['nothing collected at all', { red: half([], []) }, none('not_collected', { files: ['a.js'] })],
    ['only skipped', { red: half([], [], ['a.js > x']) }, none('not_collected', { files: ['a.js'] })],
    ['the file of another', { red: half([], ['b.js > x']) }, none('not_collected', { files: ['a.js'] })],
    [
      'green has no names',
      { red: half([], ['a.js > x']), green: bare('passed', 0) },
      none('not_green', { ids: ['a.js > x'] }),
    ],
    [
      'failed before, and is not meant',
      {
        red: half([], ['a.js > old', 'b.js > x']),
        green: half(['a.js > old'], []),
        before: ['a.js > old', 'b.js > x'],
      },
      none('failed_before', { ids: ['a.js > old'] }),
    ],
    [
      'failed before, beside a new one',
      {
        red: half([], ['a.js > old', 'a.js > new']),
        green: half(['a.js > old', 'a.js > new'], []),
        before: ['a.js > old'],
      },
      {
        ...{ kind: 'red', by: 'ids', ids: ['a.js > new'] },
        remarks: [{ kind: 'failed_before', ids: ['a.js > old'] }],
      },
    ],
    ['loads nowhere', { red: half([], ['a.js']), unloadable: ['b.js'] }, none('load_failed', { files: ['a.js'] })],
    [
      'loads with the change and fails there too',
      { red: half([], ['a.js']), green: half(['a.js > x'], ['a.js']) },
      none('load_failed', { files: ['a.js'] }),
    ],
    [
      'another file loads with the change',
      { red: half([], ['a.js']), green: half(['b.js > x'], []) },
      none('load_failed', { files: ['a.js'] }),
    ],
  ])('red: %s', (_words, change, expected) => expect(red(change)).toEqual(expected));

  it('red with remarks: each kind of what proves nothing beside it', () => {
    const halves = {
      files: ['a.js', 'b.js', 'c.js', 'd.js'],
      red: half(['a.js > old', 'x.js > y'], ['a.js > new', 'a.js > stuck', 'c.js']),
      green: half(['a.js > new'], ['a.js > stuck']),
    };
    expect(red(halves)).toEqual({
      ...{ kind: 'red', by: 'ids', ids: ['a.js > new'] },
      remarks: [
        { kind: 'passed_already', ids: ['a.js > old'] },
        { kind: 'not_collected', files: ['b.js', 'd.js'] },
        { kind: 'load_failed', files: ['c.js'] },
        { kind: 'not_green', ids: ['a.js > stuck'] },
      ],
    });
    expect(red({ red: bare('failed', 1), base: null })).toEqual({
      kind: 'untold',
      why: 'the tests failed before anything was added, and exit codes do not tell which: red proves nothing here',
    });
  });

  const failing = (...failed: string[]) => result('test', { ids: { passed: ['ok'], failed, skipped: [] } });
  const nameless = 'failed on the base already, and nothing tells its failures there from those of the change';
  it.each([
    ['no base', null, failing('a'), '1 test fails that did not fail on the base'],
    ['more', failing('b'), failing('a', 'b', 'c'), '2 tests fail that did not fail on the base'],
    ['the same', failing('a', 'b'), failing('a', 'b'), 'pre-existing: 2 failing on the base already'],
    ['none by name', failing('a'), failing(), 'failed, and did not fail on the base'],
    ['names gone', failing('a'), result('test'), 'failed without a word of its tests, which the base had'],
    [
      'a base that passed',
      result('test', { verdict: 'passed' }),
      result('test'),
      'failed, and did not fail on the base',
    ],
    ['names nowhere', result('test'), result('test'), nameless],
    ['no end', result('test'), result('test', { verdict: 'timeout' }), 'did not end in time'],
    ['a pass', failing('a'), result('test', { verdict: 'passed' }), 'nothing failed'],
    ['skipped', null, result('test', { verdict: 'skipped' }), 'nothing failed'],
    [
      'gone since a pass',
      result('test', { verdict: 'passed' }),
      result('test', { verdict: 'not_configured' }),
      'ran on the base, and runs nothing now',
    ],
    [
      'gone since a failure',
      result('test'),
      result('test', { verdict: 'not_configured' }),
      'ran on the base, and runs nothing now',
    ],
    [
      'gone since no end',
      result('test', { verdict: 'timeout' }),
      result('test', { verdict: 'not_configured' }),
      'nothing failed',
    ],
    ['never there', null, result('test', { verdict: 'not_configured' }), 'nothing failed'],
  ])('against the base, %s: the reason is said', (_words, base, now, why) => {
    expect(compareBase(base, now).why).toBe(why);
  });

  it('what failed on the base and passes now is fixed', () => {
    const now = result('test', { verdict: 'passed', ids: { passed: ['a', 'new'], failed: [], skipped: [] } });
    expect(compareBase(failing('a', 'b'), now)).toMatchObject({
      fixed: ['a'],
      fresh: [],
      preExisting: [],
      untold: false,
    });
    expect(compareBase(null, result('test'))).toMatchObject({ fixed: [], fresh: [], preExisting: [] });
  });

  const told = (base: Parameters<typeof judgeTests>[0], now: Parameters<typeof judgeTests>[1]) =>
    judgeTests(base, now).map(({ what }) => what);
  const counted = (passed: number, skipped: number) => ({
    counts: { passed, failed: 0, skipped, total: passed + skipped },
    ids: null,
  });
  it('fewer tests are told by name, the first five of more', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect(told(half(many, []), half(['g'], []))).toEqual([
      'fewer tests run than on the base: 1 of 7: a; b; c; d; e and 1 more',
    ]);
    expect(told(half(many.slice(1), []), half(['g'], []))).toEqual([
      'fewer tests run than on the base: 1 of 6: b; c; d; e; f',
    ]);
    expect(told(half([], ['a', 'b']), half(['a'], []))).toEqual(['fewer tests run than on the base: 1 of 2: b']);
    expect(told(half(['a', 'b'], []), half([], ['a']))).toEqual(['fewer tests run than on the base: 1 of 2: b']);
    expect(told(half(['a', 'b'], []), { counts: null, ids: null })).toEqual([
      'the base ran 2 tests; now no test can be counted',
    ]);
    expect(told(counted(3, 0), counted(2, 0))).toEqual(['fewer tests run than on the base: 2 of 3']);
    expect(told(counted(3, 0), half(['a'], []))).toEqual(['fewer tests run than on the base: 1 of 3']);
    expect(told(half(['a', 'b'], []), { ...counted(1, 0), unnamed: true })).toEqual([
      'fewer tests run than on the base: 1 of 2',
    ]);
    expect(judgeTests(counted(3, 0), counted(2, 0))).toEqual([
      {
        ...{ gate: 'tamper', what: 'fewer tests run than on the base: 2 of 3', file: null, line: null, weight: 'fail' },
        edits: 'removed',
      },
    ]);
  });

  it('a run that took less than a tenth of its time is told where nothing names its tests, and both passed', () => {
    const took = (durationMs: number, more: object = {}) => ({
      ...{ counts: null, ids: null, verdict: 'passed' as const, durationMs },
      ...more,
    });
    expect(told(took(31_400), took(3_139))).toEqual([
      'the tests took 3.1 s, 31.4 s on the base, and nothing names them',
    ]);
    expect(told(took(31_400), took(3_140))).toEqual([]);
    expect(told(took(9_999), took(1))).toEqual([]);
    for (const more of [{ verdict: 'failed' }, { ids: { passed: ['a'], failed: [], skipped: [] } }]) {
      expect(told(took(31_400, more), took(1, more))).toEqual([]);
      expect(told(took(31_400, more), took(1))).toEqual([]);
    }
  });

  it('tests that are skipped now are told, by name or number; those that never ran are not', () => {
    expect(told(counted(3, 1), counted(3, 2))).toEqual(['2 tests skipped, 1 on the base']);
    expect(told(counted(3, 1), counted(3, 1))).toEqual([]);
    expect(told(counted(3, 2), counted(4, 1))).toEqual([]);
    expect(told(half(['a'], [], ['s']), half(['a'], [], ['s', 'new']))).toEqual([]);
    expect(told(half([], ['a', 'b']), half(['b', 'c'], [], ['a']))).toEqual([
      'tests that ran on the base are skipped now: a',
    ]);
    expect(told(half(['a'], []), half(['a'], []))).toEqual([]);
    expect(told({ counts: null, ids: null }, counted(1, 5))).toEqual([]);
  });

  it('numbers that are printed where the base had a report are no report; names that were only too long are', () => {
    const unreported =
      'the base reported its tests by name; now there is no report, and what is printed does not count';
    expect(told(half(['a'], []), counted(1, 0))).toEqual([unreported]);
    expect(told(half(['a'], []), { ...counted(1, 0), unnamed: true })).toEqual([]);
    expect(told(counted(1, 0), counted(1, 0))).toEqual([]);
  });

  it('gates: a finding that stops fails all, a pass of the tests alone proves', () => {
    const finding = (weight: 'fail' | 'note') => ({ gate: 'tamper', what: 'x', file: null, line: null, weight });
    const passed = (gate: string, weights: readonly ('fail' | 'note')[] = []) =>
      result(gate, { verdict: 'passed', findings: weights.map(finding) });
    expect(judgeGates([passed('test'), passed('tamper', ['note', 'fail'])])).toBe('failed');
    expect(judgeGates([passed('test'), passed('tamper', ['note'])])).toBe('passed');
    expect(judgeGates([passed('lint'), result('test', { verdict: 'skipped' })])).toBe('not_verified');
  });

  it('failures: each kind in its place, unknown ones last and in their order, those without an end among them', () => {
    const gates = ['z', 'build', 'limits', 'a', 'lint', 'coverage', 'types', 'red-first', 'test'];
    const ordered = orderFailures([
      ...gates.map((gate) => result(gate, { verdict: 'timeout' })),
      result('x', { verdict: 'skipped' }),
    ]);
    expect(ordered.map(({ gate }) => gate)).toEqual([
      'test',
      'red-first',
      'types',
      'coverage',
      'lint',
      'limits',
      'build',
      'z',
      'a',
    ]);
  });

  it('the chain: what does not hold is said', () => {
    const record: EvidenceRecord = {
      ...{ at: 1, base: 'b', tree: 't', definitions: 'd', environment: 'e', criterion: null, attempt: 1 },
      result: result('test'),
    };
    const first = appendEvidence(null, record, sha256);
    const second = appendEvidence(first, record, sha256);
    expect(first).toMatchObject({ number: 1, previous: '0'.repeat(64) });
    expect(second).toMatchObject({ number: 2, previous: first.hash });
    const broken = (links: readonly Evidence[], head?: string) => verifyChain(links, sha256, head);
    expect(broken([second])).toEqual({ whole: false, at: 0, why: 'link 1 has the number 2' });
    expect(broken([first, { ...second, previous: 'x' }])).toEqual({
      whole: false,
      at: 1,
      why: 'link 2 does not follow the one before it',
    });
    expect(broken([first, { ...second, tree: 'x' }])).toEqual({
      whole: false,
      at: 1,
      why: 'link 2 was changed after it was written',
    });
    expect(broken([first], second.hash)).toEqual({
      whole: false,
      at: 1,
      why: 'the chain does not end where it is known to end',
    });
    expect(broken([first, second], second.hash)).toEqual({ whole: true });
  });

  it('canonical text: members in order, lists as they are, what is not there left out', () => {
    expect(canonical({ b: [1, undefined, null, { d: 1, c: 2 }], a: 'x', ab: null, c: undefined })).toBe(
      '{"a":"x","ab":null,"b":[1,null,null,{"c":2,"d":1}]}',
    );
    expect([canonical(null), canonical(undefined), canonical([]), canonical({})]).toEqual(['null', 'null', '[]', '{}']);
  });
});
