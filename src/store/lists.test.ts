import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyCache } from './cache.ts';
import type { Handle } from './handle.ts';
import { readRows, writeRow } from './lists.ts';
import { nodeSqliteDialect } from './sqlite/dialect.ts';
import type { Tables } from './tables.ts';

let handle: Handle;
beforeEach(() => {
  const database = new DatabaseSync(':memory:');
  database.exec('create table lists (hash text primary key, body text not null)');
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database) });
  const open = { unwritten: [], given: new Map(), listed: [] };
  handle = { db, dialect: 'sqlite', writes: true, cache: emptyCache(), ...open };
});
afterEach(() => handle.db.destroy());

const list = (length: number) => Array.from({ length }, (_, at) => `test ${at}`);
const named = (length: number) =>
  list(length).map((name) => `test/a-folder/with-a-file.test.ts > ${name} of what it does`);
const bodies = async () => (await handle.db.selectFrom('lists').select('body').execute()).map(({ body }) => body);
const readBack = async (text: string) => (await readRows(handle, [{ text, where: 'a row' }]))[0];

describe('a row with lists', () => {
  it('of a hundred entries names each, which stands once, however many rows hold it', async () => {
    const row = { short: list(99), long: list(100), in: { it: [list(100)] } };
    const text = await writeRow(handle, row);
    expect(text).not.toContain('"test 99"');
    expect(text).toContain('"test 98"');
    const once = await bodies();
    expect(await writeRow(handle, { other: list(100) })).toMatch(/^\{"other":\{"\$list":"[0-9a-f]{64}"\}\}$/);
    expect(await bodies()).toEqual(once);
    expect(await readBack(text)).toEqual(row);
  });

  it.each([
    ['one more at its end', (all: readonly string[]) => [...all, 'another']],
    ['one more in its middle', (all: readonly string[]) => all.toSpliced(200, 0, 'another')],
    ['one less at its begin', (all: readonly string[]) => all.slice(1)],
    ['another in the place of one', (all: readonly string[]) => all.with(300, 'another')],
  ])('takes little more for %s', async (_, changed) => {
    await writeRow(handle, { long: named(1000) });
    const before = (await bodies()).join('').length;
    const text = await writeRow(handle, { long: changed(named(1000)) });
    expect((await bodies()).join('').length - before).toBeLessThan(before / 5);
    expect(await readBack(text)).toEqual({ long: changed(named(1000)) });
  });

  it('whatever its entries are is read back as it was', async () => {
    const entries = fc.oneof(
      fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 100, maxLength: 300 }),
      fc.array(fc.constantFrom(1, [2], undefined), { minLength: 100, maxLength: 300 }),
    );
    const same = async (long: readonly unknown[]) => {
      const read = await readBack(await writeRow(handle, { long }));
      expect(JSON.stringify(read)).toBe(JSON.stringify({ long }));
    };
    await fc.assert(fc.asyncProperty(entries, same), { numRuns: 50 });
  });

  it('as an older version wrote it, in one, is read', async () => {
    const text = await writeRow(handle, { long: list(100) });
    const [, hash] = /"([0-9a-f]{64})"/.exec(text) ?? [];
    await handle.db.deleteFrom('lists').execute();
    await handle.db
      .insertInto('lists')
      .values({ hash: String(hash), body: JSON.stringify(list(100)) })
      .execute();
    expect(await readBack(text)).toEqual({ long: list(100) });
  });

  it.each([[{ $list: 'a' }], [{ $$list: 1, b: { $list: list(100) } }], [[]], [null], ['$list"'], [list(100)]])(
    '%j is read back as it was',
    async (row) => {
      const text = await writeRow(handle, row);
      expect(await readBack(text)).toEqual(row);
    },
  );

  it('is as it was whatever its keys are called', async () => {
    const row = JSON.stringify({ a: 1 }).replace('"a":1', `"__proto__":${JSON.stringify(list(100))}`);
    expect(JSON.stringify(await readBack(await writeRow(handle, JSON.parse(row))))).toBe(row);
  });

  it('of nothing is null', async () => {
    expect([await writeRow(handle, undefined), await writeRow(handle, null)]).toEqual(['null', 'null']);
  });

  it('is not written where its list cannot be', async () => {
    await handle.db.schema.dropTable('lists').execute();
    await expect(writeRow(handle, { long: list(100) })).rejects.toThrow();
    expect(await writeRow(handle, { short: list(99) })).toContain('test 98');
  });

  it('that names what is not there is told as a corrupt state', async () => {
    const text = await writeRow(handle, { long: list(100) });
    await handle.db.deleteFrom('lists').execute();
    await expect(readBack(text)).rejects.toMatchObject({
      failure: { error_code: 'STATE_CORRUPT', message: expect.stringContaining('a row'), details: { where: 'a row' } },
    });
  });

  it('that names one of which a part is not there is told so too', async () => {
    const text = await writeRow(handle, { long: list(100) });
    await handle.db.deleteFrom('lists').where('body', 'like', '%"test 50"%').execute();
    await expect(readBack(text)).rejects.toMatchObject({ failure: { details: { where: 'a row' } } });
  });

  it('writes no part that it has read, and that is committed', async () => {
    const text = await writeRow(handle, { long: named(1000) });
    await readRows({ ...handle, writes: false }, [{ text, where: 'a row' }]);
    await handle.db.deleteFrom('lists').execute();
    await writeRow(handle, { long: [...named(1000), 'another'] });
    expect((await bodies()).length).toBeLessThan(4);
  });

  it('asks for a list that it has read, and that is committed, no second time, and writes it no second time', async () => {
    const text = await writeRow(handle, { long: list(100) });
    const snapshot: Handle = { ...handle, writes: false };
    const [first] = (await readRows(snapshot, [{ text, where: 'a row' }])) as [{ long: unknown }];
    await handle.db.schema.dropTable('lists').execute();
    expect(await readBack(text)).toEqual({ long: list(100) });
    expect(await writeRow(handle, first)).toBe(text);
  });

  it('which is put on record tells whose list that was', async () => {
    const text = await writeRow(handle, { long: list(100) });
    const read = await readBack(text);
    expect(handle.listed).toEqual([]);
    await writeRow(handle, read);
    expect(handle.listed).toMatchObject([{ isCommitted: false }]);
  });

  it('of more lists than are asked for at once has all of them', async () => {
    const row = Array.from({ length: 99 }, (_, at) => ({ at: [at, ...list(100)] }));
    const rows = Array.from({ length: 6 }, (_, at) => row.map((each) => ({ at: [at, ...each.at] })));
    const texts: string[] = [];
    for (const each of rows) texts.push(await writeRow(handle, each));
    const read = await readRows(
      handle,
      texts.map((text) => ({ text, where: 'a row' })),
    );
    expect(read).toEqual(rows);
  });
});
