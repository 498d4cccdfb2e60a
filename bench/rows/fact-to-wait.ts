// A program ends; from there, and from the fact of it in the journal, until `drover wait`, which had been waiting, has ended too. Beside a bare terminal that hears the same end.
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
      const times = { fact: [] as number[], wait: [] as number[], bare: [] as number[] };
      for (let round = 0; round <= rounds; round += 1) {
        const one = { bare: await bareEnd(), ...(await waitedFor(cli, `w-${round}-x`)) };
        if (round === 0) continue;
        times.bare.push(one.bare);
        times.wait.push(one.wait);
        times.fact.push(one.fact);
      }
      const bare = { what: 'a bare terminal', value: median(times.bare) };
      const row = (what: string, all: readonly number[], value: number, target: string): Row => {
        const floor = all === times.wait ? bare : null;
        return {
          what,
          unit: 'ms',
          value,
          min: Math.min(...all),
          floor,
          target,
          met: target !== '<= 50' || value <= 50,
        };
      };
      return [
        row(`fact -> wait is over, p50 of ${rounds}`, times.fact, median(times.fact), 'no figure'),
        row(`fact -> wait is over, p99 of ${rounds}`, times.fact, late(times.fact), '<= 50'),
        row(`end of the program -> wait is over, p50 of ${rounds}`, times.wait, median(times.wait), 'no figure'),
      ];
    } finally {
      await cli.close();
    }
  },
};

const late = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.ceil(all.length * 0.99) - 1] ?? 0;

/** Milliseconds since the fact, by the journal, and since the end of the program. */
async function waitedFor(cli: BuiltCli, name: string): Promise<{ readonly fact: number; readonly wait: number }> {
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
  const [wait, now] = [performance.now() - begun, Date.now()];
  return { wait, fact: now - endedAt(cli.run('events', name)) };
}

function endedAt(journal: string): number {
  const facts = journal.split('\n').filter((line) => line !== '');
  const ended = facts.map((line) => JSON.parse(line) as { type: string; ts: string }).at(-1);
  if (ended?.type !== 'session_ended') throw new Error('the journal does not tell of the end');
  return Date.parse(ended.ts);
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
