import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateSettings, hub } from '../../../test/fakes/outside.ts';
import { instant } from '../ids.ts';
import type { Run, RunResult } from '../run/run.ts';
import {
  afterPreparing,
  fetchRun,
  furnishing,
  isNameTaken,
  judgePlain,
  mending,
  nextSetUp,
  preparing,
  roomAt,
  sealing,
} from './place.ts';

const ended = (result: unknown, ending: unknown = { kind: 'exited', code: 0 }): Run =>
  ({ state: { kind: 'ended', ending, result } }) as unknown as Run;
const plain = (ok: boolean, more: Partial<Extract<RunResult, { kind: 'plain' }>> = {}) => ({
  ...{ kind: 'plain', ok, why: 'it failed', tail: 'the end', failure: null },
  ...more,
});

describe('set-up of a place', () => {
  const ground = { gatePlan: { ...gatePlan, setup: [['npm', 'ci'], ['make']] }, sandbox: 'auto' as const };
  const at = (index: number, run: Run | 'wait' | null) => nextSetUp(ground, { folder: '/deps', index }, run);

  it('runs one program after another, each once', () => {
    expect(afterPreparing({ folder: '/deps', ready: true })).toEqual({ kind: 'furnishing' });
    expect(afterPreparing({ folder: '/deps', ready: false })).toEqual({
      kind: 'setting_up',
      folder: '/deps',
      index: 0,
    });
    expect(at(0, null)).toMatchObject({ kind: 'begin', run: { purpose: { kind: 'setup', argv: ['npm', 'ci'] } } });
    expect(at(0, 'wait')).toEqual({ kind: 'wait', on: 'set-up: npm ci' });
    expect(at(1, ended(plain(true)))).toEqual({ kind: 'done' });
    expect(at(2, null)).toEqual({ kind: 'ready' });
  });

  it('is begun anew where its keeper died, and says what is missing where it fails', () => {
    expect(at(0, ended(plain(false), { kind: 'lost' }))).toEqual({ kind: 'lost' });
    const failed = at(1, ended(plain(false, { tail: 'sh: 1: make: not found' }), { kind: 'exited', code: 127 }));
    expect(failed).toMatchObject({ kind: 'failed' });
    if (failed.kind === 'failed') {
      expect(failed.why).toContain('Set-up `make` does not work on the base: it failed\nsh: 1: make: not found');
      expect(failed.why).toContain('make was not found on this machine');
      expect(failed.why).not.toContain('login');
    }
    const refused = at(0, ended(plain(false, { tail: 'npm error code E401' }), { kind: 'exited', code: 1 }));
    expect(refused.kind === 'failed' && refused.why).toMatch(/npm error code E401\nA registry wants a login/);
  });
});

describe('a run that works or does not', () => {
  it('says nothing where it was cut, and why where it failed', () => {
    const failure = { error_code: 'INTERNAL', message: 'no sandbox' };
    expect(judgePlain(ended({ kind: 'refused', failure }, null))).toMatchObject({ why: 'no sandbox', tail: null });
    expect(judgePlain(ended(plain(true)))).toEqual({ kind: 'done' });
    expect(judgePlain(ended(plain(true), { kind: 'lost' }))).toEqual({ kind: 'cut' });
    expect(judgePlain(ended({ kind: 'turn' }))).toMatchObject({ kind: 'failed', why: 'it was no run of this kind' });
  });
});

it('a branch whose name is taken has another one; a place that is taken stays taken', () => {
  const taken = { error_code: 'ALREADY_EXISTS', message: 'taken' } as const;
  expect(isNameTaken(taken)).toBe(true);
  expect(isNameTaken({ ...taken, details: { path: '/copies/x1' } })).toBe(false);
});

describe('a run for which the disk was full', () => {
  const failure = { error_code: 'DISK_FULL', message: 'no room' };
  const run = (number: number, isFull = true, kind = 'setup') =>
    ({
      ...{ kind: 'run', key: `set-1-${number}`, spec: { purpose: { kind } } },
      state: { kind: 'ended', endedAt: 1_000, result: isFull ? plain(false, { failure } as object) : plain(true) },
    }) as unknown as Run;
  /** As a store may list them. */
  const runs = (count: number, works: number): Run[] =>
    Array.from({ length: count }, (_, at) => run(at + 1, at + 1 !== works)).toSorted((one, other) =>
      one.key < other.key ? -1 : 1,
    );
  const last = run(140);

  it('may be done again when there may be room, and one that ended otherwise says nothing', () => {
    expect(roomAt([last], last, instant(1_000))).toBe(instant(31_000));
    expect(roomAt([last], last, instant(31_000))).toBe('now');
    expect(roomAt([last], run(140, false), instant(31_000))).toBeNull();
  });

  it.each([
    ['the 30th had room', 30, instant(31_000)],
    ['the 15th had room', 15, null],
    ['none had room', 0, null],
  ])('is asked about after 120 in a row, in the order in which they were begun: %s', (_, works, at) => {
    expect(roomAt(runs(140, works), last, instant(1_000))).toBe(at);
  });

  it('those of another kind do not count', () => {
    const others = Array.from({ length: 200 }, (_, at) => run(at, true, 'push'));
    expect(roomAt([...others, last], last, instant(1_000))).toBe(instant(31_000));
  });
});

it('each step of a place is told where it is and what belongs into it', () => {
  const place = { ...{ hub, base, gatePlan, gateSettings }, copyFiles: ['.env'], dependencies: '/deps' };
  const folders = gatePlan.dependencyFolders;
  expect(fetchRun(hub, 'off')).toEqual({ purpose: { kind: 'fetch', hub }, deadlineMs: 600_000, sandbox: 'off' });
  expect(preparing(place)).toEqual({ hub, tree: base.tree, key: gatePlan.dependencyKey, setup: gatePlan.setup });
  expect(sealing(place, '/deps')).toEqual({ folder: '/deps', folders });
  const brought = { hub, dependencies: '/deps', folders, files: ['.env'] };
  expect(furnishing(place, '/copy', 'c')).toEqual({ ...brought, base: base.tree, copy: '/copy', label: 'c' });
  const copy = { workspace: 'shop', copy: '/copy', branch: 'b', isolation: 'clone', tree: 't' } as const;
  expect(mending(place, copy)).toEqual({ ...brought, ...copy, base });
});

it('a program of set-up has twenty minutes', () => {
  const ground = { gatePlan: { ...gatePlan, setup: [['npm', 'ci']] }, sandbox: 'auto' as const };
  expect(nextSetUp(ground, { folder: '/deps', index: 0 }, null)).toEqual({
    ...{ kind: 'begin', argv: ['npm', 'ci'] },
    run: {
      purpose: { kind: 'setup', argv: ['npm', 'ci'], folder: '/deps' },
      ...{ deadlineMs: 1_200_000, sandbox: 'auto' },
    },
  });
});
