// What is typed is typed once, whoever else types meanwhile and whatever becomes of the keeper's word.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { failed } from '../../../domain/error.ts';
import { runId } from '../../../domain/ids.ts';
import type { Keeper } from '../../../ports/keeper.ts';
import { writeKeys } from './keys.ts';

let input: string;
beforeEach(() => {
  input = join(mkdtempSync(join(tmpdir(), 'keys-')), 'input');
});
afterEach(() => rmSync(join(input, '..'), { recursive: true, force: true }));

/** `taken`: what is in the journal, each under its number. `word`: what it says of a write; absent: the truth. */
function keeperWith(taken: string[], word?: (number: number) => boolean | undefined) {
  const put = () => {
    writeFileSync(input, taken.join(''));
    writeFileSync(`${input}.index`, taken.map((text, at) => `${at + 1} ${text.length}\n`).join(''));
  };
  put();
  const keeper = {
    find: async () => ({ ending: null, inputSeq: taken.length, files: { input } }),
    write: async (_run: unknown, number: number, bytes: Uint8Array) => {
      if (number > taken.length + 1) throw failed('USAGE', 'a gap');
      const isNew = number === taken.length + 1;
      if (isNew) taken.push(Buffer.from(bytes).toString());
      put();
      return word?.(number) ?? isNew;
    },
  };
  return keeper as unknown as Keeper;
}

it('goes under the number that is most likely, and under the next where somebody took that one', async () => {
  const taken = ['a'];
  expect(await writeKeys(keeperWith(taken), runId(1), 'b', 2)).toBe(2);
  expect(await writeKeys(keeperWith(taken), runId(1), 'c', 2)).toBe(3);
  expect(await writeKeys(keeperWith(taken), runId(1), 'd', 9)).toBe(4);
  expect(taken).toEqual(['a', 'b', 'c', 'd']);
});

it('is not typed again where it was taken and the word of that was lost, or an older keeper gives none', async () => {
  const taken: string[] = [];
  expect(
    await writeKeys(
      keeperWith(taken, () => false),
      runId(1),
      'a',
      1,
    ),
  ).toBe(1);
  expect(
    await writeKeys(
      keeperWith(taken, () => false),
      runId(1),
      'b',
    ),
  ).toBe(2);
  expect(taken).toEqual(['a', 'b']);
});
