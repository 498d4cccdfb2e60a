import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebPush } from '../../src/channels/web-push/create-web-push.ts';
import { openPushKeys } from '../../src/channels/web-push/push-keys.ts';
import type { WebSessionRow } from '../../src/domain/channel/web-session.ts';
import { instant } from '../../src/domain/ids.ts';
import type { People } from '../../src/domain/people/people.ts';
import { type PushService, startPushService } from '../fakes/push-service/start-push-service.ts';
import { needs } from '../needs/needs.ts';
import { channelSuite } from './channel.suite.ts';
import { openTellerRoom } from './teller-room.ts';

const files = () => {
  const kept = new Map<string, Uint8Array>();
  return {
    read: async (path: string) => kept.get(path) ?? null,
    write: async (path: string, content: string | Uint8Array) => {
      kept.set(path, Buffer.from(content));
      return path;
    },
  };
};

describe('web push', needs('openssl'), () => {
  let service: PushService;
  beforeAll(async () => {
    service = await startPushService();
  });
  afterAll(() => service.close());

  let browsers = 0;
  async function openRoom({
    people = {} as People,
    services = null as readonly string[] | null,
    patienceMs = 10_000,
  } = {}) {
    const room = await openTellerRoom();
    const own = files();
    const { publicKey } = await openPushKeys(own);
    const words = { contact: 'mailto:ada@example.com', services: services ?? [service.origin] };
    const from = service.delivered.length;
    const channel = await createWebPush({ ...room, words, files: own, people: async () => people, patienceMs });
    /** A browser that is signed in and asked to be told. */
    async function signIn(
      id: string,
      more: Partial<WebSessionRow> = {},
      language: 'en' | 'zh' = 'en',
      endpoint?: string,
    ) {
      browsers += 1;
      const name = `browser-${browsers}`;
      const given = service.subscribe(name);
      const push = { ...given, key: publicKey, language, ...(endpoint !== undefined && { endpoint }) };
      const body: WebSessionRow = {
        ...{ id, name: 'ada', page: '', browser: 'Firefox', push },
        ...{ until: instant(room.clock.now() + 1_000_000_000), seenAt: room.clock.now(), ...more },
      };
      await room.store.transact((tx) =>
        tx.putChannelRow({ channel: 'web', kind: 'session', key: `hash-${id}`, at: room.clock.now(), body }),
      );
      return name;
    }
    const signOut = (id: string) => room.store.transact((tx) => tx.dropChannelRow('web', 'session', `hash-${id}`));
    const got = () => service.delivered.slice(from);
    /** As a browser shows them: one of the same tag stands in the place of the one before, but what comes again is seen again. */
    const seen = () => {
      const shown = new Map<string, string>();
      for (const [index, { browser, data }] of got().entries()) {
        const again = String(data.title).includes('still') ? ` ${index}` : '';
        shown.set(`${browser} ${data.tag}${again}`, `${data.title}\n${data.body}\n${data.to}`);
      }
      return [...shown.values()];
    };
    return { ...room, channel, signIn, signOut, got, seen, publicKey };
  }

  channelSuite('web push', async () => {
    const { signIn, channel, ask, answer, seen, close } = await openRoom();
    await signIn('w1');
    return { channel, to: 'w1', ask, answer, seen, close, shows: ({ id }) => `#/question/${id}` };
  });

  const how = { about: 'shop-1', again: 0, silent: false };
  const lines = async (room: Awaited<ReturnType<typeof openRoom>>) => ({
    people: await room.channel.people('shop-1'),
    shown: (await room.channel.shown()).map(({ to }) => to),
  });

  it('tells that somebody is asked, of which task, and where; signed for its service and with nothing of the question', async () => {
    const room = await openRoom();
    await room.signIn('w1');
    const question = await room.ask();
    await room.channel.showQuestion('w1', question, how);
    const [told, ...more] = room.got();
    expect(more).toEqual([]);
    expect(told?.data).toEqual({
      title: 'shop-1 asks',
      body: 'plan',
      tag: question.id,
      silent: false,
      to: `#/question/${question.id}`,
    });
    expect(told).toMatchObject({
      ...{ ttl: '86400', urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) },
      claims: { aud: service.origin, sub: 'mailto:ada@example.com' },
    });
    await room.close();
  });

  it('in the language of that browser', async () => {
    const room = await openRoom();
    await room.signIn('w1', {}, 'zh');
    const question = await room.ask();
    await room.channel.showQuestion('w1', question, how);
    await room.channel.closeQuestion('w1', await room.answer(question));
    expect(room.got().map(({ data }) => [data.title, data.body])).toEqual([
      ['shop-1 提问', '方案'],
      ['shop-1', '已回答：go，Bob'],
    ]);
    await room.close();
  });

  it.each([
    [404, true],
    [410, true],
    [429, false],
    [500, false],
    [503, false],
    [302, false],
    [403, false],
    [413, false],
  ])('an answer of %i ends the subscription: %s; else it is told again when it is taken', async (status, ends) => {
    const room = await openRoom();
    await room.signIn('w1');
    const question = await room.ask();
    Object.assign(service.answers, {
      status,
      headers: status === 429 ? { 'retry-after': '120' } : { location: 'https://127.0.0.1:1/' },
    });
    const told = await room.channel.showQuestion('w1', question, how);
    expect(told.ok).toBe(ends);
    expect((await lines(room)).people).toEqual(ends ? [] : ['w1']);
    Object.assign(service.answers, { status: 201, headers: {}, asked: 0 });
    await room.channel.showQuestion('w1', question, how);
    expect(service.answers.asked).toBe(0);
    room.later(status === 429 ? 119_000 : 14_000);
    await room.channel.showQuestion('w1', question, how);
    expect(service.answers.asked).toBe(0);
    room.later(2_000);
    await room.channel.showQuestion('w1', question, how);
    expect([service.answers.asked, room.got().length]).toEqual(ends ? [0, 0] : [1, 1]);
    if (!ends) expect(room.channel.state()).toMatchObject({ kind: 'running' });
    await room.close();
  });

  it('a service that does not answer holds nobody up for longer than it may take', async () => {
    const room = await openRoom({ patienceMs: 200 });
    await room.signIn('w1');
    service.answers.silent = true;
    expect(await room.channel.showNote('w1', 'shop-1', 'it plans')).toMatchObject({
      failure: { error_code: 'CHANNEL_UNREACHABLE', message: 'its push service did not answer within 0.2 s.' },
    });
    service.answers.silent = false;
    await room.close();
  });

  it('ends with its cookie, when its time is over, and when it was made for another key', async () => {
    const room = await openRoom();
    await room.signIn('w1');
    await room.signIn('w2', { until: instant(room.clock.now() + 1_000) });
    await room.signIn('w3');
    expect((await lines(room)).people).toEqual(['w1', 'w2', 'w3']);
    await room.signOut('w1');
    room.later(2_000);
    expect((await lines(room)).people).toEqual(['w3']);
    await room.store.transact(async (tx) => {
      const row = await tx.channelRow('web', 'session', 'hash-w3');
      const body = row?.body as WebSessionRow;
      if (row !== null)
        await tx.putChannelRow({ ...row, body: { ...body, push: { ...body.push, key: 'other' } as never } });
    });
    for (const to of ['w1', 'w3'])
      expect(await room.channel.showNote(to, 'shop-1', 'it plans')).toMatchObject({ ok: true });
    expect([(await lines(room)).people, room.got()]).toEqual([[], []]);
    await room.close();
  });

  it('nothing is sent to a host of our own network, whatever its name leads to', async () => {
    const room = await openRoom({ services: [] });
    // Without it the service here would be reached.
    for (const [id, endpoint] of [
      ['w1', `${service.origin}/x`],
      ['w2', 'https://localhost/x'],
    ] as const)
      await room.signIn(id, {}, 'en', endpoint);
    service.answers.asked = 0;
    for (const to of ['w1', 'w2']) await room.channel.showNote(to, 'shop-1', 'it plans');
    expect([service.answers.asked, (await lines(room)).people]).toEqual([0, []]);
    await room.close();
  });

  it('who may only look, or act elsewhere, is not told', async () => {
    const people: People = {
      eve: { may: 'look' },
      bob: { may: { workspaces: ['bank'] } },
      zoe: { may: { workspaces: ['shop'] } },
    };
    const room = await openRoom({ people });
    for (const [id, name] of [
      ['w1', 'eve'],
      ['w2', 'bob'],
      ['w3', 'zoe'],
      ['w4', 'root'],
    ] as const)
      await room.signIn(id, { name, ...(name !== 'root' && { guest: true }) });
    expect(await room.channel.people('shop-1')).toEqual(['w3', 'w4']);
    expect(await room.channel.people('')).toEqual(['w4']);
    await room.close();
  });
});
