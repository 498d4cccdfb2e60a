import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { createEmail } from '../../src/channels/email/create-email.ts';
import { startMailServer } from '../fakes/mail-server.ts';
import { mayBeCut } from '../fakes/outliving.ts';
import { channelSuite } from './channel.suite.ts';
import { openTellerRoom } from './teller-room.ts';

/** With what an address is not taken. */
const refusals: Readonly<Record<string, number>> = { 'nobody@example.com': 550, 'later@example.com': 450 };

async function openMail({ page = null as string | null, user = '', password = '' } = {}) {
  const room = await openTellerRoom();
  const {
    port,
    mails,
    close: closeServer,
  } = await startMailServer({
    authOptional: user === '',
    onAuth: (login, _session, done) =>
      login.username === user && login.password === 'right' ? done(null, { user }) : done(new Error('no')),
    onRcptTo: ({ address }, _session, done) =>
      address in refusals ? done(Object.assign(new Error('no'), { responseCode: refusals[address] })) : done(),
  });
  const channel = createEmail({
    ...{ store: room.store, clock: room.clock, page: () => page },
    words: {
      ...{ host: '127.0.0.1', port, from: 'drover@example.com', to: ['ada@example.com', 'nobody@example.com'] },
      ...(user === '' ? {} : { user, password_env: 'MAIL' }),
    },
    secrets: () => ({ env: { MAIL: password }, expand: (path) => path }),
  });
  const close = async () => {
    await closeServer();
    await room.close();
  };
  return { ...room, channel, mails, close };
}

channelSuite('e-mail', async () => {
  const { channel, ask, answer, mails, close } = await openMail();
  const shows = ({ id }: { readonly id: string }) => `drover answer ${id}`;
  return { channel, to: 'ada@example.com', ask, answer, seen: () => mails, close, shows, stays: true };
});

const how = { about: 'shop-1', again: 0, silent: false };
const ada = 'ada@example.com';

it('has the link alone, in one thread, and says that a program wrote it', async () => {
  const room = await openMail({ page: 'https://drover.test' });
  const question = await room.ask();
  await room.channel.showQuestion(ada, question, how);
  await room.channel.closeQuestion(ada, await room.answer(question));
  const [asked = '', over = ''] = room.mails;
  expect(asked).toContain(`https://drover.test/#/question/${question.id}`);
  expect(asked).toMatch(/^Subject: \[drover\] shop-1 asks: plan\r$/m);
  expect(asked).toMatch(/^Auto-Submitted: auto-generated\r$/im);
  expect(asked).not.toContain('Do it like this');
  const threadOf = (mail: string) => /^References: (<\w+@drover>)/m.exec(mail)?.[1];
  expect(threadOf(asked)).toBeDefined();
  expect(threadOf(over)).toBe(threadOf(asked));
  await room.close();
});

it('a name that would be another line of the head is none', async () => {
  const room = await openMail();
  await room.channel.showNote(ada, 'shop-1\r\nBcc: eve@example.com', 'it plans');
  expect(room.mails[0]).not.toMatch(/^Bcc:/im);
  await room.close();
});

it.each([
  ['a login that is not taken', { user: 'ada', password: 'wrong' }, ada, 'CHANNEL_AUTH'],
  ['a password that is not there', { user: 'ada' }, ada, 'CHANNEL_AUTH'],
  ['an address that is not taken', {}, 'nobody@example.com', 'CHANNEL_REFUSED'],
  ['an address that is not taken yet', {}, 'later@example.com', 'CHANNEL_UNREACHABLE'],
])('%s is said', async (_what, given, to, code) => {
  const room = await openMail(given);
  const question = await room.ask();
  expect(await room.channel.showQuestion(to, question, how)).toMatchObject({ failure: { error_code: code } });
  expect(room.channel.state()).toMatchObject({ kind: 'trouble' });
  expect([room.mails, await room.channel.shown()]).toEqual([[], []]);
  await room.close();
});

it('beyond this machine nothing is said to a server that has no TLS', async () => {
  const room = await openTellerRoom();
  let begun = 0;
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false },
    onMailFrom: (_address, _session, done) => {
      begun += 1;
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.server.address() as AddressInfo;
  const channel = createEmail({
    ...{ store: room.store, clock: room.clock, page: () => null },
    // Another address of this machine, as a machine elsewhere has one.
    words: { host: '127.0.0.2', port, from: 'drover@example.com', to: [ada] },
    secrets: () => ({ env: {}, expand: (path) => path }),
  });
  expect(await channel.showNote(ada, 'shop-1', 'it plans')).toMatchObject({
    failure: { error_code: 'CHANNEL_UNREACHABLE', message: expect.stringContaining('TLS') },
  });
  expect(begun).toBe(0);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await room.close();
});

it('a server that says a word now and then, and never the last one, holds nobody up', async () => {
  const room = await openTellerRoom();
  const sockets = new Set<Socket>();
  const drips = setInterval(() => {
    for (const socket of sockets) socket.write('250-more\r\n');
  }, 50);
  const server = createServer((socket) => {
    mayBeCut(socket).write('220 here\r\n');
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const channel = createEmail({
    ...{ store: room.store, clock: room.clock, page: () => null, wholeMs: 300 },
    words: { host: '127.0.0.1', port, from: 'drover@example.com', to: [ada] },
    secrets: () => ({ env: {}, expand: (path) => path }),
  });
  expect(await channel.showNote(ada, 'shop-1', 'it plans')).toMatchObject({
    failure: { error_code: 'CHANNEL_UNREACHABLE', message: 'The mail could not be handed over (ETIMEDOUT).' },
  });
  clearInterval(drips);
  for (const socket of sockets) socket.destroy();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await room.close();
});
