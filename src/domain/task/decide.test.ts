import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateSettings, hub, settings } from '../../../test/fakes/outside.ts';
import { begin, happen, type Machine, type Pick, type Played, round, say, words } from '../../../test/fakes/play.ts';
import type { Performed } from '../effect/effect.ts';
import { type HostId, instant, taskId } from '../ids.ts';
import type { Notice } from '../notice.ts';
import { type Learned, learn } from '../parts/known.ts';
import type { Checkout } from '../place/checkout.ts';
import type { Question } from '../question/question.ts';
import type { Run } from '../run/run.ts';
import { applyTask } from './apply.ts';
import { decideTask, isTaskStopped } from './decide.ts';
import type { TaskView } from './moves.ts';
import { cleanUpState, retryState } from './phases/reopen.ts';
import { relocate } from './relocate.ts';
import { firstTaskState, type Known, type Task, type TaskSpec, type TaskState, type TaskStep } from './task.ts';

const now = instant(1_000_000);
const spec: TaskSpec = {
  number: 1,
  text: 'heartbeat does not fire',
  ...{ title: null, branch: null, base: null, until: null, plan: null, priority: 0, inferred: false },
  ...{ driven: 'engine', settings, by: 'person:test' },
};
const careful = { ...settings, preset: 'careful' } as const;
const agreed = {
  text: 'multiply',
  criteria: [{ label: 'SC-1', text: 'it fires', verify: null, files: [], kind: 'behaviour' }],
} as const;
const all: Known = learn(firstTaskState('engine').known, {
  place: {
    ...{ base, gatePlan, gateSettings, hub: { path: '/hub', checkout: '/checkout' } },
    copy: { path: '/copy', branch: 'drover/shop-1', tree: 't0' },
  },
  work: { plan: agreed, proven: 't1' },
  delivery: { commit: 'c1' },
});

function aTask(
  at: TaskStep,
  more: Omit<Partial<TaskState>, 'known'> & { readonly known?: Learned<Known> } = {},
  change: Partial<TaskSpec> = {},
): Task {
  const id = taskId('shop', 1);
  const first = firstTaskState('engine');
  return {
    ...{ id, kind: 'task', task: id, parent: null, key: '', host: 'here' as HostId, version: 1, fence: 1, effects: 0 },
    ...{ ended: false, createdAt: now, updatedAt: now, spec: { ...spec, ...change } },
    state: { ...first, at, slot: 'held', prices: [], ...more, known: learn(all, more.known ?? {}) },
  };
}

const view = (thing: Task, more: Partial<TaskView> = {}) => ({
  ...{ thing, children: [], notices: [], questions: [], slot: { kind: 'held' as const } },
  ...more,
});
const notice = (seq: number, kind: string) =>
  ({ thing: taskId('shop', 1), seq, at: now, by: 'person:test', kind, body: kind }) as Notice;
const aRun = (key: string, ended: boolean, state: unknown = { kind: 'requested' }): Run =>
  ({
    ...aTask({ kind: 'opening' }),
    id: 'r1',
    kind: 'run',
    key,
    ended,
    state,
    spec: { purpose: { kind: 'fetch' } },
  }) as unknown as Run;
const asking = (
  question: 'proceed' | 'submit' | 'stuck' | 'tests_failed' | 'plan' | 'base_red' | 'unreachable',
  back: TaskStep,
): TaskStep => ({
  ...{ kind: 'asking', question, key: 'k', back },
});
const answered = (choice: string, given: string | null = null): Question =>
  ({
    ...{ key: 'k', id: 'q1', choices: [] },
    state: { kind: 'answered', answer: { choice, words: given, by: 'person:test', channel: 'test', at: now } },
  }) as unknown as Question;
const developing: TaskStep = { kind: 'developing', index: 0, key: 'SC-1', advice: null, agents: null };
const failure = { error_code: 'INTERNAL', message: 'it broke' } as const;

