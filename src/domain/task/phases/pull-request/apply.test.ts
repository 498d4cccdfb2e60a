// What a look at a pull request, or an act on it, came to: each field of what is known then.

import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateSettings } from '../../../../../test/fakes/outside.ts';
import { done, now, standing } from '../../../../../test/fakes/standing-task.ts';
import type { Comment, Look } from '../../../delivery/pull-request.ts';
import { nothingReviewed, type Review, type Watch } from '../../../delivery/review.ts';
import { type Learned, learn } from '../../../parts/known.ts';
import { applyTask } from '../../apply.ts';
import type { Known, TaskSpec, TaskState, TaskStep } from '../../task.ts';

const address = 'https://forge.test/acme/shop/pull/1';
const at = (doing: Watch): TaskStep => ({ kind: 'watching', doing });
const head = { commit: 'c1', tree: 't1' };
const copy = { path: '/copy', branch: 'fix/x', tree: 't1' };
const reviewing = (
  doing: Watch,
  review: Partial<Review> = {},
  more: Learned<Known> = {},
  stated: Partial<TaskSpec> = {},
) =>
  standing(
    at(doing),
    learn<Learned<Known>>(
      {
        place: { copy },
        delivery: { head, pushed: true, pullRequest: address, review: { ...nothingReviewed, number: 1, ...review } },
      },
      more,
    ),
    {},
    stated,
  );
const look = (change: Partial<Look> = {}): Look => ({
  ...{ number: 1, address, title: 't', body: 'b', author: 'ada', state: 'open', draft: false, merged: null },
  ...{ branch: 'fix/x', fork: false, head: 'c1', base: 'main', mergeable: 'yes', checks: [], threads: [], notes: [] },
  ...change,
});
const came = (thing: ReturnType<typeof standing>, name: string, output: unknown, input: unknown = {}) =>
  applyTask(thing, { name, input, result: { kind: 'done', output } } as never, now);
const known = ({ state }: { readonly state: TaskState }) => state.known;
const failedLook = (review: Partial<Review>, failure: object) =>
  applyTask(
    reviewing({ kind: 'looking' }, review),
    { name: 'look-at-pull-request', input: {}, result: { kind: 'failed', failure } } as never,
    now,
  );

