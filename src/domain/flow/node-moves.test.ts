// What is put down when a node comes to stand otherwise than it did.
import { describe, expect, it } from 'vitest';
import type { NodeRecord, NodeStatus } from './node.ts';
import { movesTo, statusesAfter } from './node-moves.ts';

const way = (from: NodeStatus, to: NodeStatus) =>
  movesTo(new Map([['IMPL-1', from]]), new Map([['IMPL-1', to]]), 7).map((move) => `${move.from}>${move.to}`);

describe('PC-59 a move of a node', () => {
  it.each([
    ['pending', 'in_progress', ['pending>in_progress']],
    ['pending', 'completed', ['pending>in_progress', 'in_progress>completed']],
    ['blocked', 'completed', ['blocked>in_progress', 'in_progress>completed']],
    ['pending', 'failed', ['pending>in_progress', 'in_progress>failed']],
    ['in_progress', 'pending', ['in_progress>pending']],
    ['completed', 'in_progress', ['completed>pending', 'pending>in_progress']],
    ['failed', 'completed', ['failed>pending', 'pending>in_progress', 'in_progress>completed']],
  ] as const)('from %s to %s goes along the table, an end is left only for the beginning', (from, to, steps) => {
    expect(way(from, to)).toEqual(steps);
  });

  it('is none where nothing changed', () => {
    expect(way('blocked', 'blocked')).toEqual([]);
  });

  it('PC-60 of each of twenty at once is put down, with its time', () => {
    const ids = Array.from({ length: 20 }, (_, at) => `IMPL-${at}`);
    const nodes = ids.map((id) => ({ id, status: 'pending' }) as NodeRecord);
    const before = statusesAfter({ name: 'x', nodes });
    const moves = movesTo(before, new Map(ids.map((id) => [id, 'in_progress' as const])), 7);
    expect(moves).toEqual(ids.map((node) => ({ node, from: 'pending', to: 'in_progress', at: 7 })));
    expect([...statusesAfter({ name: 'x', nodes }, moves).values()]).toEqual(ids.map(() => 'in_progress'));
  });
});
