// What a task's copy was given from the person's checkout: never part of a tree of ours, never told.
import type { ThingId } from '../domain/ids.ts';
import type { Hub } from '../domain/task/base.ts';
import { copiedPaths } from '../domain/task/copied-paths.ts';
import { secretValues } from '../domain/text/secret-values.ts';
import type { EffectPorts } from '../ports/effect.ts';

type Known = { readonly copyFiles?: readonly string[]; readonly hub?: Hub | null };

/** Of the task, or the chain. */
async function knownOf({ store }: Pick<EffectPorts, 'store'>, task: ThingId): Promise<Known> {
  const owner = await store.read((reads) => reads.thing(task));
  return (owner?.state as { readonly known?: Known } | undefined)?.known ?? {};
}

/** Clean paths, as git names them. */
export async function copiedFiles(ports: Pick<EffectPorts, 'store'>, task: ThingId): Promise<readonly string[]> {
  return copiedPaths(await knownOf(ports, task));
}

export type SecretOf = { readonly path: string; readonly value: string };

/** Their values, as the person's checkout holds them now; the longest first. */
export async function copiedSecrets(
  ports: Pick<EffectPorts, 'store' | 'files'>,
  task: ThingId,
): Promise<readonly SecretOf[]> {
  const { copyFiles = [], hub } = await knownOf(ports, task);
  if (copyFiles.length === 0 || hub == null) return [];
  const looked = await Promise.all(copyFiles.map((path) => ports.files.lookInside(hub.checkout, path)));
  const files = looked.flatMap((each) => (each.kind === 'files' ? each.files : []));
  return files
    .flatMap(({ path, text }) => secretValues(text).map((value) => ({ path, value })))
    .sort((a, b) => b.value.length - a.value.length);
}
