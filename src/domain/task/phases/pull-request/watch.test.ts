import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateSettings, settings } from '../../../../../test/fakes/outside.ts';
import type { Check, Comment, Look, Thread } from '../../../delivery/pull-request.ts';
import { nothingReviewed, type Review, type Watch } from '../../../delivery/review.ts';
import type { Performed } from '../../../effect/effect.ts';
import { type HostId, instant, taskId } from '../../../ids.ts';
import type { Notice } from '../../../notice.ts';
import { type Learned, learn } from '../../../parts/known.ts';
import type { Question } from '../../../question/question.ts';
import { applyTask } from '../../apply.ts';
import { decideTask } from '../../decide.ts';
import { firstTaskState, type Known, type Task, type TaskSpec, type TaskState, type TaskStep } from '../../task.ts';
import { continueAfterFix, nextBranch } from './follow-up.ts';

const now = instant(1_000_000);
const address = 'https://forge.test/acme/shop/pull/1';
const spec: TaskSpec = {
  number: 1,
  text: 'heartbeat does not fire',
  ...{ title: null, branch: null, base: null, until: null, plan: null, priority: 0, inferred: false },
  ...{ driven: 'engine', settings, by: 'person:test' },
};
const known: Learned<Known> = {
  place: {
    ...{ base, gatePlan, gateSettings, hub: { path: '/hub', checkout: '/checkout' } },
    copy: { path: '/copy', branch: 'fix/x', tree: 't1' },
  },
  work: { proven: 't1', plan: { text: 'p', criteria: [] } },
  delivery: { commit: 'c1', pushed: true, pullRequest: address, head: { commit: 'c1', tree: 't1' } },
};

function aTask(
  at: TaskStep,
  more: Learned<Known> = {},
  state: Partial<TaskState> = {},
  own: Partial<TaskSpec> = {},
): Task {
  const id = taskId('shop', 1);
  const first = firstTaskState('engine');
  return {
    ...{ id, kind: 'task', task: id, parent: null, key: '', host: 'here' as HostId, version: 1, fence: 1, effects: 0 },
    ...{ ended: false, createdAt: now, updatedAt: now, spec: { ...spec, ...own } },
    state: { ...first, at, known: learn(learn(first.known, known), more), ...state },
  };
}
const held = { slot: 'held' } as const;
const at = (doing: Watch): TaskStep => ({ kind: 'watching', doing });
const reviewed = (change: Partial<Review> = {}): Learned<Known> => ({
  delivery: { review: { ...nothingReviewed, number: 1, ...change } },
});
const view = (thing: Task, notices: readonly Notice[] = [], questions: readonly Question[] = []) => ({
  ...{ thing, children: [], notices, questions, slot: { kind: 'none' as const } },
});
const notice = (seq: number, kind: string, body: unknown = null) =>
  ({ thing: taskId('shop', 1), seq, at: now, by: 'person:test', kind, body }) as Notice;
const aCheck = (change: Partial<Check> = {}): Check => ({
  ...{ id: 'job:1', name: 'build', required: true, state: 'failed', why: 'red', address: null, ...change },
});
const said = (id: string, right: Comment['right'], author: string = right): Comment => ({
  id,
  author,
  right,
  text: id,
});
const aThread = (comments: readonly Comment[], change: Partial<Thread> = {}): Thread => ({
  ...{ id: 'r1', resolved: false, path: 'a.ts', line: 1, comments, ...change },
});
const aLook = (change: Partial<Look> = {}): Look => ({
  ...{ number: 1, address, title: 't', body: 'b', author: 'ada', state: 'open', draft: false, merged: null },
  ...{ branch: 'fix/x', fork: false, head: 'c1', base: 'main', mergeable: 'yes', checks: [], threads: [], notes: [] },
  ...change,
});
type LookOutput = { look: Look | null; at?: string | null; base?: 'gone' | 'rewritten' };
const lookedAt = (thing: Task, output: LookOutput, when = now) =>
  applyTask(
    thing,
    {
      name: 'look-at-pull-request',
      input: { hub: { path: '/hub', checkout: '/checkout' }, branch: 'fix/x', number: 1 },
      result: { kind: 'done', output },
    } as Performed,
    when,
  );
