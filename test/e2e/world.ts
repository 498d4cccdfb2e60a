// A whole Drover for a test: a home and a state of its own, a project with a real http remote, the real daemon, keeper and command line.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { findPlaces } from '../../src/contract/places.ts';
import type { Reply } from '../../src/contract/protocol.ts';
import type { QuestionList } from '../../src/contract/question.ts';
import type { TaskCreated, TaskDetail } from '../../src/contract/task.ts';
import { findLeftovers } from '../../src/local/demo.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { pingDaemon } from '../../src/local/ping-daemon.ts';
import { startGitRemote } from '../fakes/git-remote/start-git-remote.ts';
import { askHere } from './ask-here.ts';
import { built } from './built.ts';
import { layCheckout } from './lay-checkout.ts';
import { shopProject } from './shop-project.ts';

const run = promisify(execFile);

/** A little before a test is cut off, which says nothing of what it waited for. */
const lateMs = 110_000;

export type Told = { readonly code: number; readonly out: string; readonly err: string };

export type WorldOptions = {
  /** Path to content; the demo's project with a quick gate where absent. */
  readonly project?: Readonly<Record<string, string>>;
  readonly script?: unknown;
  /** Lines of the person's configuration besides the agents. */
  readonly config?: string;
  /** false: nobody has looked at its programs, which are asked about where nothing holds them. */
  readonly trusted?: false;
  /** Name of the repository on its remote; `shop` where absent. null: the checkout has no remote. */
  readonly remote?: string | null;
  readonly env?: Readonly<Record<string, string>>;
  /** Where its folder is made; the temporary folder where absent. */
  readonly ground?: string;
};

export type World = Awaited<ReturnType<typeof openWorld>>;

