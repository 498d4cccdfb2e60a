// What beside the report itself decides: tests of ours that must fail, files that could not be run, and how sure a pass is.
import { describe, expect, it } from 'vitest';
import type { GateDefinition, GateOutput } from '../../ports/gates.ts';
import { program } from '../runners/program.ts';
import { readGate } from './read.ts';

const canary = { name: 'k7', files: ['a.test.js'] };
type Flags = 'arguments' | 'none';

function read(
  runner: string | null,
  code: number,
  output: Partial<GateOutput>,
  { gate = 'test', flags = 'arguments', asks = false }: { gate?: string; flags?: Flags; asks?: boolean } = {},
) {
  const definition: GateDefinition = {
    ...{ gate, source: 'base', argv: ['x'], runner, reach: { flags, files: 'append' }, deadlineMs: 1000 },
    absent: null,
  };
  const made = program(definition, '/work', '/scratch', null, asks ? canary : undefined);
  return readGate(definition, made, { kind: 'exited', code }, { stdout: '', stderr: '', report: null, ...output });
}

const report = (...tests: readonly (readonly [name: string, passed: boolean])[]) =>
  `${tests.map(([name, passed]) => JSON.stringify({ passed, name, depth: 0, file: '/work/a.test.js' })).join('\n')}\n{"end":true}\n`;
const ours = [
  ['k7 1', false],
  ['k7 2', false],
] as const;

describe('tests of ours that must fail', () => {
  const asked = (code: number, given: string | null) => read('node:test', code, { report: given }, { asks: true });

  it('are left out of what is told, and a run that fails for them alone is a pass', () => {
    expect(asked(1, report(['adds', true], ...ours))).toMatchObject({
      ...{ verdict: 'passed', why: '1 of 1 tests passed', exit: 0, canary: { kind: 'failed' }, findings: [] },
      ...{ counts: { passed: 1, failed: 0, total: 1 }, ids: { passed: ['a.test.js > adds'], failed: [] } },
    });
  });

  it('do not excuse another that failed', () => {
    expect(asked(1, report(['adds', true], ['takes', false], ...ours))).toMatchObject({
      ...{ verdict: 'failed', why: '1 of 2 tests failed', exit: 1, counts: { passed: 1, failed: 1, total: 2 } },
    });
  });

  it('make nothing of a run in which one did not', () => {
    const said = asked(1, report(['adds', true], ['k7 1', true], ['k7 2', false]));
    expect(said).toEqual({
      ...{ verdict: 'failed', why: 'a test that must fail did not: not reported as failed: a.test.js' },
      canary: { kind: 'silent', why: 'not reported as failed: a.test.js' },
      ...{ counts: null, ids: null, findings: [], tail: '' },
    });
    expect(asked(0, report(['adds', true], ...ours))).toMatchObject({
      why: 'a test that must fail did not: it ended with 0 all the same',
    });
  });

  it('say nothing without a report', () => {
    const untold = { kind: 'untold', why: 'it wrote no report of its tests' };
    expect(asked(1, null)).toMatchObject({ verdict: 'failed', canary: untold, counts: null, ids: null });
    expect(asked(1, 'no')).toMatchObject({ verdict: 'failed', canary: untold, counts: null, ids: null });
  });

  it('are told of where they were asked for alone', () => {
    const said = read('node:test', 0, { report: report(['adds', true]) });
    expect('canary' in said || 'exit' in said).toBe(false);
  });
});

