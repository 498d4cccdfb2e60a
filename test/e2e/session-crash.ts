// One session from its start to its end while the daemon is killed at a named point of each of its effects; and what must be true then.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { QuestionList } from '../../src/contract/question.ts';
import type { Ps } from '../../src/contract/service.ts';
import type { Inbox, SessionView } from '../../src/contract/session.ts';
import { openWorld, type World } from './world.ts';

const effects = [
  'start-session',
  'deliver-message',
  'answer-agent',
  'mark-done',
  'end-session',
  'read-session',
] as const;
const text = 'the only words';

/** The agent is the scripted one in its protocol: it remembers all it was told. Returns the points at which the daemon died. */
export async function crashSession(point: 'intent' | 'effect' | 'commit'): Promise<readonly string[]> {
  const world = await openWorld({
    remote: null,
    script: {
      turns: [
        {
          when: {},
          do: [
            { ask: { tool: 'Bash', subject: 'make it' } },
            { write: { path: 'made.txt', text: 'x\n' } },
            { say: 'Made.' },
          ],
        },
      ],
    },
  });
  const points = join(world.folder, 'points');
  world.env.DROVER_TEST_CRASH = `daemon:at=${effects.map((effect) => `${point} ${effect}`).join(',')}:${points}`;
  try {
    const { row } = await start(world);
    await send(world);
    await answer(world);
    await world.until(
      () => inbox(world),
      (messages) => messages.some(({ state }) => state === 'turn_ended' || state === 'uncertain'),
    );
    await end(world);
    delete world.env.DROVER_TEST_CRASH;
    await expectOnce(world, row);
    return readFileSync(points, 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('KILL') ? [line.split(' ').slice(1, 3).join(' ')] : []));
  } finally {
    delete world.env.DROVER_TEST_CRASH;
    await world.close();
  }
}

export const pointsOf = (point: string): readonly string[] => effects.map((effect) => `${point} ${effect}`);

/** A reply that was cut says nothing: what was asked for is looked for, as a person would, until there is an answer. */
async function seen(world: World): Promise<SessionView | null> {
  const ps = await world.until(
    () => world.ask<Ps>(['ps', '--all']),
    ({ ok }) => ok,
  );
  return ps.ok ? (ps.data.sessions.find(({ id, state }) => id === 'kept' && state !== 'ended') ?? null) : null;
}

/** What the daemon was handed for a start dies with it: that session was never started, and is started again. */
async function start(world: World): Promise<SessionView> {
  for (let tries = 0; tries < 10; tries += 1) {
    const there = await world.until(
      () => seen(world),
      (found) => found === null || found.pid !== null,
    );
    if (there !== null) return there;
    await world.ask(['start', 'scripted', '--name', 'kept', '--transport', 'native', '--permissions', 'ask', '-d']);
  }
  throw new Error(`it could not be started: ${world.log()}`);
}

async function inbox(world: World): Promise<Inbox['messages']> {
  const list = await world.ask<Inbox>(['inbox', 'list', 'kept', '--all']);
  return list.ok ? list.data.messages : [];
}

/** Said again where no reply came, and under the same key: it is one message. */
async function send(world: World): Promise<void> {
  for (let tries = 0; tries < 10 && (await inbox(world)).length === 0; tries += 1)
    await world.ask(['send', 'kept', text, '--no-wait', '--once', 'the-words']);
}

async function answer(world: World): Promise<void> {
  const open = async () => {
    const list = await world.ask<QuestionList>(['answer']);
    return list.ok ? (list.data.questions.find(({ kind }) => kind === 'permission') ?? null) : null;
  };
  const question = await world.until(open, (found) => found !== null);
  for (let tries = 0; tries < 10; tries += 1) {
    const told = await world.ask(['answer', question?.id ?? '', 'once']);
    if (told.ok || told.error_code !== 'DAEMON_UNREACHABLE') return;
  }
  throw new Error('the question could not be answered');
}

async function end(world: World): Promise<void> {
  for (let tries = 0; tries < 10 && (await seen(world)) !== null; tries += 1) await world.ask(['stop', 'kept']);
  await world.until(
    () => seen(world),
    (there) => there === null,
  );
}

async function expectOnce(world: World, row: string): Promise<void> {
  const memory = join(world.env.HOME ?? '', '.drover-scripted');
  const files = readdirSync(memory, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
  const given = files.flatMap((path) => readFileSync(join(memory, path), 'utf8').split(text).slice(1));
  expect(given).toHaveLength(1);
  expect(readFileSync(join(world.checkout, 'made.txt'), 'utf8')).toBe('x\n');
  const { out } = await world.drover(['events', row, '--jsonl']);
  const count = (what: string) => out.split('\n').filter((line) => line.includes(`"${what}"`)).length;
  expect([count('session_ended'), count('session_started')], out).toEqual([1, 1]);
  expect(existsSync(join(world.state, 'receipts', `${row}.json`))).toBe(true);
  const messages = await inbox(world);
  expect(messages).toHaveLength(1);
  expect(messages[0]?.state).toBe('turn_ended');
}
