// What one binary of go's tests said, with the folder of its package and where its tests are defined.
import { type Status, type TestCase, within } from './results.ts';

type TestSoFar = { status: Status; text: string; told: boolean };

/** null where the text is no such report (also one cut short, or one with something behind its end). */
export function readGoReport(text: string, folder: string | undefined): readonly TestCase[] | null {
  const lines = text.trimEnd().split('\n');
  const ended = /^ended (\d{1,3})$/.exec(lines.pop() ?? '');
  const start = lines.indexOf('output');
  const place = /^folder (.*)/.exec(lines[0] ?? '')?.[1];
  if (ended === null || start < 1 || place === undefined) return null;
  const said = lines.slice(start + 1);
  // Whatever ended it before its last word, 0 is not believed.
  if (ended[1] === '0' && !said.some((line) => /^\u0016?PASS$/.test(line)) && said.some(isStart)) return null;
  const files = filesOf(lines.slice(1, start));
  const own = within(folder, `${place}/`);
  return [...tests(said)].map(([name, { status, text: why }]) => {
    const path = name.split('/');
    const file = `${own}${files.get(path[0] ?? '') ?? ''}`;
    const short = file.slice(file.lastIndexOf('/') + 1);
    return { file, path, status, text: status === 'failed' ? why.replaceAll(`${short}:`, `${file}:`) : '' };
  });
}

/** `a_test.go:func TestAdds`. */
const filesOf = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap((line) => {
      const read = /^([^:]+_test\.go):func (\S+)$/.exec(line);
      return read === null ? [] : [[read[2] ?? '', read[1] ?? '']];
    }),
  );

const isStart = (line: string): boolean => /^\u0016?=== RUN {3}\S/.test(line);

const words: Readonly<Record<string, Status>> = { PASS: 'passed', FAIL: 'failed', SKIP: 'skipped' };

/** One that began and was not heard of again has failed. */
function tests(lines: readonly string[]): ReadonlyMap<string, TestSoFar> {
  const all = new Map<string, TestSoFar>();
  let now: TestSoFar | undefined;
  for (const line of lines) {
    const begun = /^\u0016?=== (?:RUN|CONT|NAME) {2,3}(\S.*)/.exec(line);
    if (begun !== null) {
      const name = begun[1] ?? '';
      now = all.get(name) ?? { status: 'failed', text: '', told: false };
      all.set(name, now);
      continue;
    }
    // What a test printed last may stand before it.
    const result = /--- (PASS|FAIL|SKIP): (\S.*) \(\d+(?:\.\d+)?s\)$/.exec(line);
    const [, word = '', name = ''] = result ?? [];
    const of = all.get(name);
    if (of !== undefined) {
      // Of two words about one test the worse counts: what a test prints can look like one.
      of.status = of.told && of.status !== words[word] ? 'failed' : (words[word] ?? 'failed');
      of.told = true;
      now = of;
    } else if (now !== undefined && now.text.length < 20_000) now.text += `${line.trim()}\n`;
  }
  return all;
}
