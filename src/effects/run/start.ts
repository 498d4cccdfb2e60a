// Starts, or finds, the program of a run; what it may touch and see follows from its kind. And asks for its end.
import { ofKind } from '../../domain/any-thing.ts';
import type { Failure } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { EffectResult } from '../../domain/thing.ts';
import type { EffectContext, EffectFunction, EffectPorts } from '../../ports/effect.ts';
import { readHired } from './choose-agent.ts';
import type { Started } from './kind.ts';
import { runKindOf } from './kinds.ts';

/** Of any kind: a run by itself is started under another name of this effect. */
export async function startRun(
  ports: EffectPorts,
  _input: unknown,
  { thing, now, fenced }: EffectContext,
): Promise<EffectResult<Started>> {
  const run = ofKind(thing, 'run');
  const there = await ports.keeper.find(run.id as RunId);
  if (there !== null)
    return { kind: 'done', output: { startedAt: there.startedAt, ...(await readHired(ports.files, run.id)) } };
  if (!(await fenced())) return failed({ error_code: 'LEASE_EXPIRED', message: 'another driver took over' });
  const { purpose } = run.spec;
  const started = await runKindOf(purpose).start(ports, run, purpose, now);
  return started.ok ? { kind: 'done', output: started.value } : failed(started.failure);
}

const failed = (failure: Failure) => ({ kind: 'failed', failure }) as const;

// Asks the keeper to end a run's whole tree; the ending comes as a notice.

export const endRun: EffectFunction<'end-run'> = async ({ keeper }, { reason }, { thing }) => {
  await keeper.end(thing.id as RunId, reason);
  return { kind: 'done', output: {} };
};
