// Another agent reads a plan before a person is asked for it.
import { describe, expect, it } from 'vitest';
import { report, settings, turn } from '../../../../test/fakes/outside.ts';
import { decided, done, standing } from '../../../../test/fakes/standing-task.ts';
import type { ReviewFinding } from '../../plan/assessment.ts';
import type { Report } from '../../plan/report.ts';
import type { Run } from '../../run/run.ts';
import type { TaskSpec, TaskStep } from '../task.ts';
import type { PlanReview } from '../work.ts';

const planning = { kind: 'planning', looks: 0 } as const;
const reviewing = { kind: 'reviewing_plan', looks: 0, agent: 0 } as const;
const large = { ...report, risk: 'high' } as Report;
const simple = { ...large, risk: 'low', locations: [{ file: 'a.js', line: 1, what: 'w' }] } as Report;
const reviewed = (change: Partial<TaskSpec['settings']> = {}): Partial<TaskSpec> => ({
  settings: {
    ...{ ...settings, preset: 'careful', review: true, ...change },
    agents: { ...settings.agents, review: ['one', 'two', 'three'] },
  },
});
const task = (at: TaskStep, planReview?: PlanReview, state: object = {}, stated: Partial<TaskSpec> = {}) =>
  standing(
    at,
    { work: { report: { report: large, text: '', by: 'one' }, plan: null, ...(planReview && { planReview }) } },
    state,
    { ...reviewed(), ...stated },
  );
const finding = (severity: ReviewFinding['severity']): ReviewFinding => ({
  ...{ severity, file: 'a.js', line: 3, what: `${severity} of it`, why: 'y' },
});
const handedIn = (...findings: ReviewFinding[]) => JSON.stringify({ summary: 's', findings });
const reading = (text: string, more: object = {}): TaskStep => ({
  ...{ kind: 'reading_plan_review', looks: 0, agent: 0, by: 'two', text, conversation: 'c', asked: false, ...more },
});
const ran = (text: string) =>
  ({
    ...{ id: 'r1', kind: 'run', key: 'run-1', ended: true, spec: { purpose: { kind: 'agent', agent: 'two' } } },
    state: { kind: 'ended', endedAt: 1, startedAt: 1, ending: { kind: 'exited', code: 0 }, result: turn(text) },
  }) as unknown as Run;

const ending = (decision: ReturnType<typeof decided>) => {
  if (decision.kind !== 'ask') throw new Error(decision.kind);
  return decision;
};

describe('a plan is read', () => {
  it('by another agent than the one that planned, before a person is asked', () => {
    expect(decided(task(planning))).toMatchObject({ kind: 'advance', state: { at: reviewing } });
    expect(decided(task(reviewing))).toMatchObject({
      kind: 'spawn',
      children: [{ spec: { purpose: { role: 'review', agent: 'two', mode: 'analysis' } } }],
      said: [{ kind: 'plan_review_started', data: { agent: 'two', round: 1 } }],
    });
  });

  it.each([
    ['no review is on', task(planning, undefined, {}, reviewed({ review: false }))],
    [
      'the work is small',
      standing(
        planning,
        {
          work: {
            report: { report: simple, text: '' },
          },
        },
        {},
        reviewed(),
      ),
    ],
    ['it was read', task(planning, { ...{ looks: 0, round: 1 }, by: 'two', findings: [], done: true })],
    ['the analysis is all that was asked for', task(planning, undefined, {}, { ...reviewed(), until: 'analyze' })],
  ])('not where %s', (_, thing) => {
    expect(JSON.stringify(decided(thing))).not.toContain('reviewing_plan');
  });

  it('also where it is a person’s own', () => {
    const own = standing(
      planning,
      { work: { report: null, plan: null } },
      {},
      { ...reviewed(), plan: 'SC-1: it fires' },
    );
    expect(decided(own)).toMatchObject({ state: { at: reviewing } });
  });

  it('by whoever planned last of all, and of whoever planned in their place', () => {
    const by = (planner: string, agent: number) => {
      const work = { report: { report: large, text: '', by: planner }, plan: null };
      return decided(standing({ ...reviewing, agent }, { work }, {}, reviewed()));
    };
    const reads = (agent: string) => ({ children: [{ spec: { purpose: { agent } } }] });
    expect([by('one', 0), by('one', 2)]).toMatchObject([reads('two'), reads('one')]);
    expect([by('two', 0), by('two', 2)]).toMatchObject([reads('one'), reads('two')]);
    expect(decided(standing({ ...reviewing, agent: 0 }, {}, {}, { ...reviewed(), plan: 'SC-1: x' }))).toMatchObject(
      reads('one'),
    );
  });

  it('again where it is another: of a new analysis nobody has said anything', () => {
    const read = { ...{ looks: 0, round: 4, by: 'two' }, findings: [finding('P1')], done: true } as const;
    const anew = { kind: 'planning', looks: 1 } as const;
    expect(decided(task(anew, read))).toMatchObject({ state: { at: { kind: 'reviewing_plan', looks: 1 } } });
    expect(decided(task({ ...reviewing, looks: 1 }, read))).toMatchObject({
      said: [{ kind: 'plan_review_started', data: { round: 1 } }],
    });
    const small = standing(
      anew,
      { work: { report: { report: simple, text: '' }, plan: null, planReview: read } },
      {},
      reviewed(),
    );
    expect(ending(decided(small)).question.text).not.toContain('has read the plan');
  });

  it.each(['COPY_MISSING', 'GIT_FAILED'])(
    'in a copy that is made anew where it is gone or cannot be worked in, by the same: %s',
    (error_code) => {
      const failure = { error_code, message: 'gone', details: { remade: true } };
      const gone = { ...ran(''), state: { ...ran('').state, result: { kind: 'refused', failure } } };
      expect(decided(task(reviewing, undefined, { runs: 1 }), { children: [gone as unknown as Run] })).toMatchObject({
        state: { at: { kind: 'mending', next: { ...reviewing, agent: 0 } } },
      });
    },
  );

  it('by the next where one fails, and by nobody where all have; both are said', () => {
    const broken = { ...ran(''), state: { ...ran('').state, result: turn('', { outcome: { kind: 'empty' } }) } };
    const next = decided(task(reviewing, undefined, { runs: 1 }), { children: [broken as unknown as Run] });
    expect(next).toMatchObject({ state: { at: { ...reviewing, agent: 1 } }, said: [{ kind: 'agent_failed' }] });
    expect(decided(task({ ...reviewing, agent: 3 }))).toMatchObject({
      state: { at: planning, known: { work: { planReview: { by: null, done: true, why: 'no agent could read it' } } } },
      said: [{ kind: 'plan_reviewed', data: { why: 'no agent could read it' } }],
    });
  });

  it('and its answer is judged with the copy as it left it', () => {
    const came = decided(task(reviewing, undefined, { runs: 1 }), { children: [ran(handedIn())] });
    expect(came).toMatchObject({ state: { at: { kind: 'reading_plan_review', by: 'two', text: handedIn() } } });
    const wrote = done(task(reading(handedIn())), 'snapshot', { tree: 't9' });
    expect(wrote.state.at).toEqual({ kind: 'undoing_reading', tree: 't0', next: planning });
  });
});

