// What a person looks at all day: `ps` with 1, 20 and 100 sessions (one of them frozen), `pane`, and the end of a long transcript; each a whole command, beside bare node.

import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { SessionStarted } from '../../src/contract/session.ts';
import { type BuiltCli, bareNode, build, openBuiltCli } from '../built-cli.ts';
import type { Bench, Row } from '../row.ts';
import { sampleBoth } from '../sample.ts';

const rounds = 25;
const megabytes = 100;

export const bench: Bench = {
  name: 'look-at-sessions',
  target:
    '`ps` with 1 and 20 sessions <= 1.5 x `node -e 0`, with 100 <= 1.2 x of one; `logs` of 100 MB <= 1.5 x `ps`; `pane` <= 1.5 x `node -e 0`',
  measure: async () => {
    build();
    const alone = await openBuiltCli(true);
    const cli = await openBuiltCli(true);
    try {
      start(alone, 1);
      const first = start(cli, 1);
      const one = await beside('ps, 1 session', () => cli.run('ps'), '<= 1.5 x', 1.5);
      const pane = await beside('pane', () => cli.run('pane', 's-1-x'), '<= 1.5 x', 1.5);
      for (let n = 2; n <= 20; n += 1) start(cli, n);
      const twenty = await beside('ps, 20 sessions', () => cli.run('ps'), '<= 1.5 x', 1.5);
      for (let n = 21; n < 100; n += 1) start(cli, n);
      const frozen = start(cli, 100).session.pid ?? 0;
      process.kill(frozen, 'SIGSTOP');
      const grown = await grows(cli, alone);
      process.kill(frozen, 'SIGCONT');
      const logs = await longLogs(cli, first.session.log ?? '');
      return [one, twenty, grown, pane, ...(await peer()), ...logs];
    } finally {
      for (const each of [cli, alone]) {
        each.run('stop', '--all', '--now', '--yes');
        await each.close();
      }
    }
  },
};

/** Two daemons, asked in turn. */
async function grows(many: BuiltCli, one: BuiltCli): Promise<Row> {
  const { subject, floor } = await sampleBoth(
    rounds,
    () => many.run('ps'),
    () => one.run('ps'),
  );
  return {
    ...{ what: 'ps, 100 sessions, one frozen', unit: 'ms', value: subject.median, min: subject.min },
    floor: { what: '`ps` with 1', value: floor.median },
    ...{ target: '<= 1.2 x', met: subject.median <= 1.2 * floor.median },
  };
}

const start = (cli: BuiltCli, n: number): SessionStarted => {
  const words = ['start', 'sh', '--name', `s-${n}-x`, '-d', '--json', '--', '-c', "printf '> '; exec sleep 3600"];
  return (JSON.parse(cli.run(...words)) as { data: SessionStarted }).data;
};

async function beside(what: string, act: () => unknown, target: string, most: number): Promise<Row> {
  const { subject, floor } = await sampleBoth(rounds, act, bareNode);
  return {
    ...{ what, unit: 'ms', value: subject.median, min: subject.min, target },
    floor: { what: '`node -e 0`', value: floor.median },
    met: subject.median <= most * floor.median,
  };
}

/** The same picture from tmux; none where there is no tmux. */
async function peer(): Promise<readonly Row[]> {
  const server = ['-L', `drover-bench-${process.pid}`, '-f', '/dev/null'];
  const env = { ...process.env, TMUX: '', TERM: 'xterm-256color' };
  const tmux = (...words: string[]) => spawnSync('tmux', [...server, ...words], { env });
  if (tmux('new-session', '-d', '-x', '80', '-y', '24', "printf '> '; exec sleep 3600").status !== 0) return [];
  try {
    return [await beside('tmux capture-pane', () => tmux('capture-pane', '-p'), 'a peer', Number.POSITIVE_INFINITY)];
  } finally {
    tmux('kill-server');
  }
}

/** The transcript is made long by hand: how it came to be so does not matter to who reads its end. */
async function longLogs(cli: BuiltCli, file: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [what, block] of [
    ['with newlines', Buffer.from(`${'x'.repeat(99)}\n`.repeat(10_486))],
    ['without', Buffer.alloc(1 << 20, 'y')],
  ] as const) {
    const handle = openSync(file, 'a');
    for (let n = 0; n < megabytes; n += 1) writeSync(handle, block);
    closeSync(handle);
    const read = () => cli.run('logs', 's-1-x', '-n', '200');
    const { subject, floor } = await sampleBoth(rounds, read, () => cli.run('ps'));
    rows.push({
      ...{ what: `logs -n 200 of ${megabytes} MB ${what}`, unit: 'ms', value: subject.median, min: subject.min },
      floor: { what: '`ps`', value: floor.median },
      ...{ target: '<= 1.5 x', met: subject.median <= 1.5 * floor.median },
    });
  }
  return rows;
}
