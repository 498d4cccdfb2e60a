// Looks at the person's checkout without touching it, and opens our own repository beside it.
import { defined } from '../domain/defined.ts';
import { fail, ok, type Result } from '../domain/error.ts';
import { type Checkout, submodulesNote } from '../domain/place/checkout.ts';
import type { ToTrust } from '../domain/place/to-trust.ts';
import { ofRoot, overlayOfRoot } from '../domain/root.ts';
import { freezeVariables } from '../domain/run/environment.ts';
import { overlayOf } from '../domain/task/settings/freeze.ts';
import { gateSettings } from '../domain/task/settings/gate-settings.ts';
import type { Task } from '../domain/task/task.ts';
import type { RepositoryConfig } from '../ports/config.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import type { Base, Hub, Tree } from '../ports/git.ts';
import { findToTrust } from './trust.ts';

/** For so long what was fetched for one task is as good for another that waited meanwhile. */
const freshMs = 10_000;

export const openHub: EffectFunction<'open-hub'> = async (ports, { workspace, path, seen }, { now }) => {
  const { git } = ports;
  const state = await findCheckout(ports, workspace, path, seen);
  if (!state.ok) return { kind: 'failed', failure: state.failure };
  const { root, gitFolder, objectFormat, branch, head, dirty, remote, pushes } = state.value;
  const hub = await git.openHub(workspace, { root, gitFolder, objectFormat });
  if (!hub.ok) return { kind: 'failed', failure: hub.failure };
  const { lost, ...own } = hub.value;
  const said = [...notes(state.value), ...(lost === undefined ? [] : [mended(lost)])];
  const fetchedAt = await git.fetchedAt(own);
  const isFresh = fetchedAt !== null && fetchedAt <= now && now - fetchedAt < freshMs;
  const output = {
    hub: own,
    branch,
    head,
    dirty,
    remote,
    ...defined({ pushes }),
    notes: said,
    ...(isFresh && { fetchedAt }),
  };
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
  ...(state.remote === null
    ? ['there is no remote: the work ends as a branch of your repository and is not submitted']
    : []),
  ...(state.shallow ? ['the checkout is shallow: its history ends early'] : []),
  ...(state.submodules ? [submodulesNote] : []),
  ...(state.lfs ? ['there are LFS files: pointers stay pointers in the copy'] : []),
  ...(state.author === false ? ['nobody is named whom commits are by, and it cannot be submitted without'] : []),
];

// The base commit, and what is to be checked: the base's own file, then the person's overlay, else what is detected.

export const inspectBase: EffectFunction<'survey-base'> = async (
  ports,
  { hub, wanted, from: pinned, head, anew },
  { thing },
) => {
  const root = ofRoot(thing);
  const { workspace, sandbox: wish } = root.spec.settings;
  const taken = anew === undefined ? null : await overlayNow(ports, workspace.name, anew.gates);
  if (taken?.ok === false) return { kind: 'failed', failure: taken.failure };
  const overlay = taken?.value ?? overlayOfRoot(root);
  const sandbox = await ports.sandboxes.choose(wish);
  if (!sandbox.ok) return { kind: 'failed', failure: sandbox.failure };
  const given = anew?.base ?? pinned;
  const resolved = given === undefined ? await ports.git.resolveBase(hub, wanted) : ok(given);
  if (!resolved.ok) return { kind: 'failed', failure: resolved.failure };
  const from = head === undefined ? null : await goneOnWith(ports, hub, resolved.value, head);
  if (from?.ok === false) return { kind: 'failed', failure: from.failure };
  const base = { value: from?.value.base ?? resolved.value };
  const tree = ports.git.tree(hub, base.value.tree);
  const own = await readOwn(ports, tree);
  if (!own.ok) return { kind: 'failed', failure: own.failure };
  const settings = gateSettings(own.value, overlay);
  const plan = await ports.gates.plan(tree, settings);
  const hooks = await ports.git.hooks(hub);
  const template = await readTemplate(tree);
  const copy = overlay.copy ?? own.value.copy ?? [];
  const run = overlay.run ?? own.value.run;
  const preview =
    run === undefined ? null : { argv: ports.gates.command(run.start, 'run.start'), ports: run.port ?? 0 };
  const teardown = (overlay.teardown ?? own.value.teardown ?? [])
    .map((line) => ports.gates.command(line, 'teardown'))
    .filter((argv) => argv.length > 0);
  const more = [
    ...(preview === null ? [] : [`run: ${preview.argv.join(' ')}`]),
    ...teardown.map((argv) => `teardown: ${argv.join(' ')}`),
  ];
  const found = { hub, base: base.value.tree, tree, plan, hooks: hooks.ok ? hooks.value : [], copy, more };
  const toTrust = await findToTrust(ports, { ...found, confined: sandbox.value.name !== 'none' });
  return {
    kind: 'done',
    output: {
      base: base.value,
      ...(from === null ? {} : { head: from.value.head }),
      plan,
      settings,
      copy,
      hooks: found.hooks,
      sandbox: sandbox.value.name,
      ...(taken === null ? {} : { anew: { overlay, variables: freezeVariables(ports.person.env()) } }),
      ...(template === null ? {} : { template }),
      ...(preview === null ? {} : { preview }),
      ...(teardown.length === 0 ? {} : { teardown }),
      ...(isNothing(toTrust) ? {} : { toTrust }),
    },
  };
};

