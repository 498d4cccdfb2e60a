// The folder of the dependency cache for a key: named by its seal, or a clean checkout for a set-up to come.
import type { EffectFunction } from '../ports/effect.ts';

export const prepareDependencies: EffectFunction<'prepare-dependencies'> = async (
  { git, files },
  { hub, tree, key },
  { thing },
) => {
  const seal = await files.read(`dependencies/${key}.sealed`);
  const sealed = seal === null ? null : new TextDecoder().decode(seal).trim();
  if (sealed !== null && (await files.exists(`dependencies/${sealed}`))) {
    // How long it was not used is told by its seal.
    await files.write(`dependencies/${key}.sealed`, `${sealed}\n`);
    return { kind: 'done', output: { folder: files.path('dependencies', sealed), ready: true } };
  }
  await files.makeFolder('dependencies');
  const folder = files.path('dependencies', `${key}.${thing.task}`);
  const out = await git.checkout(hub, tree, folder, { repository: false, hooksFrom: null });
  return out.ok ? { kind: 'done', output: { folder, ready: false } } : { kind: 'failed', failure: out.failure };
};
