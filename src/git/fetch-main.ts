// The fetch program: `fetch-main HUB CHECKOUT`. Ends with 0, or with the exit that says which half failed; git's own words are on stderr.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { fetchExit } from './fetch-exit.ts';
import { lookUpRepository } from './inspect.ts';
import { anewFile, suspectFile } from './look-over-hub.ts';
import { type Env, personalEnv } from './pins.ts';
import { reach } from './remote.ts';

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
  const found = await lookUpRepository(personalEnv(env), checkout);
  if (!found.ok) return say(found.failure.message, fetchExit.noCheckout);
  const { root, gitFolder } = found.value;
  const { env: reaching, remote } = await reach(env, root, root);
  const git = anewWhereMended(gitAt(hub, { ...reaching, GIT_DIR: hub }), hub);
  const failed = remote === null ? await forgetRemote(git) : await fetchRemote(git);
  if (failed !== 0) return failed;
  const got = await fetchCheckout(git, gitAt(root, reaching), gitFolder, remote !== null);
  if (got === 0) await rm(anewFile(hub), { force: true });
  return got;
}

async function fetchRemote(git: Git): Promise<number> {
  const head = await git(['ls-remote', '--symref', 'origin', 'HEAD']);
  if (head.code !== 0) return fetchExit.remote;
  const got = await git(['fetch', ...quietly, 'origin', '+refs/heads/*:refs/remotes/origin/*', tags]);
  if (got.code !== 0) return suspect(git, fetchExit.remote);
  await git(['config', 'drover.remote', 'true']);
  const branch = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(head.output)?.[1];
  if (branch === undefined) await git(['update-ref', '--no-deref', '-d', 'refs/remotes/origin/HEAD']);
  else await git(['symbolic-ref', 'refs/remotes/origin/HEAD', `refs/remotes/origin/${branch}`]);
  return 0;
}

/** A mended hub may lack anything below what it has. */
const anewWhereMended =
  (git: Git, hub: string): Git =>
  ([verb = '', ...rest]) =>
    git(verb === 'fetch' && existsSync(anewFile(hub)) ? [verb, '--refetch', ...rest] : [verb, ...rest]);

/** The other side had answered: it may be the hub that is damaged. It is looked over when it is opened next. */
async function suspect(git: Git, exit: number): Promise<number> {
  const where = await git(['rev-parse', '--absolute-git-dir']);
  if (where.code === 0) await writeFile(suspectFile(where.output.trim()), '').catch(() => undefined);
  return exit;
}

/** A checkout that has lost its remote: nothing of the old one may serve as base. */
async function forgetRemote(git: Git): Promise<number> {
  await git(['config', 'drover.remote', 'false']);
  const refs = await git(['for-each-ref', '--format=%(refname)', 'refs/remotes/origin']);
  for (const ref of refs.output.split('\n').filter((one) => one !== ''))
    await git(['update-ref', '--no-deref', '-d', ref]);
  return 0;
}

/** With a remote the checkout's own branches are a help, not a need: a partial or shallow one may not be able to give them. */
async function fetchCheckout(git: Git, own: Git, folder: string, optional: boolean): Promise<number> {
  const depth = optional ? [] : ['--update-shallow'];
  const got = await git([
    'fetch',
    ...quietly,
    ...depth,
    folder,
    '+refs/heads/*:refs/checkout/*',
    ...(optional ? [] : [tags]),
  ]);
  if (got.code !== 0 && !optional) return suspect(git, fetchExit.checkout);
  const branch = await own(['symbolic-ref', '--quiet', 'HEAD']);
  const name = /^refs\/heads\/(\S+)\n$/.exec(branch.output)?.[1];
  await git(
    name === undefined
      ? ['update-ref', '--no-deref', '-d', 'refs/drover/head']
      : ['symbolic-ref', 'refs/drover/head', `refs/checkout/${name}`],
  );
  return 0;
}

function say(message: string, exit: number): number {
  process.stderr.write(`${message}\n`);
  return exit;
}

if (import.meta.main) {
  const [hub = '', checkout = ''] = process.argv.slice(2);
  process.exitCode = await fetchAll(hub, checkout, process.env as Env);
}
