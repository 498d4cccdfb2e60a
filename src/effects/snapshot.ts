// The copy's whole working tree as an object of the hub, and what changed against the base.
import { boundList, totalsOf } from '../domain/evidence/bound-list.ts';
import type { EffectFunction } from '../ports/effect.ts';
import { copiedFiles } from './copied-files.ts';
import { mustHaveCopy } from './must-have-copy.ts';

/** Of the list that is kept in rows: some five hundred files. */
const mostBytes = 64 * 1024;

export const snapshot: EffectFunction<'snapshot'> = async (ports, { hub, copy, base, label }, { thing }) => {
  const { git } = ports;
  const there = await mustHaveCopy(ports, copy);
  if (!there.ok) return { kind: 'failed', failure: there.failure };
  const taken = await git.snapshot(hub, copy, base, label, await copiedFiles(ports, thing.task));
  if (!taken.ok) return { kind: 'failed', failure: taken.failure };
  const changes = await git.changes(hub, base, taken.value.tree);
  if (!changes.ok) return { kind: 'failed', failure: changes.failure };
  const { tree } = taken.value;
  const kept = boundList(changes.value, mostBytes);
  const total = kept.length < changes.value.length && { total: totalsOf(changes.value) };
  return { kind: 'done', output: { tree, changes: kept, ...total } };
};
