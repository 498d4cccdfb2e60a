// Faults that nobody can see, whatever is run: they count neither for the tests nor against them.
import { applyMutant, type Mutant } from './mutants.ts';

export type Equivalent = {
  readonly file: string;
  /** A line of it, and what the fault makes of that, without what stands around them. */
  readonly from: string;
  readonly to: string;
  readonly why: string;
};

const differs = {
  file: 'src/gates/hunks/diff-lines.ts',
  whole: 'behind the end of both there is nothing, and where both end there all is the same',
  scratch: 'there is a place more than is needed, and nothing is read from it',
} as const;
const cuts = {
  file: 'src/gates/hunks/pieces.ts',
  taken: 'nothing was taken away there, so that nobody asks from which line',
} as const;

const kept = { file: 'src/store/cache.ts', why: 'what is not kept is read again, and is the same' } as const;
/** Each size of what is kept, in megabytes. */
const sizes: readonly (readonly [name: string, size: number])[] = [
  ['lists', 8],
  ['criteria', 8],
  ['runs', 8],
  ['tasks', 4],
];
/** What a fault makes of one. */
const wrongSizes = (size: number): readonly string[] => [
  `${size + 1} * 1024 * 1024`,
  `${size} * 1025 * 1024`,
  `${size} * 1024 * 1025`,
  `${size} / 1024 * 1024`,
  `${size} * 1024 / 1024`,
];
const megabyte = ['1025 * 1024', '1024 * 1025', '1024 / 1024'];

export const equivalents: readonly Equivalent[] = [
  {
    ...{ file: differs.file, why: differs.whole },
    from: 'while (head < shorter && was[head] === now[head]) head += 1;',
    to: 'while (head <= shorter && was[head] === now[head]) head += 1;',
  },
  ...['2 * most + 4', '3 * most + 3'].map((size) => ({
    ...{ file: differs.file, why: differs.scratch },
    from: 'const reach = new Int32Array(2 * most + 3);',
    to: `const reach = new Int32Array(${size});`,
  })),
  ...['now: shifted.now + step', 'old: shifted.old - step, now: shifted.now + step'].map((place) => ({
    ...{ file: cuts.file, why: cuts.taken },
    from: 'shifted = { ...shifted, old: shifted.old + step, now: shifted.now + step };',
    to: `shifted = { ...shifted, ${place} };`,
  })),
  ...['edit.old - edit.taken + same', 'edit.old + edit.taken - same'].map((old) => ({
    ...{ file: cuts.file, why: cuts.taken },
    from: '{ old: edit.old + edit.taken + same, taken: 0, now: first + same, put: edit.put - put },',
    to: `{ old: ${old}, taken: 0, now: first + same, put: edit.put - put },`,
  })),
  {
    file: 'src/gates/hunks/cut-file.ts',
    from: 'swaps.reduce((sum, { from, to, back }) => sum + Math.max(to - from, back.length), 0);',
    to: 'swaps.reduce((sum, { from, to, back }) => sum + Math.max(to - from, back.length), 1);',
    why: 'each is larger by one, and the largest are the same',
  },
  ...[
    'each.start < end || each.end > start',
    'each.start <= end && each.end > start',
    'each.start < end && each.end >= start',
  ].map((is) => ({
    file: 'src/gates/lines/ran-lines.ts',
    from: 'const near = ranges.filter((each) => each.start < end && each.end > start);',
    to: `const near = ranges.filter((each) => ${is});`,
    why: 'it is for speed: what does not reach into the place has no point in it, and is around none',
  })),
  {
    file: 'src/gates/expectations/test-blocks.ts',
    from: 'for (let at = lineStart; at > 0; ) {',
    to: 'for (let at = lineStart; at >= 0; ) {',
    why: 'at the beginning the line above is empty, and that ends it as well',
  },
  {
    file: 'src/gates/expectations/test-texts.ts',
    from: 'told.set(block, one);',
    to: ';',
    why: 'it is made anew for each, and is the same',
  },
  ...sizes.flatMap(([name, size]) =>
    wrongSizes(size).map((to) => ({
      ...kept,
      from: `${name}: boundedMap(${size} * 1024 * 1024),`,
      to: `${name}: boundedMap(${to}),`,
    })),
  ),
  ...megabyte.map((to) => ({
    ...kept,
    from: 'sessions: boundedMap(1024 * 1024),',
    to: `sessions: boundedMap(${to}),`,
  })),
  ...['', 'force: false'].map((how) => ({
    file: 'src/store/search-index.ts',
    from: 'rmSync(path, { force: true });',
    to: `rmSync(path, { ${how} });`,
    why: 'it is there: it was opened just before',
  })),
];

/** `source`: of its file. */
export function isEquivalent(mutant: Mutant, source: string): boolean {
  const lineOf = (text: string): string => text.split('\n')[mutant.line - 1]?.trim() ?? '';
  const [from, to] = [lineOf(source), lineOf(applyMutant(source, mutant))];
  return equivalents.some((each) => each.file === mutant.file && each.from === from && each.to === to);
}
