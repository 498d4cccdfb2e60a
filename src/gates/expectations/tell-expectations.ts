// What is wrong with tests of the base, one by one: what a person must say yes to, with the lines before and after, and what is only told.

import { createHash } from 'node:crypto';
import type { Broken } from '../../domain/evidence/judge-expectations.ts';
import { fileOf, titleOf } from '../../domain/evidence/test-id.ts';
import type { Finding } from '../../domain/evidence/verdict.ts';
import { sayFew } from '../../domain/text/counted.ts';
import { tidy } from '../../domain/text/safe/strip-control.ts';
import type { Change, GatePlan } from '../../ports/gates.ts';
import type { Tree } from '../../ports/git.ts';
import { isTest } from '../is-test.ts';
import { decode } from '../sources.ts';
import { codeText, languageOf } from '../tamper/code-text.ts';
import { patternsOf } from '../tamper/patterns.ts';
import { type Carried, carryOver } from './carry-over.ts';
import { findRenames, type Renames, wordIn } from './renames.ts';
import { blocksNamed, type TestBlock, testBlocks } from './test-blocks.ts';

/** Tests of the base in the words of the change, where they are not those of the base; `paths`: which. */
export async function carriedTests(
  plan: Pick<GatePlan, 'tests'>,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const renames = await findRenames(plan, base, tree, changes);
  const found = new Map<string, string>();
  for (const path of paths) {
    const text = decode(await base.read(path));
    // What is no UTF-8 stays as it is.
    if (text === null || text.includes('\ufffd')) continue;
    const carried = carryOver(path, text, renames).text;
    if (carried !== text) found.set(path, carried);
  }
  return found;
}

export async function tellExpectations(
  plan: Pick<GatePlan, 'tests'>,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
  broken: readonly Broken[],
): Promise<readonly Finding[]> {
  if (broken.length === 0) return [];
  const seen = await look(plan, base, tree, changes, broken);
  const told = broken.map((each) => tellOne(seen, each));
  return [...asked(told), ...toldOnly(told)];
}

type Seen = {
  readonly renames: Renames;
  /** Test files of the base, by path. */
  readonly old: ReadonlyMap<
    string,
    { readonly text: string; readonly carried: Carried; readonly blocks: readonly TestBlock[] }
  >;
  /** Changed and new test files, and where each was before. */
  readonly now: readonly NowFile[];
};

type NowFile = {
  readonly path: string;
  readonly from: string | null;
  readonly blocks: readonly TestBlock[];
  /** Words and values of what it has beyond its own old text. */
  readonly words: ReadonlySet<string>;
};

async function look(
  plan: Pick<GatePlan, 'tests'>,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
  broken: readonly Broken[],
): Promise<Seen> {
  const renames = await findRenames(plan, base, tree, changes);
  const old = new Map<string, { text: string; carried: Carried; blocks: readonly TestBlock[] }>();
  for (const path of new Set(broken.map(({ id }) => fileOf(id)))) {
    const text = decode(await base.read(path)) ?? '';
    old.set(path, { text, carried: carryOver(path, text, renames), blocks: testBlocks(path, text) });
  }
  const tests = changes.filter(({ path, kind }) => kind !== 'deleted' && isTest(plan, path));
  const now: NowFile[] = [];
  for (const { path, from, kind } of tests) {
    const text = decode(await tree.read(path)) ?? '';
    const own = kind === 'modified' ? (decode(await base.read(from ?? path)) ?? '') : '';
    now.push({
      path,
      from: from ?? (kind === 'modified' ? path : null),
      blocks: testBlocks(path, text),
      words: wordsIn(path, beyond(path, own, text)),
    });
  }
  return { renames, old, now };
}

/** Tests and lines that it did not have before: a line that came into another test counts there. */
function beyond(path: string, old: string, text: string): string {
  const [tests, lines] = [testBlocks(path, old).map((each) => each.text), old.split('\n').map((line) => line.trim())];
  const [hadTest, hadLine] = [new Set(tests), new Set(lines)];
  return [
    ...testBlocks(path, text).flatMap((each) => (hadTest.has(each.text) ? [] : [each.text])),
    ...text.split('\n').filter((line) => !hadLine.has(line.trim())),
  ].join('\n');
}

type ToldTest = {
  readonly kind: 'changed' | 'removed' | 'skipped' | 'not_loaded' | 'not_run' | 'with_its_code' | 'moved';
  readonly file: string;
  readonly line: number | null;
  readonly title: string;
  readonly old: readonly string[];
  readonly now: readonly string[];
};

