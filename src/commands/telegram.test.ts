import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  anAgent,
  type Bench,
  type BenchOptions,
  nobody,
  openBench,
  person,
} from '../../test/fakes/commands/open-bench.ts';
import { plainCode } from '../domain/channel/pairing.ts';
import type { Task } from '../domain/task/task.ts';
import type { ChannelState } from '../ports/channel.ts';
import { createDispatch } from './dispatch.ts';
import type { Peer } from './ports.ts';

let bench: Bench;
afterEach(() => bench.close());
const open = async (options: BenchOptions = {}) => {
  bench = await openBench(options);
};
const row = (kind: string, key: string, body: unknown) =>
  bench.store.transact((tx) => tx.putChannelRow({ channel: 'telegram', kind, key, at: bench.clock.now(), body }));

/** The same with a channel in that state. */
function withChannel(state: ChannelState) {
  const channels = { list: () => [{ name: 'telegram', state: () => state } as never], refresh: async () => undefined };
  const dispatch = createDispatch({ ...bench.ports, channels });
  const peer: Peer = { person, pid: null, cwd: '/', env: null, channel: 'terminal' };
  return (command: string, input: object = {}) => dispatch({ command, input }, peer);
}

describe('pairing', () => {
  it('gives a code of which only the hash is kept, and an older one is worth nothing from then on', async () => {
    await open();
    const ask = withChannel({ kind: 'running', as: 'drover_bot' });
    await ask('telegram.pair');
    const reply = await ask('telegram.pair', { right: 'look' });
    expect(reply).toMatchObject({
      ok: true,
      data: { bot: 'drover_bot', code: expect.stringMatching(/^\w{4}-\w{4}$/) },
    });
    const { code, until } = (reply as { data: { code: string; until: number } }).data;
    const codes = await bench.store.read((reads) => reads.channelRows('telegram', 'code'));
    expect(codes).toMatchObject([{ key: bench.ports.sha256(plainCode(code)), body: { right: 'look', until } }]);
    expect(until - bench.clock.now()).toBeGreaterThan(9 * 60_000);
    expect(JSON.stringify(codes)).not.toContain(code);
  });

  it('is refused where the bot does not run, and says why', async () => {
    await open();
    expect(await bench.refusal('telegram.pair', {})).toBe('CHANNEL_OFF');
    expect(await withChannel({ kind: 'refused', why: 'no' })('telegram.pair')).toMatchObject({
      error_code: 'CHANNEL_AUTH',
    });
    expect(await withChannel({ kind: 'trouble', why: 'no' })('telegram.pair')).toMatchObject({
      error_code: 'CHANNEL_UNREACHABLE',
    });
  });

  it('is for persons alone, as is the end of it', async () => {
    await open();
    for (const who of [anAgent, nobody]) {
      expect(await bench.refusal('telegram.pair', {}, who)).toBe('UNAUTHORIZED');
      expect(await bench.refusal('telegram.unpair', { user: '42' }, who)).toBe('UNAUTHORIZED');
    }
  });

  it('ends by id or by the only name, with all that was shown to them', async () => {
    await open();
    await row('user', '42', { name: 'Ada', right: 'act', language: 'en' });
    await row('user', '43', { name: 'Bob', right: 'look', language: 'en' });
    await row('user', '44', { name: 'Bob', right: 'act', language: 'en' });
    await row('message', 'q1/42', { user: '42' });
    await row('message', 'q1/43', { user: '43' });
    expect((await bench.must('telegram.list', {})).users.map(({ name, right }) => `${name} ${right}`)).toEqual([
      'Ada act',
      'Bob look',
      'Bob act',
    ]);
    expect(await bench.refusal('telegram.unpair', { user: 'Bob' })).toBe('AMBIGUOUS');
    expect(await bench.refusal('telegram.unpair', { user: 'Eve' })).toBe('USER_NOT_FOUND');
    expect(await bench.must('telegram.unpair', { user: 'Ada' })).toEqual({ id: '42', name: 'Ada' });
    const left = await bench.store.read((reads) => reads.channelRows('telegram', 'message'));
    expect(left.map(({ key }) => key)).toEqual(['q1/43']);
  });
});

describe('a task that comes by chat', () => {
  const create = (more: object = {}, who = person) =>
    bench.ask('task.create', { text: 'too early', cwd: bench.checkout, ...more }, who);
  const tasks = async () => (await bench.store.read((reads) => reads.things({ kind: 'task' }))) as readonly Task[];

  it('is made once under its key, and its files are kept once', async () => {
    await open();
    const file = join(bench.folder, 'app.log');
    writeFileSync(file, 'late', { mode: 0o777 });
    await bench.must('workspace.add', { name: 'shop', path: bench.checkout, cwd: '/' });
    const first = await create({ once: 'draft-1', attachments: [file] });
    expect(await create({ once: 'draft-1', attachments: [file] })).toEqual(first);
    expect((await create({ once: 'draft-2' })).ok).toBe(true);
    const all = await tasks();
    expect(all).toHaveLength(2);
    const [kept] = all[1]?.spec.attachments ?? [];
    expect(kept).toMatchObject({ name: 'app.log', bytes: 4 });
    expect(await bench.ports.files.read(kept?.path ?? '')).toEqual(Buffer.from('late'));
  });

  it('is refused files that are not there, too large, too many, or brought by an agent', async () => {
    await open();
    const file = join(bench.folder, 'a');
    writeFileSync(file, 'x');
    const large = join(bench.folder, 'large');
    writeFileSync(large, Buffer.alloc(20 * 1024 * 1024 + 1));
    expect(await create({ attachments: [join(bench.folder, 'none')] })).toMatchObject({ error_code: 'PATH_NOT_FOUND' });
    expect(await create({ attachments: [bench.folder] })).toMatchObject({ error_code: 'PATH_NOT_FOUND' });
    expect(await create({ attachments: [large] })).toMatchObject({ error_code: 'TEXT_TOO_LONG' });
    expect(await create({ attachments: Array(21).fill(file) })).toMatchObject({ error_code: 'USAGE' });
    expect(await create({ attachments: [file] }, anAgent)).toMatchObject({ error_code: 'UNAUTHORIZED' });
    const confirmed = { branch: 'main', env: null, dirty: [], unconfined: true };
    expect(await create({ confirmed }, anAgent)).toMatchObject({ error_code: 'UNAUTHORIZED' });
    expect(await tasks()).toEqual([]);
  });

  it('was confirmed where it was stated: proceed is answered by that person, and asked where more would be shown', async () => {
    await open({ driven: true, config: 'policy: careful\n' });
    const confirmed = { branch: 'main', env: null, dirty: [], unconfined: true };
    const proceedOf = async (more: object) => {
      const reply = await create({ inferred: true, confirmed: { ...confirmed, ...more } });
      if (!reply.ok) throw new Error(reply.error);
      const task = reply.data.task as Task['task'];
      for (;;) {
        const [asked] = await bench.store.read((reads) => reads.questions({ task }));
        if (asked !== undefined) return asked.state;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    // That nothing can be submitted from there was not said in the chat.
    expect(await proceedOf({})).toEqual({ kind: 'open' });
    execFileSync('git', ['remote', 'add', 'origin', bench.checkout], { cwd: bench.checkout });
    expect(await proceedOf({})).toMatchObject({ kind: 'answered', answer: { choice: 'yes', by: 'person:Ada' } });
    expect(await proceedOf({ branch: 'next' })).toEqual({ kind: 'open' });
    expect(await proceedOf({ unconfined: false })).toEqual({ kind: 'open' });
  });
});
