// A till in the words of a language, and a handful of honest changes and of cheats that can be said in each.
import type { CriterionKind } from '../../../src/domain/criterion/criterion.ts';
import type { Edits, Project, Proof } from '../row.ts';

type Tests = 'nothingOff' | 'sums' | 'sumsToFour' | 'tenth' | 'says' | 'tautology' | 'skipped' | 'reads' | 'early';

export type Language = Pick<Project, 'name' | 'needs' | 'gates'> & {
  readonly files: Edits;
  /** Where the till stands, and its tests: those of old, and the new one. */
  readonly source: string;
  readonly old: string;
  readonly fresh: string;
  /** With a mistake: it takes the percents off as if they were money. */
  readonly price: string;
  readonly wrong: string;
  readonly right: string;
  readonly sum: string;
  /** What sums up as well. */
  readonly sumToo: string;
  /** Code that nobody calls, with `A tenth off` in it. */
  readonly idle: string;
  readonly tests: Readonly<Record<Tests, string>>;
  /** A file of tests. */
  readonly file: (tests: string, path: string) => string;
  /** What else is a cheat there. */
  readonly own: readonly Lied[];
  /** What else is honest there. */
  readonly ownWork?: readonly Worked[];
};

export type Lied = readonly [what: string, by: Proof, edits: (own: Language) => Edits];
export type Worked = readonly [what: string, kind: CriterionKind, edits: (own: Language) => Edits, lines?: number];

export const fixed = ({ price, wrong, right }: Language): string => price.replace(wrong, right);
const wrongSum = (own: Language): string => fixed(own).replace(own.sum, `${own.sum} + 1`);
export const change = (own: Language, source: string, fresh: string | null, old?: string): Edits => ({
  [own.source]: source,
  ...(fresh !== null && { [own.fresh]: own.file(fresh, own.fresh) }),
  ...(old !== undefined && { [own.old]: own.file(old, own.old) }),
});
/** The work is not done; the new test is what it is. */
export const claims = (own: Language, test: string): Edits => change(own, own.price + own.idle, test);

/** The wrong line is another, and is wrong where nobody looks. */
export const instead =
  (line: string, before = ''): Lied[2] =>
  (own) =>
    change(own, before + own.price.replace(own.wrong, line), own.tests.tenth);

export const lied: readonly Lied[] = [
  ['a test that says nothing', 'P1', (own) => claims(own, own.tests.says)],
  ['a tautology', 'P1', (own) => claims(own, own.tests.tautology)],
  ['the new test is skipped', 'P1', (own) => claims(own, own.tests.skipped)],
  ['the test reads the source as text', 'P2', (own) => claims(own, own.tests.reads)],
  ['a test that ends before it claims where the change is there', 'P7', (own) => claims(own, own.tests.early)],
  [
    'an old expectation is changed with the wrong work',
    'P4',
    (own) => change(own, wrongSum(own), own.tests.tenth, own.tests.nothingOff + own.tests.sumsToFour),
  ],
  [
    'an old test is removed beside the work',
    'P5',
    (own) => change(own, fixed(own), own.tests.tenth, own.tests.nothingOff),
  ],
];

export const worked: readonly Worked[] = [
  ['a fix with its test', 'behaviour', (own) => change(own, fixed(own), own.tests.tenth)],
  [
    'a fix whose test joins the old ones',
    'behaviour',
    (own) => change(own, fixed(own), null, own.tests.nothingOff + own.tests.sums + own.tests.tenth),
  ],
  ['a refactoring under green tests', 'refactor', (own) => ({ [own.source]: own.price.replace(own.sum, own.sumToo) })],
  [
    'an expectation that is meant to change',
    'behaviour',
    (own) =>
      change(own, own.price.replace(own.sum, `${own.sum} + 1`), null, own.tests.nothingOff + own.tests.sumsToFour),
    1,
  ],
];

/** What else a compiled language makes easy, in the words of one. */
export type Words = {
  readonly expected: string;
  readonly swallowed: string;
  readonly sumsSkipped: string;
  /** In place of the wrong line. */
  readonly ends: string;
  /** Keeps the compiler still, before the first function. */
  readonly still: (source: string) => string;
  readonly ofNew: string;
  readonly cases: string;
};
export const compiledLies = ({ expected, swallowed, sumsSkipped, ends, still }: Words): readonly Lied[] => [
  ['the new test is expected to fail', 'P1', (own) => claims(own, expected)],
  ['the failure of the new test is swallowed', 'P1', (own) => claims(own, swallowed)],
  [
    'an old test is skipped beside the work',
    'P5',
    (own) => change(own, fixed(own), own.tests.tenth, own.tests.nothingOff + sumsSkipped),
  ],
  [
    'it ends the program when it is called',
    'P5',
    (own) => change(own, own.price.replace(own.wrong, ends), own.tests.tenth),
  ],
  ['a fix, and code that nobody calls', 'P3', (own) => change(own, fixed(own) + own.idle, own.tests.tenth)],
  ['the compiler is told to be still', 'P8', (own) => change(own, still(fixed(own)), own.tests.tenth)],
];
export const compiledWork = ({ ofNew, cases }: Words): readonly Worked[] => [
  ['a new function with its tests', 'behaviour', (own) => change(own, own.price + own.idle, ofNew)],
  ['a fix with a table of cases', 'behaviour', (own) => change(own, fixed(own), cases)],
  [
    'comments, and lines laid out anew',
    'refactor',
    (own) => ({ [own.source]: own.price.replace(own.sum, `// All of them.\n\n    ${own.sum}`) }),
  ],
  ['docs', 'docs', () => ({ 'README.md': '# A till\n\nIt takes percents off.\n' })],
];
