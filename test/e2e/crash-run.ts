// One task while the daemon, or the keeper, is killed at every STEPth named point; and what must be true at its end.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TaskDetail, TaskEvidence } from '../../src/contract/task.ts';
import { openWorld, type World } from './world.ts';

export type CrashRun = {
  /** `POINT EFFECT` of every point that was reached. */
  readonly reached: readonly string[];
  readonly killed: readonly string[];
};

export type CrashOptions = {
  /** false: no part of the change is put back alone, for a run that kills nothing in there. */
  readonly hunks?: boolean;
};

/** Lines of the person's configuration. */
export const configOf = ({ hunks = true }: CrashOptions): string => (hunks ? '' : 'proof: { hunks: off }\n');

/** `when`: see `crashPoints`. Fails where the task does not end once, with each effect of Drover once. */
export async function crashRun(who: 'daemon' | 'keeper', when: string, options: CrashOptions = {}): Promise<CrashRun> {
  const world = await openWorld({ config: `policy: hands-off\n${configOf(options)}` });
  return underKills(world, who, when, async (spare) => {
    const task = await begin(world);
    const done = await stoodStill(world, task);
    spare();
    expect(done?.open_questions, JSON.stringify(done?.open_questions)).toEqual([]);
    expect(done?.outcome).toBe('released');
    await expectOnce(world, task, done as TaskDetail, who);
  });
}

/** What `work` passed while the daemon, or the keeper, was killed, until it says `spare`; the world is closed after it. `when`: see `crashPoints`. */
export async function underKills(
  world: World,
  who: 'daemon' | 'keeper',
  when: string,
  work: (spare: () => void) => Promise<void>,
): Promise<CrashRun> {
  const points = join(world.folder, 'points');
  const spare = () => void delete world.env.DROVER_TEST_CRASH;
  world.env.DROVER_TEST_CRASH = `${who}:${when}:${points}`;
  try {
    await work(spare);
    return pointsIn(points);
  } finally {
    spare();
    // The one that runs would still be killed, even while it puts on record that it is told to go; the next one ends everything.
    await world.drover(['down', '--json']);
    await world.ask(['task', 'list']);
    await world.close();
  }
}

/** What a run that was killed now and then passed, by the file of its points. */
export function pointsIn(file: string): CrashRun {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const nameOf = (line: string) => line.split(' ').slice(1, 3).join(' ');
  return { reached: lines.map(nameOf), killed: lines.filter((line) => line.startsWith('KILL')).map(nameOf) };
}

/** The task once it has ended or asks; a look that was cut off is made again. */
export const stoodStill = (world: World, task: string): Promise<TaskDetail | null> =>
  world.until(
    async () => {
      const shown = await world.ask<TaskDetail>(['task', 'show', task]);
      return shown.ok ? shown.data : null;
    },
    (detail) => detail !== null && (detail.outcome !== null || detail.open_questions.length > 0),
    300_000,
  );

/** A request whose reply was cut may have been done: it is looked for before it is made again, as a person would. */
export async function begin(world: World): Promise<string> {
  for (let tries = 0; tries < 20; tries += 1) {
    const list = await world.ask<{ tasks: readonly { id: string }[] }>(['task', 'list', '--all']);
    const found = list.ok ? list.data.tasks[0] : undefined;
    if (found !== undefined) return found.id;
    if (!list.ok) continue;
    const made = await world.ask<{ task: string }>(['do', 'Too early.', '--agent', 'scripted', '-d']);
    if (made.ok) return made.data.task;
  }
  throw new Error(`the task could not be made: ${world.log()}`);
}

export async function expectOnce(
  world: World,
  task: string,
  done: TaskDetail,
  who: 'daemon' | 'keeper',
): Promise<void> {
  const facts = (await world.drover(['task', 'watch', task, '--jsonl'])).out
    .split('\n')
    .filter((line) => line.includes('"what"'))
    .map((line) => JSON.parse(line) as { what?: string; event?: { what: string } })
    .map((line) => line.what ?? line.event?.what ?? '');
  for (const fact of ['copy_made', 'committed', 'pushed', 'pull_request_opened', 'task_ended'])
    expect([fact, facts.filter((each) => each === fact).length]).toEqual([fact, 1]);
  const pushed = await world.remoteBranch(done.branch ?? '');
  expect(pushed).toMatch(/^[0-9a-f]{40}$/);
  await world.git('fetch', '--quiet', 'origin', done.branch ?? '');
  expect(await world.git('rev-list', '--count', `main..${pushed}`)).toBe('1');
  expect((await world.git('ls-remote', '--heads', 'origin')).split('\n')).toHaveLength(2);
  const { evidence, verified } = await world.must<TaskEvidence>(['task', 'evidence', task, '--verify']);
  expect(verified?.ok, verified?.why).toBe(true);
  const keys = evidence.map((line) => `${line.criterion}/${line.attempt}/${line.gate}`);
  expect(new Set(keys).size).toBe(keys.length);
  if (who === 'daemon') expect(turns(world)).toBe(2);
}

/** How many turns the agent was asked for: it went on working while the daemon was dead. */
const turns = (world: World): number =>
  readFileSync(join(world.folder, 'agent', 'log'), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => line.includes('"base64"')).length;
