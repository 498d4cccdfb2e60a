// What a person agreed to is put on record, once for this repository.
import type { EffectFunction } from '../ports/effect.ts';
import { trustOf } from './to-trust.ts';

export const rememberTrust: EffectFunction<'remember-trust'> = async ({ store }, { checkout, grants, by }, { now }) => {
  await store.transact(async (tx) => {
    for (const pattern of grants) await tx.allow({ repository: trustOf(checkout), pattern, by, at: now });
  });
  return { kind: 'done', output: {} };
};
