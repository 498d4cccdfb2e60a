// Places in files that a failing gate names, for the next prompt and the person.
import type { Finding } from '../../domain/evidence/verdict.ts';
import { tidy } from '../../domain/text/safe/strip-control.ts';
import { type PrintedPart, seenFromTop } from './printed-in.ts';
import { idOf, type TestCase, within } from './results.ts';

const MOST = 50;
const NAME = String.raw`[\w@./\\+-][^\s:()]*\.\w+`;
const place = new RegExp(
  String.raw`^\s*(?:error(?:\[\w+\])?:? )?(-->\s*)?(${NAME})(?:\((\d+)(?:,\d+)?\)|:(\d+)(?::\d+)?)(?::?\s+(.*)|$)`,
);
/** A file alone in its line, and below it what is wrong there: `  3:5  error  ...`. */
const heading = new RegExp(`^(${NAME})$`);
const below = /^\s+(\d+):\d+\s+((?:error|warning)\s.*)/;

/** `src/a.ts(3,5): error ...`, `src/a.py:3:5: ...`, a place below its words (` --> src/a.rs:3:5`) and places below their file; the first 50. */
export function locate(gate: string, parts: readonly PrintedPart[], folder: string | undefined): readonly Finding[] {
  return parts
    .flatMap(({ at, text }) =>
      placesIn(text).map(({ file, line, what }) => finding(gate, what, within(folder, seenFromTop(at, file)), line)),
    )
    .slice(0, MOST);
}

type Place = { readonly file: string; readonly line: number; readonly what: string };

function placesIn(text: string): readonly Place[] {
  const found: Place[] = [];
  let [before, under] = ['', ''];
  for (const line of text.split('\n').map((each) => each.trimEnd())) {
    const [, arrow, file = '', first, second, what = ''] = place.exec(line) ?? [];
    const [, number, says = ''] = below.exec(line) ?? [];
    const own = what !== '' ? what : arrow === undefined ? '' : before.trim();
    if (file !== '') found.push({ file, line: Number(first ?? second), what: own === '' ? 'named here' : own });
    else if (under !== '' && number !== undefined) found.push({ file: under, line: Number(number), what: says });
    else under = heading.exec(line)?.[1] ?? (line === '' ? '' : under);
    if (found.length === MOST) break;
    if (line !== '') before = line;
  }
  return found;
}

/** Failing tests, each with the line of its own file that its stack names. */
export function locateTests(gate: string, failures: readonly TestCase[]): readonly Finding[] {
  return failures.slice(0, MOST).map((test) => {
    const message = test.text.split('\n').find((line) => line.trim() !== '') ?? 'failed';
    return finding(gate, `${idOf(test)}: ${message.trim()}`, test.file === '' ? null : test.file, lineOf(test));
  });
}

function lineOf({ file, text }: TestCase): number | null {
  const at = file === '' ? -1 : text.indexOf(`${file}:`);
  const line = at < 0 ? null : /^\d{1,7}/.exec(text.slice(at + file.length + 1, at + file.length + 9));
  return line === null ? null : Number(line[0]);
}

const finding = (gate: string, what: string, file: string | null, line: number | null): Finding => ({
  gate,
  what: tidy(what).replace(/\s+/g, ' ').slice(0, 300),
  file,
  line,
  weight: 'fail',
});