const looking = (more: Learned<Known> = reviewed(), own: Partial<TaskSpec> = {}) =>
  aTask(at({ kind: 'looking' }), more, {}, own);
const doingOf = ({ state }: { state: TaskState }) => (state.at.kind === 'watching' ? state.at.doing : null);

describe('a look at the pull request', () => {
  it('that finds nothing is followed by ever longer rests, up to five minutes, and by a short one after news', () => {
    let thing = looking();
    const pauses: unknown[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const { state } = lookedAt(thing, { look: aLook(), at: 'c1' });
      const doing = state.at.kind === 'watching' ? state.at.doing : undefined;
      pauses.push(doing?.kind === 'resting' ? doing.until - now : doing);
      thing = { ...thing, state: { ...state, at: at({ kind: 'looking' }) } };
    }
    expect(pauses).toEqual([30_000, 60_000, 120_000, 240_000, 300_000, 300_000]);
    const news = lookedAt(thing, { look: aLook({ checks: [aCheck({ state: 'pending' })] }), at: 'c1' });
    expect(doingOf(news)).toMatchObject({ kind: 'resting', until: now + 30_000 });
  });

  it('leads to the release once a person has merged it, and to the end once it was closed', () => {
    const merged = lookedAt(looking(), { look: aLook({ state: 'merged', merged: 'm1' }) });
    expect(merged.state.at).toMatchObject({ kind: 'releasing', outcome: { kind: 'released' } });
    expect(merged.state.known.delivery.merged).toEqual({ commit: 'm1', address });
    const closed = lookedAt(looking(), { look: aLook({ state: 'closed' }) });
    expect(closed.state.at).toMatchObject({ kind: 'releasing', outcome: { kind: 'failed' } });
  });

  it('takes up a required check that fails, once for each run of it, and no other', () => {
    const look = aLook({ checks: [aCheck({ id: 'job:9', name: 'style', required: false }), aCheck()] });
    expect(doingOf(lookedAt(looking(), { look, at: 'c1' }))).toEqual({ kind: 'reading_log', check: aCheck() });
    const dealt = lookedAt(looking(reviewed({ dealt: ['job:1'], rounds: { 'check:build': 1 } })), { look, at: 'c1' });
    expect(doingOf(dealt)).toMatchObject({ kind: 'stuck', text: expect.stringContaining('nothing had to be changed') });
    const left = lookedAt(looking(reviewed({ dealt: ['left:job:1'] })), { look, at: 'c1' });
    expect(doingOf(left)?.kind).toBe('resting');
  });

  it('asks a person once the rounds of a cause are used up; a cause that was well in between is another one', () => {
    const red = aLook({ checks: [aCheck({ id: 'job:3' })] });
    const spent = reviewed({ rounds: { 'check:build': 2, conflict: 2 } });
    expect(doingOf(lookedAt(looking(spent), { look: red, at: 'c1' }))).toMatchObject({ kind: 'stuck', id: 'job:3' });
    const green = lookedAt(looking(spent), { look: aLook({ checks: [aCheck({ state: 'passed' })] }), at: 'c1' });
    expect(green.state.known.delivery.review?.rounds).toEqual({});
    expect(doingOf(lookedAt(looking(spent), { look: aLook({ mergeable: 'conflict' }), at: 'c1' }))?.kind).toBe('stuck');
  });

  it('says nothing of this commit where the forge still tells of an older one', () => {
    const look = aLook({ head: 'c0', checks: [aCheck()], mergeable: 'conflict' });
    expect(doingOf(lookedAt(looking(), { look, at: 'c1' }))?.kind).toBe('resting');
  });

  it('takes up what members and those who are named ask for, all of one look in one attempt, after our last answer alone', () => {
    const threads = [
      aThread([said('1', 'member'), said('2', 'own'), said('3', 'member')]),
      aThread([said('4', 'stranger', 'Linus')], { id: 'r2' }),
      aThread([said('5', 'member')], { id: 'r3', resolved: true }),
      aThread([said('6', 'member'), said('7', 'own')], { id: 'r4' }),
      aThread([said('8', 'stranger', 'mallory')], { id: 'r5' }),
    ];
    const pullRequest = { draft: false, labels: [], reviewers: [], coAuthor: null, reviewBy: ['linus'] };
    const { state } = lookedAt(looking(reviewed(), { settings: { ...settings, pullRequest } }), {
      look: aLook({ threads }),
      at: 'c1',
    });
    expect(state.at).toMatchObject({ kind: 'developing', key: 'REVIEW-1' });
    expect(state.known.delivery.review).toMatchObject({
      dealt: ['3', '4'],
      owed: [
        { thread: 'r1', before: 'c1' },
        { thread: 'r2', before: 'c1' },
      ],
    });
    expect(JSON.stringify(state.at)).not.toMatch(/"1"|"8"/);
  });

  it('shows what strangers say to a person, once; bots and what was set aside are left alone', () => {
    const threads = [aThread([said('1', 'bot'), said('2', 'stranger')])];
    const doing = doingOf(lookedAt(looking(), { look: aLook({ threads }), at: 'c1' }));
    expect(doing).toMatchObject({ kind: 'strangers', threads: [{ comments: [{ id: '2' }] }] });
    const again = lookedAt(looking(reviewed({ dealt: ['2'] })), { look: aLook({ threads }), at: 'c1' });
    expect(doingOf(again)?.kind).toBe('resting');
  });

  it('fetches what somebody else pushed before anything else, and asks where the branch is gone', () => {
    const look = aLook({ head: 'c9', checks: [aCheck()] });
    expect(doingOf(lookedAt(looking(), { look, at: 'c9' }))).toEqual({ kind: 'fetching', why: { kind: 'moved' } });
    expect(doingOf(lookedAt(looking(), { look, at: null }))).toEqual({ kind: 'gone', branch: 'fix/x' });
    const left = lookedAt(looking(reviewed({ dealt: ['gone:c1'] })), { look: aLook(), at: null });
    expect(doingOf(left)?.kind).toBe('resting');
    expect(doingOf(lookedAt(looking(), { look: aLook() }))?.kind).toBe('resting');
  });

  it.each(['gone', 'rewritten'] as const)(
    'asks where the branch that it would go into is %s, before a conflict with it is put together, and once for each base',
    (how) => {
      const look = aLook({ mergeable: 'conflict' });
      const found = { look, at: 'c1', base: how };
      expect(doingOf(lookedAt(looking(), found))).toEqual({ kind: 'base_moved', how });
      const { dealt } = { dealt: [`base:${how}:${base.commit}`] };
      expect(doingOf(lookedAt(looking(reviewed({ dealt })), found))?.kind).toBe('fetching');
      expect(doingOf(lookedAt(looking(), { ...found, look: aLook({ state: 'merged' }) }))).not.toMatchObject({ how });
    },
  );

  it('asks the remote for the base that the work stands on, and not where it is of this machine or a feature below', () => {
    const remote = { place: { base: { ...base, from: 'remote' } } } as const;
    const asks = (more: Learned<Known>) => {
      const decision = decideTask(view(aTask(at({ kind: 'looking' }), more)), now);
      return decision.kind === 'perform' && 'base' in decision.effect.input ? decision.effect.input.base : undefined;
    };
    expect(asks(remote)).toEqual({ branch: base.branch, commit: base.commit });
    expect(asks({ place: { base: { ...base, from: 'local' } } })).toBeUndefined();
    const stackedOn = { task: taskId('shop', 2), branch: 'fix/y' };
    expect(asks({ ...remote, delivery: { stackedOn } as never })).toBeUndefined();
  });

  it('that fails concludes nothing, rests as long as the forge wants, and tells a person what lasts', () => {
    const failing = (code: string, review: Partial<Review> = {}, details = {}) =>
      applyTask(
        looking(reviewed(review)),
        {
          name: 'look-at-pull-request',
          input: { hub: { path: '', checkout: '' }, branch: '', number: 1 },
          result: { kind: 'failed', failure: { error_code: code, message: 'no', details } },
        } as unknown as Performed,
        now,
      );
    expect(doingOf(failing('FORGE_UNREACHABLE'))).toMatchObject({ kind: 'resting', until: now + 60_000 });
    expect(doingOf(failing('FORGE_LIMITED', {}, { retryAfterMs: 900_000 }))).toMatchObject({ until: now + 900_000 });
    expect(failing('FORGE_AUTH').state.at).toMatchObject({ kind: 'troubled', back: at({ kind: 'looking' }) });
    expect(failing('FORGE_UNREACHABLE', { failures: 11 }).state.at.kind).toBe('troubled');
  });
});

