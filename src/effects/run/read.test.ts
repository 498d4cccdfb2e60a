import { describe, expect, it } from 'vitest';
import type { Ending } from '../../domain/run/ending.ts';
import type { EffectContext, EffectPorts } from '../../ports/effect.ts';
import { readRun } from './read.ts';

type World = { room: boolean; tail: string; ending: Ending; facts: readonly { kind: string }[]; failure?: object };

const usual: World = {
  room: false,
  tail: 'Error: ENOSPC: no space left on device, write',
  ending: { kind: 'exited', code: 1 },
  facts: [],
};

/** What comes of the commit hooks, whose end is read as that of any program. */
async function endOf(more: Partial<World>) {
  const { room, tail, ending, facts, failure } = { ...usual, ...more };
  const kept = { ending, files: { output: '/o', error: null }, startedAt: 1, endedAt: 2, failure: failure ?? null };
  const ports = {
    keeper: { find: async () => kept },
    files: { hasRoom: async () => room, tail: async () => tail, hash: async () => 'h' },
    sandboxes: { choose: async () => ({ ok: true, value: { name: 'none' } }) },
    store: {
      read: (work: (reads: object) => unknown) =>
        work({ facts: async () => facts, copy: async () => null, root: async () => null }),
    },
  } as unknown as EffectPorts;
  const run = {
    id: 'run-7',
    kind: 'run',
    task: 'shop-1',
    spec: { purpose: { kind: 'hooks', folder: '/stage' }, sandbox: 'off' },
  };
  const done = await readRun(ports, {}, { thing: run, now: 3 } as unknown as EffectContext);
  return done.kind === 'done' ? done.output?.ending.kind : done.kind;
}

describe('WT-65 a program that a full disk cut', () => {
  it('waits for room, and is done again then: it says nothing of its work', async () => {
    await expect(endOf({})).rejects.toMatchObject({ failure: { error_code: 'DISK_FULL' } });
    await expect(endOf({ tail: '', failure: { error_code: 'DISK_FULL' } })).rejects.toThrow();
    expect(await endOf({ room: true, facts: [{ kind: 'effect_put_off' }] })).toBe('lost');
  });

  it('is not one that only speaks of it, that passed, or that failed for another reason', async () => {
    expect(await endOf({ room: true })).toBe('exited');
    expect(await endOf({ ending: { kind: 'exited', code: 0 } })).toBe('exited');
    expect(await endOf({ tail: 'AssertionError: 1 != 2' })).toBe('exited');
  });
});

it('P9 how many processes outlive a gate stands with what it said', async () => {
  const leftBy = async (escaped: readonly number[]) => {
    const kept = { ending: { kind: 'exited', code: 0 }, files: { output: '/o', error: null }, escaped };
    const ports = {
      keeper: { find: async () => kept },
      files: { path: () => '/s', read: async () => null, tail: async () => '', hash: async () => 'h' },
      gates: {
        program: () => ({ argv: ['t'], env: {}, report: null }),
        read: () => ({ verdict: 'passed', why: 'all' }),
      },
      store: { read: (work: (reads: object) => unknown) => work({ copy: async () => null, root: async () => null }) },
    } as unknown as EffectPorts;
    const purpose = { kind: 'gate', definition: { gate: 'test' }, folder: '/stage', only: null };
    const run = { id: 'run-7', kind: 'run', task: 'shop-1', spec: { purpose, sandbox: 'off' } };
    const done = await readRun(ports, {}, { thing: run, now: 3 } as unknown as EffectContext);
    return done.kind === 'done' && done.output?.result.kind === 'gate' ? done.output.result.result.left : done;
  };
  expect(await leftBy([71, 72])).toBe(2);
  expect(await leftBy([])).toBeUndefined();
});

it.each([
  ['there is a report, only the end of it is read', '{"end":true}', 1024 * 1024],
  ['there is none, all that is kept of it is read', null, 64 * 1024 * 1024],
])('what a gate printed: where %s', async (_, report, most) => {
  const asked: [string, number][] = [];
  const kept = { ending: { kind: 'exited', code: 0 }, files: { output: '/o', error: '/e' }, escaped: [] };
  const tail = async (path: string, limit: number) => {
    asked.push([path, limit]);
    return path === '/report' ? report : '';
  };
  const ports = {
    keeper: { find: async () => kept },
    files: { path: () => '/s', read: async () => null, tail, hash: async () => 'h' },
    gates: {
      program: () => ({ argv: ['t'], env: {}, report: '/report' }),
      read: () => ({ verdict: 'passed', why: 'all' }),
    },
    store: { read: (work: (reads: object) => unknown) => work({ copy: async () => null, root: async () => null }) },
  } as unknown as EffectPorts;
  const purpose = { kind: 'gate', definition: { gate: 'test' }, folder: '/stage', only: null };
  const run = { id: 'run-7', kind: 'run', task: 'shop-1', spec: { purpose, sandbox: 'off' } };
  await readRun(ports, {}, { thing: run, now: 3 } as unknown as EffectContext);
  expect(asked.filter(([path]) => path !== '/report')).toEqual([
    ['/o', most],
    ['/e', most],
  ]);
});
