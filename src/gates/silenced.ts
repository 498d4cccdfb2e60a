// What a change adds that keeps a check from speaking, or tells production code that it is being tested: each needs a person's yes.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Finding } from '../domain/evidence/verdict.ts';
import type { Change, GatePlan } from '../ports/gates.ts';
import type { Tree } from '../ports/git.ts';
import { foldTexts } from './fold-texts.ts';
import { isTest } from './is-test.ts';
import { namesDeclared, replacedSubjects } from './replaced-subjects.ts';
import { linesGoingBy, nameRows } from './silencing-names.ts';
import { production, type SilencingRow, suppressions } from './silencing-rows.ts';
import { decode } from './sources.ts';
import { codeText, languageOf } from './tamper/code-text.ts';

/** A larger file is asked about as a whole. */
const lookedAt = 4 * 1024 * 1024;

/** What stood somewhere in the changed files before is not added, wherever it was moved. */
export async function silenced(
  plan: Pick<GatePlan, 'tests'>,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
): Promise<readonly Finding[]> {
  const code = changes.filter(({ path }) => languageOf(path) !== 'other');
  const sources = code.filter(({ bytes }) => bytes <= lookedAt);
  const brought = await namesIn(plan, tree, sources);
  const signsOf = (path: string, text: string) => [
    ...signsIn(plan, path, text),
    ...(isTest(plan, path) ? replacing(path, text, brought) : []),
  ];
  const before = new Map<string, number>();
  for (const { path, from, kind } of sources) {
    if (kind === 'added') continue;
    for (const { key } of signsOf(from ?? path, await textOf(base, from ?? path)))
      before.set(key, (before.get(key) ?? 0) + 1);
  }
  const found: Finding[] = [];
  for (const { path, kind } of sources) {
    if (kind === 'deleted') continue;
    for (const { key, what, line } of signsOf(path, await textOf(tree, path))) {
      const left = before.get(key) ?? 0;
      before.set(key, left - 1);
      if (left > 0) continue;
      const hash = createHash('sha256').update(`${path}\n${key}`).digest('hex');
      found.push({ gate: 'silenced', what, file: path, line, weight: 'note', needs: 'yes', key: hash });
    }
  }
  for (const change of code.filter(({ kind, path }) => kind !== 'deleted' && !isTest(plan, path))) {
    const what = sources.includes(change) ? await unclear(base, tree, change) : unread;
    if (what === null) continue;
    const now = (await tree.read(change.path)) ?? '';
    const key = createHash('sha256').update(`${change.path}\n`).update(now).digest('hex');
    found.push({ gate: 'silenced', what, file: change.path, line: null, weight: 'note', needs: 'yes', key });
  }
  return found;
}

/** Whatever it holds, nobody has looked. */
const unread = `is code of more than ${lookedAt / 1024 / 1024} MiB, in which nobody looks for what keeps checks from speaking`;

/** What was text before can be put back in parts, and is not any more. */
async function unclear(base: Tree, tree: Tree, { path, from, kind }: Change): Promise<string | null> {
  if (isText(await tree.read(path)) || (kind !== 'added' && !isText(await base.read(from ?? path)))) return null;
  return 'is code with bytes that are no UTF-8, so no part of it can be put back alone';
}

const isText = (bytes: Uint8Array | null): boolean => bytes === null || isUtf8(bytes);

/** Of what ships, as far as it was touched. */
async function namesIn(
  plan: Pick<GatePlan, 'tests'>,
  tree: Tree,
  sources: readonly Change[],
): Promise<ReadonlySet<string>> {
  const isOfTests = ({ path }: Change): boolean => isTest(plan, path);
  const shipped = sources.some(isOfTests) ? sources.filter((each) => each.kind !== 'deleted' && !isOfTests(each)) : [];
  const texts = await Promise.all(
    shipped.map(async ({ path }) => namesDeclared(codeText(await textOf(tree, path), languageOf(path)))),
  );
  return new Set(texts.flat());
}

type Inside = NonNullable<SilencingRow['inside']>;
type Sign = { readonly key: string; readonly what: string; readonly line: number };

function signOf(what: string, text: string, at: number): Sign {
  const shown = text.trim();
  return { key: `${what}: ${shown}`, what: `${what}: ${shown.slice(0, 120)}`, line: at + 1 };
}

/** Of a test. */
function replacing(path: string, text: string, brought: ReadonlySet<string>): readonly Sign[] {
  const lines = text.split('\n');
  const found = replacedSubjects(text, languageOf(path), brought);
  return [...new Set(found)].map((at) => signOf('replaces what it claims something of', lines[at] ?? '', at));
}

