// A port that browsers know, and another program that takes it: real listeners, a real store.

import { randomInt } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../../test/fakes/commands/open-bench.ts';
import { instant } from '../../domain/ids.ts';
import type { HttpWords } from '../../ports/config.ts';
import { createHttpDoor, type HttpDoor } from './http.ts';

let bench: Bench;
let doors: HttpDoor[];
let others: Server[];
/** Below those that the system gives out. */
let home: number;

beforeEach(async () => {
  bench = await openBench({ project: null });
  [doors, others, home] = [[], [], randomInt(20_000, 32_000)];
  keep(`${home}\n`);
});
afterEach(async () => {
  for (const door of doors) await door.close();
  for (const other of others) other.close();
  await bench.close();
});

const file = () => join(bench.folder, 'state', 'web.port');
const keep = (lines: string) => writeFileSync(file(), lines);
const kept = () => readFileSync(file(), 'utf8').trim().split('\n').map(Number);
const at = (port: number) => `http://127.0.0.1:${port}`;
const portOf = (door: HttpDoor) => Number(new URL(door.address() ?? '').port);

/** The next life of the daemon. */
async function begin(words: HttpWords | null = null): Promise<HttpDoor> {
  await doors.at(-1)?.close();
  const nobody = async () => ({ ok: true as const, data: {} });
  const door = createHttpDoor(bench.ports, {
    ...{ dispatch: nobody, dispatchAs: () => nobody, hook: nobody, isSession: async () => false },
    ...{ page: bench.folder, description: bench.folder, channels: { heed: async () => undefined } },
  });
  doors.push(door);
  await door.begin(words);
  return door;
}

async function take(port: number): Promise<void> {
  const other = createServer();
  others.push(other);
  await new Promise<void>((done) => other.listen(port, '127.0.0.1', done));
}
async function giveBack(): Promise<void> {
  for (const other of others.splice(0)) await new Promise((done) => other.close(done));
}

const signIn = (id: string) => {
  const until = instant(bench.clock.now() + 60_000);
  const body = { id, name: 'Ada', page: 'hash', browser: 'Firefox', until, seenAt: bench.clock.now() };
  return bench.store.transact((tx) =>
    tx.putChannelRow({ channel: 'web', kind: 'session', key: `cookie ${id}`, at: bench.clock.now(), body }),
  );
};
const signedIn = async () => (await bench.must('web.list', {})).sessions.map(({ id }) => id);
const told = (door: HttpDoor) => door.checks()[0];

describe('the port of the page', () => {
  it('is the one that browsers know again after another program had it', async () => {
    await signIn('w1');
    expect((await begin()).address()).toBe(at(home));
    expect(await signedIn()).toEqual(['w1']);
    await doors.at(-1)?.close();
    await take(home);
    await begin();
    await doors.at(-1)?.open();
    expect(portOf(doors.at(-1) as HttpDoor)).not.toBe(home);
    await giveBack();
    await signIn('w2');
    expect((await begin()).address()).toBe(at(home));
    expect(kept()).toEqual([home]);
  });

  it('where it is taken is said, and nobody whose browser may have shown itself to that program is signed in any more', async () => {
    await signIn('w1');
    await take(home);
    const door = await begin();
    expect(door.address()).toBeNull();
    expect(await signedIn()).toEqual([]);
    expect(told(door)).toMatchObject({ name: 'http', state: 'note', said: expect.stringContaining(`port ${home}`) });
    expect(JSON.stringify(await bench.must('service.audit', {}))).toContain('w1');
    await door.open();
    expect(told(door)?.said).toMatch(new RegExp(`^${door.address()}, .*port ${home}`));
    expect(door.moved()).toBe(at(home));
  });

  it('while the known one is taken it stands where it stood meanwhile, and who signed in there stays', async () => {
    await take(home);
    const first = await begin();
    const address = await first.open();
    await signIn('w1');
    const next = await begin();
    expect(next.address()).toBe(address);
    expect(await signedIn()).toEqual(['w1']);
    await giveBack();
    expect((await begin()).address()).toBe(at(home));
    expect(await signedIn()).toEqual([]);
  });

  it('where nobody knows one, any that is free is the known one from then on', async () => {
    keep('nonsense');
    const door = await begin();
    expect(door.address()).toBeNull();
    await door.open();
    expect(kept()).toEqual([portOf(door)]);
    expect(door.moved()).toBeNull();
    await signIn('w1');
    expect((await begin()).address()).toBe(at(kept()[0] ?? 0));
    expect(await signedIn()).toEqual(['w1']);
  });
});

describe('a port that is configured', () => {
  it('is not begun at where another program has it, and nobody is signed in any more', async () => {
    expect((await begin({ port: home })).address()).toBe(at(home));
    await signIn('w1');
    await begin({ port: home });
    expect(await signedIn()).toEqual(['w1']);
    await doors.at(-1)?.close();
    await take(home);
    await expect(begin({ port: home })).rejects.toMatchObject({ failure: { error_code: 'PORT_BUSY' } });
    expect(await signedIn()).toEqual([]);
    await giveBack();
    expect((await begin({ port: home })).address()).toBe(at(home));
    expect(JSON.stringify(await bench.must('service.audit', {}))).toContain('w1');
  });

  it('is where the page is from then on: who signed in at another is so no more', async () => {
    await begin();
    await signIn('w1');
    const other = home + 1;
    await begin({ port: other });
    expect(await signedIn()).toEqual([]);
    expect(kept()).toEqual([other]);
    await signIn('w2');
    expect((await begin()).address()).toBe(at(other));
    expect(await signedIn()).toEqual(['w2']);
  });
});
