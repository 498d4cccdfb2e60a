import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Spool } from './hooks.ts';

let room: string;
let spool: Spool;
beforeEach(async () => {
  room = mkdtempSync(join(tmpdir(), 'spool-'));
  mkdirSync(join(room, 'run'));
  spool = new Spool(join(room, 'run'));
  await spool.make();
});
afterEach(() => rmSync(room, { recursive: true, force: true }));

it('events are read in their order, taken once, and answers go back', async () => {
  writeFileSync(join(spool.folder, 'e.1.json'), '{"n":1}');
  writeFileSync(join(spool.folder, 'half'), '{');
  const [event] = await spool.fresh();
  expect(event).toMatchObject({ name: 'e.1.json', event: { n: 1 } });
  if (event) await spool.taken(event);
  expect(await spool.fresh()).toEqual([]);
  expect(await spool.earlier()).toHaveLength(1);
  expect(await spool.answered('a')).toBeNull();
  await spool.answer('a', { means: 'allow_once' });
  await spool.answer('a', { means: 'deny' });
  expect(await spool.answered('a')).toEqual({ means: 'deny' });
  expect(readdirSync(join(spool.folder, 'answers'))).toEqual(['a.json']);
});

it('WT-42 links that the program planted in it are not followed', async () => {
  const mine = join(room, 'mine');
  mkdirSync(mine);
  for (let n = 0; n < 210; n++) writeFileSync(join(mine, `${n}.json`), '{"mine":1}');
  symlinkSync(join(mine, '1.json'), join(spool.folder, 'e.json'));
  expect(await spool.fresh()).toEqual([]);
  for (const name of ['read', 'answers']) {
    rmSync(join(spool.folder, name), { recursive: true });
    symlinkSync(mine, join(spool.folder, name));
  }
  expect(await spool.earlier()).toEqual([]);
  await spool.forgetOld();
  await spool.answer('1', { means: 'allow_once' });
  expect(await spool.answered('1')).toBeNull();
  expect(readdirSync(mine)).toHaveLength(210);
  expect(readFileSync(join(mine, '1.json'), 'utf8')).toBe('{"mine":1}');
});
