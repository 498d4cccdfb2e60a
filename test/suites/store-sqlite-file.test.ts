// The file of the embedded store: its owner, its changes of schema, its damage, and kills in the middle of a write.
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HostId, runId, taskId } from '../../src/domain/ids.ts';
import { sessionId } from '../../src/domain/session/ids.ts';
import type { Migration } from '../../src/store/migrations/migration.ts';
import { released } from '../../src/store/migrations/released.ts';
import { vocabulary } from '../../src/store/migrations/vocabulary.ts';
import { readNumbers } from '../../src/store/numbers.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { putBack } from '../../src/store/sqlite/put-back.ts';
import { often, rarely } from '../e2e/depth.ts';
import { bundleProgram } from '../fakes/bundle-program.ts';
import { manualClock } from '../fakes/clock.ts';
import { aRun, aTask, at, silent } from './store-rows.ts';

const writer = await bundleProgram(fileURLToPath(new URL('./store-writer.ts', import.meta.url)));
const fixture = (name: string) => join(import.meta.dirname, `../../src/store/fixtures/${name}.sql`);
const one = taskId('shop', 1);

let folder: string;
let path: string;
const open = (migrations?: readonly Migration[], log = silent) =>
  openSqliteStore({ path, clock: manualClock(), log, ...(migrations === undefined ? {} : { migrations }) });
const withRaw = <T>(work: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
};
/** As programs of schemas 3 to 7 wrote it. */
const packed = (value: unknown) =>
  Buffer.concat([Buffer.of(1), deflateRawSync(JSON.stringify(value), { dictionary: Buffer.from(vocabulary) })]);
