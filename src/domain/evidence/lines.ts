// Which lines of a change each of its tests ran: whoever proves something by a test must reach what was changed.
import { sayFew } from '../text/counted.ts';
import type { LinesWord, Reached, Span, StruckTree } from './reached.ts';
import { fileOf, groupsOf } from './test-id.ts';
import type { TestIds } from './verdict.ts';

export type ReachWord =
  /** `ids`: those that reach nothing of the change. */
  { readonly kind: 'nothing'; readonly ids: readonly string[] } | { readonly kind: 'reached'; readonly say: string };

/** `red`: what failed without the change, as `judgeRed` names it. `all`: each of them was red by itself; else they are all that was run. */
export function judgeReach(red: readonly string[], word: LinesWord | undefined, all: boolean): ReachWord {
  if (word === undefined) return { kind: 'reached', say: untold('the changed tests were not run alone') };
  if (word.kind === 'untold') return { kind: 'reached', say: untold(word.why) };
  if (red.length === 0) return { kind: 'reached', say: untold('the tests have no names') };
  const idle = red.filter(reachesNothing(word));
  if (idle.length > 0 && (all || idle.length === red.length)) return { kind: 'nothing', ids: idle };
  const doubtful = new Set(word.unsure);
  const unsure = red.filter((id) => doubtful.has(id));
  const doubt = unsure.length === 0 ? '' : `; not told whether the change is reached by: ${sayFew(unsure, 20)}`;
  return { kind: 'reached', say: `${word.struck ? sayStruck(word.reached) : sayReached(word.reached)}${doubt}` };
}

/** A suite, or a file as a whole, reaches what any of its tests reaches. */
function reachesNothing({ nothing, unsure, reached }: Extract<LinesWord, { kind: 'measured' }>) {
  const others = groupsOf([...unsure, ...reached.map(({ id }) => id)]);
  const idle = new Set([...nothing, ...[...groupsOf(nothing)].filter((group) => !others.has(group))]);
  return (id: string): boolean => idle.has(id);
}

/** What the tests in `asked`, all of which pass with the change, came to with changed functions that end the program: one that passes there as well calls none of them. Null: it told nothing. */
export function reachByStriking(
  { files, whole }: StruckTree,
  asked: readonly string[],
  came: TestIds | null,
): LinesWord | null {
  if (came === null) return null;
  const [passed, failed] = [new Set(came.passed), new Set(came.failed)];
  const spared = asked.filter((id) => passed.has(id));
  const silent = asked.filter((id) => !passed.has(id) && !failed.has(id));
  // A program that has ended tells of none of its tests: of one alone it is known which was running.
  const ended = asked.filter((id) => failed.has(id) || (silent.length === 1 && id === silent[0]));
  const reached = ended.flatMap((id) => files.map(({ path, spans }): Reached => ({ id, file: path, lines: spans })));
  const untold = asked.filter((id) => !ended.includes(id) && !(whole && passed.has(id)));
  return { kind: 'measured', struck: true, reached, nothing: whole ? spared : [], unsure: untold };
}

const untold = (why: string): string => `; lines not measured: ${why}`;

/** Nothing where no line of the change can be run. */
function sayReached(reached: readonly Reached[]): string {
  const files = [...new Set(reached.map(({ file }) => file))].sort();
  if (files.length === 0) return '';
  const count = files.reduce((sum, file) => sum + linesOf(reached.filter((each) => each.file === file)).size, 0);
  return `; changed lines that they run: ${count} of ${sayFew(files, 3)}`;
}

/** Of several functions it is not known which. */
function sayStruck(reached: readonly Reached[]): string {
  const files = [...new Set(reached.map(({ file }) => file))].sort();
  return files.length === 0
    ? ''
    : `; they call changed functions of ${sayFew(files, 3)}: they fail where those end the program`;
}

const linesOf = (reached: readonly Reached[]): ReadonlySet<number> =>
  new Set(reached.flatMap(({ lines }) => lines.flatMap(([first, last]) => range(first, last))));

const mostLines = 10_000;
const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.min(mostLines, last - first + 1) }, (_, at) => first + at);

/** Sorted, next to each other joined. */
export function spansOf(lines: Iterable<number>): readonly Span[] {
  const spans: [number, number][] = [];
  for (const line of [...new Set(lines)].sort((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else spans.push([line, line]);
  }
  return spans;
}

/** Test files that run a line of these, as far as was told. */
export const filesThatReach = (reached: readonly Reached[], file: string, [first, last]: Span): readonly string[] => [
  ...new Set(
    reached
      .filter((each) => each.file === file && each.lines.some(([from, to]) => from <= last && to >= first))
      .map(({ id }) => fileOf(id)),
  ),
];
