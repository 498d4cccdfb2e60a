import { expect, it } from 'vitest';
import type { NodeStatus } from './node.ts';
import { moveStatus, resetStatus } from './status.ts';

const all: readonly NodeStatus[] = ['pending', 'in_progress', 'completed', 'failed', 'blocked', 'skipped', 'cancelled'];

it('PC-59 a status moves along the table alone, and nothing that was blocked or failed becomes completed', () => {
  const allowed = all.flatMap((from) =>
    all.filter((to) => moveStatus(from, to, 'now').ok).map((to) => `${from} ${to}`),
  );
  expect(allowed).toEqual([
    ...['pending in_progress', 'pending blocked', 'pending skipped', 'pending cancelled'],
    ...['in_progress completed', 'in_progress failed', 'in_progress blocked', 'in_progress skipped'],
    ...['in_progress cancelled', 'blocked in_progress', 'blocked failed', 'blocked skipped', 'blocked cancelled'],
  ]);
});

it('PC-59 a move tells the status that there was, and back goes only a reset', () => {
  expect(moveStatus('pending', 'in_progress', 'now')).toEqual({
    ...{ ok: true, value: { from: 'pending', to: 'in_progress', changedAt: 'now' } },
  });
  expect(moveStatus('completed', 'pending', 'now')).toMatchObject({
    ok: false,
    failure: { error_code: 'NOT_READY', message: expect.stringContaining('completed does not become pending') },
  });
  expect(resetStatus('completed', 'now')).toEqual({ from: 'completed', to: 'pending', changedAt: 'now' });
});
