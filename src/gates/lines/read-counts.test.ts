import { expect, it } from 'vitest';
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
