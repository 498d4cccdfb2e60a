// What a node came to: its change by git, what that adds by its grammar, and what is on record of its tree.
import { boundSummary } from '../../domain/flow/summary.ts';
import type { EffectFunction } from '../../ports/effect.ts';

export const readSummary: EffectFunction<'read-summary'> = async (ports, { hub, from, tree, plan }, { thing }) => {
  const { git, gates, store } = ports;
  const changes = await git.changes(hub, from, tree);
  if (!changes.ok) return { kind: 'failed', failure: changes.failure };
  const components = await gates.components(plan, git.tree(hub, from), git.tree(hub, tree), changes.value);
  const chain = await store.read((reads) => reads.evidence(thing.task, { tree }));
  const verdicts = chain.map(({ result: { gate, verdict } }): [string, string] => [gate, verdict]);
  const files = changes.value.map(({ path, kind, from: before, added, removed }) => ({
    path,
    kind,
    from: before,
    added,
    removed,
  }));
  const told = [...new Map(verdicts)].map(([gate, verdict]) => ({ gate, verdict }));
  return { kind: 'done', output: boundSummary({ files, components, gates: told }) };
};
