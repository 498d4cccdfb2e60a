// The run by itself that is meant.
import { failed } from '../domain/error.ts';
import { kindOf, type RunId, type ThingId } from '../domain/ids.ts';
import type { Once } from '../domain/run/once.ts';
import type { Run, RunSpec } from '../domain/run/run.ts';
import type { Thing } from '../domain/thing.ts';
import type { Reads } from '../ports/store.ts';

export type OnceRun = Thing<RunSpec & { readonly purpose: Once }, Run['state']>;

/** Throws `RUN_NOT_FOUND`. */
export async function findRun(reads: Reads, given: string): Promise<OnceRun> {
  const thing = kindOf(given as ThingId) === 'run' ? ((await reads.thing(given as RunId)) as Run | null) : null;
  if (thing !== null && thing.spec.purpose.kind === 'once') return thing as OnceRun;
  throw failed('RUN_NOT_FOUND', `There is no run ${given} by itself.`, { run: given });
}
