import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createBareForge } from '../../src/forges/bare.ts';
import type { Files } from '../../src/ports/files.ts';
import { draft, type ForgeRoom, forgeSuite } from './forge.suite.ts';

/** As much of the state folder as a forge needs. */
const filesIn = (root: string): Pick<Files, 'path' | 'read' | 'write'> => ({
  path: (...parts) => join(root, ...parts),
  read: (path) => readFile(join(root, path)).catch(() => null),
  write: async (path, content) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
    return join(root, path);
  },
});

const makeRoom = async (): Promise<ForgeRoom> => {
  const root = await mkdtemp(join(tmpdir(), 'forge-'));
  const make = () => createBareForge(filesIn(root));
  return {
    forge: make(),
    again: make,
    count: async () => (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.html')).length,
    shown: ({ address }) => readFile(fileURLToPath(address), 'utf8'),
    close: () => rm(root, { recursive: true, force: true }),
  };
};

forgeSuite('bare', makeRoom);

test('a page of one task is not found for the branch of another, and there are no issues', async () => {
  const room = await makeRoom();
  await room.forge.open(draft({ task: 'shop-2', branch: 'drover/shop-2' }));
  expect(await room.forge.find('shop-1', 'drover/shop-2')).toEqual({ ok: true, value: null });
  expect(await room.forge.find('shop-2', 'drover/shop-1')).toEqual({ ok: true, value: null });
  expect(await room.forge.issue('1')).toMatchObject({ ok: false, failure: { error_code: 'UNSUPPORTED' } });
  await room.close();
});
