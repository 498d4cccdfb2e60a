import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anAgent, type Bench, nobody, openBench, person } from '../../test/fakes/commands/open-bench.ts';
import type { WebLink, WebSessions } from '../contract/web.ts';
import { browserOf, linkLastsMs, sessionLastsMs } from '../domain/channel/web-session.ts';
import { createDispatch } from './dispatch.ts';
import type { Peer } from './ports.ts';
import { endWebSession, hasWebSessions } from './web/sessions.ts';
import { enterWeb, findWebCaller } from './web/sign-in.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let bench: Bench;
let hungUp: string[];
beforeEach(async () => {
  bench = await openBench({ project: null });
  hungUp = [];
});
afterEach(() => bench.close());

/** With a door for browsers. */
async function ask<Data>(command: string, input: object = {}, from: Partial<Peer> = {}) {
  const address = 'http://127.0.0.1:4777';
  const web = {
    address: () => address,
    moved: () => null,
    open: async () => address,
    hangUp: (ids: readonly string[]) => void hungUp.push(...ids),
  };
  const peer: Peer = { person, pid: null, cwd: '/', env: null, channel: 'terminal', ...from };
  const reply = await createDispatch({ ...bench.ports, web })({ command, input }, peer);
  return reply as { ok: true; data: Data } | { ok: false; error_code: string };
}
async function link(): Promise<string> {
  const reply = await ask<WebLink>('web.link');
  if (!reply.ok) throw new Error(reply.error_code);
  return reply.data.url.split('#')[1] ?? '';
}
const enter = async (given?: string) => enterWeb(bench.ports, given ?? (await link()), firefox);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'let in',
    (error) => error.failure?.error_code ?? error,
  );

describe('a link to the page', () => {
  it('works once, within a minute, and nothing of it or of the cookie is kept but hashes', async () => {
    const given = await link();
    const { cookie, key } = await enter(given);
    expect(await refusalOf(enter(given))).toBe('UNAUTHORIZED');
    const late = await link();
    bench.clock.shift += linkLastsMs + 1;
    expect(await refusalOf(enter(late))).toBe('UNAUTHORIZED');
    expect(await refusalOf(enter('made-up'))).toBe('UNAUTHORIZED');
    const rows = await bench.store.read(async (reads) => [
      ...(await reads.channelRows('web', 'link')),
      ...(await reads.channelRows('web', 'session')),
    ]);
    expect(rows).toHaveLength(1);
    for (const secret of [given, cookie, key]) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('lets two who open it at once in once', async () => {
    const given = await link();
    const tried = await Promise.all([1, 2, 3].map(() => refusalOf(enter(given))));
    expect(tried.toSorted()).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED', 'let in']);
  });

  it.each([
    ['an agent', { person: anAgent }],
    ['a program with the token', { person: nobody, channel: 'http' }],
    ['the page itself', { channel: 'web' }],
    ['a chat', { channel: 'telegram' }],
  ] as const)('is not given to %s', async (_who, from) => {
    expect(await ask('web.link', {}, from as Partial<Peer>)).toMatchObject({ ok: false, error_code: 'UNAUTHORIZED' });
    expect(await bench.store.read((reads) => reads.channelRows('web', 'link'))).toEqual([]);
  });

  it('stands on record with what came of it, used or refused', async () => {
    await enter();
    await refusalOf(enter('made-up'));
    const reply = await ask<{ acts: readonly { command: string; about: string; by: string; outcome: string }[] }>(
      'service.audit',
    );
    const acts = reply.ok
      ? reply.data.acts.map(({ command, about, by, outcome }) => [command, about, by, outcome])
      : [];
    expect(acts).toEqual([
      ['web.link', '', 'person:Ada', 'done'],
      ['web.enter', 'w1', 'person:Ada', 'done'],
      ['web.enter', '', 'caller', 'UNAUTHORIZED'],
    ]);
  });
});

describe('a browser that is signed in', () => {
  it('is a person with the key of the page, and nobody who may act with the cookie alone', async () => {
    const { cookie, key } = await enter();
    expect(await findWebCaller(bench.ports, cookie, key)).toMatchObject({
      person: true,
      asker: { kind: 'person', name: 'Ada' },
    });
    for (const wrong of [null, '', `${key}x`, cookie])
      expect(await findWebCaller(bench.ports, cookie, wrong)).toMatchObject({
        person: false,
        asker: { kind: 'unknown' },
      });
    expect(await findWebCaller(bench.ports, key, key)).toBeNull();
  });

  it('is signed out after a month, whatever it did meanwhile', async () => {
    const { cookie, key } = await enter();
    bench.clock.shift += sessionLastsMs - 1000;
    expect(await findWebCaller(bench.ports, cookie, key)).not.toBeNull();
    bench.clock.shift += 2000;
    expect(await findWebCaller(bench.ports, cookie, key)).toBeNull();
    expect(await hasWebSessions(bench.ports)).toBe(false);
    expect(await ask<WebSessions>('web.list')).toMatchObject({ data: { sessions: [] } });
  });

  it('is listed with when it was seen last, and ended by its name or with all others', async () => {
    const first = await enter();
    for (let more = 0; more < 2; more += 1) {
      bench.clock.shift += 1000;
      await enter();
    }
    bench.clock.shift += 3_600_000;
    await findWebCaller(bench.ports, first.cookie, null);
    const listed = await ask<WebSessions>('web.list');
    const [seen, other] = listed.ok ? listed.data.sessions : [];
    expect(seen).toMatchObject({ id: 'w1', name: 'Ada', browser: 'Firefox 140 on Linux' });
    expect((seen?.seen_at ?? 0) - (other?.seen_at ?? 0)).toBeGreaterThanOrEqual(3_600_000);
    expect(await ask('web.revoke', { session: 'w1' })).toMatchObject({ data: { ended: ['w1'] } });
    expect(await findWebCaller(bench.ports, first.cookie, first.key)).toBeNull();
    expect(await ask('web.revoke', { session: 'w1' })).toMatchObject({ error_code: 'USER_NOT_FOUND' });
    expect(await ask('web.revoke')).toMatchObject({ error_code: 'USAGE' });
    expect(await ask('web.revoke', { all: true })).toMatchObject({ data: { ended: ['w2', 'w3'] } });
    expect(hungUp).toEqual(['w1', 'w2', 'w3']);
  });

  it('that was signed out is not brought back by being seen', async () => {
    const { cookie, session } = await enter();
    bench.clock.shift += 3_600_000;
    const [found] = await Promise.all([findWebCaller(bench.ports, cookie, null), endWebSession(bench.ports, session)]);
    expect(found?.session ?? session).toBe(session);
    expect(await findWebCaller(bench.ports, cookie, null)).toBeNull();
  });

  it('answers as a person on the channel web, which stands on record', async () => {
    expect(await ask('web.revoke', { all: true }, { channel: 'web' })).toMatchObject({ ok: true });
    const reply = await ask<{ acts: readonly { command: string; channel: string }[] }>('service.audit');
    expect(reply).toMatchObject({ data: { acts: [{ command: 'web.revoke', channel: 'web' }] } });
  });
});

it.each([
  [firefox, 'Firefox 140 on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
    'Chrome 139 on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0',
    'Edge 139 on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari 18 on macOS',
  ],
  ['\u202ecurl/8.1\u0007', 'curl/8.1'],
  ['', 'unknown'],
])('a browser that calls itself %j is shown as %s', (said, shown) => {
  expect(browserOf(said)).toBe(shown);
});
