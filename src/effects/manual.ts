// A step by hand that is done, on its lease: phase, history, what it left, and two hours more. One that does not hold any more is left as it is.
import { instant } from '../domain/ids.ts';
import { holds, leaseMs } from '../domain/lease/judge-lease.ts';
import type { EffectFunction } from '../ports/effect.ts';

export const keepStep: EffectFunction<'keep-step'> = async (
  { store, files, clock },
  { fence, phase, entered, artifact },
  { thing },
) => {
  const path = 'path' in artifact ? artifact.path : await files.write(artifact.file, artifact.text);
  return store.transact(async (tx) => {
    const now = clock.now();
    const lease = await tx.lease(thing.task);
    if (!holds(lease, fence, now)) return { kind: 'done', output: { until: null } };
    // Once: the history of a step that was recorded and cut off before it was known has its visit already.
    const there = lease.history.some((visit) => visit.phase === phase && visit.entered === entered);
    const visit = { phase, entered, left: now, outcome: 'done' };
    const until = instant(now + leaseMs);
    const changed = await tx.changeLease(thing.task, fence, {
      phase,
      history: there ? lease.history : [...lease.history, visit],
      artifacts: { ...lease.artifacts, [artifact.name]: path },
      expiresAt: until,
    });
    return { kind: 'done', output: { until: changed ? until : null } };
  });
};

// A text put where people and later steps find it: whole, and the same when it is written again.

export const writeNote: EffectFunction<'write-note'> = async ({ files }, { path, text }) => ({
  kind: 'done',
  output: { path: await files.write(path, text) },
});
