// Whether anything demands a hunk: with it put back the tests do not pass, or they pass as if it had never been.
import { sayFew, sayMore } from '../text/counted.ts';
import type { Hunk, HunkToTry, NoHunks } from './hunk.ts';
import type { Finding, GateResult } from './verdict.ts';

export type HunkWord = 'demanded' | 'needless' | 'untold';
export type TriedHunk = { readonly hunk: Omit<HunkToTry, 'tests'>; readonly word: HunkWord };

/** Of one change. */
export const mostHunks = 24;

/** For the runs of all of them: three times what the tests took. */
export const budgetOfHunks = (testsMs: number): number => Math.min(600_000, Math.max(60_000, 3 * testsMs));

/** Largest first; what is within another comes after it. */
export const inOrder = <Each extends Hunk>(hunks: readonly Each[]): readonly Each[] =>
  hunks.toSorted((a, b) => b.size - a.size || Number(a.within !== undefined) - Number(b.within !== undefined));

/** Those that are still worth a run: what stands in something needless is needless with it. */
export const stillOpen = (hunks: readonly HunkToTry[], tried: readonly TriedHunk[]): readonly HunkToTry[] =>
  hunks.filter(({ key, within }) => !tried.some((each) => each.hunk.key === key) && !isNeedless(within, hunks, tried));

function isNeedless(key: string | undefined, hunks: readonly Hunk[], tried: readonly TriedHunk[]): boolean {
  if (key === undefined) return false;
  const around = hunks.find((each) => each.key === key)?.within;
  return tried.some(({ hunk, word }) => word === 'needless' && hunk.key === key) || isNeedless(around, hunks, tried);
}

type Ran = Pick<GateResult, 'verdict' | 'counts' | 'ids' | 'exit' | 'signal'>;

/** `whole`: with all of the change, where it passed. `some`: only the test files that are known to run it. `cut`: it had less time than it may need. */
export function judgeHunk(
  whole: Ran,
  ran: Ran,
  { some, cut }: { readonly some: boolean; readonly cut: boolean },
): HunkWord {
  if (ran.verdict === 'timeout') return cut ? 'untold' : 'demanded';
  if (ran.verdict !== 'passed' && ran.verdict !== 'failed') return 'untold';
  if (ran.exit === null && ran.signal === null) return 'untold';
  const before = new Set(whole.ids?.failed ?? []);
  const fails = ran.ids?.failed.some((id) => !before.has(id)) ?? false;
  const isClean = whole.exit === 0;
  if (fails || (isClean && ran.verdict === 'failed')) return 'demanded';
  if (whole.ids !== null && ran.ids === null) return 'demanded';
  if (!some && whole.counts !== null && ran.counts !== null && ran.counts.passed < whole.counts.passed)
    return 'demanded';
  return isClean || ran.ids !== null ? 'needless' : 'untold';
}

/** What was found, for the record and whoever is asked. */
export type HunksFound = {
  readonly tried: readonly TriedHunk[];
  readonly left: readonly Hunk[];
  /** More than is kept. */
  readonly leftMore: number;
  /** So many that tests are known to fail without: one that is all of the change, and what was tried before. */
  readonly known: number;
  readonly agreed: number;
  readonly none: NoHunks;
  /** null: a person said yes before it was used up. */
  readonly budgetMs: number | null;
};

export const hunkFindings = (tried: readonly TriedHunk[], mode: 'ask' | 'show'): readonly Finding[] =>
  tried
    .filter(({ word }) => word === 'needless')
    .map(({ hunk: { path, lines, shown, key } }) => ({
      gate: 'hunks',
      file: path,
      line: lines[0],
      weight: 'note',
      what: `line ${lines[0]}: no test demands ${quoted(shown)}`,
      ...(mode === 'ask' && { needs: 'yes', key }),
    }));

const quoted = (shown: readonly string[]): string => shown.map((line) => `\`${line}\``).join(' ');
const placeOf = ({ path, lines, shown }: Hunk): string => `${path}:${lines[0]} ${quoted(shown.slice(0, 1))}`;
const spotOf = ({ path, lines }: Hunk): string => `${path}:${lines[0]}`;

const mostNamed = 3;
const countOf = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Nothing is known of any part. */
export const isUntold = ({ tried, known }: HunksFound): boolean =>
  known === 0 && tried.every(({ word }) => word === 'untold');

/** One sentence. */
export function sayHunks(found: HunksFound): string {
  const of = (word: HunkWord): readonly Hunk[] =>
    found.tried.flatMap((each) => (each.word === word ? [each.hunk] : []));
  const [needless, demanded, left] = [of('needless'), of('demanded'), [...of('untold'), ...found.left]];
  const count = needless.length + demanded.length + found.known;
  const parts = countOf(count, 'part of the change', 'parts of the change');
  const verdict =
    count === 0
      ? 'no part of the change was put back'
      : needless.length === 0
        ? `${parts} put back alone: tests fail without ${count === 1 ? 'it' : 'each'}`
        : `${parts} put back alone: no test demands ${sayFew(needless.map(placeOf), mostNamed)}`;
  return [verdict, ...notTried(found, left)].join('; ');
}

function notTried({ leftMore, agreed, none, budgetMs }: HunksFound, left: readonly Hunk[]): readonly string[] {
  const more = leftMore + Math.max(0, left.length - mostNamed);
  const names = `${left.slice(0, mostNamed).map(spotOf).join(', ')}${sayMore(more)}`;
  const budget = budgetMs === null ? 'a yes came before' : `at most ${mostHunks} in ${Math.round(budgetMs / 1000)} s`;
  return [
    ...(left.length + leftMore > 0 ? [`not tried: ${names} (${budget})`] : []),
    ...(agreed > 0 ? [`${agreed} with a yes from before`] : []),
    ...(none.data > 0 ? [`${countOf(none.data, 'file', 'files')} of no code not tried`] : []),
    ...(none.unread > 0 ? [`${countOf(none.unread, 'file', 'files')} not read${sayNamed(none)}`] : []),
  ];
}

const sayNamed = ({ unread, named = [] }: NoHunks): string =>
  named.length === 0 ? '' : `: ${named.join(', ')}${sayMore(unread - named.length)}`;
