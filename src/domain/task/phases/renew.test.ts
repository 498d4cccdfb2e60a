// Set-up and gates as they are configured now, beside those that a task was frozen with.
import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateSettings, hub, settings } from '../../../../test/fakes/outside.ts';
import { answer, asking, decided, done, standing } from '../../../../test/fakes/standing-task.ts';
import type { GatePlan } from '../../evidence/gate-plan.ts';
import type { TaskView } from '../moves.ts';
import type { TaskSpec, TaskStep } from '../task.ts';
import { unclearFirst } from './renew.ts';

const copying: TaskStep = { kind: 'copying', tried: 0 };
const gate = (name: string, more: object = {}) => ({ ...gatePlan.gates[0], gate: name, ...more });
const planOf = (more: object = {}): GatePlan => ({ ...gatePlan, ...more }) as unknown as GatePlan;
const frozen = planOf({
  setup: [
    ['npm', 'ci'],
    ['make', 'all'],
  ],
  gates: [gate('test'), gate('lint', { argv: ['eslint', '.'] }), gate('tamper', { source: 'built-in' })],
});
const task = (at: TaskStep, plan: GatePlan = frozen, place: object = {}, spec: Partial<TaskSpec> = {}) =>
  standing(at, { place: { gatePlan: plan, ...place } }, {}, spec);
const renewed = (plan: GatePlan, more: object = {}) =>
  ({ kind: 'renewed', back: copying, found: { gatePlan: plan, gateSettings, copyFiles: ['a'], ...more } }) as Extract<
    TaskStep,
    { kind: 'renewed' }
  >;
const shown = (plan: GatePlan, more: object = {}, place: object = {}) => {
  const decision = decided(task(renewed(plan, more), frozen, place));
  if (decision.kind !== 'ask') throw new Error(`it is ${decision.kind}`);
  return decision.question;
};

describe('what is configured now', () => {
  it('is looked up on the same base, with what a person chose', () => {
    const at: TaskStep = { kind: 'renewing', gates: { test: 'npm t' }, back: copying };
    expect(decided(task(at))).toEqual({
      kind: 'perform',
      effect: {
        name: 'survey-base',
        input: { hub, wanted: settings.workspace.base, anew: { base, gates: { test: 'npm t' } } },
      },
    });
  });

  const output = { plan: planOf({ definitions: 'd2' }), settings: gateSettings, copy: ['b'] };
  const surveyed = (gates: object, more: object = {}) =>
    done(task({ kind: 'renewing', gates, back: copying } as TaskStep), 'survey-base', { ...output, ...more }).state;

  it('is shown first; what a person chose by name is taken', () => {
    const found = { gatePlan: output.plan, gateSettings, copyFiles: ['b'] };
    expect(surveyed({}).at).toEqual({ kind: 'renewed', found, back: copying });
    const chosen = surveyed({ test: 'npm t' });
    expect(chosen.at).toEqual(copying);
    expect(chosen.known.place).toMatchObject({ gatePlan: { definitions: 'd2' }, copyFiles: ['b'] });
    const more = { anew: { overlay: { a: 1 }, variables: { B: '2' } }, toTrust: { programs: null, secrets: [] } };
    expect(surveyed({}, more).at).toMatchObject({
      found: { overlay: { a: 1 }, variables: { B: '2' }, toTrust: { programs: null } },
    });
  });

  it('has a line for each thing that is other than before', () => {
    const now = planOf({
      setup: [['npm', 'install']],
      gates: [
        gate('test', { deadlineMs: 90_000 }),
        gate('types', { argv: ['tsc', '-p', 'a b'] }),
        gate('other', { source: 'built-in' }),
        gate('lint', { absent: { verdict: 'skipped', why: 'it is off' } }),
      ],
      definitions: 'd2',
    });
    const question = shown(now, { variables: { PATH: '/new' } }, { variables: { PATH: '/old', OLD: '1' } });
    expect(question.shown).toEqual({
      changes: [
        '- set-up: npm install (was: npm ci && make all)',
        '- test: npm test, at most 90 s (was: npm test, at most 60 s)',
        '- lint: it is off (was: eslint ., at most 60 s)',
        '- PATH: /new (was: /old)',
        '- OLD: nothing (was: 1)',
        "- types: tsc -p 'a b', at most 60 s (was: nothing)",
      ],
    });
    expect(question).toMatchObject({ kind: 'setup_failed', binding: 'd2' });
    expect(question.text).toMatch(/^This would be done from now on:\n- set-up: /);
    expect(question.choices.map(({ id }) => id)).toEqual(['take', 'mend', 'keep', 'cancel']);
  });

  it('is said to be as it was, and how that is changed', () => {
    const same = shown(frozen);
    expect(same.text).toMatch(
      /^Set-up and gates are configured as they were\. .*"drover workspace set shop gates\.lint off"/,
    );
    expect(same.choices.map(({ id }) => id)).toEqual(['mend', 'keep', 'cancel']);
    expect(same).toMatchObject({ binding: 'd1', shown: { changes: [] } });
    const without = planOf({ gates: frozen.gates, setup: [] });
    expect(shown(without).shown).toEqual({ changes: ['- set-up: nothing (was: npm ci && make all)'] });
  });

  it('is taken by a person’s yes, left, or looked up again for the step that it began with', () => {
    const given = (choice: string, at: TaskStep = renewed(planOf({ definitions: 'd2' }))) =>
      decided(task(asking(at)), { questions: [answer(choice)] });
    expect(given('take')).toMatchObject({
      state: { at: { kind: 'preparing' }, known: { place: { gatePlan: { definitions: 'd2' }, copyFiles: ['a'] } } },
      said: [{ kind: 'settings_renewed', data: { by: 'person:test' } }],
    });
    expect(given('keep')).toMatchObject({
      state: { at: copying, known: { place: { gatePlan: { definitions: 'd1' } } } },
    });
    expect(given('mend')).toMatchObject({ state: { at: { kind: 'renewing', gates: {}, back: copying } } });
  });
});

