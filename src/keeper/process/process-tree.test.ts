import { expect, test } from 'vitest';
import { populationOf } from './census.ts';
import { type Family, findFamily } from './process-tree.ts';
import type { ProcessRow } from './processes.ts';

const far = 100_000_000;
const row = (pid: number, parent: number, group: number, session: number, start = 50): ProcessRow => ({
  pid: far + pid,
  parent: far + parent,
  group: far + group,
  session: far + session,
  start,
});
const pids = (rows: readonly ProcessRow[]) => rows.map(({ pid }) => pid - far).sort((one, other) => one - other);
const among = (family: Family, rows: readonly ProcessRow[]) => findFamily(family, populationOf(rows));
const family = { runId: 'r1', mark: 'm', leader: { pid: far + 10, start: 40 } };

test('group, session and all their descendants belong to a run, strangers do not', () => {
  const rows = [
    row(10, 1, 10, 10, 40),
    row(11, 10, 11, 10),
    row(12, 11, 12, 12),
    row(13, 12, 12, 12),
    row(20, 1, 20, 20),
  ];
  expect(pids(among(family, rows))).toEqual([10, 11, 12, 13]);
});

test('members whose first process has gone still belong', () => {
  expect(pids(among(family, [row(11, 1, 10, 10)]))).toEqual([11]);
});

test('a pid given to somebody else since names nobody', () => {
  expect(among(family, [row(10, 1, 10, 10, 99), row(11, 10, 10, 10, 99)])).toEqual([]);
  expect(among(family, [row(11, 1, 10, 10, 30)])).toEqual([]);
});

test('whoever looks, and those he descends from, never belong', () => {
  const self = { pid: process.pid, parent: process.ppid, group: far + 10, session: far + 10, start: 50 };
  const parent = { pid: process.ppid, parent: 1, group: far + 10, session: far + 10, start: 50 };
  expect(pids(among(family, [row(10, 1, 10, 10, 40), self, parent]))).toEqual([10]);
});