function tellOne(seen: Seen, { id, how, said = '', heir }: Broken): ToldTest {
  const file = fileOf(id);
  const was = seen.old.get(file);
  const blocks = was === undefined ? [] : blocksNamed(was.blocks, id);
  const found = successor(seen.now, file, id);
  const title = blocks[0]?.title ?? titleOf(id);
  const place = { file: found?.path ?? file, line: found?.block.line ?? null, title };
  const lines = differing(file, blocks, found === null ? [] : [found.block]);
  const gone = found === null && diedWithItsCode(seen, file, blocks, said);
  const kinds: Readonly<Record<Broken['how'], ToldTest['kind']>> = {
    fails: gone ? 'with_its_code' : found === null ? 'removed' : 'changed',
    not_loaded: gone ? 'with_its_code' : 'not_loaded',
    not_run: 'not_run',
    skipped: 'skipped',
    gone: isInherited(seen, file, blocks, heir) || isElsewhere(seen, file, blocks) ? 'moved' : 'removed',
  };
  return { ...place, kind: kinds[how], ...lines };
}

/** The test of that name, in its own file or wherever else the change has one. */
function successor(now: readonly NowFile[], file: string, id: string) {
  const own = now.filter(({ from }) => from === file);
  const others = now.filter(({ from }) => from !== file);
  for (const { path, blocks } of [...own, ...others]) {
    const [block] = blocksNamed(blocks, id);
    if (block !== undefined) return { path, block };
  }
  return null;
}

/** It uses what the change took out of production code altogether: what it imported, or what its failure says is missing. */
function diedWithItsCode({ old, renames }: Seen, file: string, blocks: readonly TestBlock[], said: string): boolean {
  const dropped = old.get(file)?.carried.dropped ?? [];
  const missed = [...renames.gone].filter((name) => wordIn(said, name));
  return blocks.some(({ text }) => {
    const code = codeText(text, languageOf(file));
    return [...dropped, ...missed].some((name) => wordIn(code, name));
  });
}

/** As it was, word by word, and it passes: suites were put around it, or another name. */
function isInherited(
  { now, old }: Seen,
  file: string,
  blocks: readonly TestBlock[],
  heir: string | undefined,
): boolean {
  if (heir === undefined) return false;
  const carried = testBlocks(file, old.get(file)?.carried.text ?? '');
  const inNow = now.filter(({ path }) => path === fileOf(heir)).flatMap((each) => blocksNamed(each.blocks, heir));
  const [was, is] = [[...blocks, ...carried.filter(({ title }) => title === blocks[0]?.title)], inNow].map((all) =>
    all.map(({ text }) => text.replace(/\s+/g, ' ')),
  );
  return is?.some((text) => was?.includes(text)) === true;
}

/** All that it claims stands in what the tests have anew: it was moved, renamed, or put together with others. */
function isElsewhere({ now, old }: Seen, file: string, blocks: readonly TestBlock[]): boolean {
  const carried = testBlocks(file, old.get(file)?.carried.text ?? '');
  return (
    blocks.length > 0 &&
    blocks.every((block) => {
      const own = carried.find(({ line, title }) => title === block.title && line === block.line) ?? block;
      const claims = [...wordsIn(file, withoutTitle(own))];
      return claims.length > 0 && now.some(({ words }) => claims.every((claim) => words.has(claim)));
    })
  );
}

const withoutTitle = ({ text, title }: TestBlock): string => text.replace(title, '');

/** Of the language and its assertions: they differ between forms of one test. */
const ofTests =
  /^(?:it|describe|specify|expect|assert\w*|self|def|async|await|const|let|var|function|return|to(?:Be|Equal|StrictEqual|Match|Contain|Have|Throw|Satisfy|Return)\w*|strictEqual|deepEqual|deepStrictEqual|equals?|ok|is|not|t|for|in|of|pytest|unittest|mark|parametrize|each|import|from|as|None|null|undefined|true|false)$/i;

