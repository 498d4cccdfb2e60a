// A message said at a command line until the program in the terminal has taken it with Enter, beside the command line's own start and tmux typing the same.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BuiltCli, build, openBuiltCli } from '../built-cli.ts';
import type { Bench, Row } from '../row.ts';
import { median } from '../sample.ts';

const agent = join(import.meta.dirname, '..', '..', 'test', 'fakes', 'echo-agent', 'main.ts');
const rounds = 9;
const short = 'Is the heartbeat late?';
const long = 'All work and no play makes the heartbeat late. '.repeat(700).slice(0, 32 * 1024);

export const bench: Bench = {
  name: 'send-to-enter',
  target: 'beyond the start of the command line: p50 <= 15 ms, 32 KiB <= 100 ms',
  measure: async () => {
    build();
    const cli = await openBuiltCli(true);
    try {
      const log = join(cli.folder.checkout, 'echo.jsonl');
      cli.run('start', process.execPath, '--name', 'echo-one', '-d', '--', agent, '--log', log);
      const say = (text: string) => sent(cli, log, text);
      return [
        await row('send -> Enter', '<= 15', 15, say, short),
        await row('send -> Enter, 32 KiB', '<= 100', 100, say, long),
        ...(await peer(join(cli.folder.path, 'tmux.jsonl'))),
      ];
    } finally {
      cli.run('stop', '--all', '--now', '--yes');
      await cli.close();
    }
  },
};

type Times = { readonly start: number; readonly whole: number };

/** In turn; one round beforehand does not count. */
async function row(
  what: string,
  target: string,
  most: number,
  say: (text: string) => Promise<Times>,
  text: string,
): Promise<Row> {
  const all: Times[] = [];
  for (let round = 0; round <= rounds; round += 1) all.push(await say(`${round} ${text}`));
  const own = all.slice(1).map(({ start, whole }) => whole - start);
  const value = median(own);
  const floor = { what: 'the command line alone', value: median(all.slice(1).map(({ start }) => start)) };
  return { what, unit: 'ms', value, min: Math.min(...own), floor, target, met: value <= most };
}

async function sent(cli: BuiltCli, log: string, text: string): Promise<Times> {
  cli.run('wait', 'echo-one', '--until', 'ready');
  const started = process.hrtime.bigint();
  cli.run('--version');
  const begun = process.hrtime.bigint();
  cli.run('send', 'echo-one', '--no-wait', '--message', text);
  return { start: Number(begun - started) / 1e6, whole: (await takenAt(log, text)) / 1e6 - Number(begun) / 1e6 };
}

/** By the program's own clock, which is this machine's. */
async function takenAt(log: string, text: string): Promise<number> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(2)) {
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : [];
    const heard = lines.map((line) => JSON.parse(line) as { ns: number; kind: string; text?: string });
    const line = heard.findLast(({ kind }) => kind === 'line');
    if (line?.text === text) return line.ns;
  }
  throw new Error(`the program did not hear ${text.slice(0, 40)} in a minute`);
}

/** tmux pastes and presses Enter without looking; none where there is no tmux. */
async function peer(log: string): Promise<readonly Row[]> {
  const server = ['-L', `drover-bench-${process.pid}`, '-f', '/dev/null'];
  const env = { ...process.env, TMUX: '', TERM: 'xterm-256color' };
  const tmux = (...words: string[]) => spawnSync('tmux', [...server, ...words], { env, encoding: 'utf8' });
  if (tmux('new-session', '-d', '-x', '80', '-y', '24', process.execPath, agent, '--log', log).status !== 0) return [];
  try {
    while (!tmux('capture-pane', '-p').stdout.includes('>')) await wait(20);
    const all: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const begun = process.hrtime.bigint();
      tmux('send-keys', '-l', `${round} ${short}`, ';', 'send-keys', 'Enter');
      all.push((await takenAt(log, `${round} ${short}`)) / 1e6 - Number(begun) / 1e6);
    }
    const times = all.slice(1);
    const figure = { value: median(times), min: Math.min(...times), floor: null };
    return [{ what: 'tmux send-keys, blindly', unit: 'ms', ...figure, target: 'a peer', met: true }];
  } finally {
    tmux('kill-server');
  }
}