describe('a task needs next', () => {
  it.each([
    ['with its agent, in its conversation', 'two', { agent: 1, conversation: 'c2' }],
    ['afresh where nobody has that agent any more', 'gone', { agent: 0, conversation: null }],
  ])('after it was set back to an attempt, a round that begins %s', (_, agent, begins) => {
    const rewound = { round: taskId('shop', 1), attempt: 2, agent, conversation: 'c2' };
    const at: TaskStep = { ...developing, key: 'SC-1-2', agents: ['one', 'two'], rewound };
    expect(decideTask(view(aTask(at)), now)).toMatchObject({
      kind: 'spawn',
      children: [{ spec: { rewound }, state: begins }],
    });
  });

  const effects: readonly (readonly [TaskStep, string])[] = [
    [{ kind: 'opening' }, 'open-hub'],
    [{ kind: 'surveying' }, 'survey-base'],
    [{ kind: 'copying', tried: 0 }, 'make-copy'],
    [{ kind: 'sealing', folder: '/d' }, 'seal-dependencies'],
    [{ kind: 'furnishing' }, 'furnish-copy'],
    [{ kind: 'staging_base' }, 'stage-tree'],
    [{ kind: 'recording_base', results: [] }, 'record-evidence'],
    [{ kind: 'reading_analysis', agent: 0, text: '', conversation: null, asked: false, looks: 0 }, 'snapshot'],
    [{ kind: 'undoing_analysis', tree: 't9', next: { kind: 'planning', looks: 0 } }, 'restore-copy'],
    [{ kind: 'checking' }, 'snapshot'],
    [{ kind: 'inspecting_test', tree: 't1', changes: [] }, 'inspect-change'],
    [{ kind: 'staging_test', tree: 't1', found: [] }, 'stage-tree'],
    [{ kind: 'recording_test', tree: 't1', results: [], next: 'hooks' }, 'record-evidence'],
    [{ kind: 'committing' }, 'commit'],
    [{ kind: 'confirming_push' }, 'confirm-push'],
    [{ kind: 'opening_pull_request' }, 'open-pull-request'],
    [{ kind: 'releasing', outcome: { kind: 'proven', why: '', open: [] }, back: null }, 'release'],
    [{ kind: 'cleaning_copy', outcome: { kind: 'proven', why: '', open: [] }, remote: null }, 'remove-copy'],
  ];
  it('opens its hub with how the checkout stood when it was stated, for a minute; after that it is looked at again', () => {
    const checkout: Checkout = {
      ...{ root: '/shop', gitFolder: '/shop/.git', branch: 'main', head: 'c0', dirty: [] },
      ...{ objectFormat: 'sha1' as const, remote: null, shallow: false, submodules: false, lfs: false },
    };
    const seen = { at: now, checkout };
    const task = aTask({ kind: 'opening' }, {}, { seen });
    const inputAt = (at: number) => decideTask(view(task), instant(at));
    expect(inputAt(now + 59_999)).toMatchObject({ effect: { name: 'open-hub', input: { seen: seen.checkout } } });
    for (const at of [now + 60_000, now - 1])
      expect(inputAt(at)).not.toMatchObject({ effect: { input: { seen: seen.checkout } } });
  });

  const opened = (task: Task, fetchedAt?: number) =>
    applyTask(task, {
      ...{ name: 'open-hub', input: { workspace: 'shop', path: '/shop' } },
      result: {
        kind: 'done',
        output: {
          ...{
            hub: { path: '/hub', checkout: '/shop' },
            branch: 'main',
            head: 'c0',
            dirty: [],
            remote: null,
            notes: [],
          },
          ...(fetchedAt !== undefined && { fetchedAt }),
        },
      },
    }).state.at.kind;

  it('WT-71 one fetch serves all tasks that wait for it: none of its own where one began after it was stated', () => {
    const task = aTask({ kind: 'opening' });
    expect(opened(task)).toBe('fetching');
    expect(opened(task, now - 1)).toBe('fetching');
    expect(opened(task, now)).toBe('surveying');
    // What it builds on may have been pushed since, or it has begun once already.
    expect(opened(aTask({ kind: 'opening' }, { runs: 1 }), now)).toBe('fetching');
    const part = { of: taskId('shop', 9), number: 1 } as unknown as NonNullable<TaskSpec['part']>;
    expect(opened(aTask({ kind: 'opening' }, {}, { part }), now)).toBe('fetching');
  });

  it('WT-50 asks the remote whether it has the branch before it pushes there', () => {
    expect(decideTask(view(aTask({ kind: 'pushing' })), now)).toMatchObject({
      effect: { name: 'claim-branch', input: { branch: 'drover/shop-1', pushed: false } },
    });
  });

  it.each(effects)('at %j the effect %s', (at, name) => {
    expect(decideTask(view(aTask(at)), now)).toMatchObject({ kind: 'perform', effect: { name } });
  });

  const runs: readonly (readonly [TaskStep, string])[] = [
    [{ kind: 'fetching' }, 'fetch'],
    [{ kind: 'base_gates', folder: '/s', results: [] }, 'gate'],
    [{ kind: 'analyzing', agent: 0, resume: null, missing: null, looks: 0, words: null }, 'agent'],
    [{ kind: 'test_gates', tree: 't1', found: [], folder: '/s', results: [] }, 'gate'],
    [{ kind: 'hooks', tree: 't1', folder: '/s' }, 'hooks'],
    [{ kind: 'pushing', fresh: true }, 'push'],
  ];
  it.each(runs)('at %j a run: %s, once', (at, kind) => {
    const thing = aTask(at);
    const decided = decideTask(view(thing), now);
    expect(decided).toMatchObject({ kind: 'spawn', children: [{ key: 'run-1', spec: { purpose: { kind } } }] });
    const next = aTask(at, { runs: 1 });
    expect(decideTask(view(next, { children: [aRun('run-1', false)] }), now).kind).toBe('wait');
  });

  it.each(runs.slice(0, 2).concat(runs.slice(3, 5)))('at %j the same once more where the keeper lost the run', (at) => {
    const lost = { kind: 'ended', startedAt: 1, endedAt: 2, ending: { kind: 'lost' }, result: { kind: 'plain' } };
    const decided = decideTask(view(aTask(at, { runs: 1 }), { children: [aRun('run-1', true, lost)] }), now);
    expect(decided).toMatchObject({ kind: 'advance', state: { at: { kind: at.kind }, fetched: 1 } });
  });

  const full = (at: number) => ({
    ...{ kind: 'ended', startedAt: at - 1, endedAt: at, ending: { kind: 'exited', code: 1 } },
    result: { kind: 'plain', ok: false, why: '', failure: { error_code: 'DISK_FULL', message: 'full' }, tail: '' },
  });
  const setting: TaskStep = { kind: 'setting_up', folder: '/d', index: 0 };
  it.each([{ kind: 'fetching' } as const, setting])(
    'WT-65 at %j waits where the disk was full in the middle, then goes on by itself, for an hour',
    (at) => {
      const plan = { ...gatePlan, setup: [['npm', 'ci']] } as const;
      const task = (runs: number) =>
        aTask(at, { runs, fetched: runs - 1, known: { place: { gatePlan: plan } } as never });
      const [fresh, old] = [[aRun('run-1', true, full(now))], [aRun('run-1', true, full(now - 30_000))]];
      expect(decideTask(view(task(1), { children: fresh }), now)).toMatchObject({ kind: 'wait', until: now + 30_000 });
      const again = decideTask(view(task(1), { children: old }), now);
      expect(again).toMatchObject({ kind: 'advance', state: { fetched: 1 }, said: [{ kind: 'disk_was_full' }] });
      const many = Array.from({ length: 121 }, (_, index) => aRun(`run-${index + 1}`, true, full(1)));
      expect(decideTask(view(task(121), { children: many }), now).kind).toBe('ask');
    },
  );

  it('a slot before anything else, and waits in line where none is free', () => {
    const none = aTask({ kind: 'opening' }, { slot: 'none' });
    expect(decideTask(view(none), now)).toMatchObject({ kind: 'perform', effect: { name: 'claim-slot' } });
    const inLine = aTask({ kind: 'opening' }, { slot: 'waiting' });
    expect(decideTask(view(inLine, { slot: { kind: 'waiting' } }), now).kind).toBe('wait');
    expect(decideTask(view(inLine), now)).toMatchObject({ kind: 'advance', state: { slot: 'held' } });
  });

  it('PC-06 the file of its plan before it waits for a slot', () => {
    const planFile = { root: '/shop', name: 'a.md' };
    const task = aTask(firstTaskState('engine', planFile).at, { slot: 'none' }, { planFile });
    expect(decideTask(view(task), now)).toMatchObject({ effect: { name: 'take-plan', input: planFile } });
    const performed = { name: 'take-plan', input: planFile, result: { kind: 'done', output: {} } } as const;
    expect(applyTask(task, performed, now).state.at).toEqual({ kind: 'opening' });
    expect(firstTaskState('engine').at).toEqual({ kind: 'opening' });
  });

  it.each([
    ['careful', 'proceed', { kind: 'confirming' }],
    ['careful', 'plan', { kind: 'planning', looks: 0 }],
    ['careful', 'submit', { kind: 'submitting' }],
  ] as const)('as %s an answer to %s', (_preset, kind, at) => {
    const decided = decideTask(view(aTask(at, {}, { settings: careful })), now);
    expect(decided).toMatchObject({
      kind: 'ask',
      question: { kind },
      answeredBy: null,
      state: { at: { kind: 'asking' } },
    });
  });

  it('no person for a submit that is proven where policy says so, and one where a gate is missing', () => {
    expect(decideTask(view(aTask({ kind: 'submitting' })), now)).toMatchObject({ answeredBy: { choice: 'submit' } });
    const open = aTask({ kind: 'submitting' }, { known: { work: { unverified: ['lint'] } } as never });
    expect(decideTask(view(open), now)).toMatchObject({ kind: 'ask', answeredBy: null });
  });

  it('nothing while its question is open but to give its slot back', () => {
    const at = asking('proceed', { kind: 'confirming' });
    const open = { key: 'k', state: { kind: 'open' } } as Question;
    expect(decideTask(view(aTask(at), { questions: [open] }), now)).toMatchObject({ effect: { name: 'free-slot' } });
    const parked = aTask(at, { slot: 'none' });
    expect(decideTask(view(parked, { questions: [open] }), now)).toMatchObject({ kind: 'wait', until: null });
  });

  it('its criterion, and hands it the words of the person', () => {
    expect(decideTask(view(aTask(developing)), now)).toMatchObject({
      kind: 'spawn',
      children: [{ kind: 'criterion', key: 'SC-1' }],
    });
    const child = {
      ...aRun('SC-1', false, { at: { kind: 'working', key: 'x' } }),
      kind: 'criterion',
      id: 'shop-1/SC-1',
    };
    const children = [{ ...child, spec: { label: 'SC-1' } } as unknown as Run];
    expect(decideTask(view(aTask(developing), { children }), now).kind).toBe('wait');
    expect(decideTask(view(aTask(developing), { children, notices: [notice(1, 'say')] }), now)).toMatchObject({
      ...{ kind: 'advance', state: { heard: 1 }, notices: [{ to: 'shop-1/SC-1', kind: 'say', body: 'say' }] },
    });
  });
});

