// An agent says that the plan does not fit: what a person is asked, and what becomes of the plan.
import { describe, expect, it } from 'vitest';
import { settings } from '../../../../test/fakes/outside.ts';
import { answer, asking, decided, done, standing } from '../../../../test/fakes/standing-task.ts';
import type { Criterion } from '../../criterion/criterion.ts';
import type { Amendment } from '../../plan/amendment.ts';
import type { PlannedCriterion } from '../../plan/plan.ts';
import type { TaskSpec, TaskState, TaskStep } from '../task.ts';

const planned = (number: number, text = `text ${number}`): PlannedCriterion => ({
  ...{ label: `SC-${number}`, text, verify: null, files: [], kind: 'behaviour' },
});
const plan = { text: 'the plan', criteria: [planned(1), planned(2), planned(3)] };
const wanted = (...texts: readonly string[]) => texts.map((text) => ({ ...planned(0, text) }));
const adds: Amendment = { why: 'there is more', criteria: wanted('text 2', 'text 3', 'text 4') };
const changes: Amendment = { why: 'it is otherwise', criteria: wanted('text 3') };
const nothing: Amendment = { why: 'all is done', criteria: [] };

const developing = (more: object = {}): Extract<TaskStep, { kind: 'developing' }> => ({
  ...{ kind: 'developing', index: 1, key: 'SC-2', advice: null, agents: ['claude'] },
  ...more,
});
const criterion = (outcome: object): Criterion =>
  ({
    ...{ id: 'shop-1/SC-2', kind: 'criterion', key: 'SC-2', ended: true },
    spec: { label: 'SC-2', text: 'text 2', agents: ['claude', 'codex'] },
    state: { agent: 1, history: [], at: { kind: 'ended', outcome } },
  }) as unknown as Criterion;
const amended = (amendment: Amendment) => criterion({ kind: 'amended', amendment });
const work = { plan, done: ['SC-1'] } as const;

describe('a plan that does not fit', () => {
  const asked = (
    amendment: Amendment,
    state: Partial<TaskState> = {},
    preset: TaskSpec['settings']['preset'] = 'normal',
    more: object = {},
  ) =>
    decided(standing(developing(), { work: { ...work, ...more } }, state, { settings: { ...settings, preset } }), {
      children: [amended(amendment)],
    });

  it('is shown as it was and as it would be, by the one that found it', () => {
    expect(asked(adds)).toMatchObject({
      ...{ kind: 'ask', answeredBy: null },
      question: {
        kind: 'plan_changed',
        text: expect.stringMatching(/^codex found that the plan does not fit, at SC-2: there is more\n\n[\s\S]*text 4/),
        shown: { before: plan.criteria, after: [1, 2, 3, 4].map((number) => planned(number)), why: 'there is more' },
        choices: [
          { id: 'accept', label: 'go on by the changed plan' },
          { id: 'keep', label: 'keep the old plan', words: 'optional' },
          { id: 'cancel', label: 'cancel the task' },
        ],
      },
      state: { at: { kind: 'asking', back: developing() } },
    });
  });

  it.each<[string, Amendment, number | undefined, string | null]>([
    ['what only adds is accepted', adds, undefined, 'accept'],
    ['so it is a second time', adds, 1, 'accept'],
    ['not a third time', adds, 2, null],
    ['what leaves something out is a person’s', changes, undefined, null],
  ])('by policy: %s', (_, amendment, before, choice) => {
    const decision = asked(amendment, before === undefined ? {} : { amended: before }, 'hands-off');
    expect(decision).toMatchObject({ answeredBy: choice === null ? null : { choice } });
  });

  it('has what was met meanwhile before the one at hand, though it stood behind it', () => {
    expect(asked(changes, {}, 'normal', { done: ['SC-1', 'SC-3'] })).toMatchObject({
      question: { shown: { before: [planned(1), planned(3), planned(2)] } },
    });
  });
});