function signsIn(plan: Pick<GatePlan, 'tests'>, path: string, text: string): readonly Sign[] {
  const language = languageOf(path);
  const ofTests = isTest(plan, path);
  const configures = /\.(?:config|conf|setup)\.\w+$/.test(path);
  const rows = [...suppressions, ...(ofTests || configures ? [] : production)].filter(
    ({ languages, notInTests, onlyInTests }) => languages.includes(language) && !(ofTests ? notInTests : onlyInTests),
  );
  const code = codeText(text, language);
  const lines = text.split('\n');
  const folded = rows.some(({ anywhere }) => anywhere) ? foldTexts(text, language).split('\n') : lines;
  const codeLines = code.split('\n');
  // A program begins with the line that names what runs it: that it ends itself is its work.
  const isProgram = text.startsWith('#!');
  const isInside = insideOf(rows, codeLines);
  const depths = language === 'script' ? depthsOf(codeLines, lines) : [];
  const isUsual = usualIn(codeLines, lines);
  const byNames = ofTests || configures ? [] : nameRows.filter(({ languages }) => languages.includes(language));
  const going = byNames.map((row) => ({ what: row.what, lines: linesGoingBy(row, codeLines, groupsIn) }));
  return lines.flatMap((line, at) => {
    const found = rows.flatMap(({ what, line: pattern, anywhere, inComment, atLoad, inside, unless }) => {
      const depth = depths[at];
      if (atLoad && (isProgram || (depth && (atLoad === 'in blocks' ? depth.functions : depth.all) > 0))) return [];
      const own = codeLines[at] ?? '';
      const sign =
        find(pattern, anywhere || inComment ? line : own) ?? (anywhere ? find(pattern, folded[at] ?? '') : null);
      if (sign === null || (inComment && own.slice(sign.from, sign.to).trim() !== '')) return [];
      if (inside && !isInside[at]?.includes(inside)) return [];
      if (unless && isUsual(unless, at)) return [];
      return [signOf(what, line, at)];
    });
    found.push(...going.flatMap(({ what, lines: own }) => (own.has(at) ? [signOf(what, line, at)] : [])));
    return found.filter(({ what }, index) => found.findIndex((each) => each.what === what) === index);
  });
}

/** What is looked at of a line at once, and how much of that is looked at again with what follows: some rows look back over all that they have seen. */
const span = { at: 2000, again: 400 };

function find(pattern: RegExp, line: string): { readonly from: number; readonly to: number } | null {
  for (const { begin, mark, part } of partsOf(line)) {
    const sign = pattern.exec(part);
    if (sign === null) continue;
    const from = begin + sign.index - mark.length;
    return { from, to: from + sign[0].length };
  }
  return null;
}

function* partsOf(line: string): Generator<{ readonly begin: number; readonly mark: string; readonly part: string }> {
  for (let begin = 0; begin === 0 || begin + span.again < line.length; begin += span.at - span.again) {
    // Only the first part begins where the line does.
    const mark = begin === 0 ? '' : ')';
    yield { begin, mark, part: mark + line.slice(begin, begin + span.at) };
  }
}

/** Of each place where it is found, the first group that is there. `pattern`: with `g`. */
function groupsIn(pattern: RegExp, line: string): readonly string[] {
  if (line === '') return [];
  return [...partsOf(line)].flatMap(({ part }) =>
    [...part.matchAll(pattern)].flatMap((found) => found.slice(1).find((each) => each !== undefined) ?? []),
  );
}

/** Whether such a word stands in the function or block of a line, or in the whole file where it stands in none. */
function usualIn(codeLines: readonly string[], lines: readonly string[]) {
  const begins = codeLines.flatMap((line, at) => (/^[^\s)\]}]/.test(line) ? [at] : []));
  const blocks = [0, ...begins].map((from, index) => ({ from, to: begins[index] ?? codeLines.length }));
  const known = new Map<number, boolean>();
  const has = ({ own, word, text }: NonNullable<SilencingRow['unless']>, from: number, to: number): boolean =>
    codeLines.slice(from, to).some((code, each) => {
      const texts = (lines[from + each] ?? '').matchAll(text);
      return word.test(code.replace(own, '')) || [...texts].some(({ index }) => /["'`]\s*$/.test(code.slice(0, index)));
    });
  return (unless: NonNullable<SilencingRow['unless']>, at: number): boolean => {
    const block = blocks.findLast(({ from }) => from <= at) ?? { from: 0, to: codeLines.length };
    const key = block.from === at ? -1 : block.from;
    const usual = known.get(key) ?? (key === -1 ? has(unless, 0, codeLines.length) : has(unless, block.from, block.to));
    known.set(key, usual);
    return usual;
  };
}

/** Of each line, in whose wanted functions or blocks it stands. */
function insideOf(rows: readonly SilencingRow[], lines: readonly string[]): readonly (readonly Inside[])[] {
  const all = [...new Set(rows.flatMap(({ inside }) => inside ?? []))];
  let within: readonly Inside[] = [];
  return lines.map((line) => {
    if (all.some(({ head }) => head.test(line)))
      within = all.filter((each) => (each.head.test(line) ? each.wanted.test(line) : within.includes(each)));
    return within;
  });
}

type Depth = { readonly all: number; readonly functions: number };

/** How many functions, classes and blocks are open where each line begins; blocks that are run as the file is loaded are no functions. */
function depthsOf(codeLines: readonly string[], lines: readonly string[]): readonly Depth[] {
  const open: boolean[] = [];
  let functions = 0;
  return codeLines.map((line, at) => {
    const here = { all: open.length, functions };
    const ends = atEnd.test(lines[at] ?? '');
    let from = 0;
    for (const { 0: mark, index } of line.matchAll(/[{}]/g)) {
      const head = line.slice(from, index);
      from = index + 1;
      if (mark === '{') open.push(asProgram.test(head) || !(ends || block.test(head) || called.test(head)));
      functions += mark === '{' ? Number(open.at(-1)) : -Number(open.pop() ?? false);
    }
    return here;
  });
}

const block = /^\s*(?:\}?\s*(?:if|else|for|while|do|switch|try|catch|finally)\b.*)?$/;
const called =
  /^\s*[;!(+-]*\(\s*(?:async\s*)?(?:function\b|\([^)]*\)\s*=>)|\b(?:setTimeout|setImmediate|queueMicrotask|nextTick)\s*\(/;
const atEnd = /\bprocess\s*\.\s*(?:on|once|addListener|prependListener)\s*\(\s*["'`](?:exit|beforeExit)["'`]/;
/** What it is as a program of its own. */
const asProgram = /\b(?:require\.main|import\.meta\.(?:main|url|filename)|process\.argv)\b/;

const textOf = async (tree: Tree, path: string): Promise<string> => decode(await tree.read(path)) ?? '';