describe('the way on from an answer', () => {
  const at = asking('submit', { kind: 'submitting' });
  const to = (step: TaskStep, choice: string, given: string | null = null) => {
    const decided = decideTask(view(aTask(step), { questions: [answered(choice, given)] }), now);
    return decided.kind === 'advance' ? decided.state : decided;
  };
  const ways: readonly (readonly [TaskStep, string, string])[] = [
    [asking('proceed', { kind: 'confirming' }), 'yes', 'copying'],
    [asking('proceed', { kind: 'confirming' }), 'cancel', 'releasing'],
    [asking('base_red', { kind: 'staging_base' }), 'go_on', 'analyzing'],
    [asking('base_red', { kind: 'staging_base' }), 'retry', 'staging_base'],
    [asking('unreachable', { kind: 'fetching' }), 'retry', 'opening'],
    [
      asking('unreachable', { kind: 'following_features', doing: { kind: 'joining', heads: '' } }),
      'cancel',
      'releasing',
    ],
    [asking('plan', { kind: 'planning', looks: 0 }), 'go', 'developing'],
    [asking('plan', { kind: 'planning', looks: 0 }), 'change', 'developing'],
    [asking('plan', { kind: 'planning', looks: 0 }), 'proposal_1', 'developing'],
    [asking('plan', { kind: 'planning', looks: 0 }), 'again', 'analyzing'],
    [asking('plan', { kind: 'planning', looks: 0 }), 'enough', 'releasing'],
    [asking('plan', { kind: 'planning', looks: 0 }), 'plan', 'developing'],
    [asking('stuck', developing), 'another', 'developing'],
    [asking('stuck', developing), 'advice', 'developing'],
    [asking('stuck', developing), 'raise', 'developing'],
    [asking('stuck', developing), 'code', 'in_hand'],
    [asking('stuck', developing), 'abandon', 'releasing'],
    [asking('tests_failed', { kind: 'checking' }), 'fix', 'developing'],
    [asking('tests_failed', { kind: 'checking' }), 'look', 'in_hand'],
    [asking('tests_failed', { kind: 'checking' }), 'test', 'checking'],
    [at, 'submit', 'committing'],
    [at, 'edit', 'submitting'],
    [at, 'change', 'developing'],
    [at, 'abandon', 'releasing'],
  ];
  it.each(ways)('%j %s leads to %s', (step, choice, kind) => {
    expect(to(step, choice, 'words')).toMatchObject({ at: { kind } });
  });

  it('is a bug where no way leads on', () => {
    expect(() => to(at, 'nonsense')).toThrow('no way leads on');
  });

  it('names the person who submits what is not verified', () => {
    const open = aTask(at, { known: { work: { unverified: ['lint'] } } as never });
    const elsewhere = aTask(at, {}, { continues: { session: 's', done: ['SC-1'] } });
    for (const each of [open, elsewhere])
      expect(decideTask(view(each, { questions: [answered('submit')] }), now)).toMatchObject({
        state: { known: { delivery: { override: 'person:test' } } },
      });
    expect(decideTask(view(aTask(at), { questions: [answered('submit')] }), now)).toMatchObject({
      state: { known: { delivery: { override: null } } },
    });
  });
});