describe('which command runs the tests', () => {
  const offers = ['npm t', 'node --test'];
  const unclear = planOf({
    gates: [gate('lint'), gate('test', { absent: { verdict: 'skipped', why: 'two of them', offers } })],
  });
  const view = (plan: GatePlan, place: object = {}, spec: Partial<TaskSpec> = {}) =>
    ({ thing: task(copying, plan, place, spec), children: [], notices: [], questions: [] }) as unknown as TaskView;

  it('is asked where there are several', () => {
    expect(unclearFirst(view(unclear))).toMatchObject({
      ...{ kind: 'ask', answeredBy: null, state: { at: { back: copying } } },
      question: {
        ...{ kind: 'base_red', binding: 'd1', shown: { offers } },
        text: "Which command runs the tests? There is two of them.\nSaid once for all tasks: drover workspace set shop gates.test 'npm t'",
        choices: [
          { id: 'tests_1', label: 'npm t' },
          { id: 'tests_2', label: 'node --test' },
          { id: 'untested' },
          { id: 'cancel' },
        ],
      },
    });
  });

  it.each<[string, TaskView]>([
    ['it is clear', view(frozen)],
    ['there is none', view(planOf({ gates: [gate('test', { absent: { verdict: 'skipped', why: 'none' } })] }))],
    ['a person drives the task', view(unclear, {}, { driven: 'hand' })],
    ['a person has said to go on without', view(unclear, { untested: true })],
  ])('is not asked where %s', (_, of) => {
    expect(unclearFirst(of)).toBeNull();
  });

  it('is the one that a person chooses, or none', () => {
    const given = (choice: string) => decided(task(asking(copying), unclear), { questions: [answer(choice)] });
    expect(given('tests_2')).toMatchObject({
      state: { at: { kind: 'renewing', gates: { test: 'node --test' }, back: copying } },
    });
    expect(given('untested')).toMatchObject({ state: { at: copying, known: { place: { untested: true } } } });
    expect(() => given('tests_3')).toThrow('nothing was offered as tests_3');
  });
});
