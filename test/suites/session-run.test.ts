// What the agent of a task's run asks is the task's question, and an answer for the task holds for its later runs.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunId, runId, type TaskId } from '../../src/domain/ids.ts';
import type { Run } from '../../src/domain/run/run.ts';
import type { AgentQuestion } from '../../src/domain/session/agent-question.ts';
import type { AgentSpec } from '../../src/ports/agent.ts';
import type { Keeper } from '../../src/ports/keeper.ts';
import { openSessions, type Sessions } from '../fakes/sessions/open-sessions.ts';
import { aRun, aTask } from './store-rows.ts';

let room: Sessions;
beforeEach(async () => {
  room = await openSessions();
});
afterEach(async () => {
  const { bugs } = room;
  await room.close();
  expect(bugs).toEqual([]);
});

const task = { ...aTask(1), host: 'here' as never, ended: true };
const asks = (id: string, subject: string): AgentQuestion => ({
  ...{ id, about: 'permission', text: `Bash: ${subject}`, wanted: { tool: 'Bash', subject } },
  choices: [
    { id: 'y', label: 'Yes', means: 'allow_once' },
    { id: 'n', label: 'No', means: 'deny' },
  ],
});

/** A run that is under way already; whoever follows it comes with the next daemon. */
async function running(number: number, mode: 'analysis' | 'write' = 'write') {
  const purpose = { kind: 'agent', role: 'develop', agent: 'talker', mode, prompt: '', resume: null, copy: '/copy' };
  const run = {
    ...aRun(number, task),
    host: 'here' as never,
    spec: { purpose: { ...purpose, hub: { checkout: '/repo' } }, deadlineMs: 3_600_000, sandbox: 'off' },
    state: { kind: 'running', startedAt: room.clock.now(), endAsked: false },
  } as unknown as Run;
  await room.store.transact((tx) => tx.insert(run));
  const agent = room.talkers.get('talker');
  await agent?.start({} as Keeper, { runId: run.id as RunId } as AgentSpec);
  await room.restart();
  return room.talkers.of(run.id);
}

it("is asked of the task's person, answered, and given again to a later run of the task", async () => {
  await room.store.transact((tx) => tx.insert(task));
  const talk = await running(1);
  talk.asks(asks('p1', 'make'));
  const question = await room.question(runId(1));
  expect(question).toMatchObject({ task: task.id, kind: 'permission', text: 'talker (shop-1) asks: Bash: make' });
  expect(question.choices[1]).toMatchObject({ id: 'session', label: 'allow for this task' });
  await room.restart();
  await room.answer(question.id, 'session');
  await room.until('it is answered', async () => talk.answers.length === 1);
  const later = await running(2);
  later.asks(asks('p1', 'make'));
  await room.until('it is answered by itself', async () => later.answers.length === 1);
  expect(await room.store.read((reads) => reads.questions({ task: 'shop-1' as TaskId }))).toHaveLength(1);
  expect(await room.facts(runId(2))).toContain('permission_answered');
});

it('is refused without a question where the run may only read', async () => {
  await room.store.transact((tx) => tx.insert(task));
  const talk = await running(1, 'analysis');
  talk.asks(asks('p1', 'touch x'));
  await room.until('it is answered', async () => talk.answers.length === 1);
  expect(talk.answers).toMatchObject([{ choice: 'n' }]);
});

it('that goes by itself closes its question', async () => {
  await room.store.transact((tx) => tx.insert(task));
  const talk = await running(1);
  talk.asks(asks('p1', 'make'));
  const question = await room.question(runId(1));
  talk.forgets('p1');
  await room.until('it is closed', async () => {
    const found = await room.store.read((reads) => reads.question(question.id));
    return found?.state.kind === 'closed';
  });
});
