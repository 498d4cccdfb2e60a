// Places in files that a failing gate names, for the next prompt and the person.
import type { Finding } from '../../domain/evidence/verdict.ts';
import { tidy } from '../../domain/text/safe/strip-control.ts';
import { idOf, type TestCase, within } from './results.ts';

const MOST = 50;
const place =
  /^\s*(?:error(?:\[\w+\])?:? )?(?:-->\s*)?([\w@./\\+-][^\s:()]*\.\w+)(?:\((\d+)(?:,\d+)?\)|:(\d+)(?::\d+)?):?\s+(.*)/;

/** `src/a.ts(3,5): error ...`, `src/a.py:3:5: ...`; the first 50. */
export function locate(gate: string, output: string, folder: string | undefined): readonly Finding[] {
  const found: Finding[] = [];
  for (const line of output.split('\n')) {
    const read = place.exec(line);
    if (read === null || found.length === MOST) continue;
    const [, file = '', first, second, what = ''] = read;
    found.push(finding(gate, what === '' ? 'named here' : what, within(folder, file), Number(first ?? second)));
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