describe('a look', () => {
  const look1 = (change: Partial<Look>, review: Partial<Review> = {}, stated: Partial<TaskSpec> = {}) =>
    came(reviewing({ kind: 'looking' }, review, {}, stated), 'look-at-pull-request', { look: look(change), at: 'c1' });

  it('that tells something new is said, with how it stands; the same again is not', () => {
    const first = look1({ checks: [{ id: '1', name: 'build', state: 'pending' } as never], notes: ['a note'] });
    expect(first.said).toEqual([
      {
        kind: 'pull_request_seen',
        data: { standing: known(first).delivery.review?.standing, head: 'c1', notes: ['a note'] },
      },
    ]);
    expect(known(first).delivery.review?.standing).not.toBe('');
    const { standing: stood = '' } = known(first).delivery.review ?? {};
    const again = look1({ checks: [{ id: '1', name: 'build', state: 'pending' } as never] }, { standing: stood });
    expect(again.said).toEqual([]);
    expect(look1({ number: 2 }, { standing: stood }).said).toHaveLength(1);
  });

  it('forgets the looks that failed, and keeps where it is now', () => {
    const seen = look1({ number: 2, address: 'https://forge.test/2' }, { failures: 3, number: null });
    expect(known(seen).delivery).toMatchObject({
      pullRequest: 'https://forge.test/2',
      review: { number: 2, failures: 0 },
    });
    expect(look1({ state: 'merged', merged: 'm1' }).said.at(-1)).toMatchObject({ kind: 'phase_entered' });
    expect(look1({ state: 'merged', merged: 'm1' }).said).toContainEqual({
      ...{ kind: 'pull_request_merged', data: { commit: 'm1', address } },
    });
  });

  it('that finds it closed ends the task as failed, and says where its work is', () => {
    const closed = look1({ state: 'closed' });
    expect(closed.state.at).toMatchObject({
      kind: 'releasing',
      outcome: {
        kind: 'failed',
        why: `${address} was closed on the forge without being merged; copy and branch stay`,
        open: ['SC-1: it fires'],
      },
      back: at({ kind: 'looking' }),
    });
    expect(closed.said).toContainEqual({ kind: 'pull_request_closed', data: { address } });
  });

  it('a conflict that is solved, and a check that is well again, are other causes when they come back', () => {
    const rounds = { conflict: 1, 'check:build': 2, 'check:style': 1 };
    const left = (change: Partial<Look>) => known(look1(change, { rounds })).delivery.review?.rounds;
    expect(left({ mergeable: 'yes', checks: [{ id: '1', name: 'build', state: 'passed' } as never] })).toEqual({
      ...{ 'check:style': 1 },
    });
    expect(left({ mergeable: 'unknown' as never })).toEqual(rounds);
  });

  const comment = (id: string, right: Comment['right'], text = id): Comment => ({ id, author: right, right, text });
  const threads = [{ id: 'r1', resolved: false, path: 'a.ts', line: 1, comments: [comment('1', 'member', 'shorter')] }];

  it('takes up what is asked for, and owes each thread an answer with where the branch was', () => {
    const taken = look1({ threads }, { owed: [{ thread: 'r0', before: null }], dealt: ['0'], taken: 4 });
    expect(taken.state.at).toMatchObject({ kind: 'developing', index: 1, key: 'REVIEW-5', agents: null });
    expect(taken.state.at).toMatchObject({ advice: expect.stringContaining('shorter') });
    expect(known(taken).delivery.review).toMatchObject({
      owed: [
        { thread: 'r0', before: null },
        { thread: 'r1', before: 'c1' },
      ],
      ...{ dealt: ['0', '1'], taken: 5, cause: 'Do what the review asks for' },
    });
    expect(taken.said).toContainEqual({
      kind: 'review_taken_up',
      data: { cause: 'Do what the review asks for', round: 5 },
    });
  });

  it('does first what calls for something; words of a person are next, and go before any question', () => {
    const words = ['make it green'];
    const quiet = look1({}, { words });
    expect(quiet.state.at).toMatchObject({ kind: 'developing', advice: expect.stringContaining('make it green') });
    expect(known(quiet).delivery.review).toMatchObject({ words: [], cause: 'Do what a person asks for', taken: 1 });
    const strange = [{ ...threads[0], comments: [comment('1', 'stranger')] }] as typeof threads;
    expect(look1({ threads: strange }).state.at).toMatchObject({ doing: { kind: 'strangers' } });
    expect(look1({ threads: strange }, { words }).state.at.kind).toBe('developing');
    const check = { id: '1', name: 'build', required: true, state: 'failed', why: 'red', address: null } as const;
    expect(look1({ checks: [check] }, { words }).state).toMatchObject({
      at: { doing: { kind: 'reading_log' } },
      known: { delivery: { review: { words } } },
    });
    expect(look1({ checks: [check] }, { words, rounds: { 'check:build': 9 } }).state.at.kind).toBe('developing');
  });

  it.each([
    [{ error_code: 'FORGE_UNREACHABLE', message: 'm' }, 0, 60_000],
    [{ error_code: 'FORGE_UNREACHABLE', message: 'm' }, 1, 120_000],
    [{ error_code: 'FORGE_UNREACHABLE', message: 'm' }, 10, 300_000],
    [{ error_code: 'FORGE_LIMITED', message: 'm', details: { retryAfterMs: 1_000 } }, 0, 60_000],
    [{ error_code: 'FORGE_LIMITED', message: 'm', details: { retryAfterMs: 900_000 } }, 0, 900_000],
  ])('that fails with %j after %i others rests', (failure, failures, ms) => {
    const { state } = failedLook({ failures }, failure);
    expect(state.at).toMatchObject({ doing: { kind: 'resting', until: now + ms } });
    expect(state.known.delivery.review).toMatchObject({
      failures: failures + 1,
      standing: 'it could not be looked at: m',
    });
  });

  it.each([
    ['FORGE_AUTH', 0],
    ['FORGE_REFUSED', 0],
    ['FORGE_UNREACHABLE', 11],
  ])('that fails with %s after %i others is told to a person, and counted anew', (error_code, failures) => {
    const { state } = failedLook({ failures }, { error_code, message: 'm' });
    expect(state.at).toMatchObject({ kind: 'troubled', failure: { error_code }, back: at({ kind: 'looking' }) });
    expect(state.known.delivery.review?.failures).toBe(0);
  });

  it('for one that is not there any more is told so', () => {
    const gone = came(reviewing({ kind: 'looking' }), 'look-at-pull-request', { look: null });
    expect(gone.state.at).toMatchObject({
      failure: { error_code: 'FORGE_REFUSED', message: `${address} is not there any more.` },
    });
  });
});

