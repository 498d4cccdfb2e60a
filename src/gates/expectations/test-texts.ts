// The text of tests by their names, and what of it asserts.
import { fileOf } from '../../domain/evidence/test-id.ts';
import { tidy } from '../../domain/text/safe/strip-control.ts';
import type { Tree } from '../../ports/git.ts';
import { decode } from '../sources.ts';
import { codeText, languageOf } from '../tamper/code-text.ts';
import { patternsOf } from '../tamper/patterns.ts';
import { findBlocks, testBlocks } from './test-blocks.ts';

type TestText = { readonly text: string; readonly asserts: readonly string[] };

const mostLines = 3;
const longestLine = 160;

export async function testTexts(tree: Tree, ids: readonly string[]): Promise<ReadonlyMap<string, TestText>> {
  const found = new Map<string, TestText>();
  for (const [path, own] of Map.groupBy(ids, fileOf)) {
    const text = decode(await tree.read(path));
    if (text === null) continue;
    const find = findBlocks(testBlocks(path, text));
    // A table, or a loop, has one text for all its tests.
    const told = new Map<string, TestText>();
    for (const id of own) {
      const block = id === path ? text : find(id)[0]?.text;
      if (block === undefined) continue;
      const one = told.get(block) ?? { text: tidy(block), asserts: assertingLines(path, block) };
      told.set(block, one);
      found.set(id, one);
    }
  }
  return found;
}

/** The first of them. */
export function assertingLines(path: string, text: string): readonly string[] {
  const language = languageOf(path);
  const lines = text
    .split('\n')
    .filter((line) => codeText(line, language).match(patternsOf(language).assertions) !== null);
  return lines.slice(0, mostLines).map((line) => tidy(line.trim()).slice(0, longestLine));
}