describe('WT-122 what a person or a remote says', () => {
  const to = (at: TaskStep, choice: string) => {
    const decided = decideTask(view(aTask(at), { questions: [answered(choice)] }), now);
    return decided.kind === 'advance' ? decided.state.at : decided;
  };
  it('without the remote goes on from what is there before the work, and ends not submitted after it', () => {
    expect(to(asking('unreachable', { kind: 'fetching' }), 'without')).toEqual({ kind: 'surveying' });
    expect(to(asking('unreachable', { kind: 'confirming_push' }), 'without')).toMatchObject({
      ...{ kind: 'releasing', outcome: { why: expect.stringContaining('not submitted') } },
    });
  });

  it.each([
    ['PUSH_REJECTED', 'fetch first', 'watching'],
    ['PUSH_REJECTED', 'non-fast-forward', 'watching'],
    ['PUSH_REJECTED', 'protected branch hook declined', 'troubled'],
    ['PUSH_REJECTED', undefined, 'troubled'],
    ['GIT_FAILED', 'fetch first', 'troubled'],
  ] as const)(
    'WT-68 %s (%s) of a branch that had been pushed leads to %s; the remote is looked at before a person is asked',
    (error_code, why, kind) => {
      const refused = { error_code, message: 'no', ...(why !== undefined && { details: { why } }) };
      const ending = { kind: 'ended', startedAt: 1, endedAt: 2, ending: { kind: 'exited', code: 1 } };
      const run = aRun('run-1', true, {
        ...ending,
        result: { kind: 'plain', ok: false, why: 'no', failure: refused, tail: '' },
      });
      const thing = aTask(
        { kind: 'pushing', fresh: false },
        { runs: 1, known: { delivery: { head: { commit: 'c1', tree: 't1' } } } as never },
      );
      const decided = decideTask(view(thing, { children: [run] }), now);
      if (kind === 'watching') expect(decided).toMatchObject({ state: { at: { kind, doing: { kind: 'fetching' } } } });
      if (kind === 'watching' || decided.kind !== 'advance') return;
      expect(decided.state.at).toMatchObject({ kind: 'confirming_push', failed: { error_code } });
      const looked = (there: boolean, state = decided.state) =>
        applyTask({ ...thing, state: { ...thing.state, ...state } }, {
          ...{ name: 'confirm-push', input: { hub: all.place.hub, branch: 'x', commit: 'c1' } },
          result: { kind: 'done', output: { there, at: null } },
        } as Performed).state;
      expect(decideTask(view({ ...thing, state: looked(false) }), now)).toMatchObject({
        ...{ kind: 'ask', question: { kind: 'unreachable', choices: [{ id: 'retry' }, { id: 'without' }, {}] } },
      });
      expect(looked(true).at.kind).toBe('opening_pull_request');
    },
  );

  it('a copy is handed over at the next safe point, not while a run is under way', () => {
    const take = [notice(1, 'take')];
    const child = aRun('run-1', false);
    const run = decideTask(view(aTask({ kind: 'checking' }, { runs: 1 }), { notices: take, children: [child] }), now);
    expect(run).toEqual({ kind: 'wait', until: null, on: 'the next safe point' });
    const awake = {
      ...child,
      id: 'shop-1/SC-1',
      kind: 'criterion',
      key: 'SC-1',
      state: { paused: false },
    } as unknown as Run;
    const handing = aTask(developing, { handing: true });
    expect(decideTask(view(handing, { notices: take, children: [awake] }), now)).toMatchObject({
      ...{ kind: 'wait', on: 'the next safe point' },
    });
    const calm = decideTask(view(aTask({ kind: 'checking' }, { runs: 1 }), { notices: take }), now);
    expect(calm).toMatchObject({ state: { at: { kind: 'in_hand' } } });
  });
});

