import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openOwnFolder } from './own-folder.ts';

let root: string;
const temporary = process.env.TMPDIR;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'own-')));
  process.env.TMPDIR = join(root, 'tmp');
  for (const name of ['tmp', 'state/reruns', 'checkout']) mkdirSync(join(root, name), { recursive: true });
});
afterEach(() => {
  if (temporary === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = temporary;
  rmSync(root, { recursive: true, force: true });
});

const lying = (): readonly string[] => readdirSync(join(root, 'tmp'));
const records = (): readonly string[] =>
  readdirSync(join(root, 'state/reruns')).filter((file) => !file.endsWith('-journal'));
function left(name: string, path = join(root, 'tmp', name)): void {
  mkdirSync(join(root, 'tmp', name, 'hubs'), { recursive: true });
  writeFileSync(join(root, 'state/reruns', `${name}.json`), JSON.stringify({ path }));
  writeFileSync(join(root, 'state/reruns', `${name}.lock`), '');
}

it('is on record while it is there, and nothing is left of it', async () => {
  const own = await openOwnFolder(join(root, 'state'));
  expect([lying().length, records().length, own.path.startsWith(join(root, 'tmp'))]).toEqual([1, 2, true]);
  mkdirSync(join(own.path, 'locked', 'inside'), { recursive: true, mode: 0o555 });
  await own.close();
  expect([lying(), records()]).toEqual([[], []]);
});

it('goes on without a record where none can be written', async () => {
  writeFileSync(join(root, 'file'), '');
  const own = await openOwnFolder(join(root, 'file'));
  expect(existsSync(own.path)).toBe(true);
  await own.close();
  expect(lying()).toEqual([]);
});

it('takes away what one left that was killed, and nothing that is at work, on no record, or elsewhere', async () => {
  for (const name of ['dead', 'living']) left(`drover-rerun-${name}`);
  left('drover-rerun-astray', join(root, 'checkout'));
  mkdirSync(join(root, 'tmp', 'drover-rerun-strange'));
  const lock = JSON.stringify(join(root, 'state/reruns/drover-rerun-living.lock'));
  const hold = `const held = new (require('node:sqlite').DatabaseSync)(${lock}); held.exec('BEGIN EXCLUSIVE'); console.log(1); setInterval(() => held, 1000);`;
  const holder = spawn(process.execPath, ['-e', hold], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await new Promise((held) => holder.stdout.once('data', held));
    await (await openOwnFolder(join(root, 'state'))).close();
    expect(lying().toSorted()).toEqual(['astray', 'living', 'strange'].map((name) => `drover-rerun-${name}`));
    expect(records().toSorted()).toEqual(['json', 'lock'].map((kind) => `drover-rerun-living.${kind}`));
    expect(existsSync(join(root, 'checkout'))).toBe(true);
  } finally {
    holder.kill('SIGKILL');
  }
});