const isNothing = ({ programs, secrets, agreed }: ToTrust) =>
  programs === null && secrets.length === 0 && agreed === undefined;

/** As configured at this moment, with the gates that a person has just named. */
async function overlayNow(
  { config }: EffectPorts,
  workspace: string,
  gates: Readonly<Record<string, string>>,
): Promise<Result<Task['spec']['settings']['overlay']>> {
  const read = await config.read();
  if (!read.ok) return read;
  const entry = Object.hasOwn(read.value.workspaces, workspace) ? read.value.workspaces[workspace] : undefined;
  const overlay = overlayOf(entry ?? {});
  const all = { ...overlay.gates, ...gates };
  return { ok: true, value: Object.keys(all).length === 0 ? overlay : { ...overlay, gates: all } };
}

/** A branch that somebody began: its commit, and where it left its base. */
async function goneOnWith({ git }: EffectPorts, hub: Hub, base: Base, branch: string) {
  const head = await git.fetchedBranch(hub, branch);
  if (!head.ok) return head;
  if (head.value === null) return fail('BASE_UNKNOWN', `There is no branch ${branch} at the remote any more.`);
  const parting = await git.mergeBase(hub, base.commit, head.value.commit);
  if (!parting.ok) return parting;
  const { commit, tree } = parting.value ?? base;
  const at = { commit: head.value.commit, tree: head.value.tree };
  return { ok: true as const, value: { base: { ...base, commit, tree }, head: at } };
}

async function readOwn({ config }: EffectPorts, tree: Tree): Promise<Result<RepositoryConfig>> {
  const bytes = await tree.read('.drover.yaml');
  return bytes === null ? { ok: true, value: {} } : config.repository(new TextDecoder().decode(bytes), '.drover.yaml');
}

/** Where the forges look for it, in their order; names in large and small letters are one. */
const templates = [
  /^\.github\/pull_request_template\.(md|txt)$/i,
  /^\.(gitea|forgejo)\/pull_request_template\.md$/i,
  /^\.gitlab\/merge_request_templates\/default\.md$/i,
  /^pull_request_template\.(md|txt)$/i,
  /^docs\/pull_request_template\.(md|txt)$/i,
];
const longestTemplate = 32 * 1024;

async function readTemplate(tree: Tree): Promise<string | null> {
  const paths = await tree.paths();
  for (const pattern of templates) {
    const path = paths.find((each) => pattern.test(each));
    const bytes = path === undefined ? null : await tree.read(path);
    if (bytes !== null && bytes.length <= longestTemplate) return new TextDecoder().decode(bytes);
  }
  return null;
}
