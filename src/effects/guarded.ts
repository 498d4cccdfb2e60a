// What a change does to files that decide what gates say, and whether gates pass with those as they were.
import { builtIn } from '../domain/criterion/judge-attempt.ts';
import { boundFindings } from '../domain/evidence/bound-list.ts';
import { guardedFindings, judgeHeld, sayGuarded } from '../domain/evidence/guarded-change.ts';
import type { GateResult } from '../domain/evidence/verdict.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';

const mostBytes = 32 * 1024;

export const judgeGuarded: EffectFunction<'judge-guarded'> = async (ports, input, { thing }) => {
  const { git, gates, sha256 } = ports;
  const { hub, base, tree, plan, known, baseline, held, own } = input;
  const changes = await git.changes(hub, base, tree);
  if (!changes.ok) return { kind: 'failed', failure: changes.failure };
  const touched = await gates.guardedChanges(plan, git.tree(hub, base), git.tree(hub, tree), changes.value, known);
  if (touched.length === 0) return { kind: 'done', output: { result: null } };
  const ran = held.filter(({ argv }) => argv.length > 0);
  const wanting = judgeHeld(baseline, ran, own ?? (await saidOf(ports, thing.task, tree)));
  const findings = boundFindings(guardedFindings(touched, wanting, sha256), mostBytes, sha256);
  return {
    kind: 'done',
    output: { result: builtIn('guarded', 'passed', sayGuarded(touched, ran, wanting, known), findings) },
  };
};

/** The newest word of each gate on this very tree. */
async function saidOf({ store }: EffectPorts, task: string, tree: string): Promise<readonly GateResult[]> {
  const chain = await store.read((reads) => reads.evidence(task as never, { tree }));
  const mine = chain.map(({ result }) => result);
  return [...new Map(mine.map((result) => [result.gate, result])).values()];
}
