// What every verb of the room gets: where things are, who the person is, and the two ways of calling git.
import type { Clocks } from '../../domain/age.ts';
import type { Result } from '../../domain/error.ts';
import type { Hub, Tree } from '../../ports/git.ts';
import { type Env, personalEnv, pinnedEnv, withPins } from './environments.ts';
import type { KnownNames } from './known-names.ts';
import type { ReadSettings } from './known-settings.ts';
import { type GitCall, type GitRun, outcome, runGit } from './run-git.ts';
import { localFilters } from './settings.ts';

export type Tools = {
  /** The hub's place of a workspace, absolute. */
  readonly folder: (workspace: string) => string;
  /** The environment of the person (HOME, PATH, agents of keys), for their author, signing and ignore settings. */
  readonly person: () => Promise<Env>;
  /** argv of the fetch program: Node and the file `fetch-main`. */
  readonly fetchProgram: readonly string[];
  readonly clock: Clocks;
  /** Copies that live, of every workspace. */
  readonly copies: () => Promise<readonly KeptCopy[]>;
  readonly trees: Trees;
  readonly settings: ReadSettings;
  readonly names: KnownNames;
};

export type Entry = { readonly mode: string; readonly id: string; readonly path: string };

/** What was read of trees lately, for whoever asks next: no tree ever changes. */
export type Trees = {
  /** Throws `Failed` where the tree or a blob cannot be read. */
  open(hub: Hub, id: string): Tree;
  /** Every file, link (120000) and submodule (160000) of a tree, in git's order. Throws `Failed`. */
  list(hub: Hub, id: string): Promise<readonly Entry[]>;
};

/** `base`: the id of the commit it started from. */
export type KeptCopy = { readonly path: string; readonly branch: string; readonly base: string };

type More = Omit<GitCall, 'argv' | 'env'> & { readonly env?: Env };

/** On our hub, everything pinned. `more.env` adds variables like `GIT_WORK_TREE`. */
export function runInHub(hub: Pick<Hub, 'path'>, argv: readonly string[], more: More = {}): Promise<GitRun> {
  const env = { ...pinnedEnv(process.env.PATH ?? '/usr/bin:/bin'), GIT_DIR: hub.path, ...more.env };
  return runGit({ cwd: hub.path, ...more, argv, env });
}

export async function inHub(
  hub: Pick<Hub, 'path'>,
  doing: string,
  argv: readonly string[],
  more: More = {},
): Promise<Result<Buffer>> {
  return outcome(await runInHub(hub, argv, more), doing);
}

/** In the person's checkout with the person's settings; filters that its own configuration defines do not run. */
export async function runInCheckout(
  tools: Tools,
  checkout: string,
  argv: readonly string[],
  more: More = {},
): Promise<GitRun> {
  const env = personalEnv(await tools.person());
  const filters = localFilters(await tools.settings(env, checkout));
  return runGit({ cwd: checkout, ...more, argv, env: { ...withPins(env, filters), ...more.env } });
}

export async function inCheckout(
  tools: Tools,
  checkout: string,
  doing: string,
  argv: readonly string[],
  more: More = {},
): Promise<Result<Buffer>> {
  return outcome(await runInCheckout(tools, checkout, argv, more), doing);
}

/** The whole of an id: what it names never changes. */
export const isId = (text: string): boolean => /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text);

export const line = (bytes: Buffer): string => bytes.toString('utf8').replace(/\n$/, '');