describe('an answer to it', () => {
  const answered = (choice: string, child: Criterion, more: object = {}, state: Partial<TaskState> = {}) =>
    decided(standing(asking(developing(more)), { work }, state), {
      ...{ children: [child], questions: [answer(choice, 'do as agreed')] },
    });

  it('goes on by the changed plan, which is said and kept', () => {
    const decision = answered('accept', amended(adds), {}, { amended: 1 });
    expect(decision).toMatchObject({
      kind: 'advance',
      state: {
        amended: 2,
        at: { kind: 'developing', index: 1, key: 'SC-2.2', advice: null, agents: ['claude'] },
        known: {
          work: {
            plan: {
              text: 'the plan\n\nChanged meanwhile: there is more\n- SC-2: text 2\n- SC-3: text 3\n- SC-4: text 4',
              criteria: [1, 2, 3, 4].map((number) => planned(number)),
            },
          },
        },
      },
      said: [
        {
          kind: 'plan_amended',
          data: {
            why: 'there is more',
            criteria: [1, 2, 3, 4].map((number) => ({ label: `SC-${number}`, text: `text ${number}` })),
          },
        },
      ],
    });
    expect(decision).not.toHaveProperty('state.at.left');
    expect(answered('accept', amended(adds))).toMatchObject({ state: { amended: 1 } });
  });

  it('is held to the scope of the plan as before: no agent gets out of it by another plan', () => {
    const scope = { inside: ['src'], outside: ['src/legacy'] };
    const frame = { constraints: ['no new dependency'], scope, todos: { open: [], done: 0 } };
    const framed = standing(asking(developing()), { work: { ...work, plan: { ...plan, frame } } });
    const decision = decided(framed, { children: [amended(adds)], questions: [answer('accept', null)] });
    expect(decision).toMatchObject({ state: { known: { work: { plan: { frame } } } } });
  });

  it('leaves aside what was left aside, as far as it is still planned', () => {
    const left = [
      { label: 'SC-3', key: 'SC-3', how: 'ask' },
      { label: 'SC-2', key: 'SC-2', how: 'ask' },
    ];
    expect(answered('accept', amended(changes), { left })).toMatchObject({
      state: { at: { left: [{ label: 'SC-3' }] } },
    });
  });

  it('that leaves nothing to be done goes on to the tests', () => {
    expect(answered('accept', amended(nothing))).toMatchObject({
      state: { amended: 1, at: { kind: 'checking' }, known: { work: { plan: { criteria: [planned(1)] } } } },
      said: [{ kind: 'plan_amended' }, { kind: 'phase_entered' }],
    });
  });

  it.each([
    ['keep', amended(adds), 'it is to stay'],
    ['accept', criterion({ kind: 'passed', tree: 't', unverified: [] }), 'nobody wants another any more'],
  ])('keeps the plan after %s', (choice, child) => {
    const decision = answered(choice, child, { counsel: 'c', goesOn: true });
    expect(decision).toMatchObject({
      state: {
        at: {
          ...{ kind: 'developing', index: 1, key: 'SC-2.2', agents: ['claude'] },
          advice: 'The plan stays as it was agreed; do not ask for it to be changed again.\ndo as agreed',
        },
        known: { work: { plan } },
      },
    });
    for (const gone of ['counsel', 'goesOn']) expect(decision).not.toHaveProperty(`state.at.${gone}`);
  });

  it('keeps it without a word where there is none', () => {
    const decision = decided(standing(asking(developing()), { work }), {
      ...{ children: [amended(adds)], questions: [answer('keep', '')] },
    });
    expect(decision).toMatchObject({
      state: { at: { advice: 'The plan stays as it was agreed; do not ask for it to be changed again.' } },
    });
  });
});

describe('a changed plan that is checked by what the one before was not', () => {
  const checkedBy = (verify: string, label = 'SC-2', text = 'text 2') => ({ ...planned(2, text), label, verify });
  const before = { ...plan, criteria: [planned(1), checkedBy('npm test'), planned(3)] };
  const amendment: Amendment = {
    why: 'it is otherwise',
    criteria: [checkedBy('npm test'), checkedBy('nope', '', 'new')],
  };
  const standingAt = (at: TaskStep) => standing(at, { work: { ...work, plan: before } });
  const at = (step: TaskStep, choice?: string) =>
    decided(standingAt(step), {
      ...{ children: [amended(amendment)], questions: choice === undefined ? [] : [answer(choice)] },
    });
  const accepted = at(asking(developing()), 'accept');
  const finding = accepted.kind === 'advance' ? accepted.state.at : developing();

  it('P10 leads to a look for those programs alone, and the plan is the old one before', () => {
    expect(accepted).toMatchObject({ state: { at: { kind: 'finding_programs' }, phase: 'develop' } });
    expect(accepted).toMatchObject({ state: { known: { work: { plan: before } } }, said: [] });
    expect(at(finding)).toEqual({ kind: 'perform', effect: { name: 'find-programs', input: { programs: ['nope'] } } });
  });

  it('P10 is asked about where one is missing, as at the first plan, and the old one may be kept', () => {
    const { at: troubled } = done(standingAt(finding), 'find-programs', { missing: ['nope'] }).state;
    expect(troubled).toMatchObject({ kind: 'troubled', failure: { error_code: 'PROGRAM_MISSING' }, back: finding });
    const asked = at(troubled);
    if (asked.kind !== 'ask') throw new Error(`it is ${asked.kind}`);
    expect(asked.question.text).toBe(
      'SC-4 is checked by `nope`, and nope is not on this machine: install nope (PROGRAM_MISSING)',
    );
    expect(asked.question.choices.map(({ id }) => id)).toEqual(['retry', 'without', 'keep', 'cancel']);
    expect(at(asking(finding), 'retry')).toMatchObject({ state: { at: finding } });
    expect(at(asking(finding), 'keep')).toMatchObject({
      state: { at: { kind: 'developing', key: 'SC-2.2' }, known: { work: { plan: before } } },
    });
  });

  it('is gone on by where they are all there, or a person goes on without', () => {
    const { at: found } = done(standingAt(finding), 'find-programs', { missing: [] }).state;
    for (const goesOn of [at(found), at(asking(finding), 'without')])
      expect(goesOn).toMatchObject({
        state: {
          ...{ amended: 1, at: { kind: 'developing', index: 1, key: 'SC-2.2' } },
          known: {
            work: { plan: { criteria: [{ label: 'SC-1' }, { label: 'SC-2' }, { label: 'SC-4', verify: 'nope' }] } },
          },
        },
        said: [{ kind: 'plan_amended' }],
      });
  });
});
