// What is changed of the sources where they are bundled says the same as they do.
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import * as asked from '../src/contract/cli/requests.ts';
import * as said from '../src/contract/cli/words.ts';
import * as cells from '../src/surfaces/cli/print/cells.ts';
import { bundled, opensWhenCalled, wordsAsText } from './bundling.ts';

afterAll(stop);

async function bundle<T>(source: string): Promise<{ readonly text: string; readonly made: T }> {
  const { outputFiles } = await build({
    ...{ ...bundled, absWorkingDir: join(import.meta.dirname, '..'), entryPoints: [source] },
    ...{ write: false, format: 'cjs', plugins: [wordsAsText, opensWhenCalled] },
  });
  const text = outputFiles[0]?.text ?? '';
  const module = { exports: {} };
  new Function('module', 'exports', 'require', text)(module, module.exports, process.getBuiltinModule);
  return { text, made: module.exports as T };
}

it('the words of the package are those of the sources, each by its name', async () => {
  const { made } = await bundle<typeof said>('src/contract/cli/words.ts');
  expect(made.words).toEqual(said.words);
  expect(made.wordNames).toEqual(said.wordNames);
  for (const word of said.words) expect(made.wordNamed(word.name)).toEqual(word);
  expect(made.wordNamed('no such word')).toBeUndefined();
});

it('the rules of its requests are those of the sources', async () => {
  const { made } = await bundle<typeof asked>('src/contract/cli/requests.ts');
  expect(made.requests).toEqual(asked.requests);
});

it('a library that opens when it is called measures and wraps as it does', async () => {
  const { text, made } = await bundle<typeof cells>('src/surfaces/cli/print/cells.ts');
  expect(text).not.toMatch(/require\("fast-/);
  for (const each of ['一行很长的中文', '\u001b[31mred\u001b[0m', '👩‍👩‍👧 family', 'plain']) {
    expect(made.widthOf(each)).toBe(cells.widthOf(each));
    expect(made.wrap(`${each} ${each} ${each}`, 9)).toBe(cells.wrap(`${each} ${each} ${each}`, 9));
  }
});

it('no library is left asking for files of its own', async () => {
  const { text, made } = await bundle<object>('src/contract/flow/read-json.ts');
  expect(text).not.toContain('./impl/');
  expect(made).not.toEqual({});
});
