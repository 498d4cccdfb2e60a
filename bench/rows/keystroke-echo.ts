// A key typed at an attached terminal until its echo is there: by ticket at the keeper's socket, beside bare node-pty, `script` and tmux.
import { spawnSync } from 'node:child_process';
import { spawn } from '@lydell/node-pty';
import { encodeFrame } from '../../src/contract/keeper/frames.ts';
import { openLine } from '../../src/keeper/client/line.ts';
import { bareTerminal, openKeeper, terminal } from '../bare-keeper.ts';
import { build } from '../built-cli.ts';
import type { Bench, Row } from '../row.ts';
import { median } from '../sample.ts';

const keys = 500;
const echo = `stty raw -echo; printf ready; exec cat`;

/** `type`: writes a key; `hear` is called with what comes. */
type Station = { readonly type: (key: string) => void; hear: (bytes: Buffer) => void; readonly close: () => unknown };

export const bench: Bench = {
  name: 'keystroke-echo',
  target: 'p50 <= 1 ms beyond bare node-pty',
  measure: async () => {
    build();
    const stations = [await bareStation(), await keptStation(), await scriptStation(), ...(await tmuxStation())];
    const times = stations.map(() => [] as number[]);
    try {
      for (let round = 0; round < keys; round += 1)
        for (const [index, station] of stations.entries()) times[index]?.push(await typed(station, round));
    } finally {
      for (const { close } of stations) await close();
    }
    const [bare = [], kept = [], script = [], tmux] = times;
    const floor = { what: 'bare node-pty', value: median(bare) };
    const row = (what: string, all: readonly number[], target: string, met: boolean): Row => {
      return { what, unit: 'ms', value: median(all), min: Math.min(...all), floor, target, met };
    };
    const met = median(kept) - floor.value <= 1;
    return [
      row('p50 by ticket', kept, '<= 1 ms more', met),
      { ...row('p99 by ticket', kept, 'no figure', true), value: late(kept), floor: { ...floor, value: late(bare) } },
      row('p50 in `script`', script, 'a peer', true),
      ...(tmux === undefined ? [] : [row('p50 in tmux', tmux, 'a peer', true)]),
    ];
  },
};

const late = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? 0;

function typed(station: Station, round: number): Promise<number> {
  const key = String.fromCharCode(97 + (round % 26));
  return new Promise((resolve) => {
    const begun = performance.now();
    station.hear = (bytes) => {
      if (bytes.includes(key)) resolve(performance.now() - begun);
    };
    station.type(key);
  });
}

async function ready(station: Station): Promise<Station> {
  let heard = '';
  await new Promise<void>((resolve) => {
    station.hear = (bytes) => {
      heard += bytes.toString('latin1');
      if (heard.includes('ready')) resolve();
    };
  });
  return station;
}

async function bareStation(): Promise<Station> {
  const pty = bareTerminal(echo, (bytes) => station.hear(bytes));
  const station: Station = { type: (key) => pty.write(key), hear: () => {}, close: () => pty.kill('SIGKILL') };
  return ready(station);
}

async function keptStation(): Promise<Station> {
  const bare = await openKeeper();
  const runId = bare.next();
  await bare.keeper.ensure(runId, terminal(echo));
  const { socket: path, ticket } = await bare.keeper.ticket(runId, 'type');
  const line = await openLine({ path, ticket }, (_, payload) => station.hear(Buffer.from(payload)));
  let calls = 1;
  const station: Station = {
    type: (key) => {
      calls += 1;
      line.socket.write(encodeFrame({ ask: 'type', runId, id: calls }, Buffer.from(key)));
    },
    hear: () => {},
    close: async () => {
      line.socket.destroy();
      await bare.close();
    },
  };
  const there = ready(station);
  line.socket.write(encodeFrame({ ask: 'attach', runId, from: 'picture', columns: 80, rows: 24, id: 1 }));
  return there;
}

/** A terminal in a terminal, and what it says in a file. */
async function scriptStation(): Promise<Station> {
  const pty = bareTerminal(`exec script -qfc '${echo}' /dev/null`, (bytes) => station.hear(bytes));
  const station: Station = { type: (key) => pty.write(key), hear: () => {}, close: () => pty.kill('SIGKILL') };
  return ready(station);
}

/** None where there is no tmux. */
async function tmuxStation(): Promise<Station[]> {
  const server = ['-L', `drover-bench-${process.pid}`, '-f', '/dev/null'];
  const env = { PATH: process.env.PATH, HOME: '/tmp', TERM: 'xterm-256color', TMUX: '' };
  if (spawnSync('which', ['tmux']).status !== 0) return [];
  const pty = spawn('tmux', [...server, 'new-session', echo], { cols: 80, rows: 24, env, encoding: null });
  const station: Station = {
    type: (key) => pty.write(key),
    hear: () => {},
    close: () => spawnSync('tmux', [...server, 'kill-server'], { env, stdio: 'ignore' }),
  };
  pty.onData((data) => station.hear(data as unknown as Buffer));
  return [await ready(station)];
}
