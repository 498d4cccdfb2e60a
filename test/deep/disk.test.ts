// A state folder on a disk that is full, or cannot be written: said at once with a code; in the middle of a task, the task waits and goes on.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errors } from '../../src/contract/errors/errors.ts';
import type { Reply } from '../../src/contract/protocol.ts';
import type { TaskDetail, TaskList } from '../../src/contract/task.ts';
import type { WorkspaceList } from '../../src/contract/workspace.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { built } from '../e2e/built.ts';
import { filesUnder } from '../e2e/files-under.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { needs } from '../needs/needs.ts';

const [analysis, fix] = demoScript.turns;
const mount = (...words: readonly string[]) => execFileSync('mount', words, { stdio: 'pipe' });
const unmount = (folder: string) => execFileSync('umount', ['-l', folder], { stdio: 'pipe' });

describe('with disks of its own', needs('mounts'), () => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld();
  });
  afterEach(async () => {
    await world.drover(['down', '--all', '--yes', '--json']);
    unmount(world.state);
    await world.close();
  });

  const onDisk = (size: string, config: string) => {
    mount('-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'drover-test', world.state);
    world.setConfig(config);
  };
  const filling = () => join(world.state, 'filling');
  /** Nothing more goes onto the disk. */
  const fill = () => {
    for (let size = 1 << 20; size >= 1; size >>= 2)
      try {
        for (;;) appendFileSync(filling(), Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
  };
  const makeRoom = () => rmSync(filling());

  async function refused(args: readonly string[], code: 'DISK_FULL' | 'STATE_READ_ONLY'): Promise<void> {
    const told = await world.drover([...args, '--json']);
    const reply = JSON.parse(told.out) as Extract<Reply, { ok: false }>;
    expect(reply).toMatchObject({ ok: false, error_code: code, error: expect.stringContaining(world.state) });
    expect(told.code).toBe(errors[code].exit);
  }

  it('a disk that is full from the start is DISK_FULL at once, nothing is started, and it works when there is room', async () => {
    onDisk('1m', 'policy: normal\n');
    fill();
    await refused(['do', 'Too early.', '--agent', 'scripted', '-d'], 'DISK_FULL');
    await refused(['task', 'list'], 'DISK_FULL');
    expect(programsOf(world)).toEqual([]);
    makeRoom();
    mount('-o', 'remount,size=16m', world.state);
    expect((await world.must<TaskList>(['task', 'list'])).tasks).toEqual([]);
  });

  it('a disk that filled while nothing ran is DISK_FULL for the next command, and the state is as it was', async () => {
    onDisk('16m', 'policy: normal\n');
    await world.must(['workspace', 'add', 'shop', world.checkout]);
    await world.must(['down', '--all', '--yes']);
    fill();
    await refused(['task', 'list'], 'DISK_FULL');
    await refused(['workspace', 'list'], 'DISK_FULL');
    makeRoom();
    expect((await world.must<WorkspaceList>(['workspace', 'list'])).workspaces.map(({ name }) => name)).toEqual([
      'shop',
    ]);
  });

  it('a disk that cannot be written is STATE_READ_ONLY at once, and it works when it can', async () => {
    onDisk('16m', 'policy: normal\n');
    mount('-o', 'remount,ro', world.state);
    await refused(['do', 'Too early.', '--agent', 'scripted', '-d'], 'STATE_READ_ONLY');
    expect(programsOf(world)).toEqual([]);
    mount('-o', 'remount,rw', world.state);
    expect((await world.must<TaskList>(['task', 'list'])).tasks).toEqual([]);
  });

  it('a disk that fills while a task waits for a person: reading goes on, an answer is refused whole and counts when there is room', async () => {
    onDisk('32m', 'policy: normal\n');
    const task = await world.start('Too early.', '--until', 'plan');
    const [plan] = (await world.asked(task, 'plan')).open_questions;
    fill();
    const words = `Count in minutes. ${randomBytes(75_000).toString('base64')}`;
    const refusal = await world.ask(['answer', plan?.id ?? '', 'change', words]);
    expect(refusal).toMatchObject({ ok: false, error_code: 'DISK_FULL' });
    expect((await world.show(task)).open_questions.map(({ id }) => id)).toEqual([plan?.id]);
    makeRoom();
    await world.must(['answer', plan?.id ?? '', 'change', words]);
    expect((await world.ended(task)).state).toContain('ended with the plan');
  });

  it('a disk that fills while an agent works: the task waits, nothing is taken for failed, and it goes on when there is room', async () => {
    onDisk('48m', 'policy: hands-off\n');
    world.setScript({
      turns: [
        analysis,
        { ...fix, do: [...fix.do.slice(0, -1), { wait: { file: 'node_modules/go' } }, ...fix.do.slice(-1)] },
      ],
    });
    const task = await world.start('Too early.', '--until', 'test');
    const { copy } = await world.until(
      () => world.show(task),
      (detail) => detail.copy !== null && filesUnder(join(detail.copy, 'test')).length > 1,
    );
    execFileSync('mkdir', ['-p', join(copy ?? '', 'node_modules')]);
    fill();
    writeFileSync(join(copy ?? '', 'node_modules', 'go'), '');
    await world.until(
      async () => programsOf(world).filter((line) => line.includes(built('scripted'))),
      (agents) => agents.length === 0,
    );
    for (let looks = 0; looks < 10; looks += 1) {
      const seen = await world.show(task);
      expect([seen.outcome, seen.open_questions]).toEqual([null, []]);
    }
    makeRoom();
    const done = await world.until(
      () => world.show(task),
      ({ outcome, open_questions }: TaskDetail) => outcome !== null || open_questions.length > 0,
    );
    expect([done.outcome, done.open_questions]).toEqual(['proven', []]);
    expect(done.criteria.map(({ attempts }) => attempts.length)).toEqual([1]);
  });
});

/** Command lines of what works in this world. */
function programsOf({ folder }: World): readonly string[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const words = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0') : [];
      const environment = words.length > 1 ? readFileSync(`/proc/${name}/environ`, 'utf8') : '';
      return [...words, environment].join(' ').includes(folder) ? [words.join(' ')] : [];
    } catch {
      return [];
    }
  });
}
