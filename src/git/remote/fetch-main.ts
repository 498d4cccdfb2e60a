// The fetch program: `fetch-main HUB CHECKOUT`. Ends with 0, or with the exit that says which half failed; git's own words are on stderr.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isBranchName } from '../../domain/text/is-branch-name.ts';
import { ownGitFolder } from '../copy/worktree-place.ts';
import { anewFile, suspectFile } from '../hub/repair.ts';
import { keepStandIn, placeOf } from '../hub/stand-in.ts';
import { type Env, personalEnv } from '../process/environments.ts';
import { lookUpRepository } from '../process/repository.ts';
import { readSmall } from '../process/small-file.ts';
import { noteFetch } from './fetch.ts';
import { fetchExit } from './fetch-exit.ts';
import { reachBy, remoteOf } from './remote.ts';

type Step = { readonly code: number; readonly output: string };
type Git = (argv: readonly string[]) => Promise<Step>;

const quietly = [
  '--quiet',
  '--prune',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
];
const tags = '+refs/tags/*:refs/tags/*';

/** In the keeper's process group, so that ending the program ends git. */
const gitAt =
  (cwd: string, env: Env): Git =>
  (argv) =>
    new Promise((resolve) => {
      const child = spawn('git', argv, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
      });
      child.on('error', () => resolve({ code: 127, output }));
      child.on('close', (code) => resolve({ code: code ?? 1, output }));
    });

export async function fetchAll(hub: string, checkout: string, env: Env): Promise<number> {
  const began = Date.now();
  const personal = personalEnv(env);
  const found = await lookUpRepository(personal, await placeOf({ path: hub, checkout }));
  if (!found.ok) return say(found.failure.message, fetchExit.noCheckout);
  const { root, gitFolder, settings } = found.value;
  const isGone = !existsSync(checkout);
  if (isGone && remoteOf(settings, root) === null) return say(`There is no folder ${checkout}.`, fetchExit.noCheckout);
  const { env: reaching, remote } = reachBy(personal, settings, root, 'fetched');
  const git = anewWhereMended(gitAt(hub, { ...reaching, GIT_DIR: hub }), hub);
  const failed = remote === null ? await forgetRemote(git) : await fetchRemote(git, hub);
  if (failed !== 0) return failed;
  if (!isGone) {
    await keepStandIn(hub, found.value);
    const got = await fetchCheckout(git, hub, gitFolder, remote !== null);
    if (got !== 0) return got;
    await pointAt(git, hub, 'refs/drover/head', await headOf(gitAt(root, reaching), root));
  }
  await rm(anewFile(hub), { force: true });
  await noteFetch(hub, began).catch(() => undefined);
  return 0;
}

async function fetchRemote(git: Git, hub: string): Promise<number> {
  const head = await git(['ls-remote', '--symref', 'origin', 'HEAD']);
  if (head.code !== 0) return fetchExit.remote;
  const got = await git(['fetch', ...quietly, 'origin', '+refs/heads/*:refs/remotes/origin/*', tags]);
  if (got.code !== 0) return suspect(hub, fetchExit.remote);
  const branch = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(head.output)?.[1];
  await pointAt(git, hub, 'refs/remotes/origin/HEAD', branch === undefined ? null : `refs/remotes/origin/${branch}`);
  return 0;
}

/** Where it does not stand so already: git is not started to write what is there. null: it points nowhere. */
async function pointAt(git: Git, hub: string, name: string, to: string | null): Promise<void> {
  const now = await readSmall(join(hub, name));
  if (now === (to === null ? null : `ref: ${to}\n`)) return;
  if (to !== null && (await writeSymbolicRef(join(hub, name), to))) return;
  await git(to === null ? ['update-ref', '--no-deref', '-d', name] : ['symbolic-ref', name, to]);
}

/** As git does it: a lock beside it, renamed into its place. False: it is not done, git is to say why, or to wait. */
async function writeSymbolicRef(path: string, to: string): Promise<boolean> {
  if (!isBranchName(to)) return false;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.lock`, `ref: ${to}\n`, { flag: 'wx' });
    await rename(`${path}.lock`, path);
    return true;
  } catch {
    return false;
  }
}

/** A mended hub may lack anything below what it has. */
const anewWhereMended =
  (git: Git, hub: string): Git =>
  ([verb = '', ...rest]) =>
    git(verb === 'fetch' && existsSync(anewFile(hub)) ? [verb, '--refetch', ...rest] : [verb, ...rest]);

/** The other side had answered: it may be the hub that is damaged. It is looked over when it is opened next. */
async function suspect(hub: string, exit: number): Promise<number> {
  await writeFile(suspectFile(hub), '').catch(() => undefined);
  return exit;
}

/** A checkout that has lost its remote: nothing of the old one may serve as base. */
async function forgetRemote(git: Git): Promise<number> {
  const refs = await git(['for-each-ref', '--format=%(refname)', 'refs/remotes/origin']);
  for (const ref of refs.output.split('\n').filter((one) => one !== ''))
    await git(['update-ref', '--no-deref', '-d', ref]);
  return 0;
}

/** With a remote the checkout's own branches are a help, not a need: a partial or shallow one may not be able to give them. */
async function fetchCheckout(git: Git, hub: string, folder: string, optional: boolean): Promise<number> {
  const depth = optional ? [] : ['--update-shallow'];
  const got = await git([
    'fetch',
    ...quietly,
    ...depth,
    folder,
    '+refs/heads/*:refs/checkout/*',
    ...(optional ? [] : [tags]),
  ]);
  return got.code !== 0 && !optional ? suspect(hub, fetchExit.checkout) : 0;
}

/** By its name in the hub; null: detached. */
async function headOf(own: Git, root: string): Promise<string | null> {
  const folder = await ownGitFolder(root);
  const written = folder === null ? null : await readSmall(join(folder, 'HEAD'));
  // Where refs are not kept in files, a name that cannot be stands there.
  const isPlain = written !== null && !written.includes('refs/heads/.invalid');
  const text = isPlain ? written.replace(/^ref: /, '') : (await own(['symbolic-ref', '--quiet', 'HEAD'])).output;
  const name = /^refs\/heads\/(\S+)\n$/.exec(text)?.[1];
  return name === undefined ? null : `refs/checkout/${name}`;
}

function say(message: string, exit: number): number {
  process.stderr.write(`${message}\n`);
  return exit;
}

if (import.meta.main) {
  const [hub = '', checkout = ''] = process.argv.slice(2);
  process.exitCode = await fetchAll(hub, checkout, process.env as Env);
}