describe('what is said to a task', () => {
  const stops: readonly TaskStep[] = [
    { kind: 'opening' },
    { kind: 'checking' },
    { kind: 'pushing' },
    developing,
    { kind: 'by_hand' },
    asking('plan', { kind: 'planning', looks: 0 }),
    { kind: 'troubled', failure, back: { kind: 'checking' } },
  ];
  it.each(stops)('a cancel at %j is told to what runs, waits for its end and releases', (at) => {
    const thing = aTask(at);
    const living = [aRun('run-1', false)];
    const told = decideTask(view(thing, { notices: [notice(1, 'cancel')], children: living }), now);
    expect(told).toMatchObject({
      kind: 'advance',
      state: { stopping: 'cancel' },
      notices: [{ to: 'r1', kind: 'cancel' }],
    });
    const stopping = aTask(at, { stopping: 'cancel' });
    expect(decideTask(view(stopping, { notices: [notice(1, 'cancel')], children: living }), now).kind).toBe('wait');
    expect(decideTask(view(stopping, { notices: [notice(1, 'cancel')] }), now)).toMatchObject({
      state: { at: { kind: 'releasing', outcome: { kind: 'cancelled' } } },
    });
  });

  it('a cancel of an earlier life stops nothing', () => {
    const thing = aTask({ kind: 'checking' }, { since: 3 });
    expect(isTaskStopped(thing, [notice(2, 'cancel')])).toBe(false);
    expect(decideTask(view(thing, { notices: [notice(2, 'cancel')] }), now).kind).toBe('perform');
    expect(isTaskStopped(thing, [notice(4, 'cancel')])).toBe(true);
    expect(isTaskStopped({ ...thing, state: { ...thing.state, stopping: 'cancel' } }, [notice(4, 'cancel')])).toBe(
      false,
    );
  });

  it('finish ends not verified, with what is open', () => {
    const stopping = aTask(developing, { stopping: 'finish' });
    expect(decideTask(view(stopping, { notices: [notice(1, 'finish')] }), now)).toMatchObject({
      state: { at: { outcome: { kind: 'not_verified', open: ['SC-1: it fires'] } } },
    });
  });

  it('a pause waits for the next safe point, gives the slot back and goes on after resume', () => {
    const pause = [notice(1, 'pause')];
    const thing = aTask({ kind: 'fetching' }, { runs: 1 });
    expect(decideTask(view(thing, { notices: pause }), now)).toMatchObject({ state: { paused: true } });
    const paused = aTask({ kind: 'fetching' }, { runs: 1, paused: true });
    expect(decideTask(view(paused, { notices: pause, children: [aRun('run-1', false)] }), now).kind).toBe('wait');
    expect(decideTask(view(paused, { notices: pause }), now)).toMatchObject({ effect: { name: 'free-slot' } });
    expect(decideTask(view(paused, { notices: [...pause, notice(2, 'resume')] }), now)).toMatchObject({
      state: { paused: false },
    });
  });

  it.each([
    [['retry', 'say'], { at: { kind: 'planning' }, said: [] }, { said: ['say'] }],
    [['say', 'retry'], { at: { kind: 'asking' }, said: ['say'] }, { at: { kind: 'planning' } }],
  ])('neither words nor a retry are lost where they come together: %j', (said, first, second) => {
    const notices = said.map((kind, index) => notice(index + 1, kind));
    const at = asking('plan', { kind: 'planning', looks: 0 });
    const one = decideTask(view(aTask(at), { notices }), now);
    expect(one).toMatchObject({ kind: 'advance', state: first });
    if (one.kind !== 'advance') return;
    const two = decideTask(view({ ...aTask(at), state: one.state }, { notices }), now);
    expect(two).toMatchObject({ kind: 'advance', state: second });
  });

  it('words before a retry that means nothing are kept', () => {
    const decided = decideTask(
      view(aTask({ kind: 'checking' }), { notices: [notice(1, 'say'), notice(2, 'retry')] }),
      now,
    );
    expect(decided).toMatchObject({ state: { said: ['say'], heard: 2 } });
  });
});

