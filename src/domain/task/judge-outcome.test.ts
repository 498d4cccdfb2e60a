import { describe, expect, it } from 'vitest';
import { gateResult, settings } from '../../../test/fakes/outside.ts';
import { standing } from '../../../test/fakes/standing-task.ts';
import type { Feature } from '../feature/feature.ts';
import { type Learned, learn } from '../parts/known.ts';
import { endUndone, leftOfFeatures, outcomeOf } from './judge-outcome.ts';
import {
  afterBaseIsJudged,
  afterGates,
  afterGathering,
  afterLook,
  afterManualStep,
  afterProbe,
  afterSubmit,
} from './next-phase.ts';
import { steps } from './steps.ts';
import type { Known, TaskSpec } from './task.ts';

const at = { kind: 'checking' } as const;
const forge = 'https://forge.test/7';
const feature = (id: string, state: object): Feature =>
  ({ id, title: `T${id}`, state, needs: [] }) as unknown as Feature;
const list = (features: readonly Feature[], more: object = {}): Learned<Known> =>
  ({ work: { features: { features, ...more } } }) as unknown as Learned<Known>;
const rival = { part: { parent: 'shop-1', id: 'R-1', number: 1, of: 2, rival: true } } as unknown as Partial<TaskSpec>;
const proven = { kind: 'done', proof: { kind: 'task' }, pullRequest: 'p1' };

const nameless = { ...gateResult('test', 'passed'), ids: null, counts: null };

describe('what a task comes to', () => {
  it.each<readonly [string, string, Learned<Known>]>([
    ['proven', 'w', {}],
    ['released', 'w', { delivery: { pullRequest: forge } }],
    [
      'not_verified',
      'w; not verified: lint, types',
      { delivery: { pullRequest: forge }, work: { unverified: ['lint', 'types'] } },
    ],
    [
      'not_verified',
      'w; the last look says unknown in prod',
      { delivery: { pullRequest: forge }, environment: { verification: { verdict: 'unknown', env: 'prod' } as never } },
    ],
    [
      'released',
      'w',
      {
        delivery: { pullRequest: forge },
        environment: { verification: { verdict: 'resolved', env: 'prod' } as never },
      },
    ],
    ['released', 'w', list([feature('F-1', proven)])],
    [
      'not_verified',
      'w; F-1 was taken over without proof',
      list([feature('F-1', { ...proven, proof: { kind: 'override' } })]),
    ],
  ])('%s: %s', (kind, why, known) => {
    expect(outcomeOf(standing(at, known), 'w')).toMatchObject({ kind, why, open: [] });
  });

  it.each<readonly [string, string, Learned<Known>]>([
    ['its own tests', 'exit_codes', { work: { results: [nameless] } }],
    ['those of its features', 'counts', { work: { weaker: 'counts' } }],
  ])('rests on less where %s have no names, and says so', (_, weaker, known) => {
    expect(outcomeOf(standing(at, known), 'w')).toEqual({ kind: 'proven', why: 'w', open: [], weaker });
  });

  it('is not proven where a file alone says that a part of it was met, whatever came after', () => {
    const continues = { session: 's', done: ['SC-1', 'SC-2'] };
    const [first, second] = ['SC-1', 'SC-2'].map((label) => `${label} (met elsewhere, as its file says)`);
    const come = (known: Learned<Known>) => {
      const thing = standing(at, known);
      return outcomeOf({ ...thing, spec: { ...thing.spec, continues } }, 'w');
    };
    expect(come({})).toMatchObject({ kind: 'not_verified', why: `w; not verified: ${first}, ${second}` });
    // Said by a task of an earlier day already.
    const work = { unverified: ['lint', first ?? ''] };
    expect(come({ work })).toMatchObject({ why: `w; not verified: lint, ${first}, ${second}` });
  });

  it('leaves nothing undone that was met elsewhere', () => {
    const thing = standing(at, { work: { plan: null } });
    const plan = '### SC-1: one\n\n### SC-2: two\n';
    const spec = { ...thing.spec, plan, continues: { session: 's', done: ['SC-1'] } };
    expect(endUndone('w', { ...thing, spec }, 'failed', null)).toMatchObject({ outcome: { open: ['SC-2: two'] } });
  });

  it('names what it leaves undone', () => {
    expect(endUndone('w', standing(at), 'failed', at)).toEqual({
      ...{ kind: 'releasing', back: at, outcome: { kind: 'failed', why: 'w', open: ['SC-1: it fires'] } },
    });
    expect(endUndone('w', standing(at, { work: { done: ['SC-1'] } }), 'failed', null)).toMatchObject({
      outcome: { open: [] },
    });
    const parts = list([feature('F-1', proven), feature('F-2', { kind: 'open' }), feature('F-3', { kind: 'skipped' })]);
    expect(endUndone('w', standing(at, parts), 'failed', null)).toMatchObject({ outcome: { open: ['F-2: TF-2'] } });
  });

  it('of its features the last request counts, and each doubt is named', () => {
    expect(leftOfFeatures(standing(at).state)).toEqual({ open: [], doubts: [], request: null });
    const left = (known: Learned<Known>) => leftOfFeatures(standing(at, known).state);
    const none = list([feature('F-1', { kind: 'skipped' }), feature('F-2', { kind: 'open' })], { stopped: 'Ada' });
    expect(left(none)).toEqual({
      ...{ request: null, open: ['F-1: TF-1 (skipped)', 'F-2: TF-2'] },
      doubts: ['no feature was done', 'stopped by Ada'],
    });
    const mixed = list([feature('F-1', proven), feature('F-2', { kind: 'open' })]);
    expect(left(learn(mixed, { work: { together: { by: 'Ada' } as never } }))).toEqual({
      ...{ request: 'p1', open: ['F-2: TF-2'] },
      doubts: ['stopped by a person', 'the features are not green together, let pass by Ada'],
    });
    const two = list([feature('F-1', proven), feature('F-2', { ...proven, pullRequest: 'p2' })]);
    expect(left(learn(two, { work: { together: {} as never } }))).toEqual({ request: 'p2', open: [], doubts: [] });
  });
});

