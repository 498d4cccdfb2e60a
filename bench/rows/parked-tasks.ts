// Thousands of tasks that wait for a person: how soon the daemon answers after a start, what it burns at rest, what each takes on disk.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { version } from '../../src/contract/version.ts';
import { awaitDown } from '../../src/local/await-down.ts';
import { startDaemon } from '../../src/local/start-daemon.ts';
import { type BuiltCli, build, openBuiltCli } from '../built-cli.ts';
import type { Bench, Row } from '../row.ts';

const counts = [
  { count: 1000, readyMs: 1000 },
  { count: 10_000, readyMs: 2000 },
];

export const bench: Bench = {
  name: 'parked-tasks',
  target: '1,000 and 10,000: ready in <= 1 s and <= 2 s, <= 0.5 % CPU, <= 20 KB each',
  measure: async () => {
    build();
    const cli = await openBuiltCli(false);
    try {
      const task = cli.state();
      await cli.until(task, 'plan');
      const rows: Row[] = [];
      for (const each of counts) rows.push(...(await measureParked(cli, task, each)));
      return rows;
    } finally {
      await cli.close();
    }
  },
};

async function measureParked(
  cli: BuiltCli,
  task: string,
  { count, readyMs }: (typeof counts)[number],
): Promise<readonly Row[]> {
  cli.run('down', '--yes');
  await awaitDown(cli.folder.socket, 10_000);
  const state = join(cli.folder.path, 'drover');
  const bytes = multiply(join(state, 'drover.db'), task, count);
  const begun = performance.now();
  const entry = join(import.meta.dirname, '..', '..', 'dist', 'daemon.mjs');
  const hello = await startDaemon({
    ...{ stateFolder: state, socket: cli.folder.socket, version, entry, env: cli.folder.env, deadlineMs: 60_000 },
  });
  const ready = performance.now() - begun;
  if (!hello.ok) throw new Error(hello.error);
  await wait(3000);
  const percent = await cpuOver(hello.data.pid, 10_000);
  const figures = { min: null, floor: null } as const;
  const kilobytes = bytes / 1024;
  const name = `${count} parked`;
  return [
    { ...figures, what: `${name}: ready`, unit: 'ms', value: ready, target: `<= ${readyMs}`, met: ready <= readyMs },
    { ...figures, what: `${name}: idle`, unit: '%', value: percent, target: '<= 0.5', met: percent <= 0.5 },
    { ...figures, what: `${name}: each`, unit: 'KB', value: kilobytes, target: '<= 20', met: kilobytes <= 20 },
  ];
}

/** Copies of the parked task's own rows under other ids, up to `count`; returns bytes for each. */
function multiply(path: string, task: string, count: number): number {
  const database = new DatabaseSync(path);
  const size = () => {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return statSync(path).size;
  };
  const before = size();
  const have = Number(database.prepare('SELECT count(*) AS n FROM tasks').get()?.n);
  const highest = Number(database.prepare('SELECT max(number) AS n FROM questions').get()?.n);
  database.exec('BEGIN');
  for (let extra = have; extra < count; extra++) {
    const other = task.replace(/\d+$/, String(100_000 + extra));
    copyRow(database, 'tasks', task, other, {});
    copyRow(database, 'questions', task, other, { id: `q${highest + extra}`, number: highest + extra });
  }
  database.exec('COMMIT');
  const each = (size() - before) / (count - have);
  database.close();
  return each;
}

function copyRow(
  database: DatabaseSync,
  table: 'tasks' | 'questions',
  task: string,
  other: string,
  change: Readonly<Record<string, string | number>>,
): void {
  const open = table === 'questions' ? ' AND open = 1' : '';
  const row = database.prepare(`SELECT * FROM ${table} WHERE task = ?${open}`).get(task) ?? {};
  const values = Object.entries({ ...row, ...change }).map(
    ([name, value]) => [name, typeof value === 'string' ? value.replaceAll(`${task}`, other) : value] as const,
  );
  const names = values.map(([name]) => `"${name}"`).join(', ');
  const marks = values.map(() => '?').join(', ');
  database.prepare(`INSERT INTO ${table} (${names}) VALUES (${marks})`).run(...values.map(([, value]) => value));
}

/** Percent of one core, by the kernel's count of ticks (100 a second). */
async function cpuOver(pid: number, ms: number): Promise<number> {
  const before = ticks(pid);
  await wait(ms);
  return ((ticks(pid) - before) * 1000) / ms;
}

function ticks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