describe('a task that watches', () => {
  const resting = at({ kind: 'resting', until: now + 1, pauseMs: 1 });

  it('gives its slot back, and wants one only where the copy is touched', () => {
    const rests = aTask(resting, reviewed(), held);
    expect(decideTask(view(rests), now)).toMatchObject({ kind: 'perform', effect: { name: 'free-slot' } });
    expect(decideTask(view(aTask(resting, reviewed())), now)).toMatchObject({ kind: 'wait', until: now + 1 });
    for (const kind of ['joining', 'following', 'renewing'] as const)
      expect(decideTask(view(aTask(at({ kind } as Watch), reviewed())), now), kind).toMatchObject({
        ...{ kind: 'perform', effect: { name: 'claim-slot' } },
      });
  });

  it('looks when its time has come, and at once for whoever asks', () => {
    expect(decideTask(view(aTask(resting, reviewed())), instant(now + 1))).toMatchObject({
      state: { at: at({ kind: 'looking' }) },
    });
    const heard = aTask(resting, reviewed(), { heard: 1 });
    expect(decideTask(view(heard, [notice(1, 'look')]), now)).toMatchObject({ kind: 'wait', until: now + 1 });
    for (const kind of ['retry', 'look', 'resume'])
      expect(decideTask(view(aTask(resting, reviewed()), [notice(1, kind)]), now)).toMatchObject({
        state: { at: at({ kind: 'looking' }), heard: 1 },
      });
  });

  it('does what a person says on top of what a fresh look finds', () => {
    const heard = decideTask(view(aTask(resting, reviewed()), [notice(1, 'say', 'shorter')]), now);
    if (heard.kind !== 'advance') throw new Error(heard.kind);
    expect(heard.state).toMatchObject({
      at: at({ kind: 'looking' }),
      known: { delivery: { review: { words: ['shorter'] } } },
    });
    const thing = { ...aTask(resting), state: heard.state };
    expect(doingOf(lookedAt(thing, { look: aLook(), at: 'c9' }))?.kind).toBe('fetching');
    const { state } = lookedAt(thing, { look: aLook(), at: 'c1' });
    expect(state.at).toMatchObject({ kind: 'developing', advice: expect.stringContaining('shorter') });
    expect(state.known.delivery.review?.words).toEqual([]);
  });

  it('answers every thread with the commit that followed, or says that nothing had to be changed', () => {
    const owed = [
      { thread: 'r1', before: 'c0' },
      { thread: 'r2', before: 'c1' },
    ];
    const first = aTask(at({ kind: 'answering' }), reviewed({ owed }));
    expect(decideTask(view(first), now)).toMatchObject({
      effect: { name: 'reply-on-thread', input: { thread: 'r1', text: 'Taken up in c1.' } },
    });
    const second = aTask(at({ kind: 'answering' }), reviewed({ owed: owed.slice(1) }));
    expect(decideTask(view(second), now)).toMatchObject({
      effect: { input: { text: expect.stringContaining('nothing') } },
    });
  });

  it('commits on top of the branch, and joins the base by a commit with two parents', () => {
    const further = aTask({ kind: 'committing' }, reviewed({ cause: 'Mend the check build' }), held);
    expect(decideTask(view(further), now)).toMatchObject({
      effect: {
        name: 'commit',
        input: { parent: base.commit, parents: ['c1'], message: expect.stringMatching(/^Mend/) },
      },
    });
    const joined = aTask({ kind: 'committing' }, learn(reviewed(), { delivery: { joins: 'b9' } }), held);
    expect(decideTask(view(joined), now)).toMatchObject({ effect: { input: { parents: ['c1', 'b9'] } } });
  });

  it('proves anew what a merge came to, even where the tree is the one that was proven before', () => {
    const thing = aTask(at({ kind: 'joining' }), reviewed());
    const input = { hub: { path: '', checkout: '' }, copy: '', base: 'b9', head: 'c1', label: '' };
    const join = (conflicts: readonly string[]) =>
      applyTask(thing, { name: 'join-base', input, result: { kind: 'done', output: { tree: 't1', conflicts } } }, now);
    expect(join([]).state).toMatchObject({
      at: { kind: 'checking' },
      known: { work: { proven: null }, delivery: { joins: base.commit } },
    });
    expect(join(['a.ts']).state.at).toMatchObject({ kind: 'developing', advice: expect.stringContaining('- a.ts') });
  });

  it('looks again, once, where a merge with the base brings nothing: a person has just merged it', () => {
    const thing = aTask(at({ kind: 'joining' }), reviewed());
    const input = { hub: { path: '', checkout: '' }, copy: '', base: 'b9', head: 'c1', label: '' };
    const done = { kind: 'done', output: { tree: base.tree, conflicts: [] } } as const;
    const looked = applyTask(thing, { name: 'join-base', input, result: done }, now);
    expect(looked.state.at).toEqual({ kind: 'watching', doing: { kind: 'looking' } });
    // Where it is still open and there is more to do, what follows is a merge of the two.
    expect(looked.state.known).toMatchObject({
      delivery: { joins: base.commit },
      place: { copy: { tree: base.tree } },
      work: { proven: null },
    });
    const again = { ...thing, state: { ...looked.state, at: thing.state.at } };
    expect(applyTask(again, { name: 'join-base', input, result: done }, now).state.at).toEqual({ kind: 'checking' });
  });

  it('shows programs that the base has gained before it joins it, where nothing holds them', () => {
    const toTrust = { programs: { hash: 'h', lines: ['npm run evil'] }, secrets: [] };
    const joining = aTask(at({ kind: 'joining' }), { ...reviewed(), place: { toTrust } }, held);
    const asked = decideTask(view(joining), now);
    expect(asked).toMatchObject({
      kind: 'ask',
      question: { kind: 'permission', text: expect.stringContaining('evil') },
    });
    if (asked.kind !== 'ask') throw new Error(asked.kind);
    const answer = { choice: 'trust', words: null, by: 'person:ada', channel: 'test', at: now };
    const question = { ...asked.question, state: { kind: 'answered', answer } } as unknown as Question;
    const followed = decideTask(
      view({ ...joining, state: { ...asked.state, known: asked.state.known } }, [], [question]),
      now,
    );
    expect(followed).toMatchObject({ state: { at: at({ kind: 'joining' }) } });
  });

  it('sets up anew first where the base asks for other dependencies, then goes on where it was', () => {
    const surveying = aTask(at({ kind: 'surveying', why: { kind: 'conflict' } }), reviewed());
    const survey = (dependencyKey: string) =>
      applyTask(
        surveying,
        {
          name: 'survey-base',
          input: {},
          result: {
            kind: 'done',
            output: {
              base,
              plan: { ...gatePlan, dependencyKey },
              settings: gateSettings,
              copy: [],
              hooks: [],
              sandbox: '',
            },
          },
        } as unknown as Performed,
        now,
      ).state;
    expect(survey(gatePlan.dependencyKey).known.place.stale).toBeUndefined();
    const input = { hub: { path: '', checkout: '' }, copy: '', base: 'b9', head: 'c1', label: '' };
    const done = { kind: 'done', output: { tree: 't5', conflicts: [] } } as const;
    const joined = applyTask({ ...surveying, state: survey('other') }, { name: 'join-base', input, result: done }, now);
    expect(joined.state).toMatchObject({ at: { kind: 'preparing' }, afterwards: { kind: 'checking' } });
    const furnishing: TaskState = { ...joined.state, at: { kind: 'furnishing' } };
    const furnish = { name: 'furnish-copy', input: {}, result: { kind: 'done', output: { tree: 't5' } } };
    const ready = applyTask({ ...surveying, state: furnishing }, furnish as unknown as Performed, now);
    expect(ready.state).toMatchObject({
      at: { kind: 'checking' },
      known: { place: { stale: false } },
    });
    expect(ready.state).not.toHaveProperty('afterwards');
  });

  it('pushes nothing where nothing was changed, and asks before it pushes more', () => {
    const same = aTask({ kind: 'submitting' }, reviewed(), held);
    expect(decideTask(view(same), now)).toMatchObject({ state: { at: { kind: 'watching' } } });
    const more = aTask({ kind: 'submitting' }, { ...reviewed({ cause: 'Mend it' }), work: { proven: 't2' } }, held);
    expect(decideTask(view(more), now)).toMatchObject({
      kind: 'ask',
      question: { kind: 'submit', text: expect.stringContaining('Mend it') },
    });
  });
});

