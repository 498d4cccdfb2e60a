import { expect, it } from 'vitest';
import { boundSummary, type ChangedFile, type Component, sayForDependants, summaryText } from './summary.ts';

const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  ...{ path, kind: 'added', from: null, added: 3, removed: 0 },
  ...more,
});
const component = (name: string, more: Partial<Component> = {}): Component => ({
  ...{ name, kind: 'function', path: 'src/heart.ts', line: 4, exported: true },
  ...more,
});
const gates = [
  { gate: 'test', verdict: 'passed' },
  { gate: 'types', verdict: 'not_configured' },
];

it('PC-62 a summary names what really changed, what it adds with its line, how it is used, and what its gates said', () => {
  const files = [file('src/heart.ts'), file('b.md', { kind: 'renamed', from: 'a.md', added: 0 })];
  const components = [
    component('inner', { exported: false }),
    component('beat'),
    component('pulse', { path: 'src/a/b.py', line: 9 }),
  ];
  const text = summaryText({ id: 'IMPL-1', title: 'Beat' }, boundSummary({ files, components, gates }));
  for (const line of [
    '# Task: IMPL-1 Beat',
    '- `src/heart.ts`: added (+3 -0)',
    '- `b.md`: renamed from `a.md` (+0 -0)',
    '- **beat** (`src/heart.ts:4`): function',
    '- **inner** (`src/heart.ts:4`): function, of its file alone',
    "- `import { beat } from 'src/heart.ts'`",
    '- `from a.b import pulse`',
    '- test: passed',
    '- types: not configured',
    '## Status: ✅ Complete',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text.indexOf('**beat**')).toBeLessThan(text.indexOf('**inner**'));
});

it('PC-62 what would make it long is left out, and counted', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => at);
  const files = [...many(60).map((at) => file(`f${at}.ts`)), file('x'.repeat(400))];
  const components = many(50).map((at) => component(`c${at}`, { exported: at >= 45 }));
  const bounded = boundSummary({ files, components, gates });
  expect([bounded.files.length, bounded.moreFiles, bounded.components.length, bounded.moreComponents]).toEqual([
    40, 21, 40, 10,
  ]);
  expect(bounded.components.slice(0, 5).every(({ exported }) => exported)).toBe(true);
  const text = summaryText({ id: 'a', title: 'b' }, bounded);
  expect(text).toContain('- and 21 more files');
  expect(text).toContain('- and 10 more components');
});

it('what a person saw to hold is told beside what gates said', () => {
  const bounded = {
    ...boundSummary({ files: [], components: [], gates }),
    looked: [{ check: 'the page\nis blue', by: 'person:ann' }],
  };
  expect(summaryText({ id: 'a', title: 'b' }, bounded)).toContain('\n- seen by person:ann: the page is blue\n');
});

it('PC-62 who depends on a node is told what can be used and where, the nearest whole', () => {
  const summary = boundSummary({
    files: [file('src/heart.ts')],
    components: [component('beat'), component('own', { exported: false })],
    gates,
  });
  expect(sayForDependants([{ id: 'IMPL-1', title: 'Beat', summary }])).toBe(
    '### IMPL-1: Beat\nFiles: src/heart.ts (added)\n- **beat** (`src/heart.ts:4`): function',
  );
  const long = boundSummary({
    files: Array.from({ length: 40 }, (_, at) => file(`${at}${'y'.repeat(280)}`)),
    components: [],
    gates,
  });
  const told = sayForDependants([
    { id: 'FAR', title: 'a', summary: long },
    { id: 'MID', title: 'b', summary: long },
    { id: 'NEAR', title: 'c', summary: long },
  ]);
  expect([told.includes('FAR'), told.includes('MID'), told.includes('NEAR')]).toEqual([false, true, true]);
  expect(told.indexOf('MID')).toBeLessThan(told.indexOf('NEAR'));
});