describe('a file that could not be run at all', () => {
  const junit = (file: string) =>
    `<?xml version="1.0"?>\n<testsuites><testsuite name="s"><testcase name="testA" file="${file}" class="ATest"/></testsuite></testsuites>\n`;
  const broken = 'Fatal error: x in /work/tests/BTest.php:3\n';
  const failed = (code: number, output: Partial<GateOutput>) => read('phpunit', code, output).ids?.failed ?? null;

  it.each<[string, Partial<GateOutput>, readonly string[] | null]>([
    [
      'it has failed beside those of the report',
      { stdout: broken, report: junit('/work/other/ATest.php') },
      ['tests/BTest.php'],
    ],
    ['it has failed where there is no report', { stdout: broken }, ['tests/BTest.php']],
    ['it was told on the other output', { stderr: broken }, ['tests/BTest.php']],
    ['it was told twice', { stdout: broken, stderr: broken }, ['tests/BTest.php']],
    ['it was run, where others of its folder were', { stdout: broken, report: junit('/work/tests/ATest.php') }, []],
    ['a report that is not whole stays one', { stdout: broken, report: '<testsuites>' }, null],
    ['nothing says so', { report: junit('/work/other/ATest.php') }, []],
  ])('%s', (_, output, wanted) => {
    expect(failed(1, output)).toEqual(wanted);
  });

  it('what it says is what is told of it', () => {
    expect(read('phpunit', 1, { stdout: broken }).findings).toMatchObject([
      { file: 'tests/BTest.php', line: 3, what: expect.stringContaining('Fatal error: x') },
    ]);
  });

  it('a run that ended with 0 had none', () => {
    expect(failed(0, { stdout: broken, report: junit('/work/other/ATest.php') })).toEqual([]);
  });
});

describe('how sure a pass is', () => {
  const tap = 'TAP version 13\nok 1 - adds\n1..1\n# pass 1\n# fail 0\n';
  it.each<[string, ReturnType<typeof read>, string]>([
    ['by its report', read('node:test', 0, { report: report(['adds', true]) }), ''],
    [
      'by what was printed',
      read('node:test', 0, { stdout: tap }, { flags: 'none' }),
      '; by what was printed, which is weaker: tests can print it too',
    ],
    [
      'by their number',
      read('pytest', 0, { stdout: '1 passed in 0.1s' }, { flags: 'none' }),
      '; by their number alone, which is weaker: which tests ran is not known',
    ],
  ])('%s', (_, { verdict, why }, wanted) => {
    expect([verdict, why]).toEqual(['passed', `1 of 1 tests passed${wanted}`]);
  });

  it('by its exit code; of another gate nothing more is known', () => {
    const weaker = '; by its exit code alone, which is weaker: which tests ran is not known';
    expect(read(null, 0, { stdout: 'fine' }).why).toBe(`ended with 0${weaker}`);
    expect(read(null, 0, { stdout: 'fine' }, { gate: 'lint' }).why).toBe('ended with 0');
  });

  it('a failure is told without it, and with its places', () => {
    const said = read('pytest', 1, { stdout: 'a.py:3: AssertionError\n1 failed in 0.1s' }, { flags: 'none' });
    expect(said).toMatchObject({
      verdict: 'failed',
      why: '1 of 1 tests failed',
      findings: [{ file: 'a.py', line: 3 }],
    });
  });

  it('what is printed says nothing beside a report that is not whole, and all where none could be asked for', () => {
    expect(read('pytest', 0, { stdout: '1 passed in 0.1s', report: '<testsuites>' })).toMatchObject({
      ...{ verdict: 'failed', counts: null },
    });
    expect(read('pytest', 1, { stderr: '1 failed in 0.1s' })).toMatchObject({ counts: { failed: 1 }, ids: null });
  });
});

it.each([
  [119_999, '120 s'],
  [120_000, '2 minutes'],
  [209_000, '3 minutes'],
  [1550, '1.6 s'],
])('a run that was ended after %d ms is told in %s', (afterMs, said) => {
  const definition: GateDefinition = {
    ...{ gate: 'test', source: 'base', argv: ['x'], runner: null, deadlineMs: 1000, absent: null },
  };
  const made = program(definition, '/work', '/scratch', null);
  const output = { stdout: '', stderr: '', report: null };
  expect(readGate(definition, made, { kind: 'timed_out', afterMs }, output).why).toContain(`within ${said};`);
});
