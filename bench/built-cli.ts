// The built program, as an installed one runs: in a demo folder of its own, with a daemon of its own.
// `run` holds this process up, and with it the remote that it serves: nothing that fetches or pushes may be waited for with it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TaskCreated, TaskDetail } from '../src/contract/task.ts';
import { findLeftovers } from '../src/local/demo.ts';
import { type DemoFolder, openDemoFolder } from '../src/local/demo-folder.ts';
import { demoTask } from '../src/local/demo-project.ts';
import { pingDaemon } from '../src/local/ping-daemon.ts';

const root = join(import.meta.dirname, '..');
const bundles = join(root, 'dist');
export const entry = join(root, 'bin', 'drover.cjs');
export const daemonBundle = join(bundles, 'daemon.mjs');

export function build(): void {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build.ts')], { stdio: 'inherit' });
  if (status !== 0 || !existsSync(daemonBundle)) throw new Error('the build failed');
}

export const bareNode = (): void => void spawnSync(process.execPath, ['-e', '0'], { stdio: 'ignore' });

export type BuiltCli = {
  readonly folder: DemoFolder;
  /** stdout; throws on another exit code than 0 and 6 (it waits for a person). */
  run(...args: string[]): string;
  ask<Data>(...args: string[]): Data;
  /** A task of the scripted agent; its id. */
  state(...flags: string[]): string;
  /** Watches it until it ends or waits for a person. */
  watch(task: string): Promise<void>;
  /** Answers its open questions as they come until one of that kind is open; its id. */
  until(task: string, kind: string): Promise<string>;
  /** Ends the daemon, and the keeper where all is said; resolves when it has left its state. */
  down(...flags: string[]): Promise<void>;
  close(): Promise<void>;
};

const first: Readonly<Record<string, string>> = { submit: 'submit', proceed: 'yes' };

export async function openBuiltCli(handsOff: boolean): Promise<BuiltCli> {
  const folder = await openDemoFolder(process.env, handsOff);
  const where = { cwd: folder.checkout, env: folder.env };
  const run = (...args: string[]) => {
    const options = { ...where, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], options);
    if (status !== 0 && status !== 6)
      throw new Error(`drover ${args.join(' ')} ended with ${status}: ${stderr}${stdout}`);
    return stdout;
  };
  const ask = <Data>(...args: string[]) => (JSON.parse(run(...args, '--json')) as { data: Data }).data;
  const watch = async (task: string) => {
    const child = spawn(process.execPath, [entry, 'task', 'watch', task], { ...where, stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    if (code !== 0 && code !== 6) throw new Error(`${task} ended badly, with ${code}`);
  };
  const down = async (...flags: string[]) => {
    const daemon = await pingDaemon(folder.socket, 5000);
    run('down', '--yes', ...flags);
    if (typeof daemon === 'object') await ended(daemon.pid);
  };
  run('workspace', 'add', 'heartbeat', folder.checkout);
  return {
    ...{ folder, run, ask, watch, down },
    state: (...flags) =>
      ask<TaskCreated>('do', demoTask, '-w', 'heartbeat', '--agent', 'scripted', '--detach', ...flags).task,
    until: async (task, kind) => {
      for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
        await watch(task);
        const { outcome, open_questions } = ask<TaskDetail>('task', 'show', task);
        const [question] = open_questions;
        if (question?.kind === kind) return question.id;
        if (question === undefined) throw new Error(`${task} ended (${outcome}) before it asked for ${kind}`);
        run('answer', question.id, first[question.kind] ?? question.choices[0]?.id ?? '1');
      }
      throw new Error(`${task} did not come to ${kind} in two minutes`);
    },
    close: async () => {
      try {
        await down('--all');
        if ((await findLeftovers(folder.mark, 10_000)).length > 0) throw new Error('something was left running');
      } finally {
        await folder.close(false);
      }
    },
  };
}

async function ended(pid: number): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await wait(20))
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
  throw new Error(`${pid} did not end in 30 s`);
}
