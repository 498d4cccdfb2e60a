// Where the tests of a file stand in its text: each with its title and all its lines.
import { titleOf } from '../../domain/evidence/test-id.ts';
import { codeText, type Language, languageOf } from '../tamper/code-text.ts';
import { patternsOf } from '../tamper/patterns.ts';

export type TestBlock = { readonly title: string; readonly line: number; readonly text: string };

/** In their order; empty where the language is not known. */
export function testBlocks(path: string, text: string): readonly TestBlock[] {
  const language = languageOf(path);
  const code = codeText(text, language);
  const starts = [...code.matchAll(patternsOf(language).tests)].map((match) => ({
    from: match.index + (match[0].length - match[0].trimStart().length),
    to: match.index + match[0].length,
  }));
  const closing = language === 'script' ? closings(code) : () => code.length;
  let [line, counted] = [1, 0];
  return starts.flatMap((start, at) => {
    line += text.slice(counted, start.from).split('\n').length - 1;
    counted = start.from;
    const found =
      readers[language]?.(text, code, start, closing) ?? upToNext(text, start, starts[at + 1]?.from ?? text.length);
    return found === null ? [] : [{ ...found, line }];
  });
}

/** Where a test begins, and where what says that it is one ends. */
type Start = { readonly from: number; readonly to: number };
/** Behind the bracket that closes the one at this place. */
type Closing = (open: number) => number;
type Read = (text: string, code: string, start: Start, closing: Closing) => Omit<TestBlock, 'line'> | null;

const readers: { readonly [Name in Language]?: Read } = { script, python };

/** `it('title', () => { ... })`, also with a table before its title. */
function script(text: string, code: string, { from, to }: Start, closing: Closing): Omit<TestBlock, 'line'> | null {
  const first = code[to - 1] === '`' ? code.indexOf('`', to) + 1 : closing(to - 1);
  const isTable = /\b(?:each|for|skipIf|runIf)\s*[(`]$/.test(code.slice(from, to));
  const call = isTable ? code.indexOf('(', first) : to - 1;
  const end = isTable ? closing(call) : first;
  const title = /^\(\s*(["'`])((?:\\.|(?!\1)[\s\S])*)\1/.exec(text.slice(call, end))?.[2];
  return title === undefined ? null : { title: title.replaceAll(/\\(.)/g, '$1'), text: text.slice(from, end) };
}

/** One pass over the whole: a file that nobody closes costs no more than any other. */
function closings(code: string): Closing {
  const [open, ends]: [number[], Map<number, number>] = [[], new Map()];
  for (let at = 0; at < code.length; at += 1) {
    if ('([{'.includes(code[at] ?? ' ')) open.push(at);
    else if (')]}'.includes(code[at] ?? ' ')) ends.set(open.pop() ?? at, at + 1);
  }
  return (at) => ends.get(at) ?? code.length;
}

/** From its first decorator to where the indentation ends. */
function python(text: string, code: string, { from, to }: Start): Omit<TestBlock, 'line'> | null {
  const title = /def\s+(\w+)/.exec(code.slice(from, to))?.[1];
  const lineStart = code.lastIndexOf('\n', from) + 1;
  const indent = from - lineStart;
  const rest = code.slice(to);
  const next = new RegExp(`\\n[ \\t]{0,${indent}}(?=[^\\s)\\]}])`).exec(rest);
  const start = decorated(code, lineStart, indent);
  return title === undefined ? null : { title, text: text.slice(start, next === null ? undefined : to + next.index) };
}

/** Where the first of its decorators begins: up to an empty line, or to what comes before it. */
function decorated(code: string, lineStart: number, indent: number): number {
  const other = new RegExp(`^[ \\t]{0,${indent}}(?:async[ \\t]+)?(?:def|class)\\b`);
  let first = lineStart;
  for (let at = lineStart; at > 0; ) {
    const above = code.lastIndexOf('\n', at - 2) + 1;
    const line = code.slice(above, at);
    if (line.trim() === '' || other.test(line)) break;
    if (line.startsWith(`${' '.repeat(indent)}@`)) first = above;
    at = above;
  }
  return first;
}

function upToNext(text: string, { from }: Start, next: number): Omit<TestBlock, 'line'> | null {
  const own = text.slice(from, next);
  const title = /\b(?:fn|func|fun|void|def|function|it|specify|test)\b\s*\(?\s*["']?([\w ]+)/.exec(own)?.[1];
  return title === undefined ? null : { title: title.trim(), text: own };
}

/** Those that a runner names so: several where a title stands more than once. Asked for many ids of one file: `findBlocks`. */
export const blocksNamed = (blocks: readonly TestBlock[], id: string): readonly TestBlock[] => findBlocks(blocks)(id);

/** The same for any id of theirs. */
export function findBlocks(blocks: readonly TestBlock[]): (id: string) => readonly TestBlock[] {
  const byTitle = Map.groupBy(blocks, ({ title }) => title);
  const templates = [...byTitle].flatMap(([title, own]) => (isTemplate(title) ? [{ is: patternOf(title), own }] : []));
  return (id) => {
    const name = titleOf(id);
    const plain = name.replace(/\[.*\]$/s, '');
    const exact = [...(byTitle.get(name) ?? []), ...(plain === name ? [] : (byTitle.get(plain) ?? []))];
    return exact.length > 0 ? exact : templates.flatMap(({ is, own }) => (is.test(name) ? own : []));
  };
}

const isTemplate = (title: string): boolean => /%[a-zA-Z#]|\$[\w{]/.test(title);

/** `adds %i and %i`, as a table names each of its rows. */
const patternOf = (title: string): RegExp =>
  new RegExp(
    `^${title
      .split(/%[a-zA-Z#]|\$\{[^}]*\}|\$[\w.]+/)
      .map((part) => RegExp.escape(part))
      .join('.*')}$`,
    's',
  );