describe('a failed effect', () => {
  const performed = { name: 'snapshot', input: {}, result: { kind: 'failed', failure } } as unknown as Performed;
  const steps: readonly TaskStep[] = [
    ...([{ kind: 'opening' }, { kind: 'surveying' }, { kind: 'furnishing' }, { kind: 'checking' }] as const),
    ...([{ kind: 'committing' }, { kind: 'confirming_push' }, { kind: 'opening_pull_request' }] as const),
    asking('plan', { kind: 'planning', looks: 0 }),
  ];
  it.each(steps)('at %j leads to a question', (at) => {
    const applied = applyTask(aTask(at), performed);
    expect(applied.state.at).toEqual({ kind: 'troubled', failure, back: at });
    const decided = decideTask(view({ ...aTask(at), state: applied.state }), now);
    expect(decided).toMatchObject({ kind: 'ask', answeredBy: null });
    const kind = ['confirming_push', 'opening_pull_request'].includes(at.kind) ? 'unreachable' : 'setup_failed';
    expect(decided).toMatchObject({ question: { kind } });
  });

  it('of the slot itself is asked about, and not performed again by itself', () => {
    const none = aTask({ kind: 'copying', tried: 0 }, { slot: 'none' });
    expect(decideTask(view(none), now)).toMatchObject({ effect: { name: 'claim-slot' } });
    const failed = { ...performed, name: 'claim-slot' } as unknown as Performed;
    const { state } = applyTask(none, failed);
    expect(decideTask(view({ ...none, state }), now)).toMatchObject({
      ...{ kind: 'ask', question: { kind: 'setup_failed', choices: [{ id: 'retry' }, { id: 'cancel' }] } },
    });
  });

  it('WT-113 for a base that is gone offers what there is, and starts from what is named', () => {
    const failure = {
      error_code: 'BASE_UNKNOWN',
      message: 'main is gone',
      details: { branches: ['trunk', 7] },
    } as const;
    const at = { kind: 'surveying' } as const;
    const task = aTask({ kind: 'troubled', failure, back: at });
    const decided = decideTask(view(task), now);
    expect(decided).toMatchObject({
      kind: 'ask',
      question: { choices: [{ id: 'retry' }, { id: 'base_trunk', label: 'start from trunk' }, { id: 'cancel' }] },
    });
    const asked = aTask(asking('unreachable', at));
    const followed = decideTask(view(asked, { questions: [answered('base_trunk')] }), now);
    expect(followed).toMatchObject({ state: { at, known: { place: { startFrom: 'trunk' } } } });
    const again = {
      ...asked,
      state: { ...asked.state, at, known: learn(asked.state.known, { place: { startFrom: 'trunk' } }) },
    };
    expect(decideTask(view(again), now)).toMatchObject({ effect: { input: { wanted: 'trunk' } } });
  });

  it('WT-64 for what a hub lost that was made anew leads back to the copy without a person, three times', () => {
    const gone = { error_code: 'GIT_FAILED', message: 'bad object', details: { remade: true } } as const;
    const lost = { ...performed, result: { kind: 'failed', failure: gone } } as unknown as Performed;
    let task = aTask({ kind: 'committing' });
    for (let time = 1; time <= 3; time += 1) {
      const { state } = applyTask(task, lost);
      expect(state).toMatchObject({
        at: { kind: 'mending', next: { kind: 'checking' } },
        known: { place: { remade: time } },
      });
      task = { ...task, state: { ...state, at: { kind: 'committing' } } };
    }
    expect(applyTask(task, lost).state.at.kind).toBe('troubled');
  });

  it.each(['releasing', 'cleaning_copy'] as const)('at %s leads to the end, and is said', (kind) => {
    const outcome = { kind: 'proven', why: 'x', open: [] } as const;
    const applied = applyTask(aTask({ kind, outcome, back: null, remote: null } as TaskStep), performed);
    expect(applied.state.at).toMatchObject({ kind: 'ended', outcome });
    expect(applied.said[0]?.kind).toMatch(/_failed$/);
  });

  it('a branch name that is taken is tried with another, 20 times', () => {
    const taken = {
      ...performed,
      name: 'make-copy',
      result: { kind: 'failed', failure: { ...failure, error_code: 'ALREADY_EXISTS' } },
    } as Performed;
    expect(applyTask(aTask({ kind: 'copying', tried: 3 }), taken).state.at).toEqual({ kind: 'copying', tried: 4 });
    expect(applyTask(aTask({ kind: 'copying', tried: 20 }), taken).state.at.kind).toBe('troubled');
  });

  it('one below a branch that is there is made in no folder, with a number where that is taken too', () => {
    const above = { ...failure, error_code: 'ALREADY_EXISTS', details: { above: 'drover' } };
    const next = (at: TaskStep) =>
      applyTask(aTask(at), { ...performed, name: 'make-copy', result: { kind: 'failed', failure: above } } as Performed)
        .state.at;
    const flat = { kind: 'copying', tried: 0, flat: true } as const;
    expect(next({ kind: 'copying', tried: 0 })).toEqual(flat);
    expect(next(flat)).toEqual({ ...flat, tried: 1 });
    const asks = view(aTask(flat, { known: learn(aTask(flat).state.known, { place: { base, hub } }) }));
    expect(decideTask(asks, now)).toMatchObject({
      effect: { input: { branch: 'drover-shop-1-heartbeat-does-not-fire' } },
    });
  });

  it('one that a person named is asked about, and another is taken by their word alone and said', () => {
    const named = { branch: 'fix/beat' };
    const of = (at: TaskStep, state: Partial<TaskState> = {}) =>
      aTask(at, { known: learn(aTask(at).state.known, { place: { base, hub } }), ...state }, named);
    const message = 'The branch fix/beat is taken by /copies/shop-1.';
    const result = { kind: 'failed', failure: { error_code: 'ALREADY_EXISTS', message } } as const;
    const at = applyTask(of({ kind: 'copying', tried: 0 }), { ...performed, name: 'make-copy', result } as Performed)
      .state.at;
    const asks = decideTask(view(of(at)), now);
    expect(asks).toMatchObject({
      kind: 'ask',
      question: {
        kind: 'setup_failed',
        text: expect.stringContaining(message),
        choices: expect.arrayContaining([
          { id: 'numbered', label: 'go on as fix/beat-2, or the next number that is free', words: 'none' },
        ]),
      },
    });
    const back: TaskStep = { kind: 'copying', tried: 0 };
    const question = { kind: 'asking', question: 'setup_failed', key: 'k', back } as const;
    const on = decideTask({ ...view(of(question)), questions: [answered('numbered')] }, now);
    expect(on).toMatchObject({ state: { at: { kind: 'copying', tried: 1, numbered: true } } });
    const next = of({ kind: 'copying', tried: 1, numbered: true });
    expect(decideTask(view(next), now)).toMatchObject({ effect: { input: { branch: 'fix/beat-2' } } });
    const made = { kind: 'done', output: { path: '/c', branch: 'fix/beat-2' } } as const;
    const applied = applyTask(next, { ...performed, name: 'make-copy', result: made } as Performed);
    expect(applied.said).toMatchObject([{ kind: 'copy_made', data: { branch: 'fix/beat-2', wanted: 'fix/beat' } }]);
    expect(applied.state.known.place.copy).toMatchObject({ branch: 'fix/beat-2', wanted: 'fix/beat' });
  });
});