describe('where a task goes next', () => {
  const reviewed = (stated: Partial<TaskSpec> = {}): Partial<TaskSpec> => ({
    settings: { ...settings, review: true },
    ...stated,
  });
  const read = (tree: string, kind = 'read') => ({ work: { reading: { round: 2, tree, outcome: { kind } } } }) as never;

  it('from one look at the whole to the next, and from the last to what follows the gates', () => {
    const next = (look: Parameters<typeof afterLook>[1]) => afterLook(standing(at), look, 't1');
    expect(next('hooks')).toEqual({ kind: 'staging_guarded', tree: 't1' });
    expect(next('held')).toEqual({ kind: 'staging_expectations', tree: 't1' });
    expect(next('expected')).toEqual({ kind: 'staging_stable', tree: 't1' });
    expect(next('stable')).toEqual({ kind: 'staging_hooks', tree: 't1' });
    expect(next('submit')).toEqual(afterGates(standing(at)));
    expect(next('hunks_tried')).toEqual(afterGates(standing(at)));
  });

  it('from its gates to the submission, or to whoever reads the change first', () => {
    expect(afterGates(standing(at)).kind).toBe('gathering_tests');
    expect(afterGathering(standing(at)).kind).toBe('submitting');
    expect(afterGathering(standing(at, {}, {}, reviewed()))).toEqual({ kind: 'assessing', round: 1 });
    expect(afterGates(standing(at, {}, {}, reviewed({ until: 'test' }))).kind).toBe('submitting');
    expect(afterGates(standing(at, {}, {}, reviewed({ until: 'test', ...rival }))).kind).toBe('gathering_tests');
    expect(afterGathering(standing(at, read('t1'), {}, reviewed())).kind).toBe('assessed');
    expect(afterGathering(standing(at, read('t0'), {}, reviewed()))).toEqual({ kind: 'assessing', round: 3 });
    expect(afterGathering(standing(at, read('t1', 'unread'), {}, reviewed()))).toEqual({ kind: 'assessing', round: 3 });
  });

  it('from its base to the analysis, or to the person’s own plan', () => {
    const first = { kind: 'analyzing', agent: 0, resume: null, missing: null, looks: 0, words: null };
    expect(afterBaseIsJudged(standing(at))).toEqual(first);
    expect(afterProbe(standing(at, {}, {}, { plan: 'P' }))).toEqual({ kind: 'planning', looks: 0 });
    expect(afterProbe(standing(at, {}, {}, { plan: null }))).toEqual(first);
    expect(afterProbe(standing(at, {}, {}, { plan: null, ...rival }))).toEqual({ kind: 'planning', looks: 0 });
  });

  it('from its submission to the pull request, or to its end', () => {
    expect(afterSubmit(standing(at, { delivery: { pullRequest: forge } }))).toEqual({
      kind: 'watching',
      doing: { kind: 'looking' },
    });
    expect(afterSubmit(standing(at, { delivery: { pullRequest: forge, review: {} as never } }))).toMatchObject({
      doing: { kind: 'updating' },
    });
    for (const pullRequest of ['file:///page.html', null])
      expect(afterSubmit(standing(at, { delivery: { pullRequest } }))).toMatchObject({
        ...{ kind: 'releasing', outcome: { why: 'submitted' }, back: null },
      });
  });

  it.each([
    ['analyze', 'base', 'comparing'],
    ['test', 'base', 'checking'],
    ['develop', 'gates', 'submitting'],
    ['submit', 'gates', 'submitting'],
    ['test', 'gates', 'keeping_step'],
    ['submit', 'submit', 'keeping_step'],
  ] as const)('by hand, from %s when %s is done, to %s', (step, done, kind) => {
    const by = standing(at, {}, { step: { wish: { step, branch: null } } as never });
    expect(afterManualStep(by, done)?.kind).toBe(kind);
    expect(afterManualStep(standing(at), done)).toBeNull();
  });

  it('by hand, to another branch only where the copy is on none of that name', () => {
    const wished = (branch: string | null) =>
      afterManualStep(standing(at, {}, { step: { wish: { step: 'develop', branch } } as never }), 'base');
    expect(wished('drover/shop-1')).toEqual({ kind: 'comparing', phase: 'develop' });
    expect(wished(null)).toEqual({ kind: 'comparing', phase: 'develop' });
    expect(wished('fix/x')).toEqual({ kind: 'switching_branch', branch: 'fix/x' });
  });
});

it('each step has a sentence and a phase', () => {
  for (const [kind, { says, phase }] of Object.entries(steps)) {
    if (typeof says === 'string') expect(says, kind).toMatch(/^[a-z]/);
    if (typeof phase === 'string')
      expect(
        ['confirm', 'probe', 'analyze', 'plan', 'develop', 'test', 'submit', 'review', 'deploy', 'verify', 'release'],
        kind,
      ).toContain(phase);
  }
});
