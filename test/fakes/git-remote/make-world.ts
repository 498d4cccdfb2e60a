// A person with a home, a checkout with one commit, a remote over http, and our git: what tests of git start from.
import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Result } from '../../../src/domain/error.ts';
import type { Ending } from '../../../src/domain/run/ending.ts';
import type { Program } from '../../../src/domain/run/program.ts';
import { createGit } from '../../../src/git/create-git.ts';
import type { KeptCopy } from '../../../src/git/process/git.ts';
import { systemClock } from '../../../src/keeper/system-clock.ts';
import type { Base, Git, Hub } from '../../../src/ports/git.ts';
import { ofTests } from '../of-tests.ts';
import { type GitRemote, startGitRemote } from './start-git-remote.ts';

const run = promisify(execFile);

export type World = {
  readonly folder: string;
  readonly checkout: string;
  readonly env: Record<string, string>;
  /** As after a restart. */
  readonly gitAnew: () => Git;
  readonly git: Git;
  /** That live, as the git is told. */
  readonly copies: KeptCopy[];
  readonly remote: GitRemote;
  /** The bare repository behind the remote. */
  readonly bare: string;
  /** The person's git, in the checkout or another folder; gives its output. */
  by(argv: readonly string[], cwd?: string): Promise<string>;
  write(path: string, content: string | Uint8Array, root?: string): Promise<void>;
  /** Runs a program to its end. */
  run(program: Program): Promise<{ readonly ending: Ending; readonly stderr: string }>;
  /** Opens the hub and fetches; gives hub and base. */
  ready(wanted?: string | null): Promise<{ readonly hub: Hub; readonly base: Base }>;
  close(): Promise<void>;
};

type Options = { readonly defaultBranch?: string; readonly remote?: boolean };

export async function makeWorld(options: Options = {}): Promise<World> {
  const { world } = await putBack(
    `world-${options.defaultBranch ?? ''}${options.remote ?? ''}`,
    options,
    async () => null,
  );
  return world;
}

/** A world whose hub was opened and fetched into. */
export async function makeReadyWorld(): Promise<{ readonly world: World; readonly hub: Hub; readonly base: Base }> {
  const { world, said } = await putBack('ready', {}, (made) => made.ready());
  return { world, ...said };
}

/**
 * What was made for this test file under that name, as it was then: it stands in the same folder again, because git writes whole paths down. The server is
 * another one, so its address is replaced wherever it was written. Making it costs some 50 processes.
 */
async function putBack<Said>(
  name: string,
  options: Options,
  finish: (world: World) => Promise<Said>,
): Promise<{ readonly world: World; readonly said: Said }> {
  const [kept, place] = [join(tmpdir(), `kept-${name}`), join(await realpath(tmpdir()), `world-${name}`)];
  const note = `${kept}.json`;
  // Two at the same time stand in different folders.
  const folder = existsSync(place) ? await realpath(await mkdtemp(`${place}-`)) : place;
  const remote = await startGitRemote(join(folder, 'remote'));
  if (folder !== place || !existsSync(note)) {
    const world = openWorld(folder, remote);
    await fillWorld(world, options);
    const said = await finish(world);
    if (folder !== place) return { world, said };
    cpSync(folder, kept, keepingAll);
    await writeFile(note, JSON.stringify({ url: remote.url, said }));
    return { world, said };
  }
  const { url, said } = JSON.parse(await readFile(note, 'utf8')) as { url: string; said: Said };
  cpSync(kept, folder, keepingAll);
  await Promise.all(
    ['home/shop/.git/config', 'state/hubs/shop.git/config'].map((file) =>
      replaceIn(join(folder, file), url, remote.url),
    ),
  );
  return { world: openWorld(folder, remote), said };
}

/** At once: one after another, as promises, it would take thirty times as long. */
const keepingAll = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true } as const;

async function replaceIn(file: string, old: string, anew: string): Promise<void> {
  if (existsSync(file)) await writeFile(file, (await readFile(file, 'utf8')).replaceAll(old, anew));
}

function openWorld(folder: string, remote: GitRemote): World {
  const checkout = join(folder, 'home', 'shop');
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: join(folder, 'home'),
    ...ofTests(),
  };
  const by = async (argv: readonly string[], cwd = checkout) => {
    const call = run('git', [...argv], { cwd, env });
    call.child.stdin?.end();
    return (await call).stdout;
  };
  const write = async (path: string, content: string | Uint8Array, root = checkout) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  const copies: KeptCopy[] = [];
  const gitAnew = () =>
    createGit({
      folder: (workspace) => join(folder, 'state', 'hubs', `${workspace}.git`),
      person: async () => env,
      clock: systemClock,
      copies: async () => copies,
    });
  const git = gitAnew();
  return {
    folder,
    copies,
    checkout,
    env,
    git,
    gitAnew,
    remote,
    bare: remote.pathOf('shop'),
    by,
    write,
    run: runProgram,
    ready: async (wanted = null) => {
      const hub = must(await git.openHub('shop', checkout));
      const { ending, stderr } = await runProgram(must(await git.fetch(hub, env)));
      must(git.readTransfer('fetch', ending, stderr));
      return { hub, base: must(await git.resolveBase(hub, wanted)) };
    },
    close: async () => {
      await remote.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function fillWorld({ folder, checkout, remote, by, write }: World, options: Options): Promise<void> {
  const branch = options.defaultBranch ?? 'main';
  const { url } = await remote.repository('shop', branch);
  await mkdir(checkout, { recursive: true });
  await writeFile(
    join(folder, 'home', '.gitconfig'),
    '[user]\n\tname = Ada Lovelace\n\temail = ada@example.org\n[protocol "file"]\n\tallow = always\n',
  );
  await by(['init', '-q', `--initial-branch=${branch}`]);
  await write('README.md', 'A shop.\n');
  await write('src/main.js', 'export const price = 1;\n');
  await write('.gitignore', 'node_modules/\n*.log\n');
  await by(['add', '-A']);
  await by(['commit', '-q', '-m', 'start']);
  if (options.remote === false) return;
  await by(['remote', 'add', 'origin', url]);
  await by(['push', '-q', '-u', 'origin', branch]);
}

/** The value, or the failure as an exception: a test that expected it to work. */
export function must<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.failure.error_code}: ${result.failure.message}`);
}

function runProgram(program: Program): Promise<{ ending: Ending; stderr: string }> {
  const [file = '', ...argv] = program.argv;
  const child = spawn(file, argv, { cwd: program.cwd, env: program.env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) =>
      resolve({
        ending: signal === null ? { kind: 'exited', code: code ?? 1 } : { kind: 'signalled', signal },
        stderr,
      }),
    );
  });
}
