import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findPrograms } from './programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'drover-programs-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const name of ['a', 'b']) mkdirSync(join(folder, name));
writeFileSync(join(folder, 'b', 'there'), '', { mode: 0o755 });

const missingOn = async (frozen: object | undefined, env: object) =>
  findPrograms(
    {
      files: { there: async (path: string) => existsSync(path) },
      person: { env: () => env },
      store: { read: async () => ({ spec: { settings: { variables: frozen } } }) },
    } as never,
    { programs: ['there', 'nowhere'] },
    { thing: { task: 'shop-1' } } as never,
  );

it.each([
  ['on the PATH that the task froze', { PATH: `relative:${folder}/a:${folder}/b` }, { PATH: '/nowhere' }, ['nowhere']],
  ['on a PATH without any folder', { PATH: '' }, {}, ['there', 'nowhere']],
  ['without a PATH nothing is known', {}, {}, []],
])('programs are looked for %s', async (_, frozen, env, missing) => {
  expect(await missingOn(frozen, env)).toEqual({ kind: 'done', output: { missing } });
});
