import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { Census, Glances } from './census.ts';
import { type ProcessRow, readActivity, readProcess, readProcesses } from './processes.ts';

test('who asks in the same moment looks at the same population, and who asks later at a newer one', async () => {
  let reads = 0;
  const census = new Census(() => {
    reads += 1;
    return readProcesses();
  });
  const [one, other] = await Promise.all([census.take(), census.take()]);
  expect(one).toBe(other);
  expect(reads).toBe(1);
  expect(one.rows.map(({ pid }) => pid)).toContain(process.pid);
  expect(await census.take()).not.toBe(one);
  expect(reads).toBe(2);
});

test('nothing is read before somebody has asked, nor given that was read before', async () => {
  const events: string[] = [];
  const census = new Census(() => {
    events.push('read');
    return [];
  });
  const first = census.take().then(() => events.push('first'));
  events.push('asked');
  await first;
  const second = census.take();
  events.push('asked again');
  await second;
  expect(events).toEqual(['asked', 'read', 'first', 'asked again', 'read']);
});

const sleeper = () => spawn('sleep', ['600'], { stdio: 'ignore' });

test('a glance sees who is new and who has gone, and reads nobody twice', async () => {
  const before = sleeper();
  const read: number[] = [];
  const glances = new Glances((known) => {
    const rows = readProcesses(known);
    read.push(rows.filter((row) => known?.get(row.pid) !== row).length);
    return rows;
  });
  const pids = (now: number) => glances.at(now).map(({ pid }) => pid);
  expect(pids(0)).toEqual(expect.arrayContaining([process.pid, before.pid]));
  const [first = 0] = read;
  const after = sleeper();
  expect(pids(100)).not.toContain(after.pid);
  expect(pids(101)).toEqual(expect.arrayContaining([process.pid, before.pid, after.pid]));
  expect(read).toHaveLength(2);
  expect(read[1]).toBeLessThan(first);
  for (const one of [before, after]) {
    one.kill('SIGKILL');
    await once(one, 'exit');
  }
  expect(pids(202)).not.toContain(before.pid);
  expect(read[2]).toBeLessThan(first);
  expect(read[3]).toBeUndefined();
  expect(glances.at(10_001)).toHaveLength(read[3] ?? 0);
  expect(glances.whole(10_002)).not.toBe(glances.whole(10_003));
});

test('who has ended, or has the pid of another, does nothing', async () => {
  const child = sleeper();
  const row = readProcess(child.pid ?? 0) as ProcessRow;
  expect(readActivity([row], row.pid).processes).toBe(1);
  expect(readActivity([{ ...row, start: row.start - 1 }], row.pid).processes).toBe(0);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(readActivity([row], row.pid).processes).toBe(0);
});
