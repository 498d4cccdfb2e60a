// `drover demo`: one real task from statement to pushed branch, in a folder that is thrown away.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reply } from '../contract/protocol.ts';
import type { EvidenceLine, TaskCreated, TaskDetail, TaskEvidence, TaskList, TaskOutcome } from '../contract/task.ts';
import { awaitDown } from './await-down.ts';
import { type DemoFolder, openDemoFolder } from './demo-folder.ts';
import { demoTask } from './demo-project.ts';
import { sandboxHere } from './sandbox-here.ts';

type DemoOptions = {
  /** Of every role; `scripted` needs no login and costs nothing. */
  readonly agent: string;
  /** The folder stays. */
  readonly keep: boolean;
  /** One document at the end instead of sentences. */
  readonly json: boolean;
  /** A terminal: questions are asked; without one policy answers, and it is on the record. */
  readonly interactive: boolean;
  /** Node and the command line's entry. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What is shown of a task is lines alone. */
  readonly plain: boolean;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
};

export type DemoResult = {
  readonly task: string;
  readonly outcome: TaskOutcome | null;
  readonly branch: string | null;
  /** What the remote itself answers for the branch. */
  readonly pushed: string | null;
  /** The proof that the new tests fail without the change, and pass with it. */
  readonly red: string | null;
  readonly green: string | null;
  /** Row by row; each says whether it holds. */
  readonly proof: TaskDetail['proof'];
  readonly evidence: { readonly count: number; readonly holds: boolean };
  readonly answered_by: 'policy' | 'person';
  /** What held the agent and the gates; nothing need, for the demo's sample is trusted to the last byte. */
  readonly sandbox: { readonly holds: boolean; readonly said: string; readonly hint: string };
  readonly seconds: number;
  /** null: removed. */
  readonly folder: string | null;
  /** Process ids that were still there at the end. */
  readonly left: readonly number[];
};

/** Ends what it started, also when it fails or the signal fires. Rejects only where the folder cannot be made. */
export async function demo(options: DemoOptions): Promise<Reply<DemoResult>> {
  const begun = performance.now();
  const folder = await openDemoFolder(options.env, !options.interactive);
  options.say(`A sample project and its remote are in ${folder.path}.`);
  let left: readonly number[] = [];
  let told: Reply<Told>;
  try {
    told = await perform(options, folder);
  } finally {
    left = await end(options, folder);
    await folder.close(options.keep);
  }
  if (options.keep) options.say(`Kept: ${folder.path}`);
  if (!told.ok) return told;
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  return { ok: true, data: { ...told.data, seconds, folder: options.keep ? folder.path : null, left } };
}

type Told = Omit<DemoResult, 'seconds' | 'folder' | 'left'>;

async function perform(options: DemoOptions, folder: DemoFolder): Promise<Reply<Told>> {
  const { argv, signal, json, agent, plain, say } = options;
  const program: Program = { argv, cwd: folder.checkout, env: folder.env, signal };
  const added = await askProgram(program, ['workspace', 'add', 'heartbeat', folder.checkout]);
  if (!added.ok) return added;
  say(`The task: "${demoTask}"\n`);
  const task = options.interactive ? await watched(program, agent, plain) : await detached(program, agent, json);
  if (!task.ok) return task;
  return await prove(program, folder, task.data, options.interactive ? 'person' : 'policy');
}

const statement = (agent: string) => ['do', demoTask, '--workspace', 'heartbeat', '--agent', agent];

/** `do` on a terminal shows the phases and asks inline. */
async function watched(program: Program, agent: string, plain: boolean): Promise<Reply<string>> {
  await showProgram(program, [...statement(agent), ...(plain ? ['--plain'] : [])], false);
  const list = await askProgram<TaskList>(program, ['task', 'list', '--all']);
  if (!list.ok) return list;
  const [task] = list.data.tasks;
  return task === undefined ? refused('the task was not made') : { ok: true, data: task.id };
}

async function detached(program: Program, agent: string, quiet: boolean): Promise<Reply<string>> {
  const made = await askProgram<TaskCreated>(program, [...statement(agent), '--detach']);
  if (!made.ok) return made;
  await showProgram(program, ['task', 'watch', made.data.task], quiet);
  return { ok: true, data: made.data.task };
}

