// Looks at the person's checkout without touching it, and opens our own repository beside it.
import { ok, type Result } from '../domain/error.ts';
import type { Checkout } from '../domain/task/base.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';

/** For so long what was fetched for one task is as good for another that waited meanwhile. */
const freshMs = 10_000;

export const openHub: EffectFunction<'open-hub'> = async (ports, { workspace, path, seen }, { now }) => {
  const { git } = ports;
  const state = await findCheckout(ports, workspace, path, seen);
  if (!state.ok) return { kind: 'failed', failure: state.failure };
  const { root, gitFolder, objectFormat, branch, head, dirty, remote } = state.value;
  const hub = await git.openHub(workspace, { root, gitFolder, objectFormat });
  if (!hub.ok) return { kind: 'failed', failure: hub.failure };
  const { lost, ...own } = hub.value;
  const said = [...notes(state.value), ...(lost === undefined ? [] : [mended(lost)])];
  const fetchedAt = await git.fetchedAt(own);
  const isFresh = fetchedAt !== null && fetchedAt <= now && now - fetchedAt < freshMs;
  const output = { hub: own, branch, head, dirty, remote, notes: said, ...(isFresh && { fetchedAt }) };
  return { kind: 'done', output };
};

/** Where the task was stated for, or where the person says by now that it was moved to. */
async function findCheckout(
  { git, config, files }: EffectPorts,
  workspace: string,
  path: string,
  seen?: Checkout,
): Promise<Result<Checkout>> {
  if (seen !== undefined && (await files.there(seen.gitFolder)) && (await files.there(seen.root))) return ok(seen);
  const found = await git.inspect(config.expand(path));
  if (found.ok || found.failure.error_code !== 'PATH_NOT_FOUND') return found;
  const read = await config.read();
  const now = read.ok ? read.value.workspaces[workspace]?.path : undefined;
  if (now !== undefined && now !== path) return git.inspect(config.expand(now));
  const message = `${found.failure.message} If it was moved: drover workspace set ${workspace} path ~/where/it/is, then try again.`;
  return { ok: false as const, failure: { ...found.failure, message } };
}

const mended = (lost: readonly string[]): string =>
  `Drover's own repository of this workspace was damaged and was mended${lost.length === 0 ? '' : `; lost: ${lost.join(', ')}`}`;

const notes = (state: Checkout): string[] => [
  ...(state.remote === null ? ['there is no remote: the work ends proven and is not submitted'] : []),
  ...(state.shallow ? ['the checkout is shallow: its history ends early'] : []),
  ...(state.submodules ? ['there are submodules: they are not filled in the copy'] : []),
  ...(state.lfs ? ['there are LFS files: pointers stay pointers in the copy'] : []),
];