describe('what a review found', () => {
  const judged = (text: string, before?: PlanReview, more: object = {}, stated: Partial<TaskSpec> = {}) =>
    done(task(reading(text, more), before, {}, stated), 'snapshot', { tree: 't0' });

  it('that is grave goes back to the planner, three times, with what it was', () => {
    const first = judged(handedIn(finding('P1'), finding('P2')));
    expect(first.state.at).toMatchObject({ kind: 'analyzing', role: 'plan', looks: 0 });
    expect(first.said[0]).toMatchObject({ kind: 'plan_reviewed', data: { by: 'two', round: 1 } });
    const again = decided(task(first.state.at, first.state.known.work.planReview));
    expect(JSON.stringify(again)).toContain('A review of the plan before found this');
    const open = (round: number): PlanReview => ({ ...{ looks: 0, round }, by: 'two', findings: [finding('P1')] });
    expect(judged(handedIn(finding('P1')), open(2)).state.at.kind).toBe('analyzing');
    const fourth = judged(handedIn(finding('P1')), open(3));
    expect(fourth.state).toMatchObject({ at: planning, known: { work: { planReview: { round: 4, done: true } } } });
  });

  it('goes to the person where it is their own plan, or nothing is grave', () => {
    const own = judged(handedIn(finding('P1')), undefined, {}, { plan: 'SC-1: it fires' });
    expect(own.state).toMatchObject({ at: planning, known: { work: { planReview: { done: true } } } });
    expect(judged(handedIn(finding('P2'))).state.at).toEqual(planning);
  });

  it('is asked for once more where it cannot be used, then nobody has read it', () => {
    expect(judged('fine').state.at).toMatchObject({ ...reviewing, resume: 'c', missing: [expect.any(String)] });
    expect(judged('fine', undefined, { asked: true }).state).toMatchObject({
      ...{ at: planning, known: { work: { planReview: { by: null, done: true } } } },
    });
  });

  const question = (read: Partial<PlanReview>, change: Partial<TaskSpec['settings']> = {}) => {
    const stood: PlanReview = { ...{ looks: 0, round: 1, by: 'two', findings: [], done: true }, ...read };
    return ending(decided(task(planning, stood, {}, reviewed({ preset: 'hands-off', ...change }))));
  };

  it('stands in the question, and no policy agrees to what is grave', () => {
    const grave = question({ findings: [finding('P1')] });
    expect(grave.question.text).toContain('two has read the plan (review 1) and found:\n- P1 a.js:3 P1 of it (y)');
    expect(grave.answeredBy).toBeNull();
    expect(question({ findings: [finding('P2')] }).answeredBy).not.toBeNull();
    expect(question({}).question.text).toContain('two has read the plan (review 1) and found nothing.');
  });

  it('or that nobody has read it: no policy agrees to that either where a review was asked for, nor to what was grave before', () => {
    const unread = { by: null, why: 'no agent could read it' };
    expect(question(unread).question.text).toContain('Nobody has read the plan: no agent could read it');
    expect(question(unread).answeredBy).toBeNull();
    expect(question(unread, { reviewByDefault: true }).answeredBy).not.toBeNull();
    const before = question({ ...unread, findings: [finding('P1')] }, { reviewByDefault: true });
    expect(before.question.text).toContain('In the one before was found:\n- P1 a.js:3');
    expect(before.answeredBy).toBeNull();
    const given = { ...{ looks: 0, round: 1, by: 'two' }, findings: [finding('P1')] };
    expect(judged('fine', given, { asked: true }).state.known.work.planReview?.findings).toEqual([finding('P1')]);
  });

  it('is not shown beyond what a person reads, nor can it open a block that swallows what follows', () => {
    const long = { ...finding('P2'), what: 'x'.repeat(100_000) };
    expect(question({ findings: [long] }).question.text.length).toBeLessThan(10_000);
  });
});
