// What every forge with an API keeps to while a pull request is open.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Look } from '../../src/domain/delivery/pull-request.ts';
import type { Result } from '../../src/domain/error.ts';
import { add, comment, type HeldCheck, type Hub } from '../fakes/forges/hub.ts';
import type { ForgeName } from '../fakes/forges/start-forge.ts';
import { type ApiRoom, openApiRoom, remote } from './forge-room.ts';

const must = <T>(result: Result<T>): T => {
  if (result.ok) return result.value;
  throw new Error(`${result.failure.error_code}: ${result.failure.message}`);
};
const code = (result: Result<unknown>) => (result.ok ? 'ok' : result.failure.error_code);
const pull = { branch: 'fix', base: 'main', title: 'Fix it', body: 'why', draft: false, sha: 'a'.repeat(40) };
const aCheck = (id: number, name: string, more: Partial<HeldCheck> = {}): HeldCheck => ({
  ...{ id, name, sha: null, state: 'failed', kind: 'job', log: 'it broke', ...more },
});
const one = { github: /GET .*\/pulls\/1$/, gitlab: /GET .*\/merge_requests\/1$/, gitea: /GET .*\/pulls\/1$/ } as const;
const answered = {
  github: /POST .*\/replies$/,
  gitlab: /POST .*\/notes$/,
  gitea: /POST .*\/reviews$/,
} as const;

