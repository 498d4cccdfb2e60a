import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateResult, gateSettings, hub, settings } from '../../../../../test/fakes/outside.ts';
import { answer, asking, decided, done, failed, plainRun, standing } from '../../../../../test/fakes/standing-task.ts';
import { defined } from '../../../defined.ts';
import { nothingReviewed } from '../../../delivery/review.ts';
import type { Failure } from '../../../error.ts';
import type { Finding } from '../../../evidence/verdict.ts';
import { type HostId, instant, taskId } from '../../../ids.ts';
import type { Notice } from '../../../notice.ts';
import { type Learned, learn } from '../../../parts/known.ts';
import type { QuestionDraft } from '../../../question/question.ts';
import { choiceMeant } from '../../../question/words-of-answers.ts';
import type { TaskView } from '../../moves.ts';
import { firstTaskState, type Known, type Task, type TaskSpec, type TaskState, type TaskStep } from '../../task.ts';
import { askToSubmit } from './question.ts';

const now = instant(1_000_000);
function view(known: Learned<Known>): TaskView {
  const id = taskId('shop', 1);
  const first = firstTaskState('engine');
  const thing: Task = {
    ...{ id, kind: 'task', task: id, parent: null, key: '', host: 'here' as HostId, version: 1, fence: 1, effects: 0 },
    ...{ ended: false, createdAt: now, updatedAt: now },
    spec: {
      ...{ number: 1, text: 'too early', title: null, branch: null, base: null, until: null, plan: null },
      ...{ priority: 0, inferred: false, driven: 'engine', settings, by: 'person:test' },
    },
    state: {
      ...first,
      at: { kind: 'submitting' },
      known: learn(
        learn(first.known, {
          place: { base, gatePlan, gateSettings, copy: { path: '/copy', branch: 'b', tree: 't0' } },
          work: { proven: 't1' },
        }),
        known,
      ),
    },
  };
  return { thing, children: [], notices: [], questions: [], slot: { kind: 'held' }, now };
}
const asked = (known: Learned<Known>) => {
  const decided = askToSubmit(view(known), { kind: 'submitting' });
  if (decided.kind !== 'ask') throw new Error(decided.kind);
  return decided as typeof decided & { readonly question: QuestionDraft };
};
const open = {
  delivery: {
    ...{ head: { commit: 'c0', tree: 't0' }, pullRequest: 'https://forge.test/7' },
    review: { ...nothingReviewed, cause: 'a check' },
  },
} as Learned<Known>;
const finding = (file: string, what: string, more: Partial<Finding> = {}): Finding => ({
  ...{ gate: 'tamper', what, file, line: null, weight: 'note' },
  ...more,
});
const criterion = { label: 'SC-1', text: 'it fires', verify: null, files: [], kind: 'behaviour' } as const;
const tamper = (...findings: Finding[]) => [gateResult('tamper', 'passed', { findings })];

