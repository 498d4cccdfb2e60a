import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fillTemplate, readTemplates } from './templates.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'templates-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const where = () => ({ cwd: join(folder, 'shop/src/deep'), config: join(folder, 'own/config.yaml') });
const filled = async (name: string, prompt = 'PROMPT') => {
  const found = await fillTemplate(name, prompt, where());
  return found.ok ? found.value : found.failure;
};

it('are those of the person before those of the nearest project, and then ours', async () => {
  write('own/templates/tone.md', 'mine: {{prompt}}');
  write('shop/.drover/templates/tone.md', 'of the shop');
  write('shop/.drover/templates/names.txt', 'Mind the names.\n');
  write('.drover/templates/far.md', 'further up');
  write('shop/.drover/templates/notes.json', '{}');
  mkdirSync(join(folder, 'shop/src/deep'), { recursive: true });
  expect((await readTemplates(where())).map(({ name, from }) => `${from} ${name}`)).toEqual([
    ...['person tone', 'project names', 'project tone', 'drover cause', 'drover explain', 'drover risks'],
  ]);
  expect(await filled('tone')).toBe('mine: PROMPT');
  expect(await filled('names')).toBe('Mind the names.\n\nPROMPT');
});

it('put the prompt in its places as it is, once', async () => {
  write('own/templates/two.md', '{{prompt}} and {{prompt}}');
  expect(await filled('two', '$& {{prompt}} `x`')).toBe('$& {{prompt}} `x` and $& {{prompt}} `x`');
  expect(await filled('explain', 'the queue')).toMatch(/Change nothing\.\n\nthe queue$/);
});

it('that are not there are told with those that are; nothing leads out of their folders', async () => {
  write('own/templates/tone.md', 'mine');
  write('secret.md', 'secret');
  for (const name of ['nobody', '../secret', 'tone.md', ''])
    expect(await filled(name)).toMatchObject({
      error_code: 'TEXT_NOT_FOUND',
      details: { known: ['tone', 'cause', 'explain', 'risks'] },
    });
});

it('that cannot be taken are listed with why, are refused with it, and keep nobody from the others', async () => {
  write('own/templates/tone.md', 'mine');
  mkdirSync(join(folder, 'own/templates/folder.md'));
  symlinkSync(join(folder, 'nowhere'), join(folder, 'own/templates/gone.md'));
  write('own/templates/long.md', 'x'.repeat(64 * 1024 + 1));
  write('shop/.drover/templates/much.md', 'x'.repeat(64 * 1024 + 1));
  write('shop/.drover/templates/latin.md', '');
  writeFileSync(join(folder, 'shop/.drover/templates/latin.md'), Buffer.from('caf\xe9', 'latin1'));
  mkdirSync(join(folder, 'shop/src/deep'), { recursive: true });
  const wrong = (await readTemplates(where())).flatMap(({ name, wrong }) =>
    wrong === undefined ? [] : [[name, wrong]],
  );
  expect(wrong).toEqual([
    ['folder', 'is no file that can be read'],
    ['gone', 'is no file that can be read'],
    ['long', 'is longer than 64 KiB'],
    ['latin', 'is no UTF-8'],
    ['much', 'is longer than 64 KiB'],
  ]);
  expect(await filled('latin')).toMatchObject({
    error_code: 'TEXT_NOT_FOUND',
    message: 'The template latin of the project is no UTF-8.',
  });
  expect(await filled('tone')).toBe('mine\n\nPROMPT');
});

it('of a project are read through no link', async () => {
  write('away/loose.md', 'away');
  write('shop/.drover/templates/own.md', 'own');
  symlinkSync(join(folder, 'away/loose.md'), join(folder, 'shop/.drover/templates/loose.md'));
  mkdirSync(join(folder, 'shop/src/deep'), { recursive: true });
  const names = async () =>
    (await readTemplates(where())).filter(({ from }) => from === 'project').map(({ name }) => name);
  expect(await names()).toEqual(['own']);
  rmSync(join(folder, 'shop/.drover/templates'), { recursive: true });
  symlinkSync(join(folder, 'away'), join(folder, 'shop/.drover/templates'));
  expect(await names()).toEqual([]);
});
