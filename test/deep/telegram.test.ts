// A task by chat whose daemon is killed between two halves of what it does there.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TaskList } from '../../src/contract/task.ts';
import { configureChat, pairChat } from '../e2e/by-chat.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { BotApi, token } from '../fakes/telegram/bot-api.ts';
import { Person } from '../fakes/telegram/person.ts';

let world: World;
let api: BotApi;
let ada: Person;
const config = (policy: string) => configureChat(world, api, policy);
const pair = () => pairChat(world, ada);

beforeEach(async () => {
  api = await BotApi.open();
  world = await openWorld({ env: { SHOP_BOT: token } });
  ada = new Person(api, { id: 42 });
});
afterEach(async () => {
  await world.close();
  await api.close();
});

const tasks = async () => (await world.must<TaskList>(['task', 'list', '--all'])).tasks;
/** The daemon is gone at once; the next request starts another one. */
async function killDaemon(): Promise<void> {
  const pid = await world.daemonPid();
  process.kill(pid, 'SIGKILL');
  while (isAlive(pid)) await pause(20);
}
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
const wakeDaemon = () => world.must(['task', 'list']);

describe('kill -9 of the daemon', () => {
  it('between the sending of a question and its record: it is sent again, and the older one answers it', async () => {
    config('{ proceed: ask, plan: ask, submit: ask }');
    await pair();
    const hold = Promise.withResolvers<void>();
    api.fault({ on: 'sendMessage', how: { kind: 'hold', until: hold.promise } });
    const task = await world.start('The heartbeat job fires too early.', '-w', 'shop');
    const first = await ada.sees(/^q\d+ · .*· proceed/);
    await killDaemon();
    hold.resolve();
    await wakeDaemon();
    const second = await ada.sees(/^q\d+ · .*· proceed/, first.id);
    expect(second.text).toBe(first.text);
    expect(await ada.taps(first, 'cancel')).toContain('✓');
    expect(await ada.taps(second, 'cancel')).toContain('Answered already');
    expect((await world.ended(task)).outcome).toBe('cancelled');
  });

  it('between an act and its record: one task is made, and its buttons are over', async () => {
    config('{ proceed: ask, plan: ask, submit: ask }');
    await pair();
    ada.types('The heartbeat job in shop fires too early.');
    const draft = await ada.sees('Start in shop');
    const hold = Promise.withResolvers<void>();
    api.fault({ on: 'answerCallbackQuery', how: { kind: 'hold', until: hold.promise } });
    const told = ada.taps(draft, 'Start');
    await world.until(tasks, (all) => all.length === 1);
    await told;
    await killDaemon();
    hold.resolve();
    await wakeDaemon();
    await world.until(
      async () => api.taps.length,
      (count) => count >= 3,
    );
    await ada.sees(/^q\d+ · .*· plan/);
    expect(await tasks()).toHaveLength(1);
  });

  it('between hearing and acting: nothing that was heard is lost, and nothing is done twice', async () => {
    config('{ proceed: ask, plan: ask, submit: ask }');
    await pair();
    await killDaemon();
    ada.types('The heartbeat job in shop fires too early.');
    await wakeDaemon();
    const draft = await ada.sees('Start in shop');
    await killDaemon();
    await wakeDaemon();
    await ada.taps(draft, 'Start');
    await ada.sees(/^q\d+ · .*· plan/);
    expect(await tasks()).toHaveLength(1);
    expect(ada.reads.filter(({ text }) => text.includes('Start in shop'))).toHaveLength(0);
  });
});
