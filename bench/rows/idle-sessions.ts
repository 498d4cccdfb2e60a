// A hundred terminals that have said something and now wait: what the keeper needs for them, beside tmux.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { openKeeper, terminal } from '../bare-keeper.ts';
import { build } from '../built-cli.ts';
import type { Bench, Row } from '../row.ts';

const count = 100;
const restMs = 20_000;
/** A screenful and more, as an agent leaves it. */
const session = `seq 1 200; printf '> '; exec sleep 1000`;

export const bench: Bench = {
  name: 'idle-sessions',
  target: `${count} sessions: <= 3 MB each beyond the agent, <= 1 % of one core`,
  measure: async () => {
    build();
    const bare = await openKeeper();
    try {
      const { pid } = bare.keeper;
      const first = bare.next();
      await bare.keeper.ensure(first, terminal(session));
      await bare.keeper.screen(first);
      const empty = memory(pid);
      for (let one = 0; one < count; one += 1) await bare.keeper.ensure(bare.next(), terminal(session));
      for (const { runId } of await bare.keeper.list())
        while (!(await bare.keeper.screen(runId))?.screen.lines.includes('200')) await wait(20);
      const before = cpuMs(pid);
      const begun = performance.now();
      await wait(restMs);
      const share = ((cpuMs(pid) - before) / (performance.now() - begun)) * 100;
      const full = memory(pid);
      const each = (full - empty) / count;
      const peer = tmuxMemory();
      const floor = peer === null ? null : { what: 'tmux', value: peer };
      const figures = { min: null, floor: null } as const;
      const rows: Row[] = [
        { what: 'each session', unit: 'MB', value: each, min: null, floor, target: '<= 3', met: each <= 3 },
        { ...figures, what: 'keeper with one', unit: 'MB', value: empty, target: '<= 150', met: empty <= 150 },
        { ...figures, what: `keeper with ${count}`, unit: 'MB', value: full, target: 'no figure', met: true },
        { ...figures, what: 'of one core', unit: '%', value: share, target: '<= 1', met: share <= 1 },
      ];
      return rows;
    } finally {
      await bare.close();
    }
  },
};

/** Its own and a share of what it has in common with others; MB. */
function memory(pid: number): number {
  const pss = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+)/m)?.[1];
  return Number(pss) / 1000;
}

function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** MB for each of as many windows; null where there is no tmux. */
function tmuxMemory(): number | null {
  const server = ['-L', `drover-bench-${process.pid}`, '-f', '/dev/null'];
  const env = { ...process.env, TMUX: '', TERM: 'xterm-256color' };
  const tmux = (...words: string[]) => spawnSync('tmux', [...server, ...words], { env, encoding: 'utf8' });
  if (tmux('new-session', '-d', '-x', '80', '-y', '24', session).status !== 0) return null;
  try {
    const pid = Number(tmux('display-message', '-p', '#{pid}').stdout);
    const before = memory(pid);
    for (let one = 0; one < count; one += 1) tmux('new-window', '-d', session);
    return (memory(pid) - before) / count;
  } finally {
    tmux('kill-server');
  }
}