const fresh = async () => {
  const store = await open();
  await store.transact((tx) => tx.insert(aTask(1)));
  await store.close();
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-'));
  path = join(folder, 'state', 'drover.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the owner', () => {
  it('is one: a second opener is told that another daemon owns the file, until the first lets go', async () => {
    const store = await open();
    await expect(open()).rejects.toMatchObject({
      failure: { error_code: 'STORE_FAILED', message: `Another daemon owns ${path}.` },
    });
    await store.close();
    await (await open()).close();
  });

  it('may be another process, and is over when the kernel ends it', async () => {
    await fresh();
    const child = spawn(process.execPath, [writer, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await expect(open()).rejects.toMatchObject({ failure: { error_code: 'STORE_FAILED', details: { owned: true } } });
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.stdout.resume();
    child.kill('SIGKILL');
    await ended;
    await (await open()).close();
  });

  it('alone can read what it made', async () => {
    await fresh();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700);
  });
});

describe('a change of schema', () => {
  const newest = released.at(-1)?.schema ?? 0;
  const next: Migration = {
    schema: newest + 1,
    statements: (int) => [`alter table tasks add column stars ${int} not null default 3`],
  };
  const broken: Migration = {
    schema: newest + 2,
    statements: () => ['create table half (id text)', 'alter table nothing add column x text'],
  };

  it('migrates a file of the first released schema with all that is in it', async () => {
    const store = await openFixture();
    expect(await store.describe()).toMatchObject({ kind: 'sqlite', schema: released.at(-1)?.schema });
    const view = await store.read((reads) => reads.view(one));
    expect(view?.thing).toMatchObject({ id: 'shop-1', version: 3, state: { kind: 'waiting' } });
    expect(view?.notices).toHaveLength(1);
    expect(view?.questions).toMatchObject([{ id: 'q1', state: { kind: 'open' } }]);
    expect(view?.slot).toEqual({ kind: 'held', slot: 1 });
    expect(await store.read((reads) => reads.facts({ task: one, limit: 9 }))).toHaveLength(2);
    expect(await store.transact((tx) => tx.next('question'))).toBe(2);
    await store.close();
  });

  it('keeps what a channel wrote with the fourth schema', async () => {
    const store = await openFixture('schema-4');
    const row = await store.read((reads) => reads.channelRow('telegram', 'user', '42'));
    expect(row).toMatchObject({ body: { name: 'Ada' }, at: 1_800_000_000_000 });
    await store.close();
  });

  async function layFixture(name: string) {
    await fresh();
    rmSync(path);
    withRaw((database) => database.exec(readFileSync(fixture(name), 'utf8')));
  }

  async function openFixture(name = 'schema-1') {
    await layFixture(name);
    return open();
  }

  async function rejectFixture(name: string, migrations: readonly Migration[], damage = '') {
    await layFixture(name);
    withRaw((database) => database.exec(damage));
    return open(migrations).then(
      () => null,
      (error: unknown) => error,
    );
  }

  it('leaves the runs of the first schema as they were, and no longer asks for a task of theirs', async () => {
    const store = await openFixture();
    const [run] = await store.read((reads) => reads.things({ kind: 'run' }));
    expect(run).toMatchObject({ id: 'r1', task: 'shop-1', parent: 'shop-1' });
    await store.transact((tx) => tx.insert(aRun(2, aTask(99), { parent: null })));
    await store.close();
  });

  it('reads a file of the second schema with its sessions, inbox and permissions', async () => {
    const store = await openFixture('schema-2');
    const [session] = await store.read((reads) => reads.sessions({ ended: false }));
    expect(session).toMatchObject({ id: 's1', spec: { name: 'red-fox' }, state: { kind: 'live', pid: 7 } });
    expect(await store.read((reads) => reads.messages({ session: sessionId(1), pending: true }))).toHaveLength(1);
    expect(await store.read((reads) => reads.permissions('/repo'))).toHaveLength(1);
    await store.close();
  });

  it('reads a file of the third schema, in which long texts are packed', async () => {
    const store = await openFixture('schema-3');
    const task = await store.read((reads) => reads.thing(one));
    expect(task).toMatchObject({
      state: { phase: 'plan', known: { place: { notes: ['früh', '早上好', 'the test of the shop is red'] } } },
    });
    await store.close();
  });

  it.each([
    ['schema-10', 'by themselves'],
    ['schema-11', 'in parts'],
    ['schema-12', 'in parts as well'],
  ])('reads a file of %s, in which long lists stand %s', async (name) => {
    const store = await openFixture(name);
    const [evidence] = await store.read((reads) => reads.evidence(one, { tree: 't' }));
    expect(evidence?.result.ids?.passed).toEqual(
      Array.from({ length: 120 }, (_, at) => `test/shop.test.js > order ${at + 1}`),
    );
    await store.close();
  });

  it('leaves the long lists of an older row in it until it is written again, and reads both', async () => {
    await layFixture('schema-9');
    const passed = Array.from({ length: 120 }, (_, number) => `order ${number}`);
    withRaw((database) => database.exec(`update runs set state = '${JSON.stringify({ passed })}' where id = 'r1'`));
    const store = await open();
    const run = () => store.read((reads) => reads.thing(runId(1)));
    const before = await run();
    expect(before?.state).toEqual({ passed });
    await store.transact((tx) => tx.update(runId(1), 1, { state: before?.state, ended: false, effects: 0, at }));
    expect((await run())?.state).toEqual({ passed });
    await store.close();
    expect(withRaw((database) => database.prepare("select state from runs where id = 'r1'").get())).toEqual({
      state: expect.stringMatching(/^\{"passed":\{"\$list":"[0-9a-f]{64}"\}\}$/),
    });
  });

  it('says which row names a list that is not there', async () => {
    await layFixture('schema-10');
    withRaw((database) => database.exec('delete from lists'));
    const store = await open();
    await expect(store.read((reads) => reads.evidence(one))).rejects.toMatchObject({
      failure: { error_code: 'STATE_CORRUPT', details: { where: 'Evidence 1 of shop-1' } },
    });
    await store.close();
  });

  it.each(['schema-3', 'schema-7', 'parked-5', 'parked-7'])(
    'leaves every row of %s, in which long ones are packed, as JSON that anybody can read',
    async (name) => {
      await (await openFixture(name)).close();
      expect(withRaw(unreadable)).toEqual([]);
    },
  );

  const since = ['criteria_living', 'runs_living', 'criteria_over', 'runs_over', 'evidence_by_tree'];
  const backToSeventh = [
    "update meta set value = '7' where name = 'schema'",
    'drop table lists',
    ...since.map((index) => `drop index ${index}`),
    'alter table evidence drop column tree',
  ].join(';');

  it('empties what was settled, and leaves why it failed and what is still to be done', async () => {
    await openFixture('schema-7').then((store) => store.close());
    withRaw((database) =>
      database.exec(`${backToSeventh};
        insert into intents select 'shop-1#8', thing, 8, name, '{"a":1}', decided_at, tries, fence, '{"kind":"done","output":{"path":"/x"}}' from intents limit 1;
        insert into intents select 'shop-1#9', thing, 9, name, '{"a":1}', decided_at, tries, fence, '{"kind":"failed","failure":{"error_code":"X"}}' from intents limit 1;
        insert into intents select 'shop-1#10', thing, 10, name, '{"a":1}', decided_at, tries, fence, null from intents limit 1`),
    );
    const store = await open();
    const intents = await store.read((reads) => reads.intents(one));
    expect(intents.slice(-3).map(({ input, result }) => ({ input, result }))).toEqual([
      { input: null, result: { kind: 'done', output: null } },
      { input: null, result: { kind: 'failed', failure: { error_code: 'X' } } },
      { input: { a: 1 }, result: null },
    ]);
    await store.close();
  });

  it('unpacks what is still to be done, and why something failed', async () => {
    await openFixture('schema-7').then((store) => store.close());
    withRaw((database) => {
      database.exec(backToSeventh);
      const add = database.prepare(
        "insert into intents select 'shop-1#' || ?1, thing, ?1, name, ?2, decided_at, tries, fence, ?3 from intents limit 1",
      );
      add.run(8, packed({ a: 1 }), null);
      add.run(9, packed({ a: 1 }), packed({ kind: 'failed', failure: { error_code: 'X' } }));
    });
    const store = await open();
    const intents = await store.read((reads) => reads.intents(one));
    expect(intents.slice(-2).map(({ input, result }) => ({ input, result }))).toEqual([
      { input: { a: 1 }, result: null },
      { input: null, result: { kind: 'failed', failure: { error_code: 'X' } } },
    ]);
    await store.close();
  });

  it('that unpacks and is cut off changes nothing, and is done the next time', async () => {
    await rejectFixture('parked-7', [...released, { ...broken, schema: newest + 1 }]);
    const packed = () =>
      withRaw((database) => database.prepare("select count(*) as n from tasks where typeof(state) = 'blob'").get());
    expect(packed()).toEqual({ n: 3 });
    await (await open()).close();
    expect(packed()).toEqual({ n: 0 });
  });

  it('comes with a copy of an older schema that is put back', async () => {
    await layFixture('parked-7');
    const file = join(folder, 'old.db');
    renameSync(path, file);
    await fresh();
    const done = await putBack({ path, file, now: at, host: 'here' as HostId, moved: false });
    expect(done.schema).toBe(7);
    const store = await open();
    expect(await store.describe()).toMatchObject({ schema: newest });
    expect(await store.read((reads) => reads.questions({ open: true }))).toHaveLength(3);
    await store.close();
    expect(withRaw(unreadable)).toEqual([]);
  });

  it('of a row that cannot be unpacked is refused as STATE_CORRUPT with the last copy, and nothing is changed', async () => {
    const damage = "update tasks set state = X'0900' where id = 'shop-1'";
    const error = await rejectFixture('parked-7', released, damage);
    expect(error).toMatchObject({ failure: { error_code: 'STATE_CORRUPT' } });
    expect(withRaw((database) => database.prepare('select value from meta').get())).toEqual({ value: '7' });
  });

  it('makes a backup first, named after schema and time, and tells of it', async () => {
    await fresh();
    const said: unknown[] = [];
    const store = await open([...released, next], { ...silent, info: (...words) => void said.push(words) });
    const { schema, backups } = await store.describe();
    const backup = `${path}.backup-${newest}-20261121T080000Z`;
    expect(said).toEqual([['backed up before migrating', { backup }]]);
    expect({ schema, backups }).toMatchObject({ schema: newest + 1, backups: [{ path: backup, schema: newest }] });
    await store.close();
    const kept = new DatabaseSync(backup, { readOnly: true });
    expect(kept.prepare('select id from tasks').all()).toEqual([{ id: 'shop-1' }]);
    kept.close();
    expect(statSync(backup ?? '').mode & 0o777).toBe(0o600);
    expect(withRaw((database) => database.prepare('select stars from tasks').get())).toEqual({ stars: 3 });
  });

  it('that fails changes nothing', async () => {
    await fresh();
    await expect(open([...released, next, broken])).rejects.toMatchObject({
      failure: { error_code: 'STORE_FAILED' },
    });
    const store = await open();
    expect(await store.describe()).toMatchObject({ schema: newest });
    expect(await store.read((reads) => reads.thing(one))).toEqual(aTask(1));
    await store.close();
  });

  it('to a newer one than the program knows is refused with STATE_NEWER and left alone', async () => {
    await fresh();
    await (await open([...released, next])).close();
    const before = readFileSync(path);
    await expect(open()).rejects.toMatchObject({
      failure: { error_code: 'STATE_NEWER', details: { schema: newest + 1, known: newest } },
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe('damage', () => {
  it('a file that is no database is STATE_CORRUPT, and the backup is named', async () => {
    await fresh();
    writeFileSync(`${path}.backup-1-20260101T000000Z`, 'kept');
    writeFileSync(path, 'not a database, not at all\n'.repeat(400));
    const details = { backup: `${path}.backup-1-20260101T000000Z` };
    await expect(open()).rejects.toMatchObject({ failure: { error_code: 'STATE_CORRUPT', details } });
  });

  it('a file that was cut is STATE_CORRUPT, and what there is to go back to is said', async () => {
    await fresh();
    truncateSync(path, 4096 * 3);
    writeFileSync(`${path}.backup-1-20260101T000000Z`, 'kept');
    await expect(open()).rejects.toThrow(`The last backup is ${path}.backup-1-20260101T000000Z.`);
    const read = async () => {
      const store = await open();
      await store.read((reads) => reads.view(one)).finally(() => store.close());
    };
    await expect(read()).rejects.toMatchObject({ failure: { error_code: 'STATE_CORRUPT' } });
  });

  it('a row that does not parse is STATE_CORRUPT and says which', async () => {
    await fresh();
    withRaw((database) => database.exec(`update tasks set state = '{"half'`));
    const store = await open();
    const read = store.read((reads) => reads.thing(one));
    await expect(read).rejects.toMatchObject({
      failure: { error_code: 'STATE_CORRUPT', details: { where: 'The state of shop-1' } },
    });
    await store.close();
  });
});

describe('kills and readers', () => {
  const always = 'the file always parses and holds the old or the new state';
  often(`PC-35 kill -9 during a state write, 10 times: ${always}`, () => expectWhole(10), 600_000);
  rarely(`PC-35 kill -9 during a state write, 100 times: ${always}`, () => expectWhole(100));

  async function expectWhole(trials: number): Promise<void> {
    // One that is killed keeps nothing of what it has compiled.
    let told = Number(execFileSync(process.execPath, [writer, path, 'once'], { encoding: 'utf8' }));
    for (let trial = 0; trial < trials; trial += 1) {
      told = Math.max(told, await killWhileWriting(trial));
      const found = withRaw((database) => {
        const check = database.prepare('pragma quick_check').get();
        const row = database.prepare("select version, state from tasks where id = 'shop-1'").get();
        return {
          check,
          version: Number(row?.version),
          state: JSON.parse(String(row?.state)),
          facts: factsIn(database),
        };
      });
      const { version } = found;
      expect(found).toEqual({
        check: { quick_check: 'ok' },
        version,
        state: { version },
        facts: { count: version, last: version },
      });
      expect([told, told + 1]).toContain(version);
    }
    const store = await open();
    expect((await store.read((reads) => reads.thing(one)))?.version).toBeGreaterThanOrEqual(trials);
    await store.close();
  }

  it('PC-37 a reader beside the writer never sees an empty file or half a change', async () => {
    const store = await open();
    await store.transact((tx) => tx.insert(aTask(1, { version: 0, state: { version: 0 } })));
    const reader = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    for (let version = 1; version <= 200; version += 1) {
      const writing = store.transact(async (tx) => {
        await tx.update(one, version - 1, { state: { version }, ended: false, effects: 0, at });
        await tx.say(one, one, at, [{ kind: 'resumed' }]);
      });
      for (let look = 0; look < 10; look += 1) {
        await Promise.resolve();
        const seen = reader.prepare('select version, (select count(*) from facts) as facts from tasks').get();
        expect(seen?.facts).toBe(seen?.version);
        expect([version - 1, version]).toContain(seen?.version);
      }
      await writing;
    }
    reader.close();
    await store.close();
  });
});

/** Cells that are neither plain words, nor numbers, nor JSON. */
function unreadable(database: DatabaseSync): readonly string[] {
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  return tables.flatMap(({ name }) =>
    database
      .prepare(`select * from ${String(name)}`)
      .all()
      .flatMap((row) =>
        Object.entries(row)
          .filter(([, cell]) => cell instanceof Uint8Array || (typeof cell === 'string' && !isReadable(cell)))
          .map(([column]) => `${String(name)}.${column}`),
      ),
  );
}

function isReadable(cell: string): boolean {
  if (!/^[[{]/.test(cell)) return true;
  try {
    JSON.parse(cell);
    return true;
  } catch {
    return false;
  }
}

const factsIn = (database: DatabaseSync) => ({
  ...database.prepare('select count(*) as count, max(number) as last from facts').get(),
});

/** Kills a writing process somewhere in its commits; returns the last version it told as durable. The next owner needs no patience. */
function killWhileWriting(trial: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [writer, path], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    let commits = 0;
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.stdout.on('data', (chunk) => {
      output += chunk;
      commits += 1;
      if (commits === 1 + (trial % 3)) setTimeout(() => child.kill('SIGKILL'), (trial % 11) / 4);
    });
    child.once('error', reject);
    child.once('close', (_, signal) => {
      const last = Number(output.split('\n').at(-2));
      if (signal === 'SIGKILL' && last > 0) resolve(last);
      else reject(new Error(`the writer ended by itself: ${errors}`));
    });
  });
}

describe('copies', () => {
  const days = (count: number) => 86_400_000 * count;

  it('WT-61 keeps the newest seven of those that it makes by itself, and leaves others alone', async () => {
    const clock = manualClock();
    const store = await openSqliteStore({ path, clock, log: silent });
    await store.transact((tx) => tx.insert(aTask(1)));
    const own = await store.backUp(join(folder, 'mine.db'));
    const made: string[] = [];
    for (let day = 0; day < 9; day += 1) {
      await clock.advance(days(1));
      made.push((await store.backUp(null)).path);
    }
    expect((await store.describe()).backups.map((each) => each.path)).toEqual(made.slice(2).toReversed());
    expect([existsSync(own.path), existsSync(made[0] ?? '')]).toEqual([true, false]);
    await store.close();
  });

  it('WT-60 keeps beside the database what it gave out, and no roll-back', async () => {
    const numbers = join(folder, 'numbers');
    const store = await openSqliteStore({ path, clock: manualClock(), log: silent, numbers });
    await store.transact((tx) => tx.next('run'));
    await store.transact(async (tx) => [await tx.next('run'), await tx.next('task:shop')]);
    const thrown = store.transact(async (tx) => {
      await tx.next('run');
      throw new Error('not this one');
    });
    await expect(thrown).rejects.toThrow('not this one');
    expect(readNumbers(numbers)).toEqual({ run: 2, 'task:shop': 1 });
    await store.close();
    writeFileSync(numbers, 'not JSON');
    expect(readNumbers(numbers)).toBeNull();
  });

  it('WT-61 begins nothing beside what a lost database led to, nor over an empty file', async () => {
    const begin = () => openSqliteStore({ path, clock: manualClock(), log: silent, remains: () => ['hubs', 'copies'] });
    for (const there of [false, true]) {
      if (there) writeFileSync(path, '');
      await expect(begin()).rejects.toMatchObject({
        failure: { error_code: 'STATE_MISSING', message: expect.stringContaining('hubs, copies') },
      });
    }
    await fresh();
    await (await begin()).close();
  });

  it('found in what a killed daemon left is said, with what there is to go back to', async () => {
    await fresh();
    const { size } = statSync(path);
    truncateSync(path, size - 4096);
    appendFileSync(path, Buffer.alloc(4096, 0xab));
    for (const backup of [null, `${path}.backup-1-20260101T000000Z`]) {
      writeFileSync(`${path}-wal`, 'cut off');
      if (backup !== null) writeFileSync(backup, 'kept');
      const told = { failure: { error_code: 'STATE_CORRUPT', details: { path, backup } } };
      const opened = open();
      await expect(opened).rejects.toMatchObject(told);
      const last = backup === null ? '' : ` The last backup is ${backup}.`;
      await expect(opened).rejects.toThrow(new RegExp(`^${path} is damaged \\([^]*\\)\\.${last}$`));
    }
  });

  it('of the side file is no other owner', async () => {
    await fresh();
    writeFileSync(path.replace(/\.db$/, '.lock'), 'not a database, not at all\n'.repeat(400));
    await expect(open()).rejects.toMatchObject({ failure: { error_code: 'STATE_CORRUPT' } });
  });

  it('WT-61 looks at every page', async () => {
    await fresh();
    const store = await open();
    expect(await store.check()).toBeNull();
    await store.close();
    const { size } = statSync(path);
    truncateSync(path, size - 4096);
    appendFileSync(path, Buffer.alloc(4096, 0xab));
    const damaged = await open();
    expect(await damaged.check()).toEqual(expect.any(String));
    await damaged.close();
  });
});

it('there is a file of every released schema', () => {
  for (const { schema } of released) expect(existsSync(fixture(`schema-${schema}`))).toBe(true);
});
