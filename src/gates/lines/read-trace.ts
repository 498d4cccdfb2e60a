// What one process told of a run's lines: a record a line, in the order in which things came to pass. It can be cut short, and anybody in that process can write to it.
import { isObject, parseObject } from '../detect/package-json.ts';
import type { Script } from './places.ts';
import type { Counted } from './ran-lines.ts';

/** File of a test, as seen from the checkout, and its suites and name with blanks between. */
export type TestKey = readonly [file: string, title: string];

/** `lines`: of a runner that tells lines itself; `ran`: by script. `others`: files in which other functions were called. */
export type Stretch = {
  readonly k: 'window';
  readonly at: 'load' | 'between' | 'test';
  readonly tests: readonly TestKey[];
  readonly ran: readonly (readonly [script: string, functions: readonly Counted[]])[];
  readonly lines: readonly ToldLines[];
  readonly others: readonly string[];
};

export type ToldLines = {
  readonly file: string;
  readonly called: readonly number[];
  readonly loaded: readonly number[];
};

type Event = Stretch | { readonly k: 'test'; readonly test: TestKey };

export type Trace = {
  /** The test that started this process; null: none, or nobody knows. */
  readonly of: TestKey | null;
  readonly scripts: ReadonlyMap<string, Script>;
  /** Read anew each time: all of them at once are many times as large as their text. */
  readonly events: Iterable<Event>;
  /** V8 itself writes down what ran there, at its end (`read-counts.ts`). */
  readonly counts: boolean;
  /** It came to its end. */
  readonly ended: boolean;
};

/** null: it had more to tell than it may, or this is no such record. */
export function readTrace(text: string): Trace | null {
  const scripts = new Map<string, Script>();
  let of: TestKey | null = null;
  let [counts, ended] = [false, false];
  for (const record of recordsIn(text)) {
    if (record === null || record.k === 'full') return null;
    if (record.k === 'begin') {
      of = isKey(record.of) ? record.of : null;
      counts = record.counts === true;
    }
    if (record.k === 'end') ended = true;
    else if (record.k === 'script') {
      const script = scriptOf(record);
      if (script !== null) scripts.set(String(record.id), script);
    }
  }
  return { of, scripts, events: { [Symbol.iterator]: () => eventsIn(text) }, counts, ended };
}

function* eventsIn(text: string): Generator<Event> {
  for (const record of recordsIn(text))
    if (record?.k === 'test' && isKey(record.test)) yield { k: 'test', test: record.test };
    else if (record?.k === 'window') yield stretchOf(record);
}

/** One a line, null for what is none; what stands behind the last newline was cut off. */
function* recordsIn(text: string): Generator<Record<string, unknown> | null> {
  for (let at = 0; ; ) {
    const end = text.indexOf('\n', at);
    if (end < 0) return;
    const record = parseObject(text.slice(at, end));
    yield isObject(record) ? record : null;
    at = end + 1;
  }
}

function scriptOf({ file, text, map }: Record<string, unknown>): Script | null {
  if (typeof file !== 'string' || typeof text !== 'string') return null;
  return { file, text, map: typeof map === 'string' ? map : null };
}

function stretchOf({ at, tests, ran, lines, others }: Record<string, unknown>): Stretch {
  return {
    k: 'window',
    at: at === 'load' || at === 'between' ? at : 'test',
    tests: list(tests).filter(isKey),
    ran: list(ran).flatMap((each) => (Array.isArray(each) ? [[String(each[0]), list(each[1]).filter(isCounted)]] : [])),
    lines: list(lines).flatMap((each) => toldLines(each)),
    others: list(others).filter((each) => typeof each === 'string'),
  };
}

const toldLines = (each: unknown): readonly ToldLines[] =>
  isObject(each) && typeof each.file === 'string'
    ? [{ file: each.file, called: list(each.called).filter(isCount), loaded: list(each.loaded).filter(isCount) }]
    : [];

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);
const isCounted = (value: unknown): value is Counted => Array.isArray(value) && value.every(isCount);
const isKey = (value: unknown): value is TestKey =>
  Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string');
