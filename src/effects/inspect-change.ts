// The checks that need no program: were the goalposts moved, does the change carry secrets, which tests are new or changed.
import type { EffectFunction } from '../ports/effect.ts';

export const inspectChange: EffectFunction<'inspect-change'> = async (
  { git, gates },
  { hub, base, tree, changes, plan, settings },
) => {
  const before = git.tree(hub, base);
  const after = git.tree(hub, tree);
  const tamper = await gates.tamper(plan, settings, before, after, changes);
  const secrets = await gates.secrets(after, changes, before);
  const tests = changes
    .filter((change) => change.kind !== 'deleted' && gates.isTest(plan, change.path))
    .map((change) => change.path);
  return { kind: 'done', output: { tamper, secrets, tests } };
};
