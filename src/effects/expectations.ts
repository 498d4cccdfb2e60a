// What became of the tests that passed on the base, by their names: those that do not hold as they were, and those that are lost.
import { builtIn } from '../domain/criterion/judge-attempt.ts';
import { boundFindings } from '../domain/evidence/bound-list.ts';
import { judgeExpectations } from '../domain/evidence/judge-expectations.ts';
import { sayExpectations } from '../domain/evidence/say-expectations.ts';
import type { TestIds } from '../domain/evidence/verdict.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';

const mostBytes = 32 * 1024;

export const judgeOldTests: EffectFunction<'judge-expectations'> = async (ports, input, { thing }) => {
  const { git, gates } = ports;
  const { hub, base, tree, plan, passed, old } = input;
  const now = await namesOn(ports, thing.task, tree);
  if (now === null) return { kind: 'done', output: { result: null } };
  const ran = old === null ? null : { ...old.result, files: old.files };
  const { broken, held } = judgeExpectations(passed, ran, now);
  if (broken.length === 0 && old === null) return { kind: 'done', output: { result: null } };
  const changes = await git.changes(hub, base, tree);
  if (!changes.ok) return { kind: 'failed', failure: changes.failure };
  const found = await gates.tellExpectations(plan, git.tree(hub, base), git.tree(hub, tree), changes.value, broken);
  const findings = boundFindings(found, mostBytes);
  const { argv = [], exit = null, durationMs = 0, outputHash = null } = old?.result ?? {};
  const result = builtIn('expectations', 'passed', sayExpectations(held, found), findings);
  return { kind: 'done', output: { result: { ...result, argv, exit, durationMs, outputHash } } };
};

/** As the gates of this very tree told them last; the lists in the row of a criterion are shorter. */
async function namesOn({ store }: EffectPorts, task: string, tree: string): Promise<TestIds | null> {
  const chain = await store.read((reads) => reads.evidence(task as never));
  return chain.findLast((link) => link.tree === tree && link.result.gate === 'test')?.result.ids ?? null;
}
