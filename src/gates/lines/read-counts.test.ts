import { describe, expect, it } from 'vitest';
import { placesOf } from './places.ts';
import { ranLines } from './ran-lines.ts';
import { joinCounts, readCounts } from './read-counts.ts';
import { readTrace } from './read-trace.ts';

const sources = new Map([['src/a.js', 'run();\n']]);
const counts = (more: object = {}) =>
  JSON.stringify({
    result: [
      { url: 'file:///x/src/a.js', functions: [{ ranges: [{ startOffset: 0, endOffset: 7, count: 1 }] }] },
      { url: 'node:fs', functions: [] },
      { url: 'file:///x/src/b.js', functions: [] },
      3,
    ],
    ...more,
  });

it('of files that are followed alone, as they stand in the checkout', () => {
  const read = readCounts(counts(), sources);
  expect(read).toMatchObject({ of: null, events: [{ at: 'load', ran: [['0', [[0, 7, 1]]]] }] });
  expect([...(read?.scripts.values() ?? [])]).toEqual([{ file: 'src/a.js', text: 'run();\n', map: null }]);
});

it('what was transformed first is not what stands there', () => {
  const read = readCounts(counts({ 'source-map-cache': { 'file:///x/src/a.js': {} } }), sources);
  expect(read?.scripts.get('0')?.text).toBe('');
});

it.each(['', '[]', '{"result":1}'])('%j is no such record', (text) => expect(readCounts(text, sources)).toBeNull());

it('who said whose it is has what was counted of it; who was counted and left nothing did not end', () => {
  const said = readTrace('{"k":"begin","of":["t.js","a"],"counts":true}\n');
  const own = readTrace('{"k":"begin","of":null}\n');
  const counted = readCounts(counts(), sources);
  if (said === null || own === null || counted === null) throw new Error('none');
  const named = (name: string, trace: typeof own) => ({ name, trace });
  const all = [named('7-0-x.jsonl', said), named('8-0-x.jsonl', own), named('coverage-7-1-0.json', counted)];
  expect(joinCounts(all).map(({ of, ended }) => [of, ended])).toEqual([
    [['t.js', 'a'], true],
    [null, false],
  ]);
  expect(joinCounts(all.slice(0, 2)).map(({ of, ended }) => [of, ended])).toEqual([
    [['t.js', 'a'], false],
    [null, false],
  ]);
});

it('of what was transformed a text stands as long as it was, up to 4 MiB with the ends of its lines', () => {
  const lengthOf = (lineLengths: readonly number[]) => {
    const cache = { 'source-map-cache': { 'file:///x/src/a.js': { lineLengths, data: { version: 3 } } } };
    return readCounts(counts(cache), sources)?.scripts.get('0')?.text.length;
  };
  expect(lengthOf([2, 0, 3])).toBe(7);
  expect(lengthOf([4 * 1024 ** 2 - 1])).toBe(4 * 1024 ** 2 - 1);
  expect(lengthOf([4 * 1024 ** 2])).toBe(0);
});

describe('what tsx made of a file', () => {
  const source =
    'type Money = { amount: number };\n\nexport enum Kind {\n  A,\n}\n\nexport function tax(of: Money): number {\n  if (of.amount < 0) {\n    return 0;\n  }\n  return of.amount * 19;\n}\n\nexport const half = (of: Money): number => {\n  return of.amount / 2;\n};\n';
  // As Node 24 wrote it down of `tsx`, which puts all on one line.
  const mappings =
    'kHAEO,IAAK,MAAAA,OAAL,CACLA,YAAA,YADU,OAAAA,QAAA,UAIL,SAAS,IAAI,GAAmB,CACrC,GAAI,GAAG,OAAS,EAAG,CACjB,MAAO,EACT,CACA,OAAO,GAAG,OAAS,EACrB,CALgB,kBAOT,MAAM,KAAO,OAAC,IAAsB,CACzC,OAAO,GAAG,OAAS,CACrB,EAFoB';
  const functions = [
    [[0, 1182, 1]],
    [[47, 113, 2]],
    [[124, 169, 1]],
    [
      [181, 243, 1],
      [213, 223, 0],
    ],
    [[279, 303, 0]],
  ].map((all) => ({ ranges: all.map(([startOffset, endOffset, count]) => ({ startOffset, endOffset, count })) }));
  const url = 'file:///w/src/tax.ts';
  const linesRun = (cache: unknown) => {
    const text = JSON.stringify({ result: [{ url, functions }], 'source-map-cache': { [url]: cache } });
    const [script] = readCounts(text, new Map([['src/tax.ts', source]]))?.scripts.values() ?? [];
    const lines = new Set(source.split('\n').map((_, at) => at + 1));
    const places = script && placesOf(script, source, lines);
    if (!script || !places) return null;
    const counted = functions.map(({ ranges }) => ranges.flatMap((each) => Object.values(each).map(Number)));
    return [...ranLines(script.text, counted, places).called].sort((a, b) => a - b);
  };

  it('is told by the lines of its source', () => {
    const data = { version: 3, mappings, sources: [url] };
    const called = linesRun({ lineLengths: [334, 0, 846], data, url: null });
    expect(called).toEqual(expect.arrayContaining([7, 8, 11]));
    expect(called).not.toContain(9);
    expect(called).not.toContain(15);
  });

  it.each([
    null,
    7,
    {},
    { lineLengths: [334], data: null },
    { lineLengths: 'x', data: 1 },
    { lineLengths: [2 ** 40], data: { version: 3, mappings, sources: [url] } },
  ])('%j tells nothing of it', (cache) => expect(linesRun(cache)).toBeNull());
});
