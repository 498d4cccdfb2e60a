// What a person has not seen yet of a repository: programs that nothing would hold, and files of `copy` that look like holding secrets.
import { canonical } from '../domain/evidence/canonical.ts';
import type { GatePlan } from '../domain/evidence/gate-plan.ts';
import type { Hub } from '../domain/place/hub.ts';
import { programsGrant, secretGrant, type ToTrust } from '../domain/place/to-trust.ts';
import { secretValues } from '../domain/text/safe/redact.ts';
import { looksSecret } from '../domain/text/safe/secret-names.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import type { Tree } from '../ports/git.ts';

/** Under which their agreements are kept. */
export const trustOf = (checkout: string): string => `trust:${checkout}`;

type Survey = {
  readonly hub: Hub;
  /** Hash of the tree. */
  readonly base: string;
  readonly tree: Tree;
  readonly plan: GatePlan;
  readonly hooks: readonly string[];
  readonly copy: readonly string[];
  /** Lines of `run` and `teardown`. */
  readonly more: readonly string[];
  readonly confined: boolean;
};

export async function findToTrust(ports: EffectPorts, survey: Survey): Promise<ToTrust> {
  const { checkout } = survey.hub;
  const given = await ports.store.read((reads) => reads.permissions(trustOf(checkout)));
  const agreed = new Set(given.map(({ pattern }) => pattern));
  const found = survey.confined ? null : await programsOf(ports, survey);
  const programs = found === null || agreed.has(programsGrant(found.hash)) ? null : found;
  const secrets = (await secretFiles(ports, checkout, survey.copy)).filter((each) => !agreed.has(secretGrant(each)));
  return programs !== null && (await isTrusted(ports, survey))
    ? { programs: null, secrets, agreed: { grants: [programsGrant(programs.hash)], by: 'configuration' } }
    : { programs, secrets };
}

/** By the person's own file, which names the whole of a tree. Hooks may stand outside of it, so it does not speak for them. */
async function isTrusted({ config }: EffectPorts, { base, hooks }: Survey): Promise<boolean> {
  const person = await config.read();
  return hooks.length === 0 && person.ok && (person.value.trust ?? []).includes(base);
}

/** The commands, and the content of what they read: manifests with scripts, runner configuration, hooks of the tree. */
async function programsOf({ sha256 }: EffectPorts, { tree, plan, hooks, copy, more }: Survey) {
  const lines = [
    ...plan.setup.map((argv) => `set-up: ${argv.join(' ')}`),
    ...plan.gates
      .filter(({ argv, absent }) => absent === null && argv.length > 0)
      .map(({ gate, argv }) => `gate ${gate}: ${argv.join(' ')}`),
    ...hooks.map((name) => `commit hook: ${name}`),
    ...more,
  ];
  if (lines.length === 0) return null;
  const read = (await tree.paths()).filter((path) => plan.guarded.includes(path) || isHook(path)).sort();
  const contents = await Promise.all(
    read.map(async (path) => [path, sha256(Buffer.from((await tree.read(path)) ?? []).toString('base64'))]),
  );
  return { hash: sha256(canonical({ lines, copy, contents })), lines };
}

const isHook = (path: string): boolean =>
  /^(\.husky|\.githooks)\/|^\.?lefthook\.ya?ml$|^\.pre-commit-config\.yaml$/.test(path);

async function secretFiles({ files, sha256 }: EffectPorts, checkout: string, copy: readonly string[]) {
  const looked = await Promise.all(copy.map((path) => files.lookInside(checkout, path)));
  return looked
    .flatMap((each) => (each.kind === 'files' ? each.files : []))
    .filter(({ path, text }) => looksSecret(path) || secretValues(text).length > 0)
    .map(({ path, text }) => ({ path, hash: sha256(text) }));
}

// What a person agreed to is put on record, once for this repository.

export const rememberTrust: EffectFunction<'remember-trust'> = async ({ store }, { checkout, grants, by }, { now }) => {
  await store.transact(async (tx) => {
    for (const pattern of grants) await tx.allow({ repository: trustOf(checkout), pattern, by, at: now });
  });
  return { kind: 'done', output: {} };
};
