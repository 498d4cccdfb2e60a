// 200 MB out of a terminal, with its transcript written and its screen drawn, beside the same out of bare node-pty, `script` and `tmux`.
// Bare and kept take turns in pieces, so that a machine that is busy with others is as busy for both; the pieces are smaller where it is.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BareKeeper, bareTerminal, openKeeper, terminal } from '../bare-keeper.ts';
import { build } from '../built-cli.ts';
import type { Bench, Row } from '../row.ts';
import { median } from '../sample.ts';

const whole = 200;
const least = 10;
const rounds = 3;
/** Milliseconds that all rounds may take; a round takes about so many times a bare flood. */
const budget = { all: 36_000, times: 5 };
/** Milliseconds after which a peer is not asked. */
const late = 45_000;

const floodOf = (megabytes: number) =>
  `yes 'The quick brown fox jumps over the lazy dog. 0123456789' | head -c ${megabytes}000000`;

export const bench: Bench = {
  name: 'flood',
  target: '>= 0.8 x bare node-pty',
  measure: async () => {
    build();
    const begun = performance.now();
    const size = await fitting();
    const bare = await openKeeper();
    const times = { bare: [] as number[], kept: [] as number[], drawn: [] as number[] };
    try {
      for (let round = 0; round < rounds; round += 1) {
        times.bare.push(await timed(() => bareFlood(size)));
        const { kept, drawn } = await keptFlood(bare, size);
        times.kept.push(kept);
        times.drawn.push(drawn);
      }
      const floor = { what: `bare node-pty (${rounds} x ${size} MB)`, value: speed(size, times.bare) };
      const row = (what: string, all: readonly number[], target: string, of = size): Row => ({
        ...{ what, unit: 'MB/s', floor, target },
        value: speed(of, all),
        min: (of * 1000) / Math.max(...all),
        met: target === none || speed(of, all) >= 0.8 * floor.value,
      });
      return [
        row('transcript whole, run ended', times.kept, '>= 0.8 x'),
        row('and the last picture drawn', times.drawn, none),
        ...(await peers(bare.folder, begun, (what, time) => row(what, [time], none, least))),
      ];
    } finally {
      await bare.close();
    }
  },
};

const none = 'no figure';
const speed = (megabytes: number, times: readonly number[]): number => (megabytes * 1000) / median(times);

/** Megabytes of one piece: all of it where the machine is free. */
async function fitting(): Promise<number> {
  const perMegabyte = (await timed(() => bareFlood(least))) / least;
  const fits = Math.floor(budget.all / rounds / budget.times / perMegabyte);
  return Math.min(whole, Math.max(least, fits));
}

async function keptFlood(bare: BareKeeper, size: number): Promise<{ kept: number; drawn: number }> {
  const begun = performance.now();
  const run = await bare.run(terminal(floodOf(size)));
  const kept = performance.now() - begun;
  await bare.keeper.screen(run.runId);
  const drawn = performance.now() - begun;
  rmSync(run.files.output);
  return { kept, drawn };
}

async function peers(folder: string, begun: number, row: (what: string, time: number) => Row): Promise<Row[]> {
  const known: readonly (readonly [string, string, () => void])[] = [
    ['script', 'script into a file', () => scriptFlood(join(folder, 'typescript'))],
    ['tmux', 'tmux, its screen alone', tmuxFlood],
  ];
  const rows: Row[] = [];
  for (const [program, what, flood] of known)
    if (performance.now() - begun < late && has(program)) rows.push(row(`${what}, ${least} MB`, await timed(flood)));
  return rows;
}

const has = (program: string): boolean => spawnSync('which', [program]).status === 0;

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function bareFlood(megabytes: number): Promise<void> {
  return new Promise((resolve) => {
    const pty = bareTerminal(floodOf(megabytes), () => {});
    pty.onExit(() => resolve());
  });
}

const scriptFlood = (file: string) =>
  void spawnSync('script', ['-q', '-e', '-c', floodOf(least), file], { stdio: ['ignore', 'ignore', 'ignore'] });

function tmuxFlood(): void {
  const server = ['-L', `drover-bench-${process.pid}`, '-f', '/dev/null'];
  const env = { ...process.env, TMUX: '', TERM: 'xterm-256color' };
  const tmux = (...words: string[]) => spawnSync('tmux', [...server, ...words], { env, stdio: 'ignore' });
  tmux('new-session', '-d', '-x', '80', '-y', '24', `${floodOf(least)}; tmux ${server.join(' ')} wait-for -S done`);
  tmux('wait-for', 'done');
  tmux('kill-server');
}