describe('the base as it is now', () => {
  const surveyed = (kind: 'conflict' | 'merged', more: object = {}, plan: object = gatePlan) =>
    came(reviewing({ kind: 'surveying', why: { kind, text: 'more' } as never }), 'survey-base', {
      ...{
        base: { ...base, commit: 'b2' },
        plan,
        settings: gateSettings,
        copy: ['.env'],
        hooks: ['h'],
        sandbox: 'none',
      },
      ...more,
    });

  it('is what holds from now on; it is joined, or a new branch begins from it', () => {
    expect(surveyed('conflict').state.at).toEqual(at({ kind: 'joining' }));
    expect(surveyed('merged').state.at).toEqual(at({ kind: 'renewing', text: 'more' }));
    expect(known(surveyed('conflict')).place).toMatchObject({
      ...{ base: { commit: 'b2' }, gatePlan, gateSettings, copyFiles: ['.env'], hooks: ['h'], sandbox: 'none' },
    });
    expect(known(surveyed('conflict')).place).not.toHaveProperty('stale');
    expect(known(surveyed('conflict')).place).not.toHaveProperty('toTrust');
  });

  it('asks for other dependencies, or for trust, where it has changed those', () => {
    expect(known(surveyed('conflict', {}, { ...gatePlan, dependencyKey: 'other' })).place.stale).toBe(true);
    const toTrust = { programs: null, secrets: [] };
    expect(known(surveyed('conflict', { toTrust })).place.toTrust).toEqual(toTrust);
  });

  const joined = (conflicts: readonly string[], tree = 't2', review: Partial<Review> = {}, more: Learned<Known> = {}) =>
    came(reviewing({ kind: 'joining' }, review, more), 'join-base', { tree, conflicts });

  it('that the branch has already is no merge: a forge that speaks of an older look is asked again, once', () => {
    const output = { tree: 't2', conflicts: [], contained: true };
    const waits = came(reviewing({ kind: 'joining' }), 'join-base', output);
    expect(waits.state.at).toMatchObject({ doing: { kind: 'resting' } });
    const { review } = known(waits).delivery;
    expect(review).toMatchObject({ rounds: {}, dealt: [`current:c1:${base.commit}`] });
    const again = came(reviewing({ kind: 'joining' }, review), 'join-base', output);
    expect(again.state.at).toEqual({ kind: 'checking' });
  });

  it('that git could merge wants all gates again, with two parents', () => {
    const merged = joined([]);
    expect(merged.state.at).toEqual({ kind: 'checking' });
    expect(known(merged)).toMatchObject({
      place: { copy: { ...copy, tree: 't2' } },
      work: { proven: null },
      delivery: {
        joins: base.commit,
        review: { cause: 'Merge main into fix/x', rounds: { conflict: 1 }, dealt: ['conflict:c1'] },
      },
    });
    expect(merged.said).toContainEqual({ kind: 'base_joined', data: { base: base.commit, conflicts: [] } });
    expect(known(joined([], 't2', { rounds: { conflict: 1 } })).delivery.review?.rounds).toEqual({ conflict: 2 });
  });

  it('that conflicts is an attempt on the files that do', () => {
    const conflict = joined(['a.ts', 'b.ts']);
    expect(conflict.state.at).toMatchObject({ kind: 'developing', key: 'REVIEW-1' });
    for (const file of ['a.ts', 'b.ts', 'main'])
      expect(conflict.state.at).toMatchObject({ advice: expect.stringContaining(file) });
    expect(known(conflict).delivery).toMatchObject({ joins: base.commit, review: { cause: 'Merge main into fix/x' } });
  });

  it('that holds all of it already was merged a moment ago: it is looked again, once', () => {
    const contained = joined([], base.tree);
    expect(contained.state.at).toEqual(at({ kind: 'looking' }));
    expect(known(contained)).toMatchObject({
      place: { copy: { ...copy, tree: base.tree } },
      work: { proven: null },
      delivery: { joins: base.commit, review: { dealt: ['contained:c1'], rounds: {} } },
    });
    expect(joined([], base.tree, { dealt: ['contained:c1'] }).state.at).toEqual({ kind: 'checking' });
    expect(joined(['a.ts'], base.tree).state.at.kind).toBe('developing');
  });

  it('is set up first where it asks for other dependencies, then goes on where it was', () => {
    const first = joined([], 't2', {}, { place: { stale: true } });
    expect(first.state).toMatchObject({
      at: { kind: 'preparing' },
      known: { place: { stale: false } },
      afterwards: { kind: 'checking' },
    });
  });

  it('is begun on by a branch of its own after a merge, of which nothing of the last one is known', () => {
    const restored = came(
      reviewing(
        { kind: 'renewing', text: 'also the bell' },
        {},
        { delivery: { merged: { commit: 'm1', address }, joins: 'c0', body: 'b' } },
      ),
      'restore-copy',
      { changed: [] },
    );
    expect(restored.state.at).toMatchObject({ kind: 'developing', advice: expect.stringContaining('also the bell') });
    expect(known(restored)).toMatchObject({
      place: { copy: { path: '/copy', branch: 'fix/x-2', tree: base.tree } },
      work: { proven: null },
      delivery: { merged: null, joins: null, commit: null, pushed: false, pullRequest: null, body: null },
    });
    expect(known(restored).delivery.head).toBeUndefined();
    expect(known(restored).delivery.review).toBeUndefined();
    expect(restored.said[0]).toEqual({ kind: 'branch_renewed', data: { branch: 'fix/x-2' } });
  });
});

