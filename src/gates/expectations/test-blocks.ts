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
    ...{ from: match.index + (match[0].length - match[0].trimStart().length) },
    to: match.index + match[0].length,
  }));
  return starts.flatMap((start, at) => {
    const found = readers[language]?.(text, code, start) ?? upToNext(text, start, starts[at + 1]?.from ?? text.length);
    return found === null ? [] : [{ ...found, line: text.slice(0, start.from).split('\n').length }];
  });
}

/** Where a test begins, and where what says that it is one ends. */
type Start = { readonly from: number; readonly to: number };
type Read = (text: string, code: string, start: Start) => Omit<TestBlock, 'line'> | null;

const readers: { readonly [Name in Language]?: Read } = { script, python };

/** `it('title', () => { ... })`, also with a table before its title. */
function script(text: string, code: string, { from, to }: Start): Omit<TestBlock, 'line'> | null {
  const first = code[to - 1] === '`' ? code.indexOf('`', to) + 1 : closing(code, to - 1);
  const isTable = /\b(?:each|for|skipIf|runIf)\s*[(`]$/.test(code.slice(from, to));
  const call = isTable ? code.indexOf('(', first) : to - 1;
  const end = isTable ? closing(code, call) : first;
  const title = /^\(\s*(["'`])((?:\\.|(?!\1)[\s\S])*)\1/.exec(text.slice(call, end))?.[2];
  return title === undefined ? null : { title: title.replaceAll(/\\(.)/g, '$1'), text: text.slice(from, end) };
}

/** Behind the bracket that closes the one at `open`. */
function closing(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at += 1) {
    if ('([{'.includes(code[at] ?? ' ')) depth += 1;
    else if (')]}'.includes(code[at] ?? ' ')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return code.length;
}

/** From its first decorator to where the indentation ends. */
function python(text: string, code: string, { from, to }: Start): Omit<TestBlock, 'line'> | null {
  const title = /def\s+(\w+)/.exec(code.slice(from, to))?.[1];
  const lineStart = code.lastIndexOf('\n', from) + 1;
  const indent = from - lineStart;
  const rest = code.slice(to);
  const next = new RegExp(`\\n[ \\t]{0,${indent}}(?=[^\\s)\\]}])`).exec(rest);
  const above = new RegExp(`(?:^|\\n)((?: {${indent}}@[^\\n]*\\n(?:[^\\n]*\\S[^\\n]*\\n)*)+)$`).exec(
    code.slice(lastBlank(code, lineStart), lineStart),
  );
  const start = lineStart - (above?.[1]?.length ?? 0);
  return title === undefined ? null : { title, text: text.slice(start, next === null ? undefined : to + next.index) };
}

/** Behind the last empty line before. */
function lastBlank(code: string, before: number): number {
  const at = code.slice(0, before).search(/\n[ \t]*\n(?![\s\S]*\n[ \t]*\n)/);
  return at < 0 ? 0 : at + 1;
}

function upToNext(text: string, { from }: Start, next: number): Omit<TestBlock, 'line'> | null {
  const own = text.slice(from, next);
  const title = /\b(?:fn|func|fun|void|def|function|it|specify|test)\s*\(?\s*["']?([\w ]+)/.exec(own)?.[1];
  return title === undefined ? null : { title: title.trim(), text: own };
}

/** Those that a runner names so: several where a title stands more than once. */
export function blocksNamed(blocks: readonly TestBlock[], id: string): readonly TestBlock[] {
  const name = titleOf(id);
  const plain = name.replace(/\[.*\]$/s, '');
  const exact = blocks.filter(({ title }) => title === name || title === plain);
  return exact.length > 0 ? exact : blocks.filter(({ title }) => isTemplate(title) && patternOf(title).test(name));
}

const isTemplate = (title: string): boolean => /%[a-zA-Z#]|\$[\w{]/.test(title);

/** `adds %i and %i`, as a table names each of its rows. */
const patternOf = (title: string): RegExp =>
  new RegExp(
    `^${title
      .split(/%[a-zA-Z#]|\$\{[^}]*\}|\$[\w.]+/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  );
