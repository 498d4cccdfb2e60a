import { describe, expect, it } from 'vitest';
import type { CoverageWish } from '../../domain/evidence/covered.ts';
import { readReport } from './read-report.ts';
import { tellCoverage } from './tell-coverage.ts';

const folder = '/state/stages/shop-1';

const readWhole = async (report: AsyncIterable<Uint8Array>) => {
  const read = await readReport(report);
  return read === 'too_large' ? null : read;
};

async function* pieces(text: string, size = text.length): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += Math.max(size, 1)) yield bytes.subarray(at, at + Math.max(size, 1));
}

/** Of `src/cart.js`: lines 1 and 3 ran, 2 and 5 did not, 4 cannot run. */
const lcov = `TN:\nSF:${folder}/src/cart.js\nFN:1,total\nFNDA:1,total\nDA:1,1\nDA:2,0\nDA:3,12\nDA:5,0\nLF:4\nLH:2\nend_of_record\n`;
const istanbulFile = {
  path: `${folder}/src/cart.js`,
  statementMap: Object.fromEntries([1, 2, 3, 5].map((line, id) => [id, { start: { line }, end: { line } }])),
  s: { 0: 1, 1: 0, 2: 12, 3: 0 },
};
const cobertura = (name: string, source: string) => `<?xml version="1.0" ?>
<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
<coverage line-rate="0.99"><sources><source>${source}</source></sources><packages><package name="src"><classes>
<class name="cart" filename="${name}"><methods/><lines><line number="1" hits="1"/><line number="2" hits="0"/><line number="3" hits="12"/><line number="5" hits="0"/></lines></class>
</classes></package></packages></coverage>
`;
const reports: Readonly<Record<string, string>> = {
  lcov,
  'lcov of a folder': lcov.replace(`${folder}/`, ''),
  'lcov with CRLF': lcov.replaceAll('\n', '\r\n'),
  'lcov that tells of a file twice': lcov + lcov.replace('DA:1,1', 'DA:1,0'),
  Istanbul: JSON.stringify({ [istanbulFile.path]: istanbulFile }),
  'coverage.py': JSON.stringify({
    meta: { version: '7.6.1' },
    files: { 'src/cart.js': { executed_lines: [1, 3], missing_lines: [2, 5], excluded_lines: [] } },
    totals: { percent_covered: 99 },
  }),
  Cobertura: cobertura('cart.js', `${folder}/src`),
  'Cobertura without a folder of sources': cobertura('src/cart.js', folder),
};