describe('a fix after submission', () => {
  it('goes on top of the open pull request, and to a branch of its own where that was merged', () => {
    const open = continueAfterFix(looking(), 'still late');
    expect(open).toMatchObject({
      state: { at: { kind: 'developing', advice: expect.stringContaining('still late') } },
    });
    const merged = looking(learn(reviewed(), { delivery: { merged: { commit: 'm1', address } } }));
    expect(continueAfterFix(merged, 'still late')).toMatchObject({
      state: { at: at({ kind: 'fetching', why: { kind: 'merged', text: 'still late' } }) },
    });
    const renewing = { ...merged, state: { ...merged.state, at: at({ kind: 'renewing', text: 'still late' }) } };
    const input = { hub: { path: '', checkout: '' }, copy: '', tree: 't0', label: '' };
    const { state } = applyTask(
      renewing,
      { name: 'restore-copy', input, result: { kind: 'done', output: { changed: [] } } },
      now,
    );
    expect(state.known).toMatchObject({
      place: { copy: { branch: 'fix/x-2' } },
      delivery: { commit: null, pullRequest: null, merged: null },
    });
    expect(state.known.delivery.head).toBeUndefined();
    expect(state.at).toMatchObject({ kind: 'developing', advice: expect.stringContaining('still late') });
  });

  it('names its branch after the one before', () => {
    expect([nextBranch('fix/x'), nextBranch('fix/x-2'), nextBranch('fix/x-9')]).toEqual([
      'fix/x-2',
      'fix/x-3',
      'fix/x-10',
    ]);
  });
});

