import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createNtfy } from '../../src/channels/ntfy/create-ntfy.ts';
import { outliving } from '../fakes/outliving.ts';
import { channelSuite } from './channel.suite.ts';
import { openTellerRoom } from './teller-room.ts';

type Message = {
  readonly topic: string;
  readonly sequence_id: string;
  readonly title: string;
  readonly message: string;
};

/** A server as ntfy is: what has the sequence of another stands in its place. */
async function openNtfy({ page = null as string | null, env = {} as Record<string, string> } = {}) {
  const room = await openTellerRoom();
  const shown = new Map<string, Message>();
  const heard: IncomingHttpHeaders[] = [];
  const answers = { status: 200, after: null as string | null, location: 'http://127.0.0.1:1/' };
  const server = createServer(
    outliving(async (request, answer) => {
      heard.push(request.headers);
      const message = JSON.parse(await text(request)) as Message;
      if (answers.status === 200) shown.set(message.sequence_id, message);
      const after = answers.after === null ? {} : { 'retry-after': answers.after };
      answer.writeHead(answers.status, { location: answers.location, ...after }).end();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/drover`;
  const channel = createNtfy({
    ...{ store: room.store, clock: room.clock, page: () => page },
    words: { url, ...(env.NTFY === undefined ? {} : { token_env: 'NTFY' }) },
    secrets: () => ({ env, expand: (path) => path }),
  });
  const seen = () => [...shown.values()].map(({ title, message }) => `${title}\n${message}`);
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await room.close();
  };
  const hangUp = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { ...room, url: new URL(url).origin, channel, shown, seen, heard, answers, hangUp, close };
}

channelSuite('ntfy', async () => {
  const { channel, ask, answer, seen, close } = await openNtfy();
  return { channel, to: 'drover', ask, answer, seen, close, shows: ({ id }) => `drover answer ${id}` };
});

const how = { about: 'shop-1', again: 0, silent: false };

it('leads to the page, with nothing of the question for who runs the server', async () => {
  const room = await openNtfy({ page: 'https://drover.test', env: { NTFY: 'tk_1' } });
  const question = await room.ask();
  await room.channel.showQuestion('drover', question, how);
  const [message] = [...room.shown.values()];
  expect(message).toMatchObject({
    ...{ topic: 'drover', title: 'shop-1 asks: plan', priority: 3 },
    ...{ click: `https://drover.test/#/question/${question.id}` },
  });
  expect(JSON.stringify(message)).not.toContain('Do it like this');
  expect(room.heard[0]?.authorization).toBe('Bearer tk_1');
  await room.close();
});

it.each([
  [401, 'CHANNEL_AUTH'],
  [500, 'CHANNEL_UNREACHABLE'],
  [302, 'CHANNEL_UNREACHABLE'],
])('an answer of %i is %s, is said, and the question is shown once it is taken', async (status, code) => {
  const room = await openNtfy();
  const question = await room.ask();
  room.answers.status = status;
  expect(await room.channel.showQuestion('drover', question, how)).toMatchObject({ failure: { error_code: code } });
  expect(room.channel.state()).toMatchObject({ kind: 'trouble' });
  expect(await room.channel.shown()).toEqual([]);
  room.answers.status = 200;
  // Nor is it asked again at once.
  expect(await room.channel.showQuestion('drover', question, how)).toMatchObject({ failure: { error_code: code } });
  expect(room.heard).toHaveLength(1);
  room.later(15_000);
  await room.channel.showQuestion('drover', question, how);
  expect(room.seen()).toHaveLength(1);
  expect(room.channel.state()).toMatchObject({ kind: 'running' });
  await room.close();
});

it.each([301, 302, 303, 307, 308])('nobody else is told, nor given the token, where it answers %i', async (status) => {
  const [room, other] = [await openNtfy({ env: { NTFY: 'tk_1' } }), await openNtfy()];
  Object.assign(room.answers, { status, location: `${other.url}/` });
  expect(await room.channel.showQuestion('drover', await room.ask(), how)).toMatchObject({
    failure: { error_code: 'CHANNEL_UNREACHABLE', message: `The ntfy server answered ${status}.` },
  });
  expect([room.heard.length, other.heard.length]).toEqual([1, 0]);
  await Promise.all([room.close(), other.close()]);
});

it('a server that cannot be heard is named by how, and never by the token', async () => {
  const room = await openNtfy({ env: { NTFY: 'tk_of_ada' } });
  const question = await room.ask();
  await room.hangUp();
  const told = await room.channel.showQuestion('drover', question, how);
  expect(JSON.stringify([told, room.channel.state()])).toMatch(/CHANNEL_UNREACHABLE.*cannot be reached/);
  expect(JSON.stringify([told, room.channel.state()])).not.toContain('tk_of_ada');
  await room.close();
});

it('a name of several lines is no header of its own', async () => {
  const room = await openNtfy();
  await room.channel.showQuestion('drover', await room.ask(), { ...how, about: 'fox\r\nauthorization: Bearer eve' });
  expect(room.heard[0]?.authorization).toBeUndefined();
  expect(room.seen()).toHaveLength(1);
  await room.close();
});

it.each([
  ['120', 120_000],
  ['999999', 3_600_000],
])('a server that wants to be left alone for %s s is asked again after %i ms', async (after, ms) => {
  const room = await openNtfy();
  const question = await room.ask();
  Object.assign(room.answers, { status: 429, after });
  await room.channel.showQuestion('drover', question, how);
  Object.assign(room.answers, { status: 200, after: null });
  room.later(ms - 1000);
  await room.channel.showQuestion('drover', question, how);
  expect(room.heard).toHaveLength(1);
  room.later(1000);
  await room.channel.showQuestion('drover', question, how);
  expect(room.seen()).toHaveLength(1);
  await room.close();
});
