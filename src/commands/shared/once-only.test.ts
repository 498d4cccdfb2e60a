import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, person } from '../../../test/fakes/commands/open-bench.ts';
import { requests } from '../../contract/cli/requests.ts';
import { type CommandName, schemas } from '../../contract/commands.ts';
import type { Reply } from '../../contract/protocol.ts';
import { createDispatch } from '../dispatch.ts';
import { sweepKeys } from './once-only.ts';

let bench: Bench;
let task: string;
beforeEach(async () => {
  bench = await openBench();
  ({ task } = await bench.must('task.create', { text: 'too early', cwd: bench.checkout }));
});
afterEach(() => bench.close());

/** Of another daemon on the same store. */
const askNext = (command: CommandName, input: object) =>
  createDispatch(bench.ports)(
    { command, input },
    { person, pid: null, cwd: bench.checkout, env: null, channel: 'terminal' },
  ) as Promise<Reply>;
const words = async () =>
  (await bench.store.read((reads) => reads.view(task as never)))?.notices.filter(({ kind }) => kind === 'say') ?? [];
const row = () => bench.store.read((reads) => reads.channelRow('terminal', 'asked', 'k'));

describe('WT-70 what changes something is done once under its key', () => {
  const say = () => ({ task, text: 'not the header', once: 'k' });

  it('said again it gets the reply of the first time: meanwhile, afterwards, from another daemon', async () => {
    const [first, second] = await Promise.all([bench.ask('task.say', say()), bench.ask('task.say', say())]);
    expect(first).toEqual({ ok: true, data: { task, when: 'next_turn' } });
    expect([second, await bench.ask('task.say', say()), await askNext('task.say', say())]).toEqual([
      first,
      first,
      first,
    ]);
    expect(await words()).toHaveLength(1);
    expect(await bench.ask('task.say', { ...say(), once: 'other' })).toEqual(first);
    expect(await words()).toHaveLength(2);
  });

  it('keeps no digest of a PIN, for whoever has that has the PIN', async () => {
    const input = { key: 'sandbox', value: 'auto' };
    await bench.must('config.set', { ...input, pin: '2468', once: 'k' });
    const kept = (await row())?.body as { asked: string };
    expect(kept.asked).toBe(bench.ports.sha256(JSON.stringify(['config.set', input])));
  });

  it('said with other words, or of another command, it is refused and nothing is done', async () => {
    await bench.must('task.say', say());
    expect(await bench.refusal('task.say', { ...say(), text: 'the header' })).toBe('ALREADY_EXISTS');
    expect(await bench.refusal('task.pause', { task, once: 'k' })).toBe('ALREADY_EXISTS');
    expect(await words()).toHaveLength(1);
  });

  it.each<[CommandName, () => object, object]>([
    ['task.create', () => ({ text: 'x', cwd: bench.checkout }), { text: 'y' }],
    ['run.create', () => ({ prompt: 'x', agent: 'claude', cwd: bench.checkout }), { prompt: 'y' }],
  ])('%s makes the same thing under the same key, and another under none', async (command, input, other) => {
    const keyed = { ...input(), once: 'k' };
    const first = await bench.ask(command, keyed);
    expect(first).toMatchObject({ ok: true });
    expect([await bench.ask(command, keyed), await askNext(command, keyed)]).toEqual([first, first]);
    expect(await bench.refusal(command, { ...keyed, ...other })).toBe('ALREADY_EXISTS');
    expect(await bench.ask(command, input())).not.toEqual(first);
  });

  it('a refusal is not remembered: the cause may be gone', async () => {
    expect(await bench.refusal('task.say', { ...say(), task: 'shop-9' })).toBe('TASK_NOT_FOUND');
    expect(await row()).toBe(null);
    await bench.must('task.say', say());
  });

  it('where the daemon died over it, it is done again if that changes nothing more, else told', async () => {
    const died = (command: CommandName, input: object) =>
      bench.store.transact((tx) =>
        tx.putChannelRow({
          ...{ channel: 'terminal', kind: 'asked', key: 'k', at: bench.clock.now() },
          body: { asked: bench.ports.sha256(JSON.stringify([command, input])), data: null },
        }),
      );
    await died('task.say', { task, text: 'not the header' });
    expect(await bench.ask('task.say', say())).toMatchObject({
      ...{ ok: false, error_code: 'DAEMON_UNREACHABLE' },
      error: expect.stringContaining('not known'),
    });
    expect(await words()).toHaveLength(0);
    await died('task.pause', { task });
    expect(await bench.ask('task.pause', { task, once: 'k' })).toMatchObject({ ok: true });
  });

  it('where a bug of ours broke it off, it is not done a second time: how far it came is not known', async () => {
    const broken = { ...bench.ports, queue: { add: () => Promise.reject(new Error('a bug')) } as never };
    const peer = { person, pid: null, cwd: bench.checkout, env: null, channel: 'terminal' as const };
    expect(await createDispatch(broken)({ command: 'task.say', input: say() }, peer)).toMatchObject({
      error_code: 'INTERNAL',
    });
    expect(await bench.ask('task.say', say())).toMatchObject({
      ...{ error_code: 'DAEMON_UNREACHABLE', error: expect.stringContaining('not known') },
    });
  });

  it('is no way around who may ask', async () => {
    const cancel = { task, once: 'k' };
    await bench.must('task.cancel', cancel);
    expect(await bench.refusal('task.cancel', cancel, { kind: 'agent', why: 'it descends from the keeper' })).toBe(
      'UNAUTHORIZED',
    );
  });

  it.each(['', 'a\nb', 'x'.repeat(129), 7])('the key %j is refused', async (once) => {
    expect(await bench.refusal('task.say', { ...say(), once })).toBe('USAGE');
  });

  it('is forgotten after a month', async () => {
    await bench.must('task.say', say());
    await sweepKeys(bench.ports);
    expect(await row()).not.toBe(null);
    bench.clock.shift += 31 * 86_400_000;
    await sweepKeys(bench.ports);
    expect(await row()).toBe(null);
  });

  it('only requests that exist have a rule; those that are found under it know the key themselves', () => {
    const keyed = Object.entries(requests).filter(([, { once }]) => once !== undefined);
    expect(keyed).not.toEqual([]);
    for (const [name, { once }] of keyed)
      expect([name, 'once' in schemas[name as CommandName].entries]).toEqual([name, once === 'found']);
  });
});
