// Gates on two works that are put together: a checkout of that tree is made for the first, and goes with the last.
import { fail, ok, type Result } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Run } from '../../domain/run/run.ts';
import { isLastOfTrial, type TrialPurpose } from '../../domain/run/trial.ts';
import { sayFew } from '../../domain/text/counted.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import { gateProgram, readGateRun } from './gate.ts';
import type { PurposeOf, RunKind } from './kind.ts';
import { environmentOf } from './program.ts';

export const trialRun: RunKind<TrialPurpose> = {
  start: async (ports, run, purpose) => {
    const made = purpose.began === undefined ? await checkOut(ports, run, purpose) : ok(undefined);
    const program = made.ok
      ? await gateProgram(ports, run, gateOf(ports, run, purpose), await environmentOf(ports, run.task))
      : made;
    if (!program.ok) {
      await ports.files.remove(stageOf(run, purpose));
      return program;
    }
    const { startedAt } = await ports.keeper.ensure(run.id as RunId, program.value);
    return ok({ startedAt });
  },
  read: async (ports, run, purpose, { kept, ending }) => {
    const result = await readGateRun(ports, run, gateOf(ports, run, purpose), { kept, ending });
    if (isLastOfTrial(purpose, { ending, result })) await ports.files.remove(stageOf(run, purpose));
    return ok(result);
  },
};

const stageOf = ({ id, task }: Run, { began = id }: TrialPurpose): string => `stages/${task}/trial-${began}`;

const gateOf = ({ files }: EffectPorts, run: Run, purpose: TrialPurpose): PurposeOf<'gate'> => ({
  kind: 'gate',
  definition: purpose.gates[0],
  folder: files.path(stageOf(run, purpose)),
  dependencies: purpose.dependencies,
  only: null,
});

/** Begun anew where a crash left a part of it. */
async function checkOut({ git, files }: EffectPorts, run: Run, purpose: TrialPurpose): Promise<Result<undefined>> {
  const { hub, works, other, dependencies, folders } = purpose;
  const merged = await git.mergeWorks(hub, ...works);
  if (!merged.ok) return merged;
  const { tree, conflicts } = merged.value;
  if (conflicts.length > 0) return fail('NOT_READY', `${run.task} and ${other} do not merge: ${sayFew(conflicts, 5)}`);
  await files.makeFolder(`stages/${run.task}`);
  const folder = files.path(stageOf(run, purpose));
  const out = await git.checkout(hub, tree, folder, { repository: false, hooksFrom: null });
  if (!out.ok) return out;
  if (dependencies !== null)
    for (const path of folders) await files.share(`${dependencies}/${path}`, { root: folder, path });
  return ok(undefined);
}