describe('a branch that somebody else pushed to', () => {
  const there = { commit: 'abcdef1234567', tree: 't9' };
  const followed = (more: object = {}) =>
    came(
      reviewing({ kind: 'following' }, {}, { place: { notes: ['before'] }, delivery: { joins: 'c0' } }),
      'follow-branch',
      {
        ...{ head: there, base: null, rewritten: false, by: 'Ada\nL', ...more },
      },
    );

  it('is gone on from, and said', () => {
    const on = followed();
    expect(on.state.at).toEqual(at({ kind: 'looking' }));
    expect(known(on)).toMatchObject({
      place: {
        ...{ copy: { ...copy, tree: 't9' }, base },
        notes: [
          'before',
          'The branch fix/x has further commits by Ada L (abcdef12); they are kept, and what follows goes on top.',
        ],
      },
      delivery: { head: there, commit: there.commit, joins: null },
    });
    expect(on.said).toEqual([{ kind: 'branch_moved', data: { to: there.commit, by: 'Ada\nL', rewritten: false } }]);
  });

  it('was rewritten, on another base', () => {
    const anew = followed({ rewritten: true, base: { commit: 'b9', tree: 'bt' } });
    expect(known(anew).place).toMatchObject({ base: { ...base, commit: 'b9', tree: 'bt' } });
    expect(known(anew).place.notes.at(-1)).toContain('The branch fix/x was rewritten by');
  });

  it('is merged with what was not pushed yet, and proven as a whole', () => {
    const merged = followed({ joined: { tree: 't10', conflicts: [] } });
    expect(merged.state.at).toEqual({ kind: 'checking' });
    expect(known(merged)).toMatchObject({
      place: { copy: { ...copy, tree: 't10' } },
      work: { proven: null },
      delivery: { joins: 'c1', review: { cause: 'Merge what Ada L pushed' } },
    });
    const conflict = followed({ joined: { tree: 't10', conflicts: ['a.ts'] } });
    expect(conflict.state.at).toMatchObject({ kind: 'developing', advice: expect.stringContaining('a.ts') });
    expect(conflict.state.at).toMatchObject({ advice: expect.stringContaining('fix/x') });
  });

  it('is gone', () => {
    expect(followed({ head: null }).state.at).toEqual(at({ kind: 'gone', branch: 'fix/x' }));
  });
});

describe('an act on the forge', () => {
  it('answers one thread after the other, and keeps the text as it was written', () => {
    const owed = [
      { thread: 'r1', before: 'c0' },
      { thread: 'r2', before: null },
    ];
    const answered = done(reviewing({ kind: 'answering' }, { owed }), 'reply-on-thread', {});
    expect(answered.state).toMatchObject({
      at: at({ kind: 'answering' }),
      known: { delivery: { review: { owed: owed.slice(1) } } },
    });
    expect(answered.said).toEqual([{ kind: 'thread_answered', data: { thread: 'r1' } }]);
    const written = came(reviewing({ kind: 'updating' }), 'change-pull-request', {}, { body: 'the text' });
    expect(written.state).toMatchObject({
      at: at({ kind: 'answering' }),
      known: { delivery: { written: 'the text' } },
    });
  });

  it('the log of a check is advice, and the check is counted as worked on', () => {
    const check = {
      id: 'job:1',
      name: 'build\nall',
      required: true,
      state: 'failed',
      why: 'red',
      address: null,
    } as const;
    const read = came(
      reviewing({ kind: 'reading_log', check }, { rounds: { conflict: 1 }, dealt: ['0'] }),
      'read-check-log',
      {
        text: 'no such file',
      },
    );
    expect(read.state.at).toMatchObject({ kind: 'developing', advice: expect.stringContaining('no such file') });
    expect(known(read).delivery.review).toMatchObject({
      ...{ dealt: ['0', 'job:1'], rounds: { conflict: 1, 'check:build\nall': 1 }, cause: 'Mend the check build all' },
    });
    const second = came(
      reviewing({ kind: 'reading_log', check }, { rounds: { 'check:build\nall': 1 } }),
      'read-check-log',
      {
        text: '',
      },
    );
    expect(known(second).delivery.review?.rounds).toEqual({ 'check:build\nall': 2 });
  });
});