describe('reports of coverage', () => {
  for (const [name, text] of Object.entries(reports))
    it(`in the form ${name} say what ran, whatever pieces they come in`, async () => {
      for (const size of [text.length, 7, 1]) {
        const [file] = [...((await readWhole(pieces(text, size))) ?? new Map()).values()];
        expect([1, 2, 3, 4, 5, 6].map((line) => file?.isRun(line))).toEqual([true, false, true, null, false, null]);
        expect(file?.share).toEqual({ ran: 2, of: 4 });
      }
    });

  it.each([
    ['nothing', ''],
    ['a line of nothing known', 'hello\n'],
    ['lcov that was cut', lcov.slice(0, lcov.indexOf('LF:'))],
    ['lcov without a file', 'DA:1,1\nend_of_record\n'],
    ['lcov with a line that no file has', lcov.replace('DA:5,0', 'DA:99999999,0')],
    ['lcov with the first line that no file has', lcov.replace('DA:5,0', 'DA:4194304,0')],
    ['lcov with a line before the first', lcov.replace('DA:5,0', 'DA:0,0')],
    ['lcov without a number', lcov.replace('DA:5,0', 'DA:x,0')],
    ['lcov with a line that never ends', `SF:${'x'.repeat(200_000)}`],
    ['JSON that was cut', reports.Istanbul?.slice(0, -3) ?? ''],
    ['JSON of something else', '{"version":1,"result":[]}'],
    ['Istanbul with a statement that has no count', JSON.stringify({ a: { ...istanbulFile, s: {} } })],
    [
      'coverage.py with lines that are none',
      '{"meta":{},"files":{"a.py":{"executed_lines":["1"],"missing_lines":[]}}}',
    ],
    ['sums that cannot be', '{"total":{},"a.js":{"lines":{"total":1,"covered":2}}}'],
    ['Cobertura that was cut', cobertura('cart.js', folder).slice(0, -15)],
    ['Cobertura with words for numbers', cobertura('cart.js', folder).replace('hits="12"', 'hits="many"')],
    ['a profile of Go that was cut', 'mode: set\nshop/cart.go:1.1,2.2 1'],
    ['a profile of Go with a line of something else', 'mode: set\nhello\n'],
    ['a profile of Go of another mode', 'mode: sets\nshop/cart.go:1.1,2.2 1 1\n'],
    ['a profile of Go with something behind its count', 'mode: set\nshop/cart.go:1.1,2.2 1 1 x\n'],
    ['lcov with a record that nobody knows', lcov.replace('LF:4', 'my LF:4')],
    ['lcov with another', lcov.replace('LF:4', 'XX:4')],
    ['lcov with nothing for a number', lcov.replace('DA:5,0', 'DA:,0')],
    ['lcov that begins in the midst', lcov.slice(lcov.indexOf('DA:'))],
    ['Cobertura with a line that has none', cobertura('cart.js', folder).replace('number="5"', 'at="5"')],
    ['Cobertura with a number that is none', cobertura('cart.js', folder).replace('number="5"', 'number="-5"')],
    ['Cobertura without names of files', cobertura('cart.js', folder).replace('filename=', 'name2=')],
    ['Istanbul whose statement is nowhere', JSON.stringify({ a: { ...istanbulFile, statementMap: { 0: {} } } })],
    ['sums that are no numbers', '{"total":{},"a.js":{"lines":{"total":"1","covered":1}}}'],
    ['sums below nothing', '{"total":{},"a.js":{"lines":{"total":1,"covered":-1}}}'],
    ['coverage.py without lines that were missed', '{"meta":{},"files":{"a.py":{"executed_lines":[1]}}}'],
  ])('%s is no report', async (_, text) => {
    expect(await readReport(pieces(text))).toBeNull();
  });

  it('more lines than any repository has are refused before they fill the memory', async () => {
    const file = (name: number) => `SF:${name}.js\nDA:4000000,1\nend_of_record\n`;
    expect(await readReport(pieces(Array.from({ length: 40 }, (_, name) => file(name)).join('')))).toBeNull();
  });

  it('Go counts statements, and its blocks are lines', async () => {
    const profile =
      'mode: count\nexample.com/shop/cart.go:3.20,5.2 2 4\nexample.com/shop/cart.go:6.2,7.3 3 0\nexample.com/shop/cart.go:6.2,7.3 3 1\nexample.com/shop/cart.go:9.2,9.8 1 0\n';
    const file = (await readWhole(pieces(profile)))?.get('example.com/shop/cart.go');
    expect(file?.share).toEqual({ ran: 5, of: 6 });
    expect([3, 4, 5, 6, 8, 9].map((line) => file?.isRun(line))).toEqual([true, true, true, true, null, false]);
  });

  it('two files of Go are two, whose names differ in their first letter alone', async () => {
    const found = await readWhole(pieces('mode: set\na.go:1.1,2.2 1 1\nb.go:1.1,2.2 1 0\n'));
    expect(['a.go', 'b.go'].map((name) => found?.get(name)?.share)).toEqual([
      { ran: 1, of: 1 },
      { ran: 0, of: 1 },
    ]);
  });

  it('a profile of Go may have lines that end otherwise, and blocks of several columns', async () => {
    const profile = 'mode: atomic\r\nshop/cart.go:3.120,5.222 2 0\r\n';
    const file = (await readWhole(pieces(profile)))?.get('shop/cart.go');
    expect([file?.share, file?.isRun(5)]).toEqual([{ ran: 0, of: 2 }, false]);
  });

  it('Cobertura of several folders of sources names its files itself', async () => {
    const two = cobertura('src/cart.js', folder).replace('</source>', '</source><source>/other</source>');
    expect([...((await readWhole(pieces(two))) ?? []).keys()]).toEqual(['src/cart.js']);
    const none = cobertura('src/cart.js', folder).replace(/<sources>.*<\/sources>/, '');
    expect([...((await readWhole(pieces(none))) ?? []).keys()]).toEqual(['src/cart.js']);
  });

  it('Istanbul names a file by its path, or by what it calls it', async () => {
    const named = async (file: object) => [
      ...((await readWhole(pieces(JSON.stringify({ 'src/cart.js': file })))) ?? []).keys(),
    ];
    expect(await named(istanbulFile)).toEqual([istanbulFile.path]);
    expect(await named({ ...istanbulFile, path: undefined })).toEqual(['src/cart.js']);
  });

  it('lcov may have what says more of a line, a count below zero, and lines of many digits', async () => {
    const of = async (line: string) => {
      const text = `SF:a.js\n#said\nBRDA:1,0,0,1\nFNF:1\nVER:1\n${line}\nend_of_record\n`;
      return (await readWhole(pieces(text)))?.get('a.js');
    };
    expect((await of('DA:7,2,c2hh'))?.isRun(7)).toBe(true);
    expect((await of('DA:7,-2'))?.isRun(7)).toBe(false);
    expect((await of('DA:7,10'))?.isRun(7)).toBe(true);
    expect((await of('DA:7,00'))?.isRun(7)).toBe(false);
    expect((await of('DA:4194303,1'))?.last).toBe(4_194_303);
    const large = await of('DA:1234567,1');
    expect([large?.last, large?.isRun(1_234_567), large?.isRun(1_234_566)]).toEqual([1_234_567, true, null]);
  });

  it('lines of a file stay while it grows', async () => {
    const lines = Array.from({ length: 500 }, (_, at) => `DA:${at + 1},${at % 2}\n`).join('');
    const file = (await readWhole(pieces(`SF:a.js\n${lines}end_of_record\n`)))?.get('a.js');
    expect(file?.share).toEqual({ ran: 250, of: 500 });
    expect([1, 2, 499, 500].map((line) => file?.isRun(line))).toEqual([false, true, false, true]);
  });

  it('Istanbul in short counts lines, and tells of none', async () => {
    const short = JSON.stringify({
      total: { lines: {} },
      [`${folder}/src/cart.js`]: { lines: { total: 9, covered: 8 } },
    });
    const file = (await readWhole(pieces(short)))?.get(`${folder}/src/cart.js`);
    expect(file?.share).toEqual({ ran: 8, of: 9 });
    expect(file?.last).toBe(0);
  });
});

