// What the world does to sessions: a disk that fills, an agent that prints without end, two daemons at once.
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import type { Doctor } from '../../src/contract/service.ts';
import { built } from '../e2e/built.ts';
import { processesOf } from '../e2e/processes-of.ts';
import { openSessionWorld, type SessionWorld } from '../e2e/session-world.ts';
import { needs } from '../needs/needs.ts';
import { byTurns } from './rotation.ts';

let world: SessionWorld;
const closers: (() => void)[] = [];
afterEach(async () => {
  await world.drover(['down', '--all', '--yes', '--json']);
  for (const close of closers.splice(0)) close();
  await world.close();
});

/** On a busy machine the keeper may once answer too late. */
const unmarked = (name: string) =>
  world.until(
    () => world.session(name),
    ({ degraded }) => degraded === null,
  );
const pane = async (name: string) => (await world.drover(['pane', name])).out;

byTurns(
  'a disk that fills while a session writes its transcript: the session is held back and marked, and goes on with nothing lost',
  needs('mounts'),
  async () => {
    world = await openSessionWorld();
    await world.must(['down', '--all', '--yes']);
    const onDisk = mountOver(world.state, '24m');
    closers.push(onDisk);
    world.setConfig('policy: normal\n');
    const lines = 1_000_000;
    world.program(
      'talker',
      `#!/bin/sh\nread -r line\nseq 1 ${lines}\nread -r more\necho "heard $more"\nread -r last\n`,
    );
    await world.startOf('talker', 'talker');
    const { pid } = await world.session('talker');
    const filling = join(world.state, 'filling');
    fill(filling, 2_000_000);
    await world.must(['send', 'talker', 'go', '--force', '--no-wait']);
    const held = await world.until(
      () => world.session('talker'),
      ({ degraded }) => degraded?.includes('disk is full') === true,
    );
    expect(held).toMatchObject({ pid, ending: '' });
    expect(await pane('talker')).toMatch(/\d/);
    const { checks } = JSON.parse((await world.drover(['doctor', '--json'])).out).data as Doctor;
    expect(checks.find(({ name }) => name === 'keeper')).toMatchObject({
      state: 'bad',
      said: expect.stringContaining('disk is full'),
    });
    rmSync(filling);
    await world.until(
      () => pane('talker'),
      (text) => text.includes(`${lines}`),
    );
    await unmarked('talker');
    await world.must(['send', 'talker', 'hello', '--force', '--no-wait']);
    await world.until(
      () => pane('talker'),
      (text) => text.includes('heard hello'),
    );
    const { log } = await world.session('talker');
    const counted = Array.from({ length: lines }, (_, index) => `${index + 1}\r\n`).join('');
    expect(readFileSync(log ?? '', 'utf8').includes(counted)).toBe(true);
  },
);