describe('the question before anything leaves', () => {
  it('is answered by policy where everything is proven and nothing protected is touched', () => {
    const { answeredBy, question } = asked({
      work: { results: tamper(finding('package.json', 'changed: description')) },
    });
    expect(answeredBy).toEqual({ choice: 'submit' });
    expect(question.choices[0]?.id).toBe('submit');
  });

  it.each([
    ['of the task', null, 'Submit "too early" as b?'],
    ['that a person wrote', 'Beat in time', 'Submit "Beat in time" as b?'],
  ])('begins with the title %s', (_, title, line) => {
    const { text, shown } = asked({ delivery: { title } }).question;
    expect(text.split('\n')[0]).toBe(line);
    expect(shown).toMatchObject({ title: title ?? 'too early' });
  });

  it('says that the branch has a number, for the one that was wanted is taken', () => {
    const copy = { path: '/copy', branch: 'fix/beat-2', tree: 't0', wanted: 'fix/beat' };
    const line = 'The branch is fix/beat-2, for fix/beat was taken.';
    expect(asked({ place: { copy } }).question.text).toContain(line);
    expect(asked({ place: { copy } }).question.shown).toMatchObject({ brief: { red: [line] } });
    expect(asked({}).question.text).not.toContain('was taken');
  });

  it('says in brief as well that which tests passed is not known', () => {
    const why = 'ended with 0; by its exit code alone, which is weaker: which tests ran is not known';
    const results = [gateResult('test', 'passed', { why, ids: null }), gateResult('lint', 'passed', { ids: null })];
    expect(asked({ work: { results } }).question.shown).toMatchObject({ brief: { red: [`test: ${why}`] } });
  });

  it('names each protected file on a line of its own, has no plain yes, and is never answered by policy', () => {
    const needs = 'yes' as const;
    const results = tamper(
      finding('.github/workflows/ci.yml', 'protected: continuous integration', { needs }),
      finding('AGENTS.md', 'protected: instructions for agents', { needs }),
    );
    const { answeredBy, question } = asked({ work: { results } });
    expect(answeredBy).toBeNull();
    expect(question.text).toContain('1. .github/workflows/ci.yml: protected: continuous integration\n2. AGENTS.md: ');
    expect(question.choices.map(({ id }) => id)).toEqual([
      'submit_with_protected',
      'some',
      'edit',
      'change',
      'abandon',
    ]);
    expect(question.choices[0]?.label).toBe('submit, and yes to .github/workflows/ci.yml, AGENTS.md');
    for (const words of ['yes', 'ok', 'submit', '提交', '继续'])
      expect(choiceMeant(question, words)?.choice.id, words).not.toBe('submit_with_protected');
  });

  it('what was said yes to once is not asked again for the same, and a policy goes on then; anything else is', () => {
    const needs = 'yes' as const;
    const results = tamper(finding('a.test.js', 'an expectation that changed', { needs, key: 'k1' }));
    const state = { ...view({ work: { results } }).thing.state, at: asking({ kind: 'submitting' }) };
    const { thing } = view({ work: { results } });
    const given = { ...thing, state };
    const said = decided(given, { questions: [answer('submit_with_protected')] });
    expect(said).toMatchObject({ state: { at: { kind: 'committing' }, known: { work: { agreed: ['k1'] } } } });
    expect(asked({ work: { results, agreed: ['k1'] } })).toMatchObject({ answeredBy: { choice: 'submit' } });
    expect(asked({ work: { results, agreed: ['k2'] } }).answeredBy).toBeNull();
  });

  it('what ends without submitting is proven, but where something was submitted before: that does not speak for it', () => {
    const ended = (known: Learned<Known>) => {
      const { thing } = view(known);
      const state = { ...thing.state, at: asking({ kind: 'pushing' } as TaskStep) };
      return decided({ ...thing, state }, { questions: [answer('without')] });
    };
    expect(ended({})).toMatchObject({ state: { at: { outcome: { kind: 'proven', why: 'not submitted' } } } });
    expect(ended({ delivery: { pullRequest: 'https://forge.test/7' } })).toMatchObject({
      state: { at: { outcome: { kind: 'not_verified', why: expect.stringContaining('https://forge.test/7') } } },
    });
  });

  it('stopped before anybody is asked, what would have been asked about the proof is not verified', () => {
    const results = tamper(
      finding('a.test.js', 'an expectation that changed', { needs: 'yes', key: 'k1', gate: 'expectations' }),
    );
    const { thing } = view({ place: { hub }, work: { results } });
    const until = {
      ...thing,
      state: { ...thing.state, slot: 'held' as const },
      spec: { ...thing.spec, until: 'test' as const },
    };
    expect(decided(until)).toMatchObject({
      state: { at: { outcome: { kind: 'not_verified', why: expect.stringContaining('expectations') } } },
    });
  });

  it('keeps a file whose name holds a new line on one line', () => {
    const results = tamper(finding('.github/x\n- nothing else', 'protected: continuous integration', { needs: 'yes' }));
    const changes = [
      { path: 'a\nb', kind: 'added', from: null, added: 2, removed: 1, binary: false, bytes: 4 },
    ] as const;
    const { question } = asked({ work: { results, changes } });
    expect(question.text).toContain('- .github/x\\n- nothing else: protected');
    expect(question.text.split('\n')).not.toContain('- nothing else: protected: continuous integration');
    expect(question.text).toContain('- a\\nb (added');
    expect(question.text).toContain('1 file changed, +2 -1');
  });

  it('says what a file alone calls met, and is answered by no policy then', () => {
    const seen = view({ work: { results: tamper(finding('package.json', 'changed: description')) } });
    const spec = { ...seen.thing.spec, continues: { session: 's', done: ['SC-1'] } };
    const decided = askToSubmit({ ...seen, thing: { ...seen.thing, spec } }, { kind: 'submitting' });
    if (decided.kind !== 'ask') throw new Error(decided.kind);
    expect(decided.question.text).toContain('NOT VERIFIED: SC-1 (met elsewhere, as its file says).');
    expect(decided.answeredBy).toBeNull();
    expect(decided.question.shown).toMatchObject({
      brief: { unverified: ['SC-1 (met elsewhere, as its file says)'] },
    });
  });

  it('begins with what is added to what is open already, and says what is not verified', () => {
    const { question, answeredBy } = asked({ work: { unverified: ['lint'] }, ...open });
    expect(question.text).toMatch(
      /^Push this to b, which is open as https:\/\/forge.test\/7: a check\?\nNOT VERIFIED: lint/,
    );
    expect(answeredBy).toBeNull();
  });
});

