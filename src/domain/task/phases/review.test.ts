import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateSettings, settings, turn } from '../../../../test/fakes/outside.ts';
import { type HostId, instant, taskId } from '../../ids.ts';
import { type Learned, learn } from '../../parts/known.ts';
import type { Reading, ReviewFinding } from '../../plan/assessment.ts';
import type { Question } from '../../question/question.ts';
import type { Run, RunResult } from '../../run/run.ts';
import { applyTask } from '../apply.ts';
import { decideTask } from '../decide.ts';
import { afterGates, afterGathering } from '../next-phase.ts';
import type { Settings } from '../settings/settings.ts';
import { phaseOf } from '../steps.ts';
import { firstTaskState, type Known, type Task, type TaskState, type TaskStep } from '../task.ts';
import { afterTest } from './test.ts';

const now = instant(1_000_000);
const two: Settings = {
  ...settings,
  review: true,
  agents: { ...settings.agents, review: ['one', 'two'] },
};
const known: Known = learn(firstTaskState('engine').known, {
  place: {
    ...{ base, gatePlan, gateSettings, hub: { path: '/hub', checkout: '/checkout' } },
    copy: { path: '/copy', branch: 'drover/shop-1', tree: 't0' },
  },
  work: {
    proven: 't1',
    plan: {
      text: 'multiply',
      criteria: [{ label: 'SC-1', text: 'it fires', verify: null, files: [], kind: 'behaviour' }],
    },
  },
});

function aTask(
  at: TaskStep,
  more: Omit<Partial<TaskState>, 'known'> & { readonly known?: Learned<Known> } = {},
  chosen: Settings = two,
  until: 'test' | null = null,
): Task {
  const id = taskId('shop', 1);
  const first = firstTaskState('engine');
  const { known: also = {}, at: _at, phase: _phase, ...rest } = more;
  return {
    ...{ id, kind: 'task', task: id, parent: null, key: '', host: 'here' as HostId, version: 1, fence: 1, effects: 0 },
    ...{ ended: false, createdAt: now, updatedAt: now },
    spec: {
      ...{ number: 1, text: 'heartbeat does not fire', title: null, branch: null, base: null, until, plan: null },
      ...{ priority: 0, inferred: false, driven: 'engine', settings: chosen, by: 'person:test' },
    },
    state: { ...first, at, phase: phaseOf(at), slot: 'held', known: learn(known, also), ...rest },
  };
}

const child = (more: object) => ({ ...aTask({ kind: 'opening' }), id: 'r1', ended: true, ...more }) as unknown as Run;
const criterion = child({ kind: 'criterion', key: 'SC-1', spec: { agents: ['one'] }, state: { agent: 0 } });
const ran = (result: RunResult, ending: unknown = { kind: 'exited', code: 0 }) =>
  child({ kind: 'run', key: 'run-1', state: { kind: 'ended', startedAt: 1, endedAt: 2, ending, result } });
const decide = (thing: Task, children: readonly Run[] = [], questions: readonly Question[] = []) =>
  decideTask({ thing, children, notices: [], questions, slot: { kind: 'held' } }, now);

const finding = (severity: ReviewFinding['severity'], what = 'a leak'): ReviewFinding => ({
  ...{ severity, file: 'src/a.js', line: 3, what, why: 'it grows' },
});
const handedIn = (...findings: readonly ReviewFinding[]) => JSON.stringify({ summary: 'it is small', findings });
const reading = (findings: readonly ReviewFinding[], more: Partial<Reading> = {}): Reading => ({
  ...{ tree: 't1', round: 1, fixes: 0, outcome: { kind: 'read', by: 'two', summary: 'it is small', findings } },
  ...more,
});
const assessing: TaskStep = { kind: 'assessing', round: 1 };
const snapshot = (tree: string) =>
  ({ name: 'snapshot', input: {}, result: { kind: 'done', output: { tree, commits: 0, changes: [] } } }) as never;
const readingStep = (text: string, more: object = {}): TaskStep => ({
  ...{ kind: 'reading_assessment', round: 1, agent: 0, by: 'two', text, conversation: 'c', asked: false },
  ...more,
});