describe('rolling back', () => {
  const doing = (step: TaskStep, more: Learned<Known> = {}) =>
    decideTask(view(aTask(step, learn(reviewed(), more), held)), now);
  const back: TaskStep = { kind: 'rolling_back', by: 'person:ada' };

  it('closes a pull request that is open, and leaves its branch', () => {
    expect(doing(back)).toMatchObject({ effect: { name: 'look-at-pull-request' } });
    const { state } = lookedAt(aTask(back, reviewed()), { look: aLook() });
    expect(state.at).toMatchObject({ doing: { kind: 'closing', number: 1 } });
    const closed = applyTask(
      { ...aTask(back), state },
      {
        name: 'close-pull-request',
        input: { hub: { path: '', checkout: '' }, number: 1 },
        result: { kind: 'done', output: {} },
      },
      now,
    );
    expect(closed.state.at).toMatchObject({
      kind: 'releasing',
      outcome: { kind: 'cancelled', why: expect.stringContaining('closed') },
    });
  });

  it('takes a merge back on a branch of its own, by the one who wants it, and says what is left to them', () => {
    const merged = { delivery: { merged: { commit: 'm1', address } } };
    expect(doing(back, merged)).toMatchObject({ kind: 'spawn', children: [{ spec: { purpose: { kind: 'fetch' } } }] });
    const input = { hub: { path: '', checkout: '' }, base: 'b1', merged: 'm1' };
    const reverting: TaskStep = { ...back, doing: { kind: 'reverting', commit: 'm1' } };
    const revert = (output: { tree: string; conflicts: readonly string[] } | null) =>
      applyTask(aTask(reverting, merged), { name: 'revert-merge', input, result: { kind: 'done', output } }, now);
    expect(revert({ tree: 't9', conflicts: [] }).state.at).toMatchObject({ doing: { kind: 'committing', tree: 't9' } });
    for (const output of [null, { tree: 't9', conflicts: ['a.ts'] }]) {
      const asked = doing(revert(output).state.at, merged);
      expect(asked).toMatchObject({ kind: 'ask', question: { kind: 'unreachable' } });
    }
    expect(doing({ ...back, doing: { kind: 'committing', tree: 't9', commit: 'm1' } }, merged)).toMatchObject({
      effect: { name: 'commit', input: { tree: 't9', override: 'person:ada', branch: 'revert-fix-x' } },
    });
    const opening: TaskStep = { ...back, doing: { kind: 'opening', tree: 't9', made: 'r1' } };
    expect(doing(opening, merged)).toMatchObject({
      effect: { input: { branch: 'revert-fix-x', commit: 'r1', title: expect.stringMatching(/^Revert "/) } },
    });
    const opened = applyTask(
      aTask(opening, merged),
      {
        name: 'open-pull-request',
        input: {},
        result: { kind: 'done', output: { address: 'https://f/2' } },
      } as unknown as Performed,
      now,
    );
    expect(opened.state.at).toMatchObject({
      outcome: { kind: 'not_verified', open: expect.arrayContaining(['roll back the deployment']) },
    });
  });
});

describe('what a person is asked of it', () => {
  const asked = (doing: Watch) => {
    const decision = decideTask(view(aTask(at(doing), reviewed())), now);
    const { question } = decision as unknown as { question: { choices: readonly unknown[] } };
    return question;
  };

  it('where nothing brings it on: how it goes on, with what is known of the cause', () => {
    expect(asked({ kind: 'stuck', id: 'job:3', cause: 'job', text: 'It fails.', advice: '' })).toMatchObject({
      ...{ kind: 'stuck', text: expect.stringContaining('It fails.'), binding: 'job:3' },
      shown: { error_code: 'CRITERION_BLOCKED', cause: 'job', pull_request: address },
    });
    const { choices } = asked({ kind: 'stuck', id: 'job:3', cause: 'job', text: 'It fails.', advice: '' });
    expect(choices.slice(0, 5)).toEqual([
      { id: 'advice', label: 'here is advice', words: 'required' },
      { id: 'raise', label: 'try once more', words: 'none' },
      { id: 'leave', label: 'leave it to me, and only watch', words: 'none' },
      { id: 'code', label: 'I code in the copy; go on at test when I say so', words: 'none' },
      { id: 'abandon', label: 'give up; the pull request stays open', words: 'none' },
    ]);
  });

  it('where strangers said something: whether that is taken up', () => {
    const threads = [aThread([said('x1', 'stranger'), said('x2', 'stranger')])];
    const { choices, ...question } = asked({ kind: 'strangers', threads });
    expect(question).toMatchObject({ kind: 'comments', binding: 'x1 x2', shown: { threads } });
    expect(choices).toEqual([
      { id: 'take_up', label: 'take it up', words: 'none' },
      { id: 'ignore', label: 'ignore it', words: 'none' },
      { id: 'cancel', label: 'cancel the task', words: 'none' },
    ]);
  });

  it.each([
    ['gone', 'is not on the remote any more'],
    ['rewritten', 'does not hold'],
  ] as const)('where its base is %s: whether it goes on', (how, words) => {
    const moved = asked({ kind: 'base_moved', how });
    expect(moved).toMatchObject({ text: expect.stringContaining(words) });
    expect(moved).toMatchObject({ text: expect.stringContaining(address) });
    expect(moved.choices).toEqual(
      expect.arrayContaining([{ id: 'as_is', label: 'go on all the same', words: 'none' }]),
    );
  });

  it('where its branch is gone: whether it is pushed again', () => {
    const gone = asked({ kind: 'gone', branch: 'fix/x' });
    expect(gone).toMatchObject({
      text: expect.stringContaining(`The branch fix/x is no longer on the remote, and ${address} is open.`),
    });
    expect(gone.choices).toEqual(
      expect.arrayContaining([
        { id: 'push', label: 'push it again', words: 'none' },
        { id: 'leave', label: 'only watch', words: 'none' },
      ]),
    );
  });
});
