// Set-up is complete: from now on every checkout with this key shares what it made. The folder is not moved: virtual environments know their place.
import type { EffectFunction } from '../ports/effect.ts';

export const sealDependencies: EffectFunction<'seal-dependencies'> = async ({ files }, { folder }) => {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  await files.write(`dependencies/${name.slice(0, name.indexOf('.'))}.sealed`, `${name}\n`);
  return { kind: 'done', output: {} };
};
