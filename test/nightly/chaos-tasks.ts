// Many tasks of scripted agents at once while daemon and keeper are killed at random; then they are left alone, and everything of Drover's is there once.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { QuestionList } from '../../src/contract/question.ts';
import type { TaskDetail, TaskEvidence, TaskList } from '../../src/contract/task.ts';
import { findLeftovers } from '../../src/local/demo.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { createRandom, type Kill, killAtRandom } from './storm.ts';

export type Chaos = {
  readonly tasks: number;
  readonly seconds: number;
  readonly seed: number;
  readonly config?: string;
};

/** What a person saw of it. */
export type Seen = { readonly kills: readonly Kill[]; readonly asked: readonly string[]; readonly calmMs: number };

const statement = (number: number): string => `Too early, number ${number}.`;

export async function chaosOfTasks({ tasks, seconds, seed, config = '' }: Chaos): Promise<Seen> {
  const world = await openWorld({ config: `policy: hands-off\n${config}` });
  const random = createRandom(seed);
  const asked: string[] = [];
  try {
    world.setConfig(`policy: hands-off\n${config}workspaces:\n  shop: { path: ${world.checkout}, slots: 6 }\n`);
    const stop = new AbortController();
    const stated = stateAll(world, tasks);
    const person = answerAll(world, asked, stop.signal);
    const kills = await killAtRandom(world, random, seconds * 1000, () => world.ask(['task', 'list']));
    const calm = Date.now();
    await stated;
    const ids = await allEnded(world, tasks);
    stop.abort();
    await person;
    for (const id of ids) await expectOnce(world, id);
    await expectRemote(world, ids);
    const calmMs = Date.now() - calm;
    await world.drover(['down', '--all', '--yes', '--json']);
    expect(await findLeftovers(`HOME=${world.env.HOME}`, 30_000)).toEqual([]);
    return { kills, asked, calmMs };
  } finally {
    await world.close();
  }
}

/** A request whose reply was cut may have been done: it is looked for before it is made again, as a person would. */
async function stateAll(world: World, count: number): Promise<void> {
  for (let number = 1; number <= count; ) {
    const list = await world.ask<TaskList>(['task', 'list', '--all']);
    if (!list.ok) continue;
    if (list.data.tasks.some(({ text }) => text === statement(number))) number += 1;
    else await world.ask(['do', statement(number), '--agent', 'scripted', '-d']);
  }
}

/** What was cut off three times is asked about: the person says each time that it shall be tried again. */
async function answerAll(world: World, asked: string[], signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; await pause(1000)) {
    const list = await world.ask<QuestionList>(['answer']);
    for (const { id, kind, text, choices } of list.ok ? list.data.questions : []) {
      if (!choices.some((choice) => choice.id === 'retry')) continue;
      if ((await world.ask(['answer', id, 'retry'])).ok) asked.push(`${kind}: ${text.slice(0, 200)}`);
    }
  }
}

async function allEnded(world: World, count: number): Promise<readonly string[]> {
  const list = await world.until(
    () => world.ask<TaskList>(['task', 'list', '--all']),
    (told) => told.ok && told.data.tasks.length === count && told.data.tasks.every(({ outcome }) => outcome !== null),
    1_800_000,
  );
  return list.ok ? list.data.tasks.map(({ id }) => id) : [];
}

/** Of each fact of Drover's own effects, one; and a chain of evidence that holds. */
async function expectOnce(world: World, id: string): Promise<void> {
  const { outcome } = await world.must<TaskDetail>(['task', 'show', id]);
  expect([id, outcome]).toEqual([id, 'released']);
  const { out } = await world.drover(['task', 'watch', id, '--jsonl']);
  const facts = out
    .split('\n')
    .filter((line) => line.includes('"what"'))
    .map((line) => JSON.parse(line) as { what?: string; event?: { what: string } })
    .map((line) => line.what ?? line.event?.what ?? '');
  for (const fact of ['copy_made', 'committed', 'pushed', 'pull_request_opened', 'task_ended'])
    expect([id, fact, facts.filter((each) => each === fact).length]).toEqual([id, fact, 1]);
  const { evidence, verified } = await world.must<TaskEvidence>(['task', 'evidence', id, '--verify']);
  expect(verified?.ok, `${id}: ${verified?.why}`).toBe(true);
  const keys = evidence.map((line) => `${line.criterion}/${line.attempt}/${line.gate}`);
  expect([id, new Set(keys).size]).toEqual([id, keys.length]);
}

/** A branch of each task and none besides, one commit on each. */
async function expectRemote(world: World, ids: readonly string[]): Promise<void> {
  await world.git('fetch', '--quiet', 'origin', '+refs/heads/*:refs/remotes/origin/*');
  const heads = (await world.git('ls-remote', '--heads', 'origin'))
    .split('\n')
    .map((line) => line.split('refs/heads/')[1]);
  const branches = await Promise.all(ids.map(async (id) => (await world.show(id)).branch ?? ''));
  expect(heads.toSorted()).toEqual([...branches, 'main'].toSorted());
  for (const branch of branches)
    expect([branch, await world.git('rev-list', '--count', `main..origin/${branch}`)]).toEqual([branch, '1']);
}
