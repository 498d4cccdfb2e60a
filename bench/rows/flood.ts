// 200 MB out of a terminal, with its transcript written and its screen drawn, beside the same out of bare node-pty, `script` and `tmux`.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bareTerminal, openKeeper, terminal } from '../bare-keeper.ts';
import { build } from '../built-cli.ts';
import type { Bench, Row } from '../row.ts';
import { median } from '../sample.ts';

const megabytes = 200;
const flood = `yes 'The quick brown fox jumps over the lazy dog. 0123456789' | head -c ${megabytes}000000`;
const rounds = 3;

export const bench: Bench = {
  name: 'flood',
  target: '>= 0.8 x bare node-pty',
  measure: async () => {
    build();
    const bare = await openKeeper();
    const times = {
      bare: [] as number[],
      kept: [] as number[],
      drawn: [] as number[],
      script: [] as number[],
      tmux: [] as number[],
    };
    try {
      for (let round = 0; round < rounds; round += 1) {
        times.bare.push(await timed(bareFlood));
        const begun = performance.now();
        const kept = await bare.run(terminal(flood));
        times.kept.push(performance.now() - begun);
        await bare.keeper.screen(kept.runId);
        times.drawn.push(performance.now() - begun);
        rmSync(kept.files.output);
        if (has('script')) times.script.push(await timed(() => scriptFlood(join(bare.folder, 'typescript'))));
        if (has('tmux')) times.tmux.push(await timed(tmuxFlood));
      }
    } finally {
      await bare.close();
    }
    const floor = { what: 'bare node-pty', value: speed(times.bare) };
    const peer = (what: string, all: readonly number[]): Row[] =>
      all.length === 0 ? [] : [rowOf(what, all, floor, 'a peer', true)];
    return [
      rowOf('transcript whole, run ended', times.kept, floor, '>= 0.8 x', speed(times.kept) >= 0.8 * floor.value),
      rowOf('and the last picture drawn', times.drawn, floor, 'no figure', true),
      ...peer('script into a file', times.script),
      ...peer('tmux, its screen alone', times.tmux),
    ];
  },
};

const has = (program: string): boolean => spawnSync('which', [program]).status === 0;
const speed = (times: readonly number[]): number => (megabytes * 1000) / median(times);

function rowOf(what: string, times: readonly number[], floor: Row['floor'], target: string, met: boolean): Row {
  return { what, unit: 'MB/s', value: speed(times), min: (megabytes * 1000) / Math.max(...times), floor, target, met };
}

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function bareFlood(): Promise<void> {
  return new Promise((resolve) => {
    const pty = bareTerminal(flood, () => {});
    pty.onExit(() => resolve());
  });
}

const scriptFlood = (file: string) =>
  spawnSync('script', ['-q', '-e', '-c', flood, file], { stdio: ['ignore', 'ignore', 'ignore'] });

function tmuxFlood(): void {
  const server = ['-L', `drover-bench-${process.pid}`, '-f', '/dev/null'];
  const env = { ...process.env, TMUX: '', TERM: 'xterm-256color' };
  const tmux = (...words: string[]) => spawnSync('tmux', [...server, ...words], { env, stdio: 'ignore' });
  tmux('new-session', '-d', '-x', '80', '-y', '24', `${flood}; tmux ${server.join(' ')} wait-for -S done`);
  tmux('wait-for', 'done');
  tmux('kill-server');
}
