import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HostId, Instant } from '../../domain/ids.ts';
import { released } from '../migrations/released.ts';
import { putBack } from './put-back.ts';

let folder: string;
let path: string;
let copy: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'put-back-'));
  path = join(folder, 'drover.db');
  copy = join(folder, 'copy');
  const database = new DatabaseSync(copy);
  database.exec('create table meta (name text primary key, value text not null); create table hosts (id text)');
  database.prepare("insert into meta values ('schema', ?)").run(String(released.at(-1)?.schema));
  database.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

const restore = () =>
  putBack({ path, file: copy, now: 1_800_000_000_000 as Instant, host: 'here' as HostId, moved: false });

it('leaves no write-ahead log beside the copy, though an earlier call was cut off before it went aside', async () => {
  writeFileSync(`${path}-wal`, 'of the one that is aside already');
  expect((await restore()).aside).toBe(null);
  expect(existsSync(`${path}-wal`)).toBe(false);
  expect(readFileSync(path)).toEqual(readFileSync(copy));
});

it('what an earlier call had copied when it was cut off is copied anew', async () => {
  writeFileSync(`${path}.restoring`, 'half of it');
  await restore();
  expect(readFileSync(path)).toEqual(readFileSync(copy));
  expect(existsSync(`${path}.restoring`)).toBe(false);
});

it('throws nothing away, however soon it comes again', async () => {
  writeFileSync(path, 'first');
  const { aside } = await restore();
  writeFileSync(path, 'second');
  const { aside: next } = await restore();
  expect([aside, next].map((each) => readFileSync(each ?? '', 'utf8'))).toEqual(['first', 'second']);
});

it('refuses a copy of a newer schema, with both, and changes nothing', async () => {
  const known = released.at(-1)?.schema ?? 0;
  writeFileSync(path, 'as it was');
  const database = new DatabaseSync(copy);
  database.prepare("update meta set value = ? where name = 'schema'").run(String(known + 1));
  database.close();
  const refused = { error_code: 'STATE_NEWER', details: { schema: known + 1, known } };
  await expect(restore()).rejects.toMatchObject({ failure: refused });
  expect(readFileSync(path, 'utf8')).toBe('as it was');
  expect(existsSync(`${path}.restoring`)).toBe(false);
});
