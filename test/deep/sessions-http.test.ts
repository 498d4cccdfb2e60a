// The door for programs: nobody comes in without the token, what is asked badly is said, a full inbox is refused; and the command line through it.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { schemas } from '../../src/contract/commands.ts';
import type { Ps } from '../../src/contract/service.ts';
import type { Inbox, MessageSent } from '../../src/contract/session.ts';
import { openSessionWorld, type SessionWorld } from '../e2e/session-world.ts';

type Door = Awaited<ReturnType<SessionWorld['openDoor']>>;

let world: SessionWorld;
let port: number;
let token: string;
let daemon: Door['daemon'];
let post: Door['post'];
let ask: Door['ask'];
beforeAll(async () => {
  world = await openSessionWorld();
  ({ port, token, daemon, post, ask } = await world.openDoor());
  await world.start('e');
  await world.ready('e');
});
afterAll(async () => {
  daemon.type('\u0003');
  await daemon.ended;
  await world.close();
});

const data = async <Data>(command: string, input: object): Promise<Data> => {
  const { body } = await ask(command, input);
  expect(body, command).toMatchObject({ ok: true });
  return (body as { data: Data }).data;
};

it('HX-71 without the token or with a wrong one every known route is 401, an unknown one 404, no JSON and an empty text 400', async () => {
  const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  const answers = [];
  for (const name of Object.keys(schemas))
    answers.push(...(await Promise.all([post(name, '{}', null), post(name, '{}', wrong)])));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  expect((await fetch(`http://127.0.0.1:${port}/v1/events`)).status).toBe(401);
  expect(await post('nothing.known', '{}')).toMatchObject({ status: 404, body: { ok: false } });
  expect((await fetch(`http://127.0.0.1:${port}/nothing.txt`)).status).toBe(404);
  expect(await post('service.ps', '{not json')).toMatchObject({ status: 400, body: { error_code: 'USAGE' } });
  expect(await ask('session.send', { session: 'e', text: '' })).toMatchObject({
    status: 400,
    body: { error_code: 'TEXT_EMPTY' },
  });
  expect(world.lines('e')).toEqual([]);
});

it('HX-24 the token is readable by its owner alone, and no reply tells it', async () => {
  expect(statSync(join(world.state, 'http.token')).mode & 0o777).toBe(0o600);
  const told = await world.drover(['ps', 'e', '--json']);
  expect(told.out).not.toContain(token);
  expect(daemon.said()).not.toContain(token);
});

it('HX-45 with a port and the token the command line needs no socket and no state folder; a wrong token is refused', async () => {
  const elsewhere = { DROVER_HOME: join(world.folder, 'another'), DROVER_TOKEN: token };
  const sent = await world.must<MessageSent>(['send', 'e', 'by the door', '--port', String(port)], { env: elsewhere });
  expect(sent.message.state).toBe('delivered');
  expect(world.lines('e')).toEqual(['by the door']);
  const refused = await world.drover(['send', 'e', 'x', '--port', String(port)], {
    env: { ...elsewhere, DROVER_TOKEN: 'wrong' },
  });
  expect(refused.code).toBeGreaterThan(0);
  expect(refused.out).toBe('');
  expect(world.lines('e')).toEqual(['by the door']);
});

it('HX-21 (one door for all sessions) a port that is busy is said, and the daemon that has it goes on', async () => {
  const env = { DROVER_HOME: join(world.folder, 'second') };
  const told = await world.drover(['up', '--port', String(port)], { env });
  expect(told.code).toBeGreaterThan(0);
  expect(told.err + told.out).toMatch(new RegExp(`${port}`));
  expect((await ask('service.ps', {})).status).toBe(200);
});

it('HX-33 (429, not 503) 64 messages may wait and the 65th is refused; all are taken out and never come', async () => {
  await world.start('full', [], ['--until', join(world.folder, 'go')]);
  await world.ready('full');
  await data<MessageSent>('session.send', { session: 'full', text: 'first' });
  const waits = (text: string) => ask('session.send', { session: 'full', text, until: 'queued' });
  const sent = [];
  for (let n = 0; n < 70; n += 10)
    sent.push(...(await Promise.all(Array.from({ length: 10 }, (_, more) => waits(`waits ${n + more}`)))));
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(64);
  const full = sent.filter(({ status }) => status !== 200);
  expect(full.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 429));
  expect(full[0]?.body).toMatchObject({ error_code: 'INBOX_FULL' });
  expect((await data<Inbox>('inbox.list', { session: 'full' })).messages).toHaveLength(64);
  await data('inbox.clear', { session: 'full' });
  writeFileSync(join(world.folder, 'go'), '');
  await world.ready('full');
  expect(world.lines('full')).toEqual(['first']);
});

it('HX-73 how it stands is told while an agent floods its output', async () => {
  world.program(
    'floods',
    `#!/bin/sh\nwhile :; do echo 0123456789012345678901234567890123456789012345678901234567890123456789; done\n`,
  );
  await world.startOf('floods', 'floods');
  for (let looks = 0; looks < 5; looks += 1) {
    const { sessions } = await data<Ps>('service.ps', { all: true });
    expect(sessions.find(({ id }) => id === 'floods')).toMatchObject({ degraded: null, ended_at: null });
  }
  await data('session.stop', { session: 'floods', now: true });
});

it('a terminal comes through the door as a person would see it, and takes no keys from a program', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/terminal?session=e`, 'drover.terminal', {
    headers: { authorization: `Bearer ${token}` },
  });
  const said: string[] = [];
  const shown = new Promise<void>((resolve) =>
    socket.on('message', (part, binary) => {
      said.push(part.toString());
      if (binary && said.join('').includes('by the door')) resolve();
    }),
  );
  await shown;
  expect(JSON.parse(said[0] ?? '')).toMatchObject({ ok: true, data: { session: { id: 'e' }, right: 'look' } });
  expect(JSON.parse(said[1] ?? '')).toMatchObject({ kind: 'picture' });
  socket.terminate();
  const typing = new WebSocket(`ws://127.0.0.1:${port}/v1/terminal?session=e&right=type`, 'drover.terminal', {
    headers: { authorization: `Bearer ${token}` },
  });
  const refusal = new Promise<string>((resolve) => typing.on('message', (part) => resolve(part.toString())));
  expect(JSON.parse(await refusal)).toMatchObject({ ok: false, error_code: 'UNAUTHORIZED' });
});
