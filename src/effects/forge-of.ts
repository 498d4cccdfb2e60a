// The forge of a task's remote.
import type { Result } from '../domain/error.ts';
import type { EffectPorts } from '../ports/effect.ts';
import type { Forge } from '../ports/forge.ts';
import type { Hub } from '../ports/git.ts';

export async function forgeOf({ git, forges }: Pick<EffectPorts, 'git' | 'forges'>, hub: Hub): Promise<Result<Forge>> {
  const remote = await git.remoteAddress(hub);
  return remote.ok ? forges.of(remote.value) : remote;
}
