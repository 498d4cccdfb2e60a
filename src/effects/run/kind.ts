// A kind of run: how it is started, and what is read of its end. Each is a file with its entry and a line in `kinds.ts`.
import { ok, type Result } from '../../domain/error.ts';
import type { Instant, RunId } from '../../domain/ids.ts';
import type { Ending } from '../../domain/run/ending.ts';
import type { Launch } from '../../domain/run/launch.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Purpose, Run, RunResult } from '../../domain/run/run.ts';
import type { EffectContext, EffectPorts } from '../../ports/effect.ts';
import type { Kept } from '../../ports/keeper.ts';

/** Some kinds share a form. */
export type PurposeOf<Name extends Purpose['kind'], P = Purpose> = P extends { readonly kind: infer Own }
  ? Name extends Own
    ? P
    : never
  : never;

/** `kept` null: nothing is known of it but that it is over. */
export type EndedRun = Pick<EffectContext, 'now' | 'signal'> & { readonly kept: Kept | null; readonly ending: Ending };

export type RunKind<P extends Purpose> = {
  /** Called where the keeper does not have it yet. Safe to repeat. */
  readonly start: (ports: EffectPorts, run: Run, purpose: P, now: Instant) => Promise<Result<Started>>;
  /** After its end; safe to repeat. */
  readonly read: (ports: EffectPorts, run: Run, purpose: P, came: EndedRun) => Promise<Result<RunResult>>;
  /** The folder it writes to: a run that a full disk there cut off is done again. Absent: its end counts, whatever it says of the disk. */
  readonly writes?: (purpose: P) => string;
};

export type Started = { readonly startedAt: number; readonly hired?: Launch };

/** A program that the keeper is given as it is. */
export const keptProgram =
  <P extends Purpose>(
    program: (ports: EffectPorts, run: Run, purpose: P) => Promise<Result<Program>>,
  ): RunKind<P>['start'] =>
  async (ports, run, purpose) => {
    const made = await program(ports, run, purpose);
    if (!made.ok) return made;
    const { startedAt } = await ports.keeper.ensure(run.id as RunId, made.value);
    return ok({ startedAt });
  };
