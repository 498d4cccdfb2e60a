// The folder of the dependency cache for a key: named by its seal, or a clean checkout for a set-up to come.
import { fail } from '../domain/error.ts';
import type { TaskId } from '../domain/ids.ts';
import { outsideChange } from '../domain/outside-change.ts';
import { copiedPaths } from '../domain/place/copied-paths.ts';
import type { Hub } from '../domain/place/hub.ts';
import { secretsNamed } from '../domain/run/environment.ts';
import { secretsOfEnvironment, secretValues, withhold } from '../domain/text/safe/redact.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';

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

// Set-up is complete: from now on every checkout with this key shares what it made. The folder is not moved: virtual environments know their place.

export const sealDependencies: EffectFunction<'seal-dependencies'> = async ({ files }, { folder }) => {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  await files.write(`dependencies/${name.slice(0, name.indexOf('.'))}.sealed`, `${name}\n`);
  return { kind: 'done', output: {} };
};

// What a copy needs besides the commit: dependencies and the workspace's own files. The tree it has then is what analysis must leave.

export const furnishCopy: EffectFunction<'furnish-copy'> = async (
  { git, files },
  { hub, base, copy, dependencies, folders, files: own, label },
) => {
  if (dependencies !== null)
    for (const path of folders) await files.copy({ root: dependencies, path }, { root: copy, path });
  for (const path of own) {
    if (hub.checkout === copy) continue;
    const brought = await files.bringInside(hub.checkout, path, copy);
    if (brought === 'outside' || brought === 'link')
      return { kind: 'failed', failure: fail('CONFIG_INVALID', `copy: ${path} ${refusal[brought]}`, { path }).failure };
  }
  const taken = await git.snapshot(hub, copy, base, label, copiedPaths({ copyFiles: own }));
  return taken.ok ? { kind: 'done', output: { tree: taken.value.tree } } : { kind: 'failed', failure: taken.failure };
};

const refusal = {
  outside: 'is not inside the checkout',
  link: 'is reached by a link, and links are not followed',
} as const;

// What a task's copy was given from the person's checkout: never part of a tree of ours, never told.

type Place = { readonly copyFiles?: readonly string[]; readonly hub?: Hub | null };

async function placeOfRoot({ store }: Pick<EffectPorts, 'store'>, id: TaskId): Promise<Place> {
  const root = await store.read((reads) => reads.root(id));
  return root?.state.known.place ?? {};
}

/** Clean paths, as git names them. */
export async function copiedFiles(ports: Pick<EffectPorts, 'store'>, task: TaskId): Promise<readonly string[]> {
  return copiedPaths(await placeOfRoot(ports, task));
}

/** Those, and what else a tree of the copy has as it was, whatever stands there. */
export const leftOut = async ({ store }: Pick<EffectPorts, 'store'>, task: TaskId): Promise<readonly string[]> =>
  outsideChange(await store.read((reads) => reads.root(task)));

/** What was read where they lie, with their values hidden. */
export async function withholdCopied<Value>(
  ports: Pick<EffectPorts, 'store' | 'files'>,
  task: TaskId,
  value: Value,
): Promise<Value> {
  const secrets = await copiedSecrets(ports, task);
  return withhold(
    value,
    secrets.map((secret) => secret.value),
  );
}

/** Of environments: under a name that speaks of one, or that the configuration names. */
export async function secretsAround(
  { config }: Pick<EffectPorts, 'config'>,
  ...environments: readonly Readonly<Record<string, string>>[]
): Promise<ReturnType<typeof secretsOfEnvironment>> {
  const read = await config.read();
  const named = read.ok ? secretsNamed(read.value) : [];
  return environments.flatMap((env) => secretsOfEnvironment(env, named));
}

export type SecretOf = { readonly path: string; readonly value: string };

/** Their values, as the person's checkout holds them now; the longest first. */
export async function copiedSecrets(
  ports: Pick<EffectPorts, 'store' | 'files'>,
  task: TaskId,
): Promise<readonly SecretOf[]> {
  const { copyFiles = [], hub } = await placeOfRoot(ports, task);
  if (copyFiles.length === 0 || hub == null) return [];
  const looked = await Promise.all(copyFiles.map((path) => ports.files.lookInside(hub.checkout, path)));
  const files = looked.flatMap((each) => (each.kind === 'files' ? each.files : []));
  return files
    .flatMap(({ path, text }) => secretValues(text).map((value) => ({ path, value })))
    .sort((a, b) => b.value.length - a.value.length);
}