describe('an ended task', () => {
  const ended = (back: TaskStep | null, kind: 'failed' | 'released' | 'cancelled' = 'cancelled') =>
    aTask({ kind: 'ended', outcome: { kind, why: '', open: [] }, back }, { runs: 4, fetched: 3, stopping: 'cancel' });

  it('begins its failed phase again with a run of its own and a criterion of its own', () => {
    const again = retryState(ended(developing), 7);
    expect(again).toMatchObject({ at: { key: 'SC-1.again-7' }, stopping: null, since: 7, heard: 7, fetched: 4 });
    expect(
      decideTask(view({ ...ended(null), state: again as TaskState, ...{} }, { notices: [notice(7, 'cancel')] }), now)
        .kind,
    ).toBe('perform');
    const fetched = retryState(ended({ kind: 'fetching' }), 7) as TaskState;
    const held = { ...fetched, known: fetched.known, slot: 'held' as const };
    const cancelledRun = aRun('run-4', true, {
      kind: 'ended',
      ending: { kind: 'cancelled' },
      result: { kind: 'plain', ok: false },
    });
    expect(decideTask(view({ ...ended(null), state: held }, { children: [cancelledRun] }), now)).toMatchObject({
      kind: 'spawn',
    });
  });

  it('never goes back to a question that is closed', () => {
    expect(retryState(ended(asking('plan', { kind: 'planning', looks: 0 })), 1)).toMatchObject({
      at: { kind: 'planning' },
    });
  });

  it('that was released, or has nothing to go back to, stays ended, and can be cleaned up', () => {
    expect(retryState(ended({ kind: 'checking' }, 'released'), 1)).toBeNull();
    expect(retryState(ended(null), 1)).toBeNull();
    expect(cleanUpState(ended(null))).toMatchObject({ at: { kind: 'cleaning_remote' } });
    expect(cleanUpState(aTask({ kind: 'checking' }))).toBeNull();
  });

  it('CM-54 WT-50 keeps the branch on the remote while a pull request needs it, where that is not known, and where it is not on record as its own', () => {
    const outcome = { kind: 'released', why: 'submitted', open: [] } as const;
    const cleaning = (open?: string | null, ours: { readonly ours?: boolean } = { ours: true }) =>
      aTask(
        { kind: 'cleaning_remote', outcome, ...(open === undefined ? {} : { open, ...ours }) },
        { known: learn(all, { delivery: { pushed: true } }) },
      );
    const next = (task: Task) => decideTask(view(task), now);
    const looked = next(cleaning());
    expect(looked).toMatchObject({ kind: 'perform', effect: { name: 'find-pull-request' } });
    const stays = { kind: 'cleaning_copy', remote: expect.stringContaining('stays on the remote') };
    expect(next(cleaning('https://forge.test/1'))).toMatchObject({ kind: 'advance', state: { at: stays } });
    expect(next(cleaning(null))).toMatchObject({ kind: 'spawn' });
    for (const ours of [{}, { ours: false }])
      expect(next(cleaning(null, ours))).toMatchObject({ kind: 'advance', state: { at: stays } });
    const input = { hub: { path: '/hub', checkout: '/checkout' }, branch: 'drover/shop-1' };
    const found = { kind: 'done', output: { open: 'https://forge.test/1' } } as const;
    expect(applyTask(cleaning(), { name: 'find-pull-request', input, result: found }).state.at).toMatchObject({
      kind: 'cleaning_remote',
      open: 'https://forge.test/1',
    });
    const failed = applyTask(cleaning(), { name: 'find-pull-request', input, result: { kind: 'failed', failure } });
    expect(failed.state.at).toMatchObject({ kind: 'cleaning_copy', remote: expect.stringContaining('it broke') });
  });
});

