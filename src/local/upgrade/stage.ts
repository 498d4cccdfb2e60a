// The new version, installed beside the old one and tried there, before anything of the old one is touched.
import { execFile } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Reply } from '../../contract/protocol.ts';
import { toReply } from '../../contract/to-reply.ts';
import { type Install, packageAt, programOf } from './find-install.ts';

type Env = Readonly<Record<string, string | undefined>>;

export type Staged = {
  /** The new package. */
  readonly root: string;
  readonly version: string;
  /** It, and all that came with it, goes. */
  discard(): void;
};

export type StageOptions = {
  readonly install: Install;
  /** As npm understands it: a package file, or a version of a registry. */
  readonly from: string;
  readonly cwd: string;
  readonly env: Env;
  readonly say: (line: string) => void;
};

/** Beside the installed one: what is renamed must be on one disk. */
export const stagingPrefix = '.drover-new-';

const flags = ['--global', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'];
const npmMs = 10 * 60_000;

/** Fails with `UPGRADE_FAILED`, and nothing is left of it. */
export async function stage({ install, from, cwd, env, say }: StageOptions): Promise<Reply<Staged>> {
  const folder = mkdtempSync(join(install.modules, stagingPrefix));
  const discard = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  say(`Getting ${from} …`);
  const words = ['install', ...flags, `--prefix=${folder}`, '--', specOf(from, cwd)];
  const got = await runProgram('npm', words, { cwd, env: { ...env, npm_config_loglevel: 'error' }, ms: npmMs });
  const root = join(folder, 'lib', 'node_modules', 'drover');
  const why = got.code === 0 ? whyNotOurs(root) : `npm does not install ${from}: ${firstLine(got.err)}`;
  const version = why === null ? (packageAt(root)?.version ?? '') : '';
  const fails = why ?? (await whyNotRunning(root, version, env));
  if (fails === null) return { ok: true, data: { root, version, discard } };
  discard();
  return toReply({ error_code: 'UPGRADE_FAILED', message: `${fails}; nothing was changed.` });
}

/** A file is meant where there is one. */
const specOf = (from: string, cwd: string): string => (existsSync(resolve(cwd, from)) ? resolve(cwd, from) : from);

function whyNotOurs(root: string): string | null {
  if (packageAt(root) === null) return 'What was named is no package of Drover';
  return lstatSync(root).isSymbolicLink() ? 'A folder was named; make a package of it (npm pack)' : null;
}

/** Says its version, and a daemon of it comes up and goes, over a state of its own. */
async function whyNotRunning(root: string, version: string, env: Env): Promise<string | null> {
  const home = mkdtempSync(join(tmpdir(), 'drover-new-'));
  const own = { ...env, HOME: home, DROVER_HOME: join(home, 'state'), DROVER_CONFIG: undefined };
  const ask = (...words: readonly string[]) => askProgram(root, words, { cwd: home, env: own, ms: 60_000 });
  try {
    const said = (await ask('--version')) as Reply<{ readonly version: string }>;
    if (!said.ok || said.data.version !== version) return `Version ${version} does not run here: ${sayWhy(said)}`;
    const came = await ask('ps');
    const went = await ask('down', '--all', '--yes');
    const failed = [came, went].find(({ ok }) => !ok);
    return failed === undefined ? null : `Version ${version} does not start here: ${sayWhy(failed)}`;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

export const sayWhy = (reply: Reply): string => (reply.ok ? 'it says another version' : reply.error);

// A version of the program, asked as anybody would.

type How = { readonly cwd: string; readonly env: Env; readonly ms: number };

/** Its one document; a failure where it says nothing of the kind. */
export async function askProgram(root: string, words: readonly string[], how: How): Promise<Reply> {
  const { out, err } = await runProgram(process.execPath, [programOf(root), ...words, '--json'], how);
  try {
    return JSON.parse(out) as Reply;
  } catch {
    return toReply({ error_code: 'UPGRADE_FAILED', message: firstLine(err || out) });
  }
}

/** npm is looked for beside this Node too: who installed with it may not have it on PATH. */
function runProgram(file: string, words: readonly string[], { cwd, env, ms }: How) {
  const PATH = [env.PATH, dirname(process.execPath)].filter(Boolean).join(':');
  return new Promise<{ readonly code: number; readonly out: string; readonly err: string }>((done) => {
    const options = { cwd, env: { ...env, PATH }, timeout: ms, killSignal: 'SIGKILL', maxBuffer: 2 ** 24 } as const;
    execFile(file, [...words], options, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      done({ code, out, err: err || (error?.message ?? '') });
    });
  });
}

const firstLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
    .find((line) => line !== '' && !/^code /.test(line)) ?? 'it says nothing';