export async function openWorld(options: WorldOptions = {}) {
  const folder = realpathSync(mkdtempSync(join(options.ground ?? tmpdir(), 'drover-world-')));
  const state = join(folder, 'drover');
  const checkout = join(folder, 'shop');
  const script = join(folder, 'script.json');
  const env: Record<string, string> = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH ?? '/usr/bin:/bin'}`,
    HOME: join(folder, 'home'),
    LANG: 'C.UTF-8',
    DROVER_HOME: state,
    DROVER_SCRIPTED_STATE: join(folder, 'agent'),
    DROVER_SCRIPTED_LOG: join(folder, 'agent', 'log'),
    // Each program is the same in all worlds.
    NODE_COMPILE_CACHE: join(inject('built'), 'compiled'),
    ...(process.env.DROVER_TEST_MARK === undefined ? {} : { DROVER_TEST_MARK: process.env.DROVER_TEST_MARK }),
    ...options.env,
  };
  for (const path of [state, checkout, join(folder, 'home')]) mkdirSync(path, { recursive: true });
  const remote = await startGitRemote(join(folder, 'remotes'));
  const setScript = (content: unknown) => writeFileSync(script, JSON.stringify(content));
  const config = join(state, 'config.yaml');
  const trees: string[] = [];
  const trust = () => (options.trusted === false ? '' : `trust: [${trees.join(', ')}]\n`);
  const setConfig = (lines: string) =>
    writeFileSync(config, `${trust()}agents:\n  scripted: { script: ${script} }\n${lines}`);
  setScript(options.script ?? demoScript);

  const plainGit = async (args: readonly string[]): Promise<string> =>
    (await run('git', args, { cwd: checkout, env })).stdout.trim();
  /** What the person commits here they know: its programs may run where nothing holds them. */
  const git = async (...args: string[]): Promise<string> => {
    const said = await plainGit(args);
    if (args[0] !== 'commit') return said;
    trees.push(await plainGit(['rev-parse', 'HEAD^{tree}']));
    const text = existsSync(config) ? readFileSync(config, 'utf8') : '';
    if (text.startsWith('trust: [')) writeFileSync(config, text.replace(/^trust: .*\n/, trust()));
    return said;
  };
  const { project = shopProject, remote: repository = 'shop' } = options;
  trees.push(await layCheckout(folder, { project, repository }, remote, env));
  setConfig(options.config ?? 'policy: hands-off\n');

  const children = new Set<ChildProcess>();
  /** The command line with these words, to its end. */
  async function drover(
    args: readonly string[],
    how: { cwd?: string; env?: Record<string, string>; input?: string } = {},
  ): Promise<Told> {
    const child = spawn(process.execPath, [built('cli'), ...args], {
      cwd: how.cwd ?? checkout,
      env: { ...env, ...how.env },
      stdio: 'pipe',
    });
    children.add(child);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin.on('error', () => {});
    child.stdin.end(how.input ?? '');
    const late = setTimeout(() => console.error(`still runs: drover ${args.join(' ')}\n${log()}`), lateMs);
    const code = await new Promise<number>((resolve) => child.on('close', (value) => resolve(value ?? -1)));
    clearTimeout(late);
    children.delete(child);
    return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
  }

  /** The one document of `--json`, which belongs before what is handed on. */
  async function ask<Data>(args: readonly string[], how: Parameters<typeof drover>[1] = {}): Promise<Reply<Data>> {
    const dashes = args.indexOf('--');
    const at = dashes === -1 ? args.length : dashes;
    const words = [...args.slice(0, at), '--json', ...args.slice(at)];
    const place = { cwd: how.cwd ?? checkout, env, input: how.input ?? '' };
    const seen = how.env === undefined ? await askHere(words, place) : null;
    if (seen !== null) return seen as Reply<Data>;
    const told = await drover(words, how);
    try {
      return JSON.parse(told.out) as Reply<Data>;
    } catch {
      throw new Error(`no document: ${args.join(' ')}: ${told.code} ${told.out} ${told.err} ${log()}`);
    }
  }

  async function must<Data>(args: readonly string[], how: Parameters<typeof drover>[1] = {}): Promise<Data> {
    const reply = await ask<Data>(args, how);
    if (!reply.ok) throw new Error(`${args.join(' ')}: ${reply.error_code} ${reply.error} ${log()}`);
    return reply.data;
  }

  const log = (): string => {
    try {
      return readFileSync(join(state, 'daemon.log'), 'utf8').slice(-4000);
    } catch {
      return '';
    }
  };

  const show = (task: string) => must<TaskDetail>(['task', 'show', task]);
  const questions = async (task: string) =>
    (await must<QuestionList>(['answer'])).questions.filter((question) => question.task === task);

  /** Looks until it is so: less often the longer it takes, for each look is the daemon's work too. The deadline is generous because the machine may be busy. */
  async function until<Value>(
    see: () => Promise<Value>,
    when: (value: Value) => boolean,
    deadlineMs = 200_000,
  ): Promise<Value> {
    for (const begun = Date.now(); ; ) {
      const value = await see();
      if (when(value)) return value;
      const waited = Date.now() - begun;
      if (waited > deadlineMs) throw new Error(`never: ${JSON.stringify(value).slice(0, 2000)} ${log()}`);
      await pause(Math.min(250, Math.max(20, waited / 5)));
    }
  }

  return {
    ...{
      folder,
      state,
      checkout,
      env,
      git,
      remote,
      drover,
      ask,
      must,
      show,
      questions,
      until,
      setScript,
      setConfig,
      log,
      script,
      /** The line of the configuration that trusts the project as its person committed it. */
      trust,
    },
    /** The branch's commit on the remote, looked up in the repository that the remote serves: what is asked again and again is no fetch over http each time. */
    remoteBranch: async (branch: string): Promise<string | null> => {
      const config = readFileSync(join(checkout, '.git', 'config'), 'utf8');
      const [, url = ''] = /\[remote "origin"\]\n\turl = (.*)/.exec(config) ?? [];
      const bare = remote.pathOf(url.slice(remote.url.length).replace(/\.git$/, ''));
      const ref = ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`];
      return run('git', ['-C', bare, ...ref], { env }).then(
        ({ stdout }) => stdout.trim(),
        () => null,
      );
    },
    start: async (text: string, ...flags: string[]) =>
      (await must<TaskCreated>(['do', text, '--agent', 'scripted', '-d', ...flags])).task,
    ended: (task: string) =>
      until(
        () => show(task),
        (detail) => detail.outcome !== null,
      ),
    asked: (task: string, kind: string) =>
      until(
        () => show(task),
        (detail) => detail.open_questions.some((question) => question.kind === kind),
      ),
    /** Of the daemon that answers now. */
    daemonPid: async (): Promise<number> => {
      const { socket } = findPlaces(env, env.HOME ?? '', process.getuid?.() ?? 0);
      const hello = await until(
        () => pingDaemon(socket, 5_000),
        (said) => typeof said === 'object',
      );
      return typeof hello === 'object' ? hello.pid : 0;
    },
    async close() {
      const down = await ask(['down', '--all', '--yes']).catch((error: unknown) => ({ ok: false, why: String(error) }));
      if (!down.ok) process.stderr.write(`a world is left without its end: ${JSON.stringify(down)}\n`);
      for (const child of children) child.kill('SIGKILL');
      // The keeper outlives the answer, and writes until its children have ended.
      await findLeftovers(`HOME=${env.HOME}`, 20_000);
      await remote.close();
      // Not rmSync: where the keeper, in its last moment, removes a file of its own, that stops silently and leaves the rest (Node 24.21).
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