describe('a review of the whole change', () => {
  it('comes after the gates where it is wanted, and once for the same tree', () => {
    const at: TaskStep = { kind: 'submitting' };
    expect(afterGathering(aTask(at))).toEqual({ kind: 'assessing', round: 1 });
    expect(afterGathering(aTask(at, {}, settings))).toEqual({ kind: 'submitting' });
    expect(afterGates(aTask(at, {}, two, 'test'))).toEqual({ kind: 'submitting' });
    const read = { work: { reading: reading([]) } } as Learned<Known>;
    expect(afterGathering(aTask(at, { known: read }))).toEqual({ kind: 'assessed' });
    expect(afterGathering(aTask(at, { known: learn(read, { work: { proven: 't2' } }) }))).toEqual({
      kind: 'assessing',
      round: 2,
    });
  });

  it('a change that nobody has read is to be read again, though it is the same', () => {
    const unread = reading([], { outcome: { kind: 'not_reviewed', why: 'no agent' } });
    expect(afterGathering(aTask(assessing, { known: { work: { reading: unread } } as Learned<Known> }))).toMatchObject({
      kind: 'assessing',
    });
  });

  it('is made by another agent than the one that made the change, which may only read', () => {
    expect(decide(aTask(assessing), [criterion])).toMatchObject({
      kind: 'spawn',
      children: [{ spec: { purpose: { role: 'review', agent: 'two', mode: 'analysis', changesSince: base.tree } } }],
      said: [{ kind: 'review_started', data: { agent: 'two' } }],
    });
    const alone = { ...two, agents: { ...two.agents, review: ['one'] } };
    expect(decide(aTask(assessing, {}, alone), [criterion])).toMatchObject({
      children: [{ spec: { purpose: { agent: 'one' } } }],
    });
  });

  it('of a change that another task made is held against that one, and read by nobody who may have made it', () => {
    const taken = { id: 'shop-3', kind: 'task', spec: { settings: { agents: { develop: ['one'] } } } };
    const of = { known: { work: { taken: taken.id } } as Learned<Known>, runs: 1 };
    const others = [taken as never];
    expect(decide(aTask(assessing, { ...of, fetched: 1 }), others)).toMatchObject({
      children: [{ spec: { purpose: { agent: 'two' } } }],
    });
    expect(decide(aTask({ kind: 'gathering_tests' }, of), others)).toMatchObject({
      effect: { name: 'gather-tests', input: { taken: 'shop-3' } },
    });
    const said = ran(turn(handedIn()));
    const own = (agent: number) => decide(aTask({ ...assessing, agent }, of), [...others, said]);
    expect(own(1)).toMatchObject({ state: { at: { kind: 'reading_assessment', by: 'one', own: true } } });
    expect(own(0)).not.toHaveProperty('state.at.own');
  });

  it('by an agent that fails is made by the next, and by nobody is none', () => {
    const failed = ran(turn('', { outcome: { kind: 'auth_missing', message: 'log in' } }));
    const first = decide(aTask(assessing, { runs: 1 }), [criterion, failed]);
    expect(first).toMatchObject({ kind: 'advance', state: { at: { kind: 'assessing', agent: 1 }, fetched: 1 } });
    const last = decide(aTask({ ...assessing, agent: 1 }, { runs: 1 }), [criterion, failed]);
    expect(last).toMatchObject({
      state: {
        at: { kind: 'assessed' },
        known: { work: { reading: { outcome: { kind: 'not_reviewed', why: expect.stringContaining('AGENT_AUTH') } } } },
      },
    });
  });

  it('that was cut off is taken up again in its conversation', () => {
    const lost = ran(turn('', { outcome: { kind: 'cut_off', message: 'gone' } }), { kind: 'lost' });
    const cut = decide(aTask(assessing, { runs: 1 }), [criterion, lost]);
    expect(cut).toMatchObject({ state: { at: { kind: 'assessing', resume: 'conv-1', missing: null } } });
  });

  it('that cannot be used is asked for once more with what is missing, then it is said that nobody has read the change', () => {
    const again = applyTask(aTask(readingStep('All fine!')), snapshot('t1')).state;
    expect(again.at).toMatchObject({
      kind: 'assessing',
      resume: 'c',
      missing: [expect.stringContaining('the review')],
    });
    expect(again.known.work.reading).toBeUndefined();
    const spawned = decide(aTask(again.at), [criterion]);
    expect(JSON.stringify(spawned)).toContain('cannot be used yet');
    const second = applyTask(aTask(readingStep('All fine!', { asked: true })), snapshot('t1')).state;
    expect(second).toMatchObject({
      at: { kind: 'assessed' },
      known: { work: { reading: { outcome: { kind: 'not_reviewed' } } } },
    });
  });

  it('that wrote all the same has what it wrote undone, to the tree that the gates passed on', () => {
    const { at } = applyTask(aTask(readingStep(handedIn())), snapshot('t9')).state;
    expect(at).toEqual({ kind: 'undoing_reading', tree: 't1', next: { kind: 'assessed' } });
    expect(decide(aTask(at))).toMatchObject({
      kind: 'perform',
      effect: { name: 'restore-copy', input: { tree: 't1' } },
    });
    const restored = { name: 'restore-copy', input: {}, result: { kind: 'done', output: { changed: ['a.js'] } } };
    expect(applyTask(aTask(at), restored as never)).toMatchObject({
      state: { at: { kind: 'assessed' } },
      said: [{ kind: 'wrote_in_read_only', data: { paths: ['a.js'] } }],
    });
  });

  it('without anything grave leads to the submission, whose text tells what was found', () => {
    const found = aTask(
      { kind: 'assessed' },
      { known: { work: { reading: reading([finding('P2')]) } } as Learned<Known> },
    );
    expect(decide(found)).toMatchObject({ kind: 'advance', state: { at: { kind: 'submitting' } } });
    const asked = decide(aTask({ kind: 'submitting' }, found.state));
    expect(JSON.stringify(asked)).toContain('P2 src/a.js:3 a leak (it grows)');
    expect(asked).toMatchObject({ kind: 'ask' });
  });

  it('with something grave sends the change back with it, three times, and not at the cost of the rounds for gates', () => {
    const grave = reading([finding('P1', 'a hole'), finding('P3', 'a name')]);
    const first = decide(aTask({ kind: 'assessed' }, { known: { work: { reading: grave } } as Learned<Known> }));
    if (first.kind !== 'advance') throw new Error(first.kind);
    expect(first.state).toMatchObject({
      at: { kind: 'developing', key: 'FIX-1' },
      known: { work: { reading: { fixes: 1 } } },
    });
    const advice = JSON.stringify(first.state.at);
    expect(advice).toContain('a hole');
    expect(advice).not.toContain('a name');
    const red = [{ gate: 'test', verdict: 'failed', why: 'x', tail: '' } as never];
    const view = { thing: { ...aTask(assessing), state: { ...first.state, fixes: 1 } } } as never;
    expect(afterTest(view, red)).toMatchObject({ kind: 'advance', state: { at: { kind: 'developing' } } });
  });

  it('that stays grave after three fixes is a question, which no policy answers', () => {
    const stays = reading([finding('P1')], { fixes: 3, round: 4 });
    const asked = decide(aTask({ kind: 'assessed' }, { known: { work: { reading: stays } } as Learned<Known> }));
    expect(asked).toMatchObject({ kind: 'ask', answeredBy: null, question: { kind: 'tests_failed' } });
    const answer = (choice: string) =>
      decide(
        aTask(
          { kind: 'asking', question: 'tests_failed', key: 'k', back: { kind: 'assessed' } },
          {
            known: { work: { reading: stays } } as Learned<Known>,
          },
        ),
        [],
        [
          {
            ...{ key: 'k', id: 'q1' },
            state: { kind: 'answered', answer: { choice, words: null, by: 'person:ada', channel: 'test', at: now } },
          } as unknown as Question,
        ],
      );
    expect(answer('fix')).toMatchObject({
      state: { at: { kind: 'developing' }, known: { work: { reading: { fixes: 4 } } } },
    });
    expect(answer('test')).toMatchObject({ state: { at: { kind: 'checking' } } });
    expect(answer('look')).toMatchObject({ state: { at: { kind: 'in_hand' } } });
    expect(answer('abandon')).toMatchObject({ state: { at: { kind: 'releasing', outcome: { kind: 'failed' } } } });
    const let_stand = answer('accept');
    expect(let_stand).toMatchObject({
      state: { at: { kind: 'assessed' }, known: { work: { reading: { accepted: 'person:ada' } } } },
    });
    if (let_stand.kind !== 'advance') throw new Error(let_stand.kind);
    expect(decide(aTask({ kind: 'assessed' }, let_stand.state))).toMatchObject({ kind: 'advance' });
  });

  it.each([
    ['nobody has read', reading([], { outcome: { kind: 'not_reviewed', why: 'no agent' } })],
    ['something grave stands', reading([finding('P1')], { accepted: 'person:ada' })],
  ])('where %s no policy submits, and it is said', (_words, given) => {
    const asked = decide(aTask({ kind: 'submitting' }, { known: { work: { reading: given } } as Learned<Known> }));
    expect(asked).toMatchObject({ kind: 'ask', answeredBy: null });
    expect(JSON.stringify(asked)).toMatch(/NOT REVIEWED: no agent|ada lets what is grave stand/);
    const fine = decide(aTask({ kind: 'submitting' }, { known: { work: { reading: reading([]) } } as Learned<Known> }));
    expect(fine).toMatchObject({ kind: 'ask', answeredBy: { choice: 'submit' } });
  });
});
