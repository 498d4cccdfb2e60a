import { describe, expect, it } from 'vitest';
import { gatePlan } from '../../../test/fakes/outside.ts';
import type { Run, RunResult } from '../run/run.ts';
import { afterPreparing, isNameTaken, judgePlain, nextSetUp } from './place.ts';

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
    }
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