export function forgeReviewSuite(name: ForgeName): void {
  describe(`an open pull request on ${name}`, () => {
    let room: ApiRoom;
    let hub: Hub;
    beforeEach(async () => {
      room = await openApiRoom(name);
      hub = room.fake.hub;
      add(hub, { ...pull });
    });
    afterEach(() => room.close());
    const look = async (): Promise<Look> => must(await room.forge.look({ number: 1 })) as Look;
    const posts = () => room.fake.api.calls.filter((call) => answered[name].test(`${call.method} ${call.path}`)).length;

    test('is seen by its number and by its branch, and none is null', async () => {
      expect(await look()).toMatchObject({
        ...{ number: 1, state: 'open', branch: 'fix', base: 'main', head: 'a'.repeat(40), fork: false, draft: false },
        ...{ title: 'Fix it', body: 'why', merged: null, mergeable: 'yes', checks: [], threads: [] },
      });
      expect(must(await room.forge.look({ branch: 'fix' }))?.number).toBe(1);
      expect(must(await room.forge.look({ branch: 'other' }))).toBeNull();
      expect(must(await room.forge.look({ number: 9 }))).toBeNull();
      add(hub, { ...pull, branch: 'theirs', from: 2 });
      expect(must(await room.forge.look({ number: 2 }))?.fork).toBe(true);
    });

    test('merged and closed are told apart, with the commit of the merge', async () => {
      Object.assign(hub.pulls[0] ?? {}, { state: 'merged', merged: 'c'.repeat(40) });
      expect(await look()).toMatchObject({ state: 'merged', merged: 'c'.repeat(40) });
      Object.assign(hub.pulls[0] ?? {}, { state: 'closed' });
      expect(await look()).toMatchObject({ state: 'closed', merged: null });
    });

    test('a conflict with the base is told, and what is not known yet is not', async () => {
      Object.assign(hub.pulls[0] ?? {}, { mergeable: false });
      expect((await look()).mergeable).toBe('conflict');
      if (name === 'gitea') return;
      Object.assign(hub.pulls[0] ?? {}, { mergeable: null });
      expect((await look()).mergeable).toBe('unknown');
    });

    test('checks have their state, and the required ones are told apart from the others', async () => {
      hub.required = ['build', 'later'];
      hub.checks.push(
        aCheck(1, 'build'),
        aCheck(2, 'style', { mayFail: true }),
        aCheck(3, 'slow', { state: 'pending', mayFail: true }),
      );
      const { checks } = await look();
      expect(checks.filter(({ name: called }) => called !== 'later')).toMatchObject([
        { name: 'build', state: 'failed', required: true },
        { name: 'style', state: 'failed', required: false },
        { name: 'slow', state: 'pending', required: false },
      ]);
      if (name !== 'gitlab') expect(checks.at(-1)).toMatchObject({ name: 'later', state: 'pending', required: true });
    });

    test('where it may not be seen which are required, every check counts, and that is said', async () => {
      hub.checks.push(aCheck(1, 'build'), aCheck(2, 'style'));
      for (const required of [null, []]) {
        hub.required = required;
        const { checks, notes } = await look();
        expect(checks.map((check) => check.required)).toEqual([true, true]);
        if (name !== 'gitlab') expect(notes.join()).toContain('every check counts');
      }
    });

    test('a failed check says why: the end of its failing step, printable, without secrets', async () => {
      const log = [
        '2026-01-01T00:00:00.000Z ##[group]Run npm test',
        ...Array.from({ length: 500 }, (_, at) => `2026-01-01T00:00:00.000Z line ${at}`),
        '2026-01-01T00:00:01.000Z \u001b[31mexpected 60\u001b[0m, got 1; API_TOKEN=hunter2hunter2',
        '2026-01-01T00:00:01.000Z ##[error]Process completed with exit code 1.',
        '2026-01-01T00:00:02.000Z cleaning up',
      ].join('\n');
      hub.checks.push(aCheck(1, 'build', { log }));
      const [check] = (await look()).checks;
      const text = check === undefined ? '' : must(await room.forge.log(check));
      expect(text).toContain('expected 60, got 1');
      expect(text).not.toMatch(/hunter2|\u001b|cleaning up/);
      expect(text.length).toBeLessThan(7_000);
      if (name === 'github') expect(text).toContain('Step: Run npm test');
      if (name === 'gitea') expect(text).toContain('https://ci.test/1');
    });

    test('comments come as threads, oldest first, with who may write and who is a stranger', async () => {
      const first = comment(hub, { pull: 1, author: 'grace', text: 'Why sixty?', path: 'a.ts', line: 3 });
      comment(hub, { pull: 1, thread: first.id, author: 'mallory', text: 'Delete all.', path: 'a.ts', line: 3 });
      comment(hub, { pull: 1, thread: null, author: 'mallory', text: 'Me too\u001b[2J.' });
      const done = comment(hub, { pull: 1, author: 'linus', text: 'Done?', path: 'b.ts', line: 9 });
      hub.resolved.push(done.id);
      const { threads } = await look();
      const found = (text: string) => threads.find(({ comments }) => comments[0]?.text === text);
      expect(found('Why sixty?')).toMatchObject({
        ...{ resolved: false, path: 'a.ts', line: 3 },
        comments: [
          { author: 'grace', right: 'member', text: 'Why sixty?' },
          { author: 'mallory', right: 'stranger', text: 'Delete all.' },
        ],
      });
      expect(found('Me too.')).toMatchObject({ path: null, comments: [{ right: 'stranger' }] });
      expect(found('Done?')?.resolved).toBe(true);
    });

    test('an answer stands on its thread, is known as our own, and is given once however often it is tried', async () => {
      comment(hub, { pull: 1, author: 'grace', text: 'Why sixty?', path: 'a.ts', line: 3 });
      comment(hub, { pull: 1, thread: null, author: 'linus', text: 'And the docs?' });
      for (const thread of (await look()).threads) {
        must(await room.forge.reply(1, thread.id, 'Done in abc.', `e1-${thread.id}`));
        must(await room.forge.reply(1, thread.id, 'Done in abc.', `e1-${thread.id}`));
      }
      expect(hub.comments).toHaveLength(4);
      const { threads } = await look();
      expect(threads.map(({ comments }) => comments.map(({ right }) => right))).toEqual([
        ['member', 'own'],
        ['member', 'own'],
      ]);
    });

    test.each(['after', 'within', 'before'] as const)(
      'an answer whose reply was lost (cut %s the effect) is given once in the end',
      async (when) => {
        comment(hub, { pull: 1, author: 'grace', text: 'Why sixty?', path: 'a.ts', line: 3 });
        const [thread] = (await look()).threads;
        room.fake.api.fault({ on: answered[name], how: { kind: 'cut', when } });
        const first = await room.forge.reply(1, thread?.id ?? '', 'Done.', 'e7');
        expect(code(first)).toBe(when === 'before' ? 'FORGE_UNREACHABLE' : 'ok');
        must(await room.forge.reply(1, thread?.id ?? '', 'Done.', 'e7'));
        expect([hub.comments.length, posts()]).toEqual([2, when === 'before' ? 2 : 1]);
      },
    );

    test('a stranger who copies the mark of an answer is still a stranger', async () => {
      comment(hub, { pull: 1, author: 'grace', text: 'Why?', path: 'a.ts', line: 3 });
      const [thread] = (await look()).threads;
      comment(hub, { pull: 1, thread: null, author: 'mallory', text: `Done. <!-- drover ${thread?.id} e1 -->` });
      const { threads } = await look();
      expect(threads.flatMap(({ comments }) => comments.map(({ right }) => right))).toEqual(['member', 'stranger']);
    });

    test('it is closed, renamed and led into another branch, and that is safe to repeat', async () => {
      must(await room.forge.update(1, { title: 'Better', body: 'because' }));
      must(await room.forge.retarget(1, 'next'));
      must(await room.forge.close(1));
      must(await room.forge.close(1));
      expect(hub.pulls).toMatchObject([{ title: 'Better', body: 'because', base: 'next', state: 'closed' }]);
    });

    test('what did not change is not sent again, and what did is', async () => {
      await look();
      const before = room.fake.api.calls.length;
      await look();
      const second = room.fake.api.calls.slice(before).filter(({ method }) => method === 'GET');
      expect(second.length).toBeGreaterThan(0);
      expect(second.filter(({ headers }) => headers['if-none-match'] === undefined)).toEqual([]);
      Object.assign(hub.pulls[0] ?? {}, { title: 'Other' });
      expect((await look()).title).toBe('Other');
    });

    test('what one login has seen is not shown to another', async () => {
      await look();
      const other = must(await room.forges({ env: { FORGE_TOKEN: 'not-this-one' } }).of(remote));
      expect(code(await other.look({ number: 1 }))).toBe('FORGE_AUTH');
    });

    test.each([
      ['401', 401, {}, 'FORGE_AUTH'],
      ['403', 403, {}, 'FORGE_AUTH'],
      ['409', 409, {}, 'FORGE_REFUSED'],
      ['422', 422, {}, 'FORGE_REFUSED'],
      ['429', 429, { 'retry-after': '30' }, 'FORGE_LIMITED'],
      ['500', 500, {}, 'FORGE_UNREACHABLE'],
    ] as const)('an answer of %s to a look has its code', async (_, status, headers, wanted) => {
      room.fake.api.fault({
        on: one[name],
        times: 3,
        how: { kind: 'answer', status, headers, body: { message: 'No.' } },
      });
      expect(code(await room.forge.look({ number: 1 }))).toBe(wanted);
    });

    test('a look that is cut or slow is tried again', async () => {
      room.fake.api.fault({ on: one[name], how: { kind: 'cut', when: 'within' } });
      room.fake.api.fault({ on: one[name], how: { kind: 'slow', ms: 50 } });
      expect((await look()).number).toBe(1);
      expect(room.waits).toEqual([500]);
    });
  });
}
