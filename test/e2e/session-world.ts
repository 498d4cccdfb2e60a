// A whole Drover with the echo agent on its PATH: sessions as a person at a command line has them, and what the agent itself saw.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pty from '@lydell/node-pty';
import type { Reply } from '../../src/contract/protocol.ts';
import type { Ps } from '../../src/contract/service.ts';
import type { Inbox, MessageView, SessionStarted, SessionView } from '../../src/contract/session.ts';
import { freePort } from '../fakes/free-port.ts';
import { built } from './built.ts';
import { openWorld, type WorldOptions } from './world.ts';

const echo = new URL('../fakes/echo-agent/main.ts', import.meta.url).pathname;
const cli = built('cli');

/** A line of the agent's own log. */
export type Noted = {
  readonly ns: number;
  readonly kind: string;
  readonly text?: string;
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly columns?: number;
  readonly rows?: number;
};

type Refusal = Extract<Reply, { ok: false }>;
export type SessionWorld = Awaited<ReturnType<typeof openSessionWorld>>;

export async function openSessionWorld(options: WorldOptions = {}) {
  const world = await openWorld({ remote: null, project: { 'README.md': 'A project.\n' }, ...options });
  const bin = join(world.folder, 'bin');
  mkdirSync(bin);
  /** A program of that name on the PATH. */
  const program = (name: string, script: string): void => {
    writeFileSync(join(bin, name), script);
    chmodSync(join(bin, name), 0o755);
  };
  program('echo-agent', `#!/bin/sh\nexec '${process.execPath}' '${echo}' "$@"\n`);
  world.env.PATH = `${bin}:${world.env.PATH}`;
  // On a busy machine the first command may give up before its daemon is there.
  await world.until(
    () => world.drover(['ps']),
    ({ code }) => code === 0,
  );

  const logOf = (name: string) => join(world.folder, `${name}.jsonl`);
  const noted = (name: string): readonly Noted[] =>
    existsSync(logOf(name))
      ? readFileSync(logOf(name), 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as Noted)
      : [];
  /** What was submitted to it, in order. */
  const lines = (name: string): readonly string[] =>
    noted(name).flatMap(({ kind, text }) => (kind === 'line' ? [text ?? ''] : []));

  /** The words that start the echo agent with its log under the session's name. */
  const words = (name: string, flags: readonly string[] = [], agent: readonly string[] = []): readonly string[] => [
    ...['start', 'echo-agent', '--name', name, ...flags],
    ...['--', '--log', logOf(name), ...agent],
  ];
  async function refused(args: readonly string[], how: Parameters<typeof world.drover>[1] = {}): Promise<Refusal> {
    const reply = await world.ask<unknown>(args, how);
    if (reply.ok) throw new Error(`${args.join(' ')} was not refused: ${JSON.stringify(reply.data).slice(0, 500)}`);
    return reply;
  }
  const session = async (name: string): Promise<SessionView> => {
    const [view] = (await world.must<Ps>(['ps', name])).sessions;
    if (view === undefined) throw new Error(`no session ${name}`);
    return view;
  };
  const ends = new Set<() => void>();

  function terminal([program = '', ...args]: readonly string[], size: { cols: number; rows: number }) {
    const child = pty.spawn(program, args, { cwd: world.checkout, env: world.env, ...size });
    let said = '';
    let code: number | null = null;
    child.onData((data) => {
      said += data;
    });
    const ended = new Promise<number>((resolve) =>
      child.onExit(({ exitCode, signal }) => {
        code = signal ? 128 + signal : exitCode;
        resolve(code);
      }),
    );
    ends.add(() => code === null && child.kill('SIGKILL'));
    return {
      ended,
      said: () => said,
      type: (text: string) => child.write(text),
      resize: (cols: number, rows: number) => child.resize(cols, rows),
      close: () => child.kill('SIGHUP'),
      until: (what: RegExp) =>
        world.until(
          async () => said,
          (all) => what.test(all) || code !== null,
        ),
    };
  }

  return {
    ...world,
    ...{ bin, program, logOf, noted, lines, words, refused, session },
    /** In the background; returns when its start was waited for. */
    start: async (name: string, flags: readonly string[] = [], agent: readonly string[] = []) =>
      (await world.must<SessionStarted>(words(name, ['-d', ...flags], agent))).session,
    /** A session of any program. */
    startOf: async (name: string, agent: string, args: readonly string[] = [], flags: readonly string[] = []) =>
      (await world.must<SessionStarted>(['start', agent, '--name', name, '-d', ...flags, '--', ...args])).session,
    ready: (name: string) => world.must(['wait', name, '--until', 'ready', '--timeout', '60s']),
    message: async (id: string): Promise<MessageView> => {
      const [found] = (await world.must<Inbox>(['inbox', 'list', id])).messages;
      if (found === undefined) throw new Error(`no message ${id}`);
      return found;
    },
    /** The command line in a terminal of its own. */
    atTerminal: (args: readonly string[], size = { cols: 100, rows: 30 }) =>
      terminal([process.execPath, cli, ...args], size),
    shellAtTerminal: (script: string) => terminal(['sh', '-c', script], { cols: 100, rows: 30 }),
    /** The daemon again, with its door for programs: many requests without a process for each. */
    async openDoor() {
      const port = await freePort();
      await world.must(['down']);
      const daemon = terminal([process.execPath, cli, 'up', '--port', String(port)], { cols: 100, rows: 30 });
      await daemon.until(/HTTP is answered/);
      await world.daemonPid();
      const token = readFileSync(join(world.state, 'http.token'), 'utf8').trim();
      const post = async (command: string, body: string, given: string | null = token) => {
        const headers: Record<string, string> = given === null ? {} : { authorization: `Bearer ${given}` };
        const answer = await fetch(`http://127.0.0.1:${port}/v1/${command}`, { method: 'POST', headers, body });
        return { status: answer.status, body: await answer.json() };
      };
      return {
        ...{ port, token, daemon, post },
        ask: (command: string, input: object) => post(command, JSON.stringify(input)),
      };
    },
    async close() {
      for (const end of ends) end();
      await world.close();
    },
  };
}
