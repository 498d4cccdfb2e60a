// What reports of cargo and go say of failures, and where a test stands; the forms themselves are in formats.test.ts.
import { describe, expect, it } from 'vitest';
import { readCargoReport } from './cargo-report.ts';
import { readGoReport } from './go-report.ts';

describe('cargo', () => {
  const made = 'src/lib.rs src/cart.rs src/cart/tax.rs src/deep/mod.rs';
  const read = (log: readonly string[], said: readonly string[], of = made, code = 101) =>
    readCargoReport(`folder /w\nmade ${of}\nlog\n${log.join('\n')}\noutput\n${said.join('\n')}\nended ${code}\n`, '/w');
  const placeOf = (name: string, of?: string) => {
    const [one] = read([`ok ${name}`], [], of, 0) ?? [];
    return [one?.file, one?.path];
  };

  it.each([
    ['adds', 'src/lib.rs', ['adds']],
    ['cart::adds', 'src/cart.rs', ['adds']],
    ['cart::tests::adds', 'src/cart.rs', ['tests', 'adds']],
    ['cart::tax::adds', 'src/cart/tax.rs', ['adds']],
    ['deep::adds', 'src/deep/mod.rs', ['adds']],
    ['other::adds', 'src/lib.rs', ['other', 'adds']],
    ['lib::adds', 'src/lib.rs', ['adds']],
    ['cart', 'src/lib.rs', ['cart']],
    ['deep', 'src/lib.rs', ['deep']],
  ])('%s stands in %s', (name, file, path) => {
    expect(placeOf(name)).toEqual([file, path]);
  });

  it('of a root without a folder modules stand beside it', () => {
    expect(placeOf('cart::adds', 'main.rs cart.rs')).toEqual(['cart.rs', ['adds']]);
  });

  const failing = (...said: readonly string[]) => read(['failed adds'], said)?.[0]?.text;
  it.each<[string, readonly string[], string]>([
    [
      'what it printed, then where',
      [
        '---- adds stdout ----',
        'hello',
        "thread 'adds' panicked at src/lib.rs:3:5:",
        'left: 1',
        '',
        'right: 2',
        'failures:',
      ],
      'left: 1\nright: 2\nsrc/lib.rs:3:5:',
    ],
    [
      'what stands to its end, not what looks like one',
      ['---- adds stdout ----', 'x---- y ----', 'failures: 3', '---- y ---- z', 'failures:', 'no'],
      'x---- y ----\nfailures: 3\n---- y ---- z\n',
    ],
    ['nothing where its end is at once', ['---- adds stdout ----', 'failures:', 'no'], ''],
    [
      'where of a test whose name says it',
      ['---- adds stdout ----', "thread 'x panicked at y' panicked at a.rs:1"],
      'a.rs:1',
    ],
    ['no line of blanks', ['---- adds stdout ----', '   ', 'no'], 'no\n'],
    ['what it printed alone', ['---- adds stdout ----', 'no', 'more', '---- other stdout ----', 'x'], 'no\nmore\n'],
    ['nothing of another', ['---- other stdout ----', 'x'], ''],
    ['nothing where nothing was printed', [], ''],
    ['as far as there is no end', ['---- adds stdout ----', 'x panicked at a.rs:1'], 'a.rs:1'],
  ])('a failure says %s', (_, said, text) => expect(failing(...said)).toBe(text));

  it('a failure says its first forty lines', () => {
    const text = failing('---- adds stdout ----', ...Array.from({ length: 60 }, (_, at) => `line ${at}`));
    expect(text?.trim().split('\n')).toHaveLength(39);
  });

  it.each<[string, readonly string[], readonly string[] | null]>([
    ['a name behind other words', ['failed 0.1s adds'], ['failed adds']],
    ['a text over two lines, with words of a result in it', ['failed: said', 'it is ok then', 'adds'], ['failed adds']],
    ['no name', ['ok'], null],
    ['no result', ['not ok adds'], null],
  ])('%s', (_, log, wanted) => {
    expect(read(log, [])?.map(({ status, path }) => `${status} ${path.join(' ')}`) ?? null).toEqual(wanted);
  });

  it.each([
    ['running 2 tests', false],
    ['running 1 test', true],
    ['running 1 tests', true],
    ['was running 2 tests', true],
    ['running 2 tests now', true],
  ])('of one test that was told after %j, 0 is believed: %s', (line, is) => {
    expect(read(['ok adds'], [line], made, 0) !== null).toBe(is);
  });

  it('a harness of its own says all of its lines', () => {
    expect(readCargoReport('folder /w\nmade a.rs\noutput\none\ntwo\nended 1\n', '/w')?.[0]?.text).toBe('one\ntwo');
  });

  it('what passed says nothing', () => {
    expect(read(['ok adds'], ['---- adds stdout ----', 'x'], made, 0)?.[0]?.text).toBe('');
  });

  it('a harness of its own says the end of all', () => {
    const text = `folder /w\nmade a.rs\noutput\n${'x'.repeat(30_000)}\nended 1\n`;
    expect(readCargoReport(text, '/w')?.[0]?.text).toHaveLength(20_000);
  });

  it.each(['folder /w', 'made a.rs', 'output', 'ended 0'])('without %j it is no report', (line) => {
    const text = 'folder /w\nmade a.rs\noutput\nx\nended 0\n';
    expect(readCargoReport(text, '/w')).toHaveLength(1);
    expect(readCargoReport(text.replace(`${line}\n`, ''), '/w')).toBeNull();
    expect(readCargoReport(text.replace(line, ` ${line}`), '/w')).toBeNull();
  });

  it.each(['ended 1000', 'ended x', 'ended 0 more'])('%s is no end', (line) => {
    expect(readCargoReport(`folder /w\nmade a.rs\noutput\n${line}\n`, '/w')).toBeNull();
  });
});