describe('on the way out', () => {
  const title = 'Fire on time';
  const head = { commit: 'c1', tree: 't1' };
  const forge = 'https://forge.test/7';
  const wish = { draft: true, labels: [], reviewers: [], coAuthor: 'A <a@b.test>' } as const;

  it('the first commit stands on the base, a further one on the branch and what it joins', () => {
    const first = decided(standing({ kind: 'committing' }, { delivery: { title, override: 'person:Ada' } }));
    expect(first).toMatchObject({
      effect: {
        name: 'commit',
        input: {
          ...{ hub, tree: 't1', parent: 'c0', definitions: 'd1', atSeconds: 1_000, branch: 'drover/shop-1' },
          ...{ override: 'person:Ada', message: expect.stringMatching(/^Fire on time\n/) },
        },
      },
    });
    expect(JSON.stringify(first)).not.toContain('parents');
    const review = { ...nothingReviewed, cause: 'Mend what CI says' };
    expect(decided(standing({ kind: 'committing' }, { delivery: { title, head, joins: 'b9', review } }))).toMatchObject(
      {
        effect: { input: { parents: ['c1', 'b9'], message: expect.stringMatching(/^Mend what CI says\n/) } },
      },
    );
    expect(decided(standing({ kind: 'committing' }, { delivery: { head, title } }))).toMatchObject({
      effect: { input: { parents: ['c1'], message: expect.stringMatching(/^Fire on time\n/) } },
    });
    const named = { ...settings, pullRequest: wish };
    expect(decided(standing({ kind: 'committing' }, {}, {}, { settings: named }))).toMatchObject({
      effect: { input: { message: expect.stringContaining('A <a@b.test>') } },
    });
  });

  describe('a change whose base is on no remote', () => {
    const local = { place: { base: { ...base, from: 'local' } } } as const;
    const leaving = { kind: 'leaving_branch' } as const;
    const branch = 'drover/shop-1';
    const isolated = (isolation: 'clone' | 'worktree' | 'checkout') => ({
      settings: { ...settings, workspace: { ...settings.workspace, isolation } },
    });
    const left = { commit: 'c2', tree: 't1' };

    it.each([
      ['in a clone', 'leaving_branch', {}, {}],
      ['in a linked worktree of the checkout', 'releasing', {}, isolated('worktree')],
      ['in the checkout itself', 'releasing', {}, isolated('checkout')],
      ['that only tests were asked for', 'releasing', {}, { until: 'test' as const }],
      ['that changes nothing', 'releasing', { work: { proven: base.tree } }, {}],
      ['that was left before', 'releasing', { delivery: { left } }, {}],
      ['with more than was left before', 'leaving_branch', { delivery: { left: { ...left, tree: 't0' } } }, {}],
    ] as const)('%s: %s', (_, kind, known, stated) => {
      const at = standing({ kind: 'submitting' }, { ...local, ...known }, {}, stated);
      expect(decided(at)).toMatchObject({ kind: 'advance', state: { at: { kind } } });
    });

    it('is committed as the person, on top of what was left before', () => {
      const input = { hub, tree: 't1', parent: base.commit, atSeconds: 1_000, branch, before: null };
      expect(decided(standing(leaving, local))).toMatchObject({
        effect: { name: 'leave-branch', input: { ...input, message: expect.stringContaining('Drover-Task: shop-1') } },
      });
      expect(decided(standing(leaving, { ...local, delivery: { left } }))).toMatchObject({
        effect: { input: { before: 'c2' } },
      });
    });

    it.each([
      [null, `left as the branch ${branch} of your repository; there is no remote to submit to`, left, ['branch_left']],
      ['it is taken', 'there is no remote to submit to; it is taken', undefined, []],
    ] as const)('the outcome says where it is, or why it is not there: %s', (why, told, kept, said) => {
      const { state, ...came } = done(
        standing(leaving, local),
        'leave-branch',
        { commit: 'c2', why },
        { branch, tree: 't1' },
      );
      expect(state).toMatchObject({ at: { kind: 'releasing', outcome: { kind: 'proven', why: told } } });
      expect(state.known.delivery.left).toEqual(kept);
      expect(came.said.map(({ kind }) => kind).filter((kind) => kind !== 'phase_entered')).toEqual(said);
    });
  });

  it('a commit is pushed, and a checkout that is gone is said', () => {
    expect(done(standing({ kind: 'committing' }), 'commit', { commit: 'c2' })).toMatchObject({
      state: { at: { kind: 'pushing' }, known: { delivery: { commit: 'c2' } } },
      said: [{ kind: 'committed', data: { commit: 'c2' } }],
    });
    expect(done(standing({ kind: 'committing' }), 'commit', { commit: 'c2', gone: '/x' }).said[1]).toEqual({
      ...{ kind: 'checkout_gone', data: { path: '/x', workspace: 'shop' } },
    });
  });

  it('a push names whose the branch is, then is looked for, whatever it said', () => {
    expect(decided(standing({ kind: 'pushing' }, { delivery: { pushed: true } }))).toMatchObject({
      effect: { name: 'claim-branch', input: { hub, branch: 'drover/shop-1', commit: 'c1', pushed: true } },
    });
    expect(done(standing({ kind: 'pushing' }), 'claim-branch', { fresh: true }).state.at).toEqual({
      ...{ kind: 'pushing', fresh: true },
    });
    const pushing = { kind: 'pushing', fresh: false } as const;
    const purpose = { kind: 'push', hub, commit: 'c1', branch: 'drover/shop-1', protected: ['main'], fresh: false };
    expect(decided(standing(pushing))).toMatchObject({ children: [{ spec: { purpose, deadlineMs: 600_000 } }] });
    expect(decided(standing(pushing, {}, { runs: 1 }))).toMatchObject({ kind: 'wait', on: 'the push' });
    const came = (ok: boolean, failure: Failure | null = null, known: Learned<Known> = {}) =>
      decided(standing(pushing, known, { runs: 1 }), { children: [plainRun(ok, failure)] });
    expect(came(true)).toMatchObject({ state: { at: { kind: 'confirming_push' }, fetched: 1 } });
    expect(came(false)).toMatchObject({
      state: {
        at: { failed: { error_code: 'GIT_FAILED', message: 'The branch could not be pushed: no network' } },
      },
    });
    const overtaken = (why: string): Failure => ({ error_code: 'PUSH_REJECTED', message: 'x', details: { why } });
    const moved = { kind: 'watching', doing: { kind: 'fetching', why: { kind: 'moved' } } };
    for (const why of ['fetch first', 'non-fast-forward'])
      expect(came(false, overtaken(why), { delivery: { head } })).toMatchObject({ state: { at: moved } });
    expect(came(false, overtaken('fetch first'))).toMatchObject({ state: { at: { kind: 'confirming_push' } } });
    expect(came(false, overtaken('denied'), { delivery: { head } })).toMatchObject({
      state: { at: { kind: 'confirming_push' } },
    });
    const other: Failure = { ...overtaken('fetch first'), error_code: 'GIT_FAILED' };
    expect(came(false, other, { delivery: { head } })).toMatchObject({ state: { at: { kind: 'confirming_push' } } });
  });

  it('a remote that is another one by now is asked, and pushed to where a person says so', () => {
    const [was, now] = ['https://forge.test/shop', 'https://evil.test/shop'];
    const failure: Failure = { error_code: 'REMOTE_CHANGED', message: 'x', details: { was, remote: now } };
    const at = { kind: 'confirming_push', failed: failure } as const;
    const asked = done(standing(at), 'confirm-push', { there: false, at: null }).state.at;
    const back = { kind: 'confirming_push', elsewhere: now } as const;
    expect(asked).toEqual({ kind: 'troubled', failure, back });
    const asks = decided(standing(asked));
    if (asks.kind !== 'ask') throw new Error(asks.kind);
    expect(asks.answeredBy).toBeNull();
    expect(asks.question.choices.map(({ id }) => id)).toEqual(['retry', 'there', 'without', 'cancel']);
    const place = { place: { pushes: was } };
    const answered = (choice: string) => decided(standing(asking(back), place), { questions: [answer(choice)] });
    expect(answered('there')).toMatchObject({
      state: { at: { kind: 'pushing' }, known: { place: { pushes: now } } },
    });
    expect(answered('retry')).toMatchObject({ state: { at: back, known: place } });
  });

  describe('a base that is not what the work began from any more', () => {
    const remote = { place: { base: { ...base, from: 'remote' } } } as const;
    const back = { kind: 'pushing' } as const;
    const moved = (how: 'gone' | 'rewritten') =>
      done(standing(back, remote), 'claim-branch', { fresh: false, base: how }, { base }).state.at;

    it('is looked for before the first push, and not where it is a branch of this machine', () => {
      const asks = (known: Learned<Known>) => decided(standing(back, known));
      const { branch, commit } = base;
      expect(asks(remote)).toMatchObject({ effect: { input: { base: { branch, commit } } } });
      for (const known of [
        { place: { base: { ...base, from: 'local' } } } as const,
        { ...remote, delivery: { pushed: true } },
        { ...remote, delivery: { head } },
        { ...remote, delivery: { baseAsIs: commit } },
      ])
        expect(JSON.stringify(asks(known))).not.toContain(`"base":{"branch":"${branch}"`);
      const stackedOn = { task: taskId('shop', 2), branch: 'drover/shop-2' };
      const led = { kind: 'unstacked', body: { from: stackedOn.task, branch: 'trunk', on: null } };
      const merged = decided(standing(back, { ...remote, delivery: { stackedOn } }), {
        notices: [led as unknown as Notice],
      });
      expect(merged).toMatchObject({ effect: { name: 'claim-branch', input: { branch: expect.any(String) } } });
      expect(merged).not.toHaveProperty('effect.input.base');
    });

    it.each([
      ['gone', 'is not on the remote any more'],
      ['rewritten', 'was rewritten on the remote'],
    ] as const)('%s is asked, whatever the policy, and pushed as it is where a person says so', (how, words) => {
      const at = moved(how);
      expect(at).toMatchObject({ kind: 'troubled', failure: { error_code: 'BASE_UNKNOWN' }, back });
      const asks = decided(standing(at, remote));
      if (asks.kind !== 'ask') throw new Error(asks.kind);
      expect(asks.question.text).toContain(words);
      expect(asks.answeredBy).toBeNull();
      expect(asks.question.choices.map(({ id }) => id)).toEqual(['retry', 'as_is', 'without', 'cancel']);
      const answered = (choice: string) => decided(standing(asking(back), remote), { questions: [answer(choice)] });
      expect(answered('as_is')).toMatchObject({
        state: { at: back, known: { delivery: { baseAsIs: base.commit } } },
      });
      expect(answered('retry')).toMatchObject({ state: { at: back } });
      expect(answered('retry')).not.toHaveProperty('state.known.delivery.baseAsIs');
    });
  });

  it('what is on the remote is opened; what is not is pushed again, or asked about', () => {
    const failure = { error_code: 'GIT_FAILED', message: 'no' } as const;
    const confirming = standing(
      { kind: 'confirming_push', failed: failure },
      { delivery: { joins: 'b9', pushed: false } },
    );
    expect(decided(confirming)).toMatchObject({
      effect: { name: 'confirm-push', input: { hub, branch: 'drover/shop-1', commit: 'c1' } },
    });
    expect(done(confirming, 'confirm-push', { there: true })).toMatchObject({
      state: { at: { kind: 'opening_pull_request' }, known: { delivery: { pushed: true, head, joins: null } } },
      said: [{ kind: 'pushed', data: { branch: 'drover/shop-1', commit: 'c1' } }],
    });
    expect(done(confirming, 'confirm-push', { there: false }).state.at).toEqual({
      ...{ kind: 'troubled', failure, back: { kind: 'confirming_push' } },
    });
    expect(done(standing({ kind: 'confirming_push' }), 'confirm-push', { there: false }).state.at).toEqual({
      kind: 'pushing',
    });
  });

  describe('a push that is refused may be for its name', () => {
    const refused: Failure = { error_code: 'PUSH_REJECTED', message: 'The branch could not be pushed: feature/* only' };
    const back = { kind: 'confirming_push', failed: refused } as const;
    const clone = { settings: { ...settings, workspace: { ...settings.workspace, isolation: 'clone' as const } } };
    const choices = (
      failure: Failure,
      known: Learned<Known> = {},
      stated: Partial<TaskSpec> = {},
      at: TaskStep = back,
    ) => {
      const asks = decided(standing({ kind: 'troubled', failure, back: at }, known, {}, { ...clone, ...stated }));
      return asks.kind === 'ask' ? asks.question.choices.map(({ id }) => id) : [];
    };
    const named = (words: string, at: TaskStep = back) =>
      decided(standing(asking(at), {}, {}, clone), { questions: [answer('rename', words)] });

    it('so another one may be written, while nothing of it is there and it is not a branch of the person', () => {
      const all = ['retry', 'rename', 'without', 'cancel'];
      const none = ['retry', 'without', 'cancel'];
      expect(choices(refused)).toEqual(all);
      expect(choices({ ...refused, error_code: 'PROTECTED_BRANCH' })).toEqual(all);
      expect(choices({ ...refused, error_code: 'REMOTE_UNREACHABLE' })).toEqual(none);
      expect(choices(refused, { delivery: { pushed: true } })).toEqual(none);
      expect(choices(refused, {}, { pull: { branch: 'theirs' } as NonNullable<TaskSpec['pull']> })).toEqual(none);
      const workspace = { ...settings.workspace, isolation: 'worktree' as const };
      expect(choices(refused, {}, { settings: { ...settings, workspace } })).toEqual(none);
    });

    it('the copy goes on under it, and it is pushed anew: claimed, and by no lease of the other', () => {
      const renaming = { kind: 'renaming_branch', branch: 'feature/beat' } as const;
      expect(named(' feature/beat\n')).toMatchObject({ state: { at: renaming } });
      const place = { copy: { path: '/copy', branch: 'drover/shop-1', tree: 't0', wanted: 'drover/beat' } };
      const at = standing(renaming, { place }, {}, clone);
      expect(decided(at)).toMatchObject({
        effect: { name: 'switch-branch', input: { copy: '/copy', from: 'drover/shop-1', branch: 'feature/beat' } },
      });
      const gone = done(at, 'switch-branch', { branch: 'feature/beat' });
      expect(gone).toMatchObject({ said: [{ kind: 'branch_switched', data: { branch: 'feature/beat' } }] });
      expect(gone.state.at).toEqual({ kind: 'pushing' });
      expect(gone.state.known.place.copy).toEqual({ path: '/copy', branch: 'feature/beat', tree: 't0' });
    });

    it.each([
      ['', '"" is not a name that git takes for a branch.'],
      ['a..b', '"a..b" is not a name that git takes for a branch.'],
      ['--force', '"--force" is not a name that git takes for a branch.'],
      ['drover/shop-1', 'drover/shop-1 is the name that was refused.'],
    ])('%j is asked for again', (words, message) => {
      const failure = { error_code: 'USAGE', message } as const;
      expect(named(words)).toMatchObject({ state: { at: { kind: 'troubled', failure, back } } });
      expect(choices(failure)).toContain('rename');
    });

    it('one that is taken or protected is asked for again', () => {
      const renaming = { kind: 'renaming_branch', branch: 'main' } as const;
      const why: Failure = { error_code: 'PROTECTED_BRANCH', message: 'main is protected; nothing was changed.' };
      expect(failed(standing(renaming), 'switch-branch', why).state.at).toEqual({
        kind: 'troubled',
        failure: why,
        back: renaming,
      });
      expect(choices(why, {}, {}, renaming)).toEqual(['retry', 'rename', 'without', 'cancel']);
      expect(named('feature/x', renaming)).toMatchObject({ state: { at: { branch: 'feature/x' } } });
    });
  });

  it('what was pushed well and is not on the remote is pushed once more, and then asked about', () => {
    const again = { again: true } as const;
    const pushed = (at: TaskStep, child = plainRun(true)) =>
      decided(standing(at, {}, { runs: 1 }), { children: [child] });
    const once = { kind: 'confirming_push', ...again } as const;
    expect(pushed({ kind: 'pushing', fresh: true })).toMatchObject({ state: { at: once } });
    expect(done(standing(once), 'confirm-push', { there: false }).state.at).toEqual({ kind: 'pushing', ...again });
    const claimed = done(standing({ kind: 'pushing', ...again }), 'claim-branch', { fresh: false }).state.at;
    expect(claimed).toEqual({ kind: 'pushing', ...again, fresh: false });
    expect(pushed(claimed, plainRun(true, null, '', { kind: 'lost' }))).toMatchObject({ state: { at: once } });
    const failed = { error_code: 'PUSH_REJECTED', message: expect.stringContaining('ended well twice') };
    expect(pushed(claimed)).toMatchObject({ state: { at: { kind: 'confirming_push', failed } } });
  });

  it('a pull request is opened as it is wished, or as a page', () => {
    const opening = { kind: 'opening_pull_request' } as const;
    const known = { delivery: { title, body: 'why' } };
    const input = { hub, title, body: 'why', branch: 'drover/shop-1', base, commit: 'c1', tree: 't1' };
    expect(decided(standing(opening, known))).toEqual({
      kind: 'perform',
      effect: { name: 'open-pull-request', input },
    });
    expect(
      decided(standing({ ...opening, as: 'page' }, known, {}, { settings: { ...settings, pullRequest: wish } })),
    ).toEqual({
      kind: 'perform',
      effect: { name: 'open-pull-request', input: { ...input, wish, as: 'page' } },
    });
    expect(done(standing(opening, known), 'open-pull-request', { address: forge }, { body: 'why' })).toMatchObject({
      state: { at: { kind: 'watching' }, known: { delivery: { pullRequest: forge, written: 'why' } } },
      said: [{ kind: 'pull_request_opened', data: { address: forge } }, { kind: 'phase_entered' }],
    });
  });

  it('what was asked for, what there is no remote for, and what changed nothing is not submitted', () => {
    const submitting = { kind: 'submitting' } as const;
    expect(decided(standing(submitting, {}, {}, { until: 'test' }))).toMatchObject({
      state: { at: { kind: 'releasing', back: null, outcome: { why: 'stopped after the tests, as asked' } } },
    });
    expect(
      decided(standing(submitting, { place: { base: { ...base, from: 'local' } }, work: { proven: base.tree } })),
    ).toMatchObject({
      state: { at: { outcome: { why: 'there is no remote to submit to' } } },
    });
    expect(decided(standing(submitting, { delivery: { head, pullRequest: forge } }))).toMatchObject({
      said: [{ kind: 'nothing_changed' }, { kind: 'phase_entered' }],
      state: { at: { kind: 'watching' } },
    });
    const open = { head: { ...head, tree: 't0' }, pullRequest: forge };
    expect(decided(standing(submitting, { delivery: open }))).toMatchObject({
      question: {
        text: expect.stringMatching(`^Push this to drover/shop-1, which is open as ${forge}: a further fix\\?`),
      },
    });
    expect(
      decided(standing(submitting, { delivery: { ...open, review: { ...nothingReviewed, cause: 'CI' } } })),
    ).toMatchObject({
      question: { text: expect.stringContaining(': CI?') },
    });
  });

  it('the first line of a person’s words is the title, the rest the text', () => {
    const edited = (words: string) =>
      decided(standing(asking({ kind: 'submitting' }), { delivery: { body: 'B' } }), {
        questions: [answer('edit', words)],
      });
    expect(edited('T')).toMatchObject({
      state: { at: { kind: 'submitting' }, known: { delivery: { title: 'T', body: 'B' } } },
    });
    expect(edited('T\n\nmore\nwords\n')).toMatchObject({
      state: { known: { delivery: { title: 'T', body: 'more\nwords' } } },
    });
  });

  it('the question tells on a small screen what it rests on', () => {
    const change = {
      path: 'a.ts',
      kind: 'modified',
      from: null,
      added: 2,
      removed: 1,
      binary: false,
      bytes: 4,
    } as const;
    const { question } = asked({
      work: {
        changes: Array.from({ length: 13 }, () => change),
        done: ['SC-1'],
        ...{ unverified: ['lint'], plan: { text: 'p', criteria: [{ ...criterion, text: 'x'.repeat(300) }] } },
        results: [
          gateResult('lint', 'not_configured', { why: 'nobody said' }),
          gateResult('dependencies', 'passed', {
            findings: [finding('package.json', 'left-pad', { gate: 'dependencies' })],
          }),
        ],
      },
      ...open,
    });
    expect(question.shown).toMatchObject({
      dependencies: ['left-pad'],
      results: [{ gate: 'lint', verdict: 'not_configured', why: 'nobody said' }, { gate: 'dependencies' }],
      brief: {
        ...{
          lead: expect.stringContaining('a check?'),
          files: 13,
          added: 26,
          removed: 13,
          red: [],
          unverified: ['lint (nobody said)'],
          used: null,
        },
        criteria: [{ label: 'SC-1', text: 'x'.repeat(200), done: true }],
      },
    });
    const { brief } = question.shown as { readonly brief: { readonly first: readonly object[] } };
    expect(brief.first).toHaveLength(12);
    expect(brief.first[0]).toEqual({ path: 'a.ts', added: 2, removed: 1 });
    expect(question.text).toContain(
      'NOT VERIFIED: lint (nobody said).\n13 files changed, +26 -13\n\nNew dependencies:\n- package.json: left-pad',
    );
    expect(question.choices[0]).toMatchObject({ id: 'submit', label: 'submit all the same' });
    expect(question.binding).toBe('t1');
  });

  it('takes a yes by line: what was named is asked no more on this tree, the rest is asked again', () => {
    const lines = [
      finding('a', 'protected', { needs: 'yes', key: 'ka' }),
      finding('b', 'protected', { needs: 'yes' }),
      finding('c', 'protected', { needs: 'yes', key: 'kc' }),
    ];
    const again = gateResult('other', 'passed', { findings: [finding('b', 'protected', { needs: 'yes', key: 'kb' })] });
    const work = { results: [...tamper(...lines), again] };
    const { question } = asked({ work });
    expect(question.text).toContain('needs your yes:\n1. a: protected\n2. b: protected\n3. c: protected\n');
    expect(question.choices.map(({ id }) => id)).toEqual([
      'submit_with_protected',
      'some',
      'edit',
      'change',
      'abandon',
    ]);
    const left = (words: string) => {
      const { thing } = view({ work });
      const given = { ...thing, state: { ...thing.state, at: asking({ kind: 'submitting' }) } };
      const said = decided(given, { questions: [answer('some', words)] });
      expect(said).toMatchObject({ kind: 'advance', state: { at: { kind: 'submitting' } } });
      return (said as { readonly state: TaskState }).state.known.work.agreed;
    };
    const next = (agreed: readonly string[] | undefined, proven = 't1') =>
      asked({ work: { ...work, proven, ...defined({ agreed }) } });
    expect(next(left('2 and 3')).question.text).toContain('needs your yes:\n- a: protected\n');
    expect(next(left('2 and 3')).question.choices.map(({ id }) => id)).not.toContain('some');
    for (const words of ['0', '4', 'all', '-']) expect(next(left(words)).question.text, words).toContain('3. c: prot');
    expect(next(left('1, 2, 3'))).toMatchObject({ answeredBy: { choice: 'submit' } });
    expect(next(left('1, 2, 3'), 't2').question.text).toContain('needs your yes:\n- b: protected\n');
  });

  it('names three of what needs a yes, and how many more', () => {
    const needs = 'yes' as const;
    const results = tamper(...['a', 'b', 'c', 'd', 'e'].map((file) => finding(file, 'protected', { needs })));
    expect(asked({ work: { results } }).question.choices[0]?.label).toBe('submit, and yes to a, b, c and 2 more');
    const twice = [...tamper(finding('a', 'protected', { needs })), ...tamper(finding('a', 'protected', { needs }))];
    expect(asked({ work: { results: twice } }).question.shown).toMatchObject({
      protected: [{ file: 'a', what: 'protected' }],
    });
  });
});
