// A task becomes several.
import { describe, expect, it } from 'vitest';
import { base, report } from '../../../../test/fakes/outside.ts';
import { answer, asking, decided, standing } from '../../../../test/fakes/standing-task.ts';
import type { FeatureDraft } from '../../feature/feature.ts';
import { type Learned, learn } from '../../parts/known.ts';
import type { Known, TaskSpec, TaskStep } from '../task.ts';
import { saySplit, splitChoice, splitState } from './split.ts';

const draft = (title: string, dependsOn: readonly number[] = []): FeatureDraft => ({
  ...{ id: null, title, task: `do ${title}`, dependsOn },
});
const two = [draft('the clock'), draft('the bell', [1])];
const planning: TaskStep = { kind: 'planning', looks: 0 };
const suggesting: Learned<Known> = {
  work: {
    report: { report: { ...report, split: { why: 'two rooms', features: two } } as never, text: '' },
  },
};
const split = (at: TaskStep, drafts = two, known: Learned<Known> = {}, stated: Partial<TaskSpec> = {}, force = false) =>
  splitState(standing(at, learn<Learned<Known>>({ work: { plan: null } }, known), {}, stated), drafts, force);
const entered = (phase: string) => ({ kind: 'phase_entered', data: { phase, left: 'plan' } });
const planned = {
  kind: 'features_planned',
  data: {
    features: [
      { id: 'F-1', title: 'the clock' },
      { id: 'F-2', title: 'the bell' },
    ],
  },
};

describe('a split', () => {
  it('is offered where the analysis says so, with what waits for what', () => {
    const thing = standing(planning, suggesting);
    expect(splitChoice(thing)).toEqual([
      { id: 'split', label: 'split into 2 features, or as you say', words: 'optional' },
    ]);
    expect(saySplit(thing)).toBe('\nToo large for one cycle: two rooms\n1. the clock\n2. the bell (after 1)');
    expect([splitChoice(standing(planning)), saySplit(standing(planning))]).toEqual([[], '']);
    const part = { part: { parent: 'shop-9', id: 'F-1', number: 1, of: 2 } } as unknown as Partial<TaskSpec>;
    expect(splitChoice(standing(planning, suggesting, {}, part))).toEqual([]);
  });

  it('leads to its features, which are told', () => {
    const made = split(planning);
    expect(made).toMatchObject({
      ok: true,
      value: {
        state: {
          at: { kind: 'following_features' },
          known: { work: { features: { features: [{ id: 'F-1' }, { id: 'F-2' }] } } },
        },
        said: [planned],
      },
    });
  });

  it('anew while they are followed, or by hand, goes on where it is', () => {
    for (const at of [{ kind: 'following_features', about: 'F-1' }, { kind: 'by_hand' }] as const)
      expect(split(at)).toMatchObject({
        ok: true,
        value: { state: { at, known: { work: { features: {} } } }, said: [planned] },
      });
  });

  it.each<[string, TaskStep, Learned<Known>, Partial<TaskSpec>, string, string]>([
    ['after the plan', { kind: 'checking' }, {}, {}, 'NOT_READY', 'A task is split where its plan is asked for'],
    [
      'of a feature',
      ...[planning, {}, { part: { parent: 'shop-9' } } as never, 'UNSUPPORTED', 'It is a feature of shop-9'],
    ] as never,
    ['where nothing is pushed', planning, {}, { until: 'test' }, 'UNSUPPORTED', 'Nothing is pushed'],
    [
      'where nothing can be',
      ...[planning, { place: { base: { ...base, from: 'local' } } }, {}, 'UNSUPPORTED', 'Nothing is pushed'],
    ] as never,
  ])('%s is refused', (_, at, known, stated, error_code, message) => {
    expect(split(at, two, known, stated)).toMatchObject({
      ok: false,
      failure: { error_code, message: expect.stringContaining(message) },
    });
  });

  it('into parts that do not need one another is none of those', () => {
    const apart = [draft('the clock'), draft('the bell')];
    expect(split(planning, apart, {}, { until: 'test' }).ok).toBe(true);
    expect(split({ kind: 'by_hand' }, two, {}, { until: 'test' }).ok).toBe(true);
    expect(split(asking(planning)).ok).toBe(true);
  });
});

describe('the answer to split', () => {
  const said = (words: string | null, known: Learned<Known>, stated: Partial<TaskSpec> = {}) =>
    decided(standing(asking(planning), learn<Learned<Known>>({ work: { plan: null } }, known), {}, stated), {
      questions: [answer('split', words)],
    });

  it('without words takes what was suggested', () => {
    expect(said(' ', suggesting)).toMatchObject({
      state: { at: { kind: 'following_features' } },
      said: [planned, entered('develop')],
    });
  });

  it('with words takes those, and asks once more where they are no plan', () => {
    expect(said('- the door\n- the window', suggesting)).toMatchObject({
      state: { at: { kind: 'following_features' } },
      said: [{ data: { features: [{ title: 'the door' }, { title: 'the window' }] } }, entered('develop')],
    });
    expect(said('', {})).toMatchObject({ state: { at: planning }, said: [{ kind: 'split_refused' }] });
  });

  it('ends there where the plan was all that is wanted', () => {
    const open = ['F-1: the clock', 'F-2: the bell'];
    expect(said(null, suggesting, { until: 'plan' })).toMatchObject({
      state: {
        at: {
          kind: 'releasing',
          outcome: { kind: 'not_verified', why: 'ended with the plan, as asked', open },
          back: planning,
        },
      },
      said: [planned, entered('release')],
    });
  });
});
