// What one binary of cargo's tests said: the log of its harness, where its sources are, and what was printed about failures.
import { type Status, type TestCase, within } from './results.ts';

const words: Readonly<Record<string, Status>> = { ok: 'passed', failed: 'failed', ignored: 'skipped' };

/** null where the text is no such report (also one cut short, or one with something behind its end). */
export function readCargoReport(text: string, folder: string | undefined): readonly TestCase[] | null {
  const lines = text.trimEnd().split('\n');
  const code = /^ended (\d{1,3})$/.exec(lines.pop() ?? '')?.[1];
  const root = /^folder (.*)/.exec(lines[0] ?? '')?.[1];
  const made = /^made (.*)/.exec(lines[1] ?? '')?.[1];
  const start = lines.indexOf('output');
  if (code === undefined || root === undefined || made === undefined || start < 2) return null;
  const files = made.split(/(?<!\\) /).map((path) => within(folder, `${root}/${path.replaceAll('\\ ', ' ')}`));
  const said = lines.slice(start + 1);
  // A harness of its own tells nothing but how it ended.
  if (lines[2] !== 'log')
    return [
      {
        file: files[0] ?? '',
        path: [],
        status: code === '0' ? 'passed' : 'failed',
        text: said.join('\n').slice(-20_000),
      },
    ];
  const own = within(folder, `${root}/`);
  const cases = entriesOf(lines.slice(3, start)).map((line) => caseOf(line, files, { said, own }));
  if (cases.includes(null) || isCut(said, cases.length, code)) return null;
  return cases.filter((each) => each !== null);
}

/** What a failure says may go over several lines; the name stands at the end of the last. */
function entriesOf(lines: readonly string[]): readonly string[] {
  const entries: string[] = [];
  for (const line of lines)
    if (entries.length === 0 || /^(?:ok|failed|ignored)\b/.test(line)) entries.push(line);
    else entries.push(`${entries.pop()} ${line}`);
  return entries;
}

/** 0 before all that it began with were told is not believed. */
function isCut(said: readonly string[], told: number, code: string): boolean {
  const running = said.map((line) => /^running (\d{1,9}) tests?$/.exec(line)?.[1]).find((count) => count !== undefined);
  return code === '0' && running !== undefined && Number(running) !== told;
}

/** `own`: the folder of its package, from where what is said names its files. */
function caseOf(
  line: string,
  files: readonly string[],
  { said, own }: { readonly said: readonly string[]; readonly own: string },
): TestCase | null {
  const [, word = '', name = ''] = /^(ok|failed|ignored)\b.* (\S+)$/.exec(line) ?? [];
  const status = words[word];
  if (status === undefined) return null;
  const { file, path } = placeOf(name.split('::'), files);
  const text = status === 'failed' ? textOf(name, said) : '';
  return { file, path, status, text: text.replaceAll(`${file.slice(own.length)}:`, `${file}:`) };
}

/** The module's own file where it has one, with what is inside of it; else the file at the root. */
function placeOf(names: readonly string[], files: readonly string[]): Pick<TestCase, 'file' | 'path'> {
  const [root = ''] = files;
  const folder = root.slice(0, root.lastIndexOf('/') + 1);
  for (let depth = names.length - 1; depth > 0; depth -= 1) {
    const module = `${folder}${names.slice(0, depth).join('/')}`;
    const file = files.find((each) => each === `${module}.rs` || each === `${module}/mod.rs`);
    if (file !== undefined) return { file, path: names.slice(depth) };
  }
  return { file: root, path: names };
}

/** What stands below `---- name stdout ----`; the place first, as findings name it. */
function textOf(name: string, said: readonly string[]): string {
  const at = said.indexOf(`---- ${name} stdout ----`);
  if (at < 0) return '';
  const own = said.slice(at + 1, at + 40);
  const end = own.findIndex((line) => /^(?:---- .* ----|failures:)$/.test(line));
  const lines = (end < 0 ? own : own.slice(0, end)).filter((line) => line.trim() !== '');
  const says = lines.findIndex((line) => / panicked at /.test(line));
  const [where = '', ...rest] = says < 0 ? ['', ...lines] : lines.slice(says);
  return [...rest, where.replace(/.* panicked at /, '')].join('\n');
}
