// The demo's throw-away folder: the sample project as a git checkout, a bare remote served over http, and a state and configuration of its own.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findPlaces } from '../contract/places.ts';
import { demoProject } from './demo-project.ts';
import { demoScript } from './demo-script.ts';
import { type GitServer, serveRepositories } from './git-http.ts';

export type DemoFolder = {
  readonly path: string;
  readonly checkout: string;
  readonly remote: string;
  readonly socket: string;
  /** `NAME=VALUE`, in the environment of everything the demo starts. */
  readonly mark: string;
  /** For all programs of the demo. */
  readonly env: Readonly<Record<string, string>>;
  /** The commit a branch has on the remote; null where it has no such branch. */
  branch(name: string): Promise<string | null>;
  close(keep: boolean): Promise<void>;
};

type Env = Readonly<Record<string, string | undefined>>;

const run = promisify(execFile);

/** `handsOff`: policy answers what it may. */
export async function openDemoFolder(own: Env, handsOff: boolean): Promise<DemoFolder> {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'drover-demo-')));
  const env = environment(path, own);
  const git = async (cwd: string, ...args: string[]) => (await run('git', args, { cwd, env, timeout: 30_000 })).stdout;
  const server = await makeRemote(path, git);
  const remote = new URL('heartbeat.git', server.url).href;
  const checkout = join(path, 'heartbeat');
  const tree = await makeCheckout(checkout, remote, git);
  writeState(path, handsOff, tree);
  return {
    path,
    checkout,
    remote,
    env,
    mark: `DROVER_DEMO=${env.DROVER_DEMO}`,
    socket: findPlaces(env, env.HOME ?? '/', process.getuid?.() ?? 0).socket,
    branch: async (name) => (await git(checkout, 'ls-remote', remote, `refs/heads/${name}`)).split('\t')[0] || null,
    close: async (keep) => {
      await server.close();
      if (!keep) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The person's own, so that a real agent finds its login; Drover's places, the scripted agent's memory and git's hooks are the demo's. */
function environment(path: string, own: Env): Record<string, string> {
  const { DROVER_CONFIG: _config, ...rest } = own;
  const kept = Object.entries(rest).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('GIT_'),
  );
  return {
    ...Object.fromEntries(kept),
    PATH: `${dirname(process.execPath)}:${own.PATH ?? '/usr/bin:/bin'}`,
    DROVER_HOME: join(path, 'drover'),
    DROVER_SCRIPTED_STATE: join(path, 'agent'),
    DROVER_DEMO: randomUUID(),
  };
}

type Git = (cwd: string, ...args: string[]) => Promise<string>;

async function makeRemote(path: string, git: Git): Promise<GitServer> {
  const folder = join(path, 'remotes');
  mkdirSync(folder);
  await git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', 'heartbeat.git');
  await git(join(folder, 'heartbeat.git'), 'config', 'http.receivepack', 'true');
  return await serveRepositories(folder);
}

/** The hash of its tree. No hook of the person's templates or settings is in it. */
async function makeCheckout(checkout: string, remote: string, git: Git): Promise<string> {
  for (const [name, text] of Object.entries(demoProject)) {
    mkdirSync(dirname(join(checkout, name)), { recursive: true });
    writeFileSync(join(checkout, name), text);
  }
  await git(checkout, 'init', '--quiet', '--template=', '--initial-branch=main');
  const settings = {
    'user.name': 'Demo',
    'user.email': 'demo@example.com',
    'commit.gpgsign': 'false',
    'core.hooksPath': join(checkout, '.git', 'hooks'),
  };
  for (const [key, value] of Object.entries(settings)) await git(checkout, 'config', key, value);
  await git(checkout, 'add', '.');
  await git(checkout, 'commit', '--quiet', '-m', 'Watch heartbeats');
  await git(checkout, 'remote', 'add', 'origin', remote);
  await git(checkout, 'push', '--quiet', '-u', 'origin', 'main');
  return (await git(checkout, 'rev-parse', 'HEAD^{tree}')).trim();
}

/** JSON is YAML. `tree`: the sample to the last byte, which is trusted where there is no sandbox; what else the checkout may become is not. */
function writeState(path: string, handsOff: boolean, tree: string): void {
  const script = join(path, 'script.json');
  writeFileSync(script, JSON.stringify(demoScript, null, 2));
  mkdirSync(join(path, 'drover'), { mode: 0o700 });
  const config = { agents: { scripted: { script } }, policy: handsOff ? 'hands-off' : 'normal', trust: [tree] };
  writeFileSync(join(path, 'drover', 'config.yaml'), JSON.stringify(config, null, 2), { mode: 0o600 });
}
