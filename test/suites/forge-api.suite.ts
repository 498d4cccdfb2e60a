// What every forge with an API keeps to when things go wrong, and what it does with what was asked for.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Result } from '../../src/domain/error.ts';
import { add } from '../fakes/forges/hub.ts';
import type { ForgeName } from '../fakes/forges/start-forge.ts';
import { draft } from './forge.suite.ts';
import { type ApiRoom, openApiRoom, remote, roomTime } from './forge-room.ts';

const code = (result: Result<unknown>) => (result.ok ? 'ok' : result.failure.error_code);
const words = (result: Result<unknown>) => (result.ok ? '' : result.failure.message);
const must = <T>(result: Result<T>): T => {
  if (result.ok) return result.value;
  throw new Error(`${result.failure.error_code}: ${result.failure.message}`);
};

const created = { github: /POST .*\/pulls$/, gitlab: /POST .*\/merge_requests$/, gitea: /POST .*\/pulls$/ } as const;
const listed = { github: /GET .*\/pulls$/, gitlab: /GET .*\/merge_requests$/, gitea: /GET .*\/pulls$/ } as const;

export function forgeApiSuite(name: ForgeName): void {
  describe(`the forge ${name} and its API`, () => {
    let room: ApiRoom;
    beforeEach(async () => {
      room = await openApiRoom(name);
    });
    afterEach(() => room.close());
    const posts = () => room.fake.api.calls.filter((call) => created[name].test(`${call.method} ${call.path}`)).length;

    test.each(['after', 'within'] as const)(
      'CM-51 a pull request that was made and not told (cut %s the effect) is found and not made again',
      async (when) => {
        room.fake.api.fault({ on: created[name], how: { kind: 'cut', when } });
        const opened = must(await room.forge.open(draft()));
        expect(opened).toMatchObject({ number: 1, state: 'open', head: 'a'.repeat(40) });
        expect([await room.count(), posts()]).toEqual([1, 1]);
      },
    );

    test('CM-51 one that became visible only a moment later is found', async () => {
      room.fake.api.fault({ on: created[name], how: { kind: 'cut', when: 'after' } });
      room.fake.api.fault({
        on: listed[name],
        times: name === 'gitea' ? 2 : 1,
        how: { kind: 'answer', status: 200, body: [] },
      });
      room.fake.api.fault({
        on: listed[name],
        times: name === 'gitea' ? 2 : 1,
        how: { kind: 'answer', status: 200, body: [] },
      });
      expect(must(await room.forge.open(draft())).number).toBe(1);
      expect([await room.count(), posts()]).toEqual([1, 1]);
    });

    test('a request that never arrived is not sent a second time by itself; trying again makes one', async () => {
      room.fake.api.fault({ on: created[name], how: { kind: 'cut', when: 'before' } });
      expect(code(await room.forge.open(draft()))).toBe('FORGE_UNREACHABLE');
      expect([await room.count(), posts()]).toEqual([0, 1]);
      expect(must(await room.forge.open(draft())).number).toBe(1);
    });

    test('CM-51 one that somebody else opened between look and make is taken', async () => {
      add(room.fake.hub, { ...held, branch: 'drover/shop-1' });
      const times = name === 'gitea' ? 2 : 1;
      room.fake.api.fault({ on: listed[name], times, how: { kind: 'answer', status: 200, body: [] } });
      expect(must(await room.forge.open(draft()))).toMatchObject({ number: 1, state: 'open' });
      expect([await room.count(), posts()]).toEqual([1, 1]);
    });

    test('one of a fork with the same branch is another one', async () => {
      add(room.fake.hub, { ...held, branch: 'drover/shop-1', from: 2 });
      expect(must(await room.forge.find('shop-1', 'drover/shop-1'))).toBeNull();
      expect(must(await room.forge.open(draft())).number).toBe(2);
    });

    test('a merged one of this very commit is not opened again, one of an older commit is', async () => {
      const old = add(room.fake.hub, { ...held, branch: 'drover/shop-1', state: 'merged' });
      expect(must(await room.forge.open(draft()))).toMatchObject({ number: old.number, state: 'merged' });
      expect(must(await room.forge.find('shop-1', 'drover/shop-1'))?.state).toBe('merged');
      room.fake.hub.commitOf = () => 'b'.repeat(40);
      expect(must(await room.forge.open(draft({ commit: 'b'.repeat(40) })))).toMatchObject({
        number: 2,
        state: 'open',
      });
    });

    test('it is found behind many pages of others', async () => {
      add(room.fake.hub, { ...held, branch: 'drover/shop-1' });
      for (let at = 0; at < 230; at += 1) add(room.fake.hub, { ...held, branch: `other-${at}` });
      expect(must(await room.forge.find('shop-1', 'drover/shop-1'))?.number).toBe(1);
    });

    test('reads are tried again when the forge stumbles, and the person is told when it stays down', async () => {
      room.fake.api.fault({ on: listed[name], how: { kind: 'answer', status: 502 } });
      room.fake.api.fault({ on: listed[name], how: { kind: 'cut', when: 'within' } });
      expect(must(await room.forge.find('shop-1', 'x'))).toBeNull();
      expect(room.waits).toEqual([500, 1_500]);
      room.fake.api.fault({ on: listed[name], times: 9, how: { kind: 'answer', status: 503 } });
      expect(code(await room.forge.find('shop-1', 'x'))).toBe('FORGE_UNREACHABLE');
      await room.fake.api.close();
      expect(code(await room.forge.find('shop-1', 'x'))).toBe('FORGE_UNREACHABLE');
    });

    test.each([
      ['401', 401, {}, 'FORGE_AUTH'],
      ['403', 403, {}, 'FORGE_AUTH'],
      ['404', 404, {}, 'FORGE_REFUSED'],
      ['409', 409, {}, 'FORGE_REFUSED'],
      ['422', 422, {}, 'FORGE_REFUSED'],
      ['429', 429, { 'retry-after': '30' }, 'FORGE_LIMITED'],
      ['500', 500, {}, 'FORGE_UNREACHABLE'],
    ] as const)('CM-50 an answer of %s has its code and the words of the forge', async (_, status, headers, wanted) => {
      const body = { message: 'No \u001b[31mway\u001b[0m today.' };
      room.fake.api.fault({ on: created[name], how: { kind: 'answer', status, headers, body } });
      const opened = await room.forge.open(draft());
      expect(code(opened)).toBe(wanted);
      expect(words(opened)).toContain('No way today.');
      expect(await room.count()).toBe(0);
    });

    test.each([
      ['seconds', 429, { 'retry-after': '30' }, 30_000],
      ['a date', 429, { 'retry-after': new Date(roomTime + 40_000).toUTCString() }, 40_000],
      ['a spent allowance', 403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': soon }, 90_000],
      ['nothing said', 429, {}, 60_000],
    ] as const)('a limit given as %s is told with its time', async (_, status, headers, ms) => {
      room.fake.api.fault({ on: created[name], how: { kind: 'answer', status, headers } });
      const opened = await room.forge.open(draft());
      expect(opened).toMatchObject({ failure: { error_code: 'FORGE_LIMITED', details: { retryAfterMs: ms } } });
    });

    test('a page instead of an answer, and an answer of another shape, are not taken for one', async () => {
      room.fake.api.fault({ on: listed[name], times: 3, how: { kind: 'text', text: '<html>Sign in</html>' } });
      expect(code(await room.forge.find('shop-1', 'x'))).toBe('FORGE_UNREACHABLE');
      room.fake.api.fault({ on: listed[name], how: { kind: 'answer', status: 200, body: [{ number: 'one' }] } });
      expect(code(await room.forge.find('shop-1', 'x'))).toBe('FORGE_REFUSED');
    });

    test.each([
      ['one answer of 9 MiB', 9, 1],
      ['answers of 7 MiB each', 7, 5],
    ] as const)('%s is not read to its end, and not asked for again', async (_, mebibytes, asked) => {
      room.fake.hub.issues.push({ number: 7, title: 'Prices', text: '', author: 'grace', comments: [] });
      const body = [{ body: 'x'.repeat(mebibytes * 1024 * 1024) }];
      const headers = { link: '<http://forge/?page=2>; rel="next"' };
      const on = /issues\/7\/(notes|comments)$/;
      room.fake.api.fault({ on, times: 9, how: { kind: 'answer', status: 200, headers, body } });
      const read = await room.forge.issue('7');
      expect([code(read), words(read)]).toEqual(['FORGE_REFUSED', expect.stringContaining('8 MiB in one answer')]);
      expect(room.fake.api.calls.filter(({ path }) => on.test(path))).toHaveLength(asked);
    });

    test('the login is not sent on to another host', async () => {
      const other = await openApiRoom(name);
      const headers = { location: `${other.fake.api.url}/stolen` };
      room.fake.api.fault({ on: listed[name], how: { kind: 'answer', status: 302, headers } });
      const found = await room.forge.find('shop-1', 'x');
      expect([code(found), other.fake.api.calls.length]).toEqual(['FORGE_REFUSED', 0]);
      expect(words(found)).toContain('another host');
      room.fake.api.fault({ on: created[name], how: { kind: 'answer', status: 307, headers } });
      expect([code(await room.forge.open(draft())), other.fake.api.calls.length]).toEqual(['FORGE_REFUSED', 0]);
      await other.close();
    });

    test('what changes something is not sent on as something else', async () => {
      const headers = { location: room.fake.api.url };
      room.fake.api.fault({ on: created[name], how: { kind: 'answer', status: 301, headers } });
      expect(code(await room.forge.open(draft()))).toBe('FORGE_REFUSED');
      expect(room.fake.api.calls.filter(({ method }) => method !== 'GET')).toHaveLength(1);
    });

    test('on the same host it is followed, as after a repository was renamed', async () => {
      must(await room.forge.open(draft()));
      const root = new URL(room.fake.api.url).pathname;
      const list = room.fake.api.calls.find((call) => listed[name].test(`${call.method} ${call.path}`));
      const headers = { location: `${root}${list?.path}?${list?.query}` };
      room.fake.api.fault({ on: listed[name], how: { kind: 'answer', status: 301, headers } });
      expect(must(await room.forge.find('shop-1', 'drover/shop-1'))?.number).toBe(1);
    });

    test('nothing that is told holds the token', async () => {
      const { token } = room.fake.hub;
      const body = { message: `token ${token} may not`, errors: [{ message: `Bearer ${token}` }] };
      const told: unknown[] = [];
      for (const status of [401, 403, 404, 422, 429, 500]) {
        room.fake.api.fault({ on: created[name], how: { kind: 'answer', status, body } });
        told.push(await room.forge.open(draft()));
      }
      const headers = { location: `https://else.test/${token}` };
      room.fake.api.fault({ on: created[name], how: { kind: 'answer', status: 307, headers } });
      told.push(await room.forge.open(draft()));
      expect(told.filter((each) => (each as Result<unknown>).ok)).toEqual([]);
      expect(JSON.stringify(told)).not.toContain(token);
    });

    test('without a login nothing is posted; with a wrong one the forge says so', async () => {
      const anonymous = must(await room.forges({ entry: { kind: name, api: room.fake.api.url }, env: {} }).of(remote));
      expect(code(await anonymous.open(draft()))).toBe('FORGE_AUTH');
      expect(code(await anonymous.login())).toBe('FORGE_AUTH');
      expect(room.fake.api.calls).toEqual([]);
      const wrong = must(await room.forges({ env: { FORGE_TOKEN: 'not-this-one' } }).of(remote));
      expect(words(await wrong.login())).toContain('this login may not');
      room.fake.api.fault({ on: /issues\/7$/, how: { kind: 'answer', status: 401 } });
      expect(words(await anonymous.issue('7'))).toContain('nobody is logged in');
      room.fake.hub.issues.push({ number: 7, title: 'Open to all', text: '', author: 'grace', comments: [] });
      expect(must(await anonymous.issue('7'))).toMatchObject({ title: 'Open to all', text: '', comments: [] });
      expect(must(await room.forge.login())).toBe('ada');
    });

    test('draft, labels and reviewers are as they were asked for', async () => {
      const opened = must(
        await room.forge.open(draft({ draft: true, labels: ['bug'], reviewers: ['Grace'.toLowerCase(), 'linus'] })),
      );
      expect(opened.notes).toEqual([]);
      expect(room.fake.hub.pulls[0]).toMatchObject({
        title: 'Fix the price',
        draft: true,
        labels: ['bug'],
        reviewers: ['grace', 'linus'],
      });
    });

    test('a reviewer who cannot be asked is said, and the pull request is there', async () => {
      const opened = must(await room.forge.open(draft({ reviewers: ['nobody', 'grace'] })));
      expect(opened.number).toBe(1);
      expect(opened.notes.join()).toContain('nobody');
      expect(room.fake.hub.pulls[0]?.reviewers).toEqual(['grace']);
    });

    test('what was missing after a crash is put on, and what is there is not asked for again', async () => {
      const asked = draft({ labels: ['bug'], reviewers: ['grace'] });
      must(await room.forge.open(asked));
      const writes = () => room.fake.api.calls.filter(({ method }) => method !== 'GET').length;
      const before = writes();
      must(await room.forge.open(asked));
      expect(writes()).toBe(before);
      const pull = room.fake.hub.pulls[0];
      if (pull !== undefined) Object.assign(pull, { reviewers: ['linus'], labels: ['drover'] });
      must(await room.forge.open(asked));
      expect(pull).toMatchObject({ reviewers: ['linus', 'grace'], labels: ['drover', 'bug'] });
    });

    test('an issue is read with all its comments, oldest first, by number and by address', async () => {
      const comments = Array.from({ length: 130 }, (_, at) => ({ author: 'linus', text: `comment ${at}` }));
      const happened = { author: 'linus', text: 'changed the milestone', system: true } as const;
      const all = [...comments.slice(0, 3), happened, ...comments.slice(3)];
      room.fake.hub.issues.push({
        number: 7,
        title: 'Prices',
        text: 'They are wrong.',
        author: 'grace',
        comments: all,
      });
      const issue = must(await room.forge.issue('#7'));
      expect(issue).toMatchObject({ number: 7, title: 'Prices', text: 'They are wrong.', author: 'grace' });
      expect(issue.comments).toEqual(comments);
      const below = name === 'gitlab' ? '-/issues' : 'issues';
      expect(must(await room.forge.issue(`https://code.test/acme/shop/${below}/7#note_1`)).number).toBe(7);
      expect(code(await room.forge.issue('8'))).toBe('ISSUE_NOT_FOUND');
      for (const wrong of [
        'seven',
        'https://else.test/acme/shop/issues/7',
        'https://code.test/acme/other/issues/7',
        '',
      ])
        expect(code(await room.forge.issue(wrong)), wrong).toBe('USAGE');
    });
  });
}

const held = { base: 'main', title: 't', body: 'b', draft: false, sha: 'a'.repeat(40) };

const soon = String(roomTime / 1000 + 90);
