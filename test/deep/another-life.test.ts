// A database of another day is put back, or it is lost: what the keeper kept of the lost time is never taken for what is done now, and work goes on.
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Backup, Doctor, Ps } from '../../src/contract/service.ts';
import type { TaskList } from '../../src/contract/task.ts';
import { openWorld, type World } from '../e2e/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ config: 'policy: normal\n' });
});
afterAll(() => world?.close());

const database = () => join(world.state, 'drover.db');
const copy = () => join(world.folder, 'old.db');
const isAlive = (pid: number) => existsSync(`/proc/${pid}/stat`);
const gone = (pid: number) =>
  world.until(
    async () => isAlive(pid),
    (alive) => !alive,
  );
const numberOf = (task: string) => Number(task.split('-').at(-1));
const storeLine = async () => (await world.must<Doctor>(['doctor'])).checks.find(({ name }) => name === 'store');
/** To its end, with the first choice wherever it asks. */
const through = async (task: string) => {
  for (;;) {
    const { outcome } = await world.until(
      () => world.show(task),
      (detail) => detail.outcome !== null || detail.open_questions.length > 0,
    );
    if (outcome !== null) return outcome;
    for (const { id, choices } of await world.questions(task)) await world.ask(['answer', id, choices[0]?.id ?? '']);
  }
};

it('WT-60 WT-61 an older database is put back: parked tasks and new ones end, no number means two things, and what still ran is ended and told', async () => {
  const parked = await world.start('The sum is wrong.');
  await world.asked(parked, 'plan');
  const made = await world.must<Backup>(['backup', copy()]);
  expect(made).toMatchObject({ path: copy(), bytes: statSync(copy()).size });
  expect(statSync(copy()).mode & 0o777).toBe(0o600);
  expect(await world.ask(['backup', copy()])).toMatchObject({ ok: false, error_code: 'ALREADY_EXISTS' });
  // The lost time: the same task goes on, another is begun, and a session is left running.
  await world.must(['answer', (await world.questions(parked))[0]?.id ?? '', 'go']);
  const lost = await world.start('The sum is wrong again.');
  await world.asked(lost, 'plan');
  await world.must(['start', 'scripted', '-d', '--transport', 'native', '--name', 'fox']);
  const [fox] = (await world.must<Ps>(['ps', 'fox'])).sessions;
  const pid = fox?.pid ?? 0;
  expect(isAlive(pid)).toBe(true);
  process.kill(await world.daemonPid(), 'SIGKILL');
  const before = await world.drover(['restore', copy(), '--yes']);
  expect(before).toMatchObject({ code: 0, out: expect.stringContaining('was put back') });

  const anew = await world.start('The sum is wrong once more.');
  expect(numberOf(anew)).toBeGreaterThan(numberOf(lost));
  expect(await world.questions(parked)).toMatchObject([{ kind: 'plan' }]);
  expect([await through(parked), await through(anew)]).toEqual(['released', 'released']);
  const { tasks } = await world.must<TaskList>(['task', 'list', '--all']);
  expect(tasks.map(({ id }) => id).toSorted()).toEqual([parked, anew].toSorted());
  await gone(pid);
  const told = await storeLine();
  expect(told).toMatchObject({ state: 'note' });
  expect(told?.said).toContain(lost);
  expect(told?.said).toContain(fox?.run ?? '?');
}, 300_000);

it('WT-61 a copy that will not do changes nothing: missing, cut in half, of another program, a newer schema, another machine; and nobody is asked by accident', async () => {
  const refused = async (file: string, code: string) => {
    const reply = await world.ask(['restore', file, '--yes']);
    expect([file, reply]).toEqual([file, expect.objectContaining({ ok: false, error_code: code })]);
  };
  const changed = (name: string, change: (database: DatabaseSync) => void) => {
    const file = join(world.folder, name);
    writeFileSync(file, readFileSync(copy()));
    const other = new DatabaseSync(file);
    change(other);
    other.close();
    return file;
  };
  const half = join(world.folder, 'half.db');
  writeFileSync(half, readFileSync(copy()).subarray(0, statSync(copy()).size / 2));
  expect(await world.ask(['restore', copy()])).toMatchObject({ ok: false, error_code: 'USAGE' });
  await refused(join(world.folder, 'none.db'), 'PATH_NOT_FOUND');
  await refused(half, 'STATE_CORRUPT');
  await refused(world.script, 'STATE_CORRUPT');
  await refused(
    changed('newer.db', (other) => other.exec("update meta set value = '999' where name = 'schema'")),
    'STATE_NEWER',
  );
  const foreign = changed('foreign.db', (other) => other.exec("update hosts set id = 'elsewhere'"));
  await refused(foreign, 'BACKUP_FOREIGN');
  expect((await world.must<TaskList>(['task', 'list', '--all'])).tasks).toHaveLength(2);
});

it('WT-61 a lost database is said and asked, never begun anew in silence; begun anew, tasks end and no number is given twice', async () => {
  const daemon = await world.daemonPid();
  const last = (await world.must<TaskList>(['task', 'list', '--all'])).tasks.map(({ id }) => numberOf(id));
  process.kill(daemon, 'SIGKILL');
  await gone(daemon);
  for (const end of ['', '-wal', '-shm']) rmSync(`${database()}${end}`, { force: true });
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await world.ask(['task', 'list'])).toMatchObject({
      ...{ ok: false, error_code: 'STATE_MISSING', error: expect.stringContaining('copies') },
      hint: expect.stringContaining('drover restore --anew'),
    });
    // An empty file is no database either.
    writeFileSync(database(), '');
  }
  const doctor = await world.must<Doctor>(['doctor']);
  expect(doctor.checks.find(({ name }) => name === 'daemon')).toMatchObject({ state: 'bad' });
  await world.must(['restore', '--anew', '--yes']);
  const task = await world.start('The sum is wrong in a new life.');
  expect(numberOf(task)).toBeGreaterThan(Math.max(...last));
  expect(await through(task)).toBe('released');
}, 300_000);

it('WT-61 doctor is not green over a damaged page', async () => {
  const daemon = await world.daemonPid();
  await world.must(['down']);
  await gone(daemon);
  expect(readdirSync(world.state)).not.toContain('drover.db-wal');
  // The last page: what is read at the start stands before it.
  const { size } = statSync(database());
  truncateSync(database(), size - 4096);
  appendFileSync(database(), Buffer.alloc(4096, 0xab));
  expect(await storeLine()).toMatchObject({ state: 'bad', said: expect.stringContaining('damaged') });
});