describe('go', () => {
  const read = (lines: readonly string[], code = 1) =>
    readGoReport(`folder /w/a\na_test.go:func TestA\noutput\n${lines.join('\n')}\nended ${code}\n`, '/w');

  it('a failure says what was printed since it began, with its file as seen from the top', () => {
    const [a] =
      read(['=== RUN   TestA', '  a_test.go:3: no', '--- FAIL: TestA (0.00s)', '    a_test.go:4: more']) ?? [];
    expect(a?.text).toBe('a/a_test.go:3: no\na/a_test.go:4: more\n');
  });

  it.each(['RUN  ', 'CONT ', 'NAME '])('of parts at once each has its own words: %s', (word) => {
    const lines = [
      '=== RUN   TestA/x',
      '=== RUN   TestA/y',
      `=== ${word} TestA/x`,
      'of x',
      `=== ${word} TestA/y`,
      'of y',
    ];
    const ends = ['x', 'y'].map((part) => `--- FAIL: TestA/${part} (0s)`);
    expect(read([...lines, ...ends])?.map(({ path, text }) => [path[1], text])).toEqual([
      ['x', 'of x\n'],
      ['y', 'of y\n'],
    ]);
  });

  it('what stands behind its result is of it, whoever began last', () => {
    const lines = [
      '=== RUN   TestA',
      '=== RUN   TestB',
      '--- FAIL: TestA (12.34s)',
      '    a_test.go:3: no',
      '--- PASS: TestB (0s)',
    ];
    expect(read(lines)?.map(({ path, status, text }) => [...path, status, text])).toEqual([
      ['TestA', 'failed', 'a/a_test.go:3: no\n'],
      ['TestB', 'passed', ''],
    ]);
  });

  it.each(['x PASS', 'PASS x', 'FAIL'])('0 is not believed behind %j', (line) => {
    expect(read(['=== RUN   TestA', '--- PASS: TestA (0s)', line], 0)).toBeNull();
    expect(read(['=== RUN   TestA', '--- PASS: TestA (0s)', line, 'PASS'], 0)).toHaveLength(1);
  });

  it('of a package without tests there are none', () => {
    expect(readGoReport('folder /w\noutput\nended 0\n', '/w')).toEqual([]);
    for (const end of ['ended 1000', 'x ended 0', 'ended 0 x', 'ended'])
      expect(readGoReport(`folder /w\noutput\n${end}\n`, '/w'), end).toBeNull();
    expect(readGoReport('x folder /w\noutput\nended 0\n', '/w')).toBeNull();
  });

  it.each([
    ['a_test.go:func TestA', 'a/a_test.go'],
    ['a.go:func TestA', 'a/'],
    ['a_test.go:func TestA x', 'a/'],
    ['x:a_test.go:func TestA', 'a/'],
  ])('%j: it stands in %s', (line, file) => {
    const told = readGoReport(
      `folder /w/a\n${line}\noutput\n=== RUN   TestA\n--- PASS: TestA (0s)\nPASS\nended 0\n`,
      '/w',
    );
    expect(told?.map((each) => each.file)).toEqual([file]);
  });

  it('of very much as much as is shown', () => {
    const [a] = read(['=== RUN   TestA', ...Array<string>(10).fill('x'.repeat(5000)), '--- FAIL: TestA (0s)']) ?? [];
    expect(a?.text).toHaveLength(4 * 5001);
  });

  it('what passed says nothing, and words like a result are none', () => {
    expect(read(['=== RUN   TestA', 'x', '--- PASS: TestA (1.25s)', 'PASS'], 0)?.[0]).toMatchObject({
      ...{ status: 'passed', text: '' },
    });
    for (const line of ['--- PASS: TestA', '--- PASS: TestA (xs)', '--- PASSED: TestA (0s)', '--- PASS: TestA (0s) x'])
      expect(read(['=== RUN   TestA', line])?.[0]?.status, line).toBe('failed');
  });

  it.each([' === RUN   TestA', '=== RUNS   TestA', '=== RUN TestA'])('%j begins nothing', (line) => {
    expect(read([line, 'PASS'], 0)).toEqual([]);
  });
});