describe('figures of coverage', () => {
  const cart = 'one();\ntwo();\nthree();\n\nfive();\n';
  const paths = ['package.json', 'src/cart.js', 'src/new.js', 'test/cart.test.js'];
  const plan = { tests: ['test/**'], guarded: ['package.json'] };
  const diffOf = (path: string, text: string) => {
    const lines = text.split('\n').slice(0, -1);
    return `diff --git a/${path} b/${path}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;
  };
  const tell = (
    report: string | null,
    files: Readonly<Record<string, string>> = {},
    wish: Partial<CoverageWish> = {},
  ) =>
    tellCoverage({
      ...{ wish: { report: 'coverage/lcov.info', ...wish }, plan, folder, paths },
      report: report === null ? null : pieces(report),
      diff: Object.entries(files)
        .map(([path, text]) => diffOf(path, text))
        .join(''),
      sources: new Map(Object.entries(files)),
    });
  const measured = { kind: 'measured', overall: { ran: 2, of: 4 }, missed: [] } as const;

  it('are those of the package that wrote the report, beside a file of the same name at the top', async () => {
    const own = 'packages/shop/src/cart.js';
    const core = { paths: [own], min: 50 };
    const report = 'packages/shop/coverage/lcov.info';
    const told = { ...{ plan, folder, paths: [...paths, own] }, diff: '', sources: new Map() };
    const wish = { report, core };
    expect(
      await tellCoverage({ ...told, wish, report: pieces('SF:src/cart.js\nDA:1,1\nDA:2,0\nend_of_record\n') }),
    ).toEqual({
      ...measured,
      overall: { ran: 1, of: 2 },
      core: { ran: 1, of: 2, min: 50 },
    });
  });

  it('are of what ships, and of the change as far as it can run', async () => {
    expect(await tell(lcov)).toEqual(measured);
    expect(await tell(lcov, { 'src/cart.js': cart })).toEqual({
      ...measured,
      changed: { ran: 2, of: 4 },
      missed: [
        {
          file: 'src/cart.js',
          lines: [
            [2, 2],
            [5, 5],
          ],
        },
      ],
    });
  });

  it('take the core by its paths, with what it must reach; nothing of it in the report is nothing', async () => {
    const core = (path: string) => ({ core: { paths: [path], min: 90 } });
    expect(await tell(lcov, {}, { ...core('src/**'), min: 80 })).toMatchObject({
      min: 80,
      core: { ran: 2, of: 4, min: 90 },
    });
    expect(await tell(lcov, {}, core('lib/**'))).toMatchObject({ core: { ran: 0, of: 0, min: 90 } });
  });

  it('leave out tests, dependencies and files of elsewhere, however much of them ran', async () => {
    const other = (path: string) =>
      `SF:${path}\n${Array.from({ length: 90 }, (_, line) => `DA:${line + 1},1\n`).join('')}end_of_record\n`;
    const more = ['test/cart.test.js', 'node_modules/x/src/cart.js', '/usr/lib/src/cart.js', 'dist/built.js'].map(
      other,
    );
    expect(await tell([...more, lcov].join(''))).toEqual(measured);
  });

  it('count a new file that no test loads as missed, but for what only explains, closes or is a type', async () => {
    const text =
      '// It adds.\nexport type Sum = {\n  readonly of: number;\n};\nexport function add(a, b) {\n  return a + b;\n}\n';
    expect(await tell(lcov, { 'src/new.js': text })).toEqual({
      ...measured,
      changed: { ran: 0, of: 2 },
      missed: [{ file: 'src/new.js', lines: [[5, 6]] }],
    });
    expect(
      await tell(lcov, { 'src/new.js': '// Nothing.\nexport interface Sum {\n  readonly of: number;\n}\n' }),
    ).toEqual(measured);
    expect(await tell(lcov, { 'styles.css': 'a { b: c }\n', 'test/cart.test.js': 'one();\n' })).toEqual(measured);
  });

  it.each([
    ['is not there', null, {}, 'its command wrote no report at coverage/lcov.info'],
    ['is empty', '', {}, 'the report coverage/lcov.info is not whole, or in no form that is known'],
    ['is cut', lcov.slice(0, -20), {}, 'the report coverage/lcov.info is not whole, or in no form that is known'],
    [
      'names nothing of the tree',
      lcov.replaceAll('src/cart.js', 'else/where.js'),
      {},
      'the report coverage/lcov.info names no file of this tree',
    ],
    [
      'is of another tree',
      lcov,
      { 'src/cart.js': 'one();\n' },
      'the report coverage/lcov.info is of another tree: src/cart.js is not so long',
    ],
  ])('are none where the report %s', async (_, report, files, why) => {
    expect(await tell(report, files as Readonly<Record<string, string>>)).toEqual({ kind: 'untold', why });
  });

  it.each(['{"src/cart.js":', '<coverage>', 'mode: set\n'])(
    'PC-22 are none where 200 MB begin with %j: no more is taken of it than is read at once',
    async (begin) => {
      const [piece, taken] = [Buffer.alloc(1024 ** 2, ' '), { pieces: 0 }];
      async function* flood() {
        yield Buffer.from(begin);
        for (; taken.pieces < 200; taken.pieces += 1) yield piece;
      }
      const told = { wish: { report: 'r' }, plan, folder, paths, report: flood(), diff: '', sources: new Map() };
      const why = 'the report r is too large: more than 64 MiB';
      expect(await tellCoverage(told)).toEqual({ kind: 'untold', why });
      expect(taken.pieces).toBeLessThan(65);
    },
  );

  it('are none where the change is larger than is read', async () => {
    const told = { wish: { report: 'r' }, plan, folder, paths, report: pieces(lcov), diff: null, sources: new Map() };
    expect(await tellCoverage(told)).toEqual({ kind: 'untold', why: 'the change is larger than is read' });
  });
});