byTurns(
  'an agent that prints 1 GB: its transcript is capped, the keeper stays small, and `ps` and `pane` answer meanwhile',
  async () => {
    world = await openSessionWorld();
    const done = join(world.folder, 'done');
    world.program(
      'printer',
      `#!/bin/sh\nyes 'a line that an agent draws again and again, as those do that show how far they are' | tr '\\n' '\\r' | head -c 1073741824\ntouch '${done}'\nprintf '\\nthat was all\\n'\nread -r last\n`,
    );
    await world.startOf('printer', 'printer');
    await world.until(
      () => pane('printer'),
      (text) => text.includes('again and again'),
    );
    expect(await world.session('printer')).toMatchObject({ ending: '' });
    expect((await world.drover(['logs', 'printer', '--lines', '3'])).out).toContain('a line');
    expect(existsSync(done)).toBe(false);
    const { run } = await world.session('printer');
    const all = join(world.state, 'transcripts');
    const folder = join(all, readdirSync(all).find((name) => name.split('.')[0] === run) ?? '');
    const kept = async () =>
      readdirSync(folder).reduce(
        (sum, name) => sum + (lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      );
    let most = 0;
    const watchSize = async () => {
      most = Math.max(most, await kept());
      return existsSync(done);
    };
    // Half a minute where nothing else works; on a busy machine as long as it takes.
    await world.until(watchSize, Boolean, 500_000);
    expect(await pane('printer')).toContain('that was all');
    // What is cut is copied first; its program waits where that is outrun.
    expect(most).toBeLessThan(640 * 1024 * 1024);
    await world.until(kept, (bytes) => bytes < 80 * 1024 * 1024);
    const [keeper = ''] = processesOf(built('keeper')).filter((each) => commandLine(each).includes(world.state));
    expect(peakMemory(keeper)).toBeLessThan(600 * 1024);
    expect((await world.drover(['logs', 'printer', '--lines', '1', '--plain'])).out).toContain('that was all');
  },
);

byTurns(
  'HX-62 what a session that has ended printed is there, and where it is, over restarts of daemon and keeper',
  async () => {
    world = await openSessionWorld();
    world.program('counts', '#!/bin/sh\nfor n in 1 2 3; do echo "line $n"; done\n');
    await world.startOf('counts', 'counts');
    await world.must(['wait', 'counts']);
    const printed = 'line 1\r\nline 2\r\nline 3\r\n';
    const expectThere = async () => {
      expect((await world.drover(['logs', 'counts'])).out).toBe(printed);
      expect(readFileSync((await world.session('counts')).log ?? '', 'utf8')).toBe(printed);
    };
    await expectThere();
    process.kill(await world.daemonPid(), 'SIGKILL');
    await expectThere();
    await world.must(['down', '--all', '--yes']);
    await expectThere();
  },
);

byTurns(
  'two daemons started on one home with a session alive: one wins, the session lives, and each message comes once',
  async () => {
    world = await openSessionWorld();
    await world.start('e', [], ['--busy', '1']);
    await world.ready('e');
    const { pid } = await world.session('e');
    const first = await world.daemonPid();
    for (const text of ['one', 'two', 'three']) await world.must(['send', 'e', text, '--no-wait']);
    process.kill(first, 'SIGKILL');
    const entries = [0, 1, 2].map(() =>
      spawn(process.execPath, [built('daemon')], { cwd: world.state, env: world.env, stdio: 'ignore' }),
    );
    const ends = entries.map((entry) => new Promise<number | null>((resolve) => entry.on('exit', resolve)));
    await Promise.all(['four', 'five'].map((text) => world.must(['send', 'e', text, '--no-wait'])));
    const winner = await world.daemonPid();
    await Promise.all(ends.filter((_, index) => entries[index]?.pid !== winner));
    // Those that commands started meanwhile give way too.
    await world.until(
      async () => processesOf(built('daemon')).filter(isOurs),
      (pids) => pids.length === 1 && pids[0] === `${winner}`,
    );
    await world.until(
      async () => world.lines('e'),
      (lines) => lines.length >= 5,
    );
    expect(world.lines('e').slice(0, 3)).toEqual(['one', 'two', 'three']);
    expect(world.lines('e').toSorted()).toEqual(['five', 'four', 'one', 'three', 'two']);
    expect(await unmarked('e')).toMatchObject({ pid });
  },
);

const isOurs = (pid: string): boolean => readText(`/proc/${pid}/environ`).includes(world.state);
const commandLine = (pid: string): string => readText(`/proc/${pid}/cmdline`);

/** KiB that it ever held at once. */
const peakMemory = (pid: string): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readText(`/proc/${pid}/status`))?.[1] ?? Number.NaN);

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** null: not here. */
function mountOver(folder: string, size: string): () => void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'drover-test', folder], { stdio: 'pipe' });
  return () => void execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
}

/** As long as there is more room than so much. */
function fill(path: string, leave: number): void {
  const free = () => {
    const [, line = ''] = execFileSync('df', ['--output=avail', '-B1', path.slice(0, path.lastIndexOf('/'))])
      .toString()
      .split('\n');
    return Number(line.trim());
  };
  const rest = free() - leave;
  for (let done = 0; done < rest; done += 1 << 16) appendFileSync(path, Buffer.alloc(Math.min(1 << 16, rest - done)));
}
