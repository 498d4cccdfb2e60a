// Looks at the person's checkout without touching it, and opens our own repository beside it.
import type { EffectFunction } from '../ports/effect.ts';
import type { CheckoutState } from '../ports/git.ts';

export const openHub: EffectFunction<'open-hub'> = async ({ git, config }, { workspace, path }) => {
  const state = await git.inspect(config.expand(path));
  if (!state.ok) return { kind: 'failed', failure: state.failure };
  const hub = await git.openHub(workspace, state.value.root);
  if (!hub.ok) return { kind: 'failed', failure: hub.failure };
  const { branch, head, dirty, remote } = state.value;
  return { kind: 'done', output: { hub: hub.value, branch, head, dirty, remote, notes: notes(state.value) } };
};

const notes = (state: CheckoutState): string[] => [
  ...(state.remote === null ? ['there is no remote: the work ends proven and is not submitted'] : []),
  ...(state.shallow ? ['the checkout is shallow: its history ends early'] : []),
  ...(state.submodules ? ['there are submodules: they are not filled in the copy'] : []),
  ...(state.lfs ? ['there are LFS files: pointers stay pointers in the copy'] : []),
];