const refused = (error: string): Reply<never> => ({
  ok: false,
  error,
  error_code: 'INTERNAL',
  hint: 'Run it again with --keep and look into drover/daemon.log there.',
});

async function prove(
  program: Program,
  folder: DemoFolder,
  task: string,
  answered_by: Told['answered_by'],
): Promise<Reply<Told>> {
  const shown = await askProgram<TaskDetail>(program, ['task', 'show', task]);
  if (!shown.ok) return shown;
  const proof = await askProgram<TaskEvidence>(program, ['task', 'evidence', task, '--verify']);
  if (!proof.ok) return proof;
  const { outcome, branch, proof: table } = shown.data;
  const { evidence, verified } = proof.data;
  const { state, said, hint } = await sandboxHere(program.env);
  return {
    ok: true,
    data: {
      task,
      outcome,
      branch,
      answered_by,
      proof: table,
      pushed: branch === null ? null : await folder.branch(branch),
      red: sentence(evidence.find(({ gate, verdict }) => gate === 'red-first' && verdict === 'passed')),
      green: sentence(evidence.findLast(({ gate, verdict }) => gate === 'test' && verdict === 'passed')),
      evidence: { count: evidence.length, holds: verified?.ok === true },
      sandbox: { holds: state === 'ok', said, hint },
    },
  };
}

function sentence(line: EvidenceLine | undefined): string | null {
  if (line === undefined) return null;
  return line.why === '' ? line.command : line.why;
}

/** Asked, then waited for, then looked for: nothing stays. */
async function end({ argv }: DemoOptions, folder: DemoFolder): Promise<readonly number[]> {
  const program = { argv, cwd: folder.path, env: folder.env, signal: AbortSignal.timeout(30_000) };
  await Promise.race([
    askProgram(program, ['down', '--all', '--yes']).catch(() => null),
    wait(30_000, null, { ref: false }),
  ]);
  await awaitDown(folder.socket, 10_000);
  const left = await findLeftovers(folder.mark, 10_000);
  for (const pid of left) process.kill(pid, 'SIGKILL');
  return left;
}

// The command line itself, called as a person would call it.

type Program = {
  /** Node and the command line's entry. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/** With `--json`: the one document on stdout, whatever the exit code. */
async function askProgram<Data>(program: Program, args: readonly string[]): Promise<Reply<Data>> {
  const said: Buffer[] = [];
  const child = start(program, [...args, '--json'], ['ignore', 'pipe', 'inherit']);
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await ending(child);
  if (said.length === 0) throw new Error(`drover ${args.join(' ')} ended with ${code} and said nothing`);
  return JSON.parse(Buffer.concat(said).toString('utf8')) as Reply<Data>;
}

/** Its output is the person's own terminal (`quiet`: is not shown); resolves with the exit code. */
const showProgram = (program: Program, args: readonly string[], quiet: boolean): Promise<number> =>
  ending(start(program, args, quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit'));

function start({ argv, cwd, env, signal }: Program, args: readonly string[], stdio: 'inherit' | Pipes) {
  const [file = process.execPath, ...rest] = argv;
  return spawn(file, [...rest, ...args], { cwd, env, stdio, signal, killSignal: 'SIGTERM' });
}

type Pipes = ['ignore', 'pipe' | 'ignore', 'inherit'];

const ending = (child: ReturnType<typeof start>): Promise<number> =>
  new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 130));
  });

// Processes that carry a mark in the environment they were started with.

/** Waits until none is left, at most so long; returns the pids of those that still live. Without /proc: none can be seen. */
export async function findLeftovers(mark: string, timeoutMs: number): Promise<readonly number[]> {
  for (const deadline = performance.now() + timeoutMs; ; await wait(50)) {
    const left = marked(mark);
    if (left.length === 0 || performance.now() > deadline) return left;
  }
}

function marked(mark: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => pid !== process.pid && environment(pid).includes(`${mark}\0`));
}

/** '' for one that ends meanwhile or is not ours. */
function environment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}
