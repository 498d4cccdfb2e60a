// A program ends; from there until `drover wait`, which had been waiting, has ended too. Beside a bare terminal that hears the same end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { SessionStarted } from '../../src/contract/session.ts';
import { bareTerminal } from '../bare-keeper.ts';
import { type BuiltCli, build, entry, openBuiltCli } from '../built-cli.ts';
import type { Bench, Row } from '../row.ts';
import { median } from '../sample.ts';

const rounds = 100;

export const bench: Bench = {
  name: 'fact-to-wait',
  target: 'p99 <= 50 ms',
  measure: async () => {
    build();
    const cli = await openBuiltCli(true);
    try {
      const times = { wait: [] as number[], bare: [] as number[] };
      for (let round = 0; round <= rounds; round += 1) {
        const one = { bare: await bareEnd(), wait: await waitedFor(cli, `w-${round}-x`) };
        if (round === 0) continue;
        times.bare.push(one.bare);
        times.wait.push(one.wait);
      }
      const row = (what: string, of: typeof median, target: string, most: number): Row => {
        const floor = { what: 'a bare terminal', value: of(times.bare) };
        const value = of(times.wait);
        return { what, unit: 'ms', value, min: Math.min(...times.wait), floor, target, met: value <= most };
      };
      return [
        row(`end -> wait is over, p50 of ${rounds}`, median, 'no figure', Number.POSITIVE_INFINITY),
        row(`end -> wait is over, p99 of ${rounds}`, late, '<= 50', 50),
      ];
    } finally {
      await cli.close();
    }
  },
};

const late = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.ceil(all.length * 0.99) - 1] ?? 0;

async function waitedFor(cli: BuiltCli, name: string): Promise<number> {
  const words = ['start', 'sh', '--name', name, '-d', '--json', '--', '-c', "printf '> '; exec sleep 3600"];
  const { session } = (JSON.parse(cli.run(...words)) as { data: SessionStarted }).data;
  const where = { cwd: cli.folder.checkout, env: cli.folder.env };
  const argv = [entry, 'wait', name, '--until', 'ended', '--heartbeat', '100ms'];
  const waiting = spawn(process.execPath, argv, { ...where, stdio: ['ignore', 'ignore', 'pipe'] });
  const over = once(waiting, 'exit');
  await isThere(waiting);
  const begun = performance.now();
  process.kill(session.pid ?? 0, 'SIGKILL');
  await over;
  return performance.now() - begun;
}

/** Its first line: it waits. */
const isThere = ({ stderr }: ChildProcess): Promise<unknown> =>
  stderr === null ? Promise.reject(new Error('it says nothing')) : once(stderr, 'data');

async function bareEnd(): Promise<number> {
  const heard = Promise.withResolvers<void>();
  const pty = bareTerminal("printf '> '; exec sleep 3600", () => heard.resolve());
  await heard.promise;
  const ended = new Promise<void>((resolve) => void pty.onExit(() => resolve()));
  const begun = performance.now();
  process.kill(pty.pid, 'SIGKILL');
  await ended;
  return performance.now() - begun;
}