/** Values, and what is called. */
function wordsIn(path: string, text: string): ReadonlySet<string> {
  const language = languageOf(path);
  const code = codeText(text, language);
  const found = new Set<string>();
  for (const { 0: word, index } of code.matchAll(/["'`]|\b\d[\w.]*|[A-Za-z_$][\w$]*(?=\s*\()/g)) {
    if (/["'`]/.test(word)) {
      const value = /^(["'`])((?:\\.|(?!\1)[\s\S])*)\1/.exec(text.slice(index))?.[2];
      if (value !== undefined && value !== '') found.add(`"${value}"`);
    } else if (!ofTests.test(word) && !word.startsWith('test')) found.add(word.replace(/\.$/, ''));
  }
  return found;
}

const mostLines = 3;

/** Lines that one has and the other has not, those that assert first. */
function differing(file: string, old: readonly TestBlock[], now: readonly TestBlock[]): Pick<ToldTest, 'old' | 'now'> {
  const [a, b] = [linesOf(old), linesOf(now)];
  const asserts = (line: string) =>
    codeText(line, languageOf(file)).match(patternsOf(languageOf(file)).assertions) !== null;
  const only = (lines: readonly string[], others: readonly string[]) => {
    const own = lines.filter((line) => !others.includes(line));
    const first = own.filter(asserts);
    return (first.length > 0 ? first : own).slice(0, mostLines).map((line) => tidy(line).slice(0, 120));
  };
  return { old: only(a, b), now: only(b, a) };
}

const linesOf = (blocks: readonly TestBlock[]): readonly string[] =>
  blocks.flatMap(({ text }) => text.split('\n').map((line) => line.trim())).filter((line) => /\w/.test(line));

const quoted = (lines: readonly string[]): string => lines.map((line) => `\`${line}\``).join(' ');

const needsYes: readonly ToldTest['kind'][] = ['changed', 'removed', 'skipped', 'not_loaded', 'not_run'];
/** One line for a file: none of its tests has told anything. */
const byFile: readonly ToldTest['kind'][] = ['not_loaded', 'not_run'];

function asked(told: readonly ToldTest[]): readonly Finding[] {
  const own = told.filter(({ kind }) => needsYes.includes(kind));
  const groups = Map.groupBy(own, (each) =>
    JSON.stringify([each.kind, each.file, byFile.includes(each.kind) ? '' : [each.title, each.line]]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const what = `${say(first, group.length)}${group.length > 1 && !byFile.includes(first.kind) ? ` (${group.length} of its cases)` : ''}`;
    const { file, line } = first;
    return [{ gate: 'expectations', what, file, line, weight: 'note', needs: 'yes', key: keyOf(group) }];
  });
}

function say({ kind, title, old, now }: ToldTest, count: number): string {
  switch (kind) {
    case 'changed':
      return old.length + now.length === 0
        ? `does not hold as it was, and what it expects now stands elsewhere: "${title}"`
        : `an expectation that changed: "${title}": was ${quoted(old) || 'nothing'}, now ${quoted(now) || 'nothing'}`;
    case 'removed':
      return `a test was removed: "${title}"${old.length > 0 ? `: ${quoted(old)}` : ''}`;
    case 'skipped':
      return `a test that ran on the base is skipped now: "${title}"`;
    case 'not_loaded':
      return `could not be loaded as it was, so ${tests(count)} of it say nothing of this change`;
    default:
      return `could not be run as it was, so ${tests(count)} of it say nothing of this change`;
  }
}

function toldOnly(told: readonly ToldTest[]): readonly Finding[] {
  const note = (kind: ToldTest['kind'], say: (count: number, titles: string) => string): Finding[] => {
    const groups = Map.groupBy(
      told.filter((each) => each.kind === kind),
      ({ file }) => file,
    );
    return [...groups].map(([file, group]) => {
      const titles = [...new Set(group.map(({ title }) => `"${title}"`))];
      const what = say(group.length, sayFew(titles, 5));
      return { gate: 'expectations', what, file, line: null, weight: 'note' };
    });
  };
  return [
    ...note(
      'with_its_code',
      (count, titles) => `${tests(count)} went with the code that ${count === 1 ? 'it tests' : 'they test'}: ${titles}`,
    ),
    ...note(
      'moved',
      (count, titles) =>
        `${tests(count)} still ${count === 1 ? 'holds' : 'hold'}, and ${count === 1 ? 'stands' : 'stand'} elsewhere or in another form: ${titles}`,
    ),
  ];
}

const tests = (count: number): string => `${count} ${count === 1 ? 'test' : 'tests'}`;

const keyOf = (group: readonly ToldTest[]): string =>
  createHash('sha256')
    .update(JSON.stringify(group.map(({ kind, file, title, old, now }) => [kind, file, title, old, now])))
    .digest('hex');
