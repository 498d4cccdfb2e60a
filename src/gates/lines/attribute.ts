// Which test ran what of a change. Lines that ran while a file was loaded, or between tests, count for all tests that follow.
import { spansOf } from '../../domain/evidence/lines.ts';
import type { LinesWord, Reached } from '../../domain/evidence/reached.ts';
import { fileOf } from '../../domain/evidence/test-id.ts';
import { type Change, followChange, type Hits, joinHits, untouched } from './hits.ts';
import type { Stretch, TestKey, Trace } from './read-trace.ts';

/** What else was changed, where it cannot be followed. */
export type Beside = {
  /** Code of another language: any test may run it. */
  readonly code: boolean;
  /** Data, or files that are gone: only who runs production code at all may feel them. */
  readonly data: boolean;
};

/** `late`: tests before it in the same process ran what was changed, and may have kept what it gave. */
type OfTest = { readonly hits: Hits; readonly late: boolean };
type ByTest = Map<string, OfTest>;

const most = { entries: 300, spans: 20, bytes: 256 * 1024 };

/** `ids`: of tests that passed. */
export function attribute(traces: readonly Trace[], ids: readonly string[], change: Change, beside: Beside): LinesWord {
  const { hits, runsNothing } = followChange(change);
  const byTest: ByTest = new Map();
  let shared = untouched;
  for (const trace of traces)
    shared = joinHits(
      shared,
      follow(trace, (stretch) => hits(trace, stretch), byTest),
    );
  if (runsNothing()) return { kind: 'untold', why: 'no line that was changed can be run' };
  if (byTest.size === 0) return { kind: 'untold', why: 'no test told when it began' };
  const found = lookUp(byTest);
  const [nothing, unsure, reached]: [string[], string[], Reached[]] = [[], [], []];
  let more = false;
  for (const id of ids) {
    const own = found(id);
    const { lines, any, blind } = joinHits(own.hits, shared);
    if (lines.size > 0) {
      more ||= reached.length + lines.size > most.entries;
      if (reached.length < most.entries) reached.push(...[...lines].map(([file, each]) => reachedIn(id, file, each)));
    } else if (beside.code || blind || (any && (beside.data || own.late))) unsure.push(id);
    else nothing.push(id);
  }
  if (JSON.stringify([nothing, unsure]).length > most.bytes)
    return { kind: 'untold', why: 'these are too many tests to be told one by one' };
  return { kind: 'measured', reached: reached.slice(0, most.entries), ...(more && { more }), nothing, unsure };
}

const reachedIn = (id: string, file: string, lines: Iterable<number>): Reached => ({
  id,
  file,
  lines: spansOf(lines).slice(0, most.spans),
});

/** By its name; what did not say its name by all that its file ran. */
function lookUp(byTest: ByTest): (id: string) => OfTest {
  const none: OfTest = { hits: untouched, late: false };
  const byFile = new Map<string, OfTest>();
  for (const [key, each] of byTest) {
    const file = key.slice(0, key.indexOf('\0'));
    byFile.set(file, join(byFile.get(file) ?? none, each));
  }
  // A file of which nothing was told was not followed.
  const unknown: OfTest = { hits: { ...untouched, blind: true }, late: false };
  return (id) =>
    byTest.get(keyOf([fileOf(id), id.split(' > ').slice(1).join(' ')])) ?? byFile.get(fileOf(id)) ?? unknown;
}

const keyOf = ([file, title]: TestKey): string => `${file}\0${title}`;
const join = (one: OfTest, other: OfTest): OfTest => ({
  hits: joinHits(one.hits, other.hits),
  late: one.late || other.late,
});

/** Returns what belongs to no test. */
function follow({ events, of, ended }: Trace, hitsOf: (stretch: Stretch) => Hits, byTest: ByTest): Hits {
  const give = (key: string, hits: Hits, late = false): void => {
    const there = byTest.get(key);
    byTest.set(key, there === undefined ? { hits, late } : join(there, { hits, late }));
  };
  let [ready, last, isReached]: [Hits, string | null, boolean] = [untouched, null, false];
  let before = untouched;
  // Ten thousand tests of one line are one thing.
  const asBefore = (hits: Hits): Hits => {
    if (joinHits(before, hits) !== before || joinHits(hits, before) !== hits) before = hits;
    return before;
  };
  for (const event of events) {
    if (event.k === 'test') {
      last = keyOf(event.test);
      give(last, ready, isReached);
      continue;
    }
    const hits = asBefore(hitsOf(event));
    if (event.at === 'test') {
      for (const test of event.tests) give(keyOf(test), hits);
      isReached ||= hits.lines.size > 0;
    } else {
      if (last !== null) give(last, hits);
      ready = joinHits(ready, hits);
    }
  }
  if (last !== null) return untouched;
  if (of === null) return ready;
  // A process that was ended from outside has not told all of it.
  give(keyOf(of), { ...ready, blind: ready.blind || !ended });
  return untouched;
}
