// Sessions begin: what a start says, what they are called, where they belong, what the agent gets to know.
import { mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ps } from '../../src/contract/service.ts';
import type { SessionStarted } from '../../src/contract/session.ts';
import { openSessionWorld, type SessionWorld } from './session-world.ts';

let world: SessionWorld;
beforeAll(async () => {
  world = await openSessionWorld();
}, 240_000);
afterAll(() => world.close());

const repository = (name: string): string => {
  const folder = join(world.folder, name);
  mkdirSync(join(folder, '.git'), { recursive: true });
  mkdirSync(join(folder, 'deep', 'down'), { recursive: true });
  return folder;
};
const firstNoted = async (name: string) => {
  const [first] = await world.until(
    async () => world.noted(name),
    ([one]) => one !== undefined,
  );
  return first;
};

it('HX-10 (the session as one document) a start in the background is one line of JSON, and the session can be talked to at once', async () => {
  const told = await world.drover([...world.words('ten', ['-d', '--json'])]);
  expect(told.code, told.err).toBe(0);
  expect(told.out).toMatch(/^[^\n]+\n$/);
  const { ok, data } = JSON.parse(told.out) as { ok: true; data: SessionStarted };
  expect(ok).toBe(true);
  expect(data.session).toMatchObject({
    id: 'ten',
    row: expect.stringMatching(/^s\d+$/),
    agent: 'echo-agent',
    driver: 'pty',
  });
  expect(data.session.pid).toBeGreaterThan(1);
  expect(data.session.log).toContain(world.state);
  await world.must(['send', 'ten', 'at once']);
  expect(world.lines('ten')).toEqual(['at once']);
});

it('HX-11 a start that takes longer than its time is 124 with a message, and is not lost', async () => {
  const told = await world.drover(world.words('slow', ['-d', '--timeout', '1ms']));
  expect(told).toMatchObject({ code: 124, out: '', err: expect.stringMatching(/slow .*was not there within/) });
  expect(await world.must(['wait', 'slow', '--until', 'ready'])).toMatchObject({ state: 'ready' });
});

it('HX-12 two sessions without a name get different ones that can be read and said', async () => {
  const args = ['start', 'echo-agent', '-d'];
  const both = await Promise.all([world.must<SessionStarted>(args), world.must<SessionStarted>(args)]);
  const [one, other] = both.map(({ session }) => session.id);
  expect(one).toMatch(/^[a-z]+-[a-z]+$/);
  expect(other).toMatch(/^[a-z]+-[a-z]+$/);
  expect(one).not.toBe(other);
});

it('HX-13 of two starts with one name at the same time one wins; elsewhere the name is free, and here again after the end', async () => {
  const start = (name: string, cwd?: string) =>
    world.ask(['start', 'echo-agent', '--name', name, '-d'], cwd ? { cwd } : {});
  const both = await Promise.all([start('same'), start('Same')]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const [lost] = both.filter((reply) => !reply.ok);
  expect(lost).toMatchObject({
    error_code: 'ALREADY_EXISTS',
    error: expect.stringMatching(/^same lives already in /i),
  });
  expect(await start('same', repository('other'))).toMatchObject({ ok: true });
  await world.must(['stop', 'same', '--now']);
  expect(await start('same')).toMatchObject({ ok: true });
});

it('WT-87 HX-16 a name like a path is refused, and makes nothing outside of the state folder, and nothing of that name inside', async () => {
  const around = () =>
    [dirname(world.folder), world.folder, world.state, world.checkout].map((folder) => readdirSync(folder).toSorted());
  const before = around();
  const names = ['../../outside', '/tmp/absolute-outside', 'a/../../b', '..'];
  const replies = await Promise.all(names.map((name) => world.ask(['start', 'echo-agent', '--name', name, '-d'])));
  for (const reply of replies) expect(reply).toMatchObject({ ok: false, error_code: 'USAGE' });
  expect(around()).toEqual(before);
  const kept = readdirSync(world.state, { recursive: true }).map(String);
  expect(kept.filter((path) => /outside|absolute/.test(path))).toEqual([]);
});

it('WT-80 HX-17 a context is the first message and tells the agent which session it is; what is sent at once comes after it', async () => {
  await world.start('told', ['--context', 'Look at the tests.']);
  await world.must(['send', 'told', 'And at the docs.', '--wait']);
  expect(world.lines('told')).toEqual(['[drover session id=told] Look at the tests.', 'And at the docs.']);
});

it('HX-18 HX-19 the agent knows its session, itself, its repository, what it is for and the pane it came from', async () => {
  world.env.TMUX_PANE = '%7';
  const session = await world.start('knows', ['--description', 'Sorts the "mail"']);
  delete world.env.TMUX_PANE;
  const first = await firstNoted('knows');
  expect(first?.env).toMatchObject({
    DROVER_SESSION_ID: session.row,
    DROVER_ID: 'knows',
    DROVER_AGENT: 'echo-agent',
    DROVER_REPO: world.checkout,
    DROVER_DESCRIPTION: 'Sorts the "mail"',
    DROVER_SPAWNER_PANE: '%7',
  });
  expect(await world.session('knows')).toMatchObject({ description: 'Sorts the "mail"', spawner_pane: '%7' });
  expect((await world.drover(['ps'])).out).toMatch(/^knows .*Sorts the "mail"$/m);
});

it('HX-20 a session belongs to the repository that the words for the agent send it to', async () => {
  const there = realpathSync(repository('there'));
  const deep = join(there, 'deep', 'down');
  const ways = [['-C', deep], ['--cd', deep], [`--cd=${deep}`], [`-C${deep}`]];
  const started = await Promise.all(
    ways.map((way, index) =>
      world.must<SessionStarted>(['start', 'echo-agent', '--name', `cd${index}a`, '-d', '--', ...way]),
    ),
  );
  expect(started.map(({ session }) => session.repository)).toEqual(ways.map(() => there));
  const by = await world.must<SessionStarted>(['start', 'echo-agent', '--name', 'by-flag', '-d', '-C', deep]);
  expect(by.session).toMatchObject({ repository: there, cwd: deep });
});

it('a start says of what is not there that it is not, and of an agent that takes one prompt how to give it one', async () => {
  await world.must(['config', 'set', 'agents.asked', '{ command: [cat] }']);
  expect(await world.refused(['start', 'nowhere', '-d'])).toMatchObject({ error_code: 'ENGINE_ERROR' });
  expect(await world.refused(['start', 'asked', '-d'])).toMatchObject({
    error_code: 'UNSUPPORTED',
    hint: 'Give it a prompt: drover run "what is tested here?" --agent asked',
  });
  expect((await world.must<Ps>(['ps', '--all'])).sessions.map(({ agent }) => agent)).not.toContain('asked');
});