describe('a task of an issue', () => {
  it('says that text of strangers takes part where their words may become something', () => {
    const issue = { address: 'https://forge.test/acme/shop/issues/7', number: 7 };
    const asked = (at: TaskStep, change: object) => {
      const decided = decideTask(view(aTask(at, {}, { settings: careful, ...change })), now);
      return decided.kind === 'ask' ? decided.question.text : decided.kind;
    };
    for (const at of [{ kind: 'confirming' }, { kind: 'planning', looks: 0 }, { kind: 'submitting' }] as const) {
      expect(asked(at, { issue })).toContain(`Text of strangers takes part: ${issue.address}`);
      expect(asked(at, {})).not.toContain('strangers');
    }
  });
});

describe('a task whose host is gone', () => {
  const early = { known: { place: { copy: null } } };
  it('begins anew while it has no copy, keeping its place', () => {
    const asked = aTask(asking('proceed', { kind: 'confirming' }), { ...early, runs: 2 });
    expect(relocate(asked, [{ ended: true }])).toMatchObject({
      at: { kind: 'opening' },
      known: { place: { hub: null, base: null } },
      slot: 'held',
      fetched: 2,
    });
  });

  it('is bound by its copy, by what runs, by the one who drives it', () => {
    expect(relocate(aTask({ kind: 'checking' }), [])).toBeNull();
    expect(relocate(aTask({ kind: 'fetching' }, early), [{ ended: false }])).toBeNull();
    expect(relocate(aTask({ kind: 'opening' }, early, { driven: 'hand' }), [])).toBeNull();
  });
});

describe('whatever comes', () => {
  const machine: Machine = {
    decide: (seen, at) => decideTask(seen as unknown as TaskView, at),
    apply: (thing, performed) => applyTask(thing as Task, performed),
  };
  const from = (choices: readonly number[]): Pick => {
    let next = 0;
    return (count) => (choices[next++ % choices.length] ?? 0) % count;
  };
  const beginning = (preset: 'careful' | 'hands-off', agents: readonly string[]) =>
    begin({
      ...aTask({ kind: 'opening' }, {}, { settings: { ...settings, preset, ...rolesOf(agents) } }),
      state: firstTaskState('engine'),
    });
  /** With a second agent every role is filled. */
  const rolesOf = (agents: readonly string[]) => ({
    agents: { ...settings.agents, develop: agents, analyze: agents, plan: ['three'], review: agents, advise: agents },
    ...(agents.length > 1 && { review: true, appointed: ['plan', 'review', 'fix', 'advise'] as const }),
  });
  const play = (played: Played, pick: Pick, rounds: number): Played => {
    let at = played;
    for (let n = 0; n < rounds && !at.ended; n += 1) {
      if (pick(9) === 8) at = say(at, words[2 + pick(4)] ?? 'say');
      at = round(machine, at, pick);
      if (at.waits !== null) at = happen(at, pick);
    }
    return at;
  };
  const choices = fc.array(fc.nat(10_000), { minLength: 40, maxLength: 300 });
  const presets = fc.constantFrom('careful' as const, 'hands-off' as const);
  const agents = fc.constantFrom(['one'], ['one', 'two']);

  it('nothing throws, nothing is performed beside what lives, and a cancel leads to the release and the end', () => {
    fc.assert(
      fc.property(
        choices,
        presets,
        agents,
        fc.nat(150),
        fc.constantFrom('cancel', 'finish'),
        (numbers, preset, names, rounds, stop) => {
          const pick = from(numbers);
          let at = play(beginning(preset, names), pick, rounds);
          if (at.ended) return;
          at = say(at, stop);
          const before = at.effects.length;
          for (let n = 0; n < 30 && !at.ended; n += 1) {
            at = round(machine, at, pick);
            if (at.waits !== null) at = happen(at, pick);
          }
          expect(at.ended).toBe(true);
          expect(at.effects.filter((name) => name === 'release')).toHaveLength(1);
          expect(at.effects.slice(before).filter((name) => name !== 'release')).toEqual([]);
        },
      ),
      { numRuns: 400 },
    );
  });
});
