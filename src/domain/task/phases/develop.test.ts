// A criterion that has ended: what the task makes of it, and what a person is asked where it did not get on.
import { describe, expect, it } from 'vitest';
import { gateResult, settings } from '../../../../test/fakes/outside.ts';
import { answer, asking, decided, now, standing } from '../../../../test/fakes/standing-task.ts';
import type { Criterion } from '../../criterion/criterion.ts';
import type { Notice } from '../../notice.ts';
import type { PlannedCriterion } from '../../plan/plan.ts';
import type { TaskSpec, TaskState, TaskStep } from '../task.ts';
import { developSteps, fix } from './develop.ts';

const planned = (number: number, more: Partial<PlannedCriterion> = {}): PlannedCriterion => ({
  ...{
    label: `SC-${number}`,
    text: `text ${number}`,
    verify: 'npm test',
    files: [`src/${number}.js`],
    kind: 'behaviour',
  },
  ...more,
});
const plan = { text: 'the plan', criteria: [planned(1), planned(2)] };
type Developing = Extract<TaskStep, { kind: 'developing' }>;
const developing = (more: Partial<Developing> = {}): Developing => ({
  ...{ kind: 'developing', index: 0, key: 'SC-1', advice: null, agents: null },
  ...more,
});
const attempt = { number: 3, agent: 'claude', tree: 't7', noProgress: false, differs: ['it is otherwise'] };
const child = (at: object, more: object = {}, own: object = {}): Criterion =>
  ({
    ...{ id: 'shop-1/SC-1', kind: 'criterion', key: 'SC-1', ended: true },
    spec: { label: 'SC-1', text: 'text 1', agents: ['claude', 'codex'], ...own },
    state: {
      ...{ agent: 0, attempt: 3, at },
      history: [{ ...attempt, results: [gateResult('lint', 'passed'), gateResult('test', 'failed')] }],
      ...more,
    },
  }) as unknown as Criterion;
const ended = (outcome: object, more: object = {}, own: object = {}) => child({ kind: 'ended', outcome }, more, own);
const blocked = ended({ kind: 'blocked', why: 'no way' });
const passed = ended({ kind: 'passed', tree: 't9', unverified: ['lint', 'types'] });
const several: Partial<TaskSpec> = { settings: { ...settings, limits: { ...settings.limits, together: 3 } } };
const view = (
  of: Criterion,
  at: Partial<Developing> = {},
  work: object = {},
  spec: Partial<TaskSpec> = {},
  more: object = {},
) => decided(standing(developing(at), { work: { plan, ...work } }, {}, spec), { children: [of], ...more });

describe('a criterion that was met', () => {
  it('is done, with what proves it and what its agent said, and the next one begins', () => {
    const work = { done: ['SC-0'], unverified: ['types'], claims: [{ of: 'SC-1', says: ['old'] }] };
    expect(view(passed, {}, work)).toMatchObject({
      kind: 'advance',
      state: {
        at: { kind: 'developing', index: 1, key: 'SC-2', advice: null, agents: null },
        known: {
          work: {
            ...{ done: ['SC-0', 'SC-1'], unverified: ['types', 'lint'], proven: 't9' },
            ...{ results: [{ gate: 'lint' }, { gate: 'test' }] },
            claims: [{ of: 'SC-1', says: ['it is otherwise'] }],
          },
        },
      },
    });
  });

  it('has the rows of its last proof alone, beside those of the others', () => {
    // And without what was said of it and another in one tree.
    const proofs = [{ of: 'SC-1' }, { of: 'SC-1, SC-9' }, { of: 'SC-9' }];
    const decision = view(passed, {}, { proofs });
    const { state } = decision as Extract<typeof decision, { kind: 'advance' }>;
    const rows = (state.known.work.proofs ?? []).map(({ of }) => of);
    expect(rows.filter((of) => of === 'SC-9')).toHaveLength(1);
    expect(state.known.work.proofs).not.toContainEqual({ of: 'SC-1' });
    expect(rows).not.toContain('SC-1, SC-9');
  });

  it('of which nothing was said has nothing to say any more', () => {
    const quiet = ended(
      { kind: 'passed', tree: 't9', unverified: [] },
      { history: [{ ...attempt, differs: undefined, results: [] }] },
    );
    const decision = view(
      quiet,
      {},
      {
        claims: [
          { of: 'SC-1', says: ['old'] },
          { of: 'SC-2', says: ['kept'] },
        ],
      },
    );
    expect(decision).toMatchObject({ state: { known: { work: { claims: [{ of: 'SC-2', says: ['kept'] }] } } } });
  });

  it('as the last one leads to the tests', () => {
    expect(view(passed, { index: 1 })).toMatchObject({ state: { at: { kind: 'checking' } } });
  });
});

describe('one that does not get on', () => {
  it('is shown with what failed, and with each way that there is', () => {
    expect(view(blocked)).toMatchObject({
      ...{ kind: 'ask', answeredBy: null },
      question: {
        ...{ kind: 'stuck', binding: 'shop-1/SC-1:3' },
        text: expect.stringMatching(/^SC-1 is blocked: no way\.\ntest: /),
        shown: {
          ...{ error_code: 'CRITERION_BLOCKED', criterion: 'SC-1', why: 'no way' },
          history: [
            {
              ...{ number: 3, agent: 'claude', tree: 't7', noProgress: false },
              verdicts: [
                { gate: 'lint', verdict: 'passed' },
                { gate: 'test', verdict: 'failed' },
              ],
            },
          ],
        },
      },
    });
  });

  const choicesOf = (decision: ReturnType<typeof decided>) =>
    decision.kind === 'ask' ? decision.question.choices.map(({ id, label, words }) => [id, label, words ?? '']) : [];

  it('may be helped with advice, more attempts, a person’s own code, or given up', () => {
    expect(choicesOf(view(blocked, { agents: ['claude'] }))).toEqual(
      [
        ['advice', 'here is advice', 'required'],
        ['raise', `raise the limit by ${settings.limits.attempts} attempts`, ''],
        ['code', 'I code in the copy; go on at test after `drover task give`', ''],
        ['abandon', 'give up', ''],
      ].map(([id, label, words]) => [id, label, expect.stringContaining(words ?? '')]),
    );
  });

  it('may be moved to another agent where there is one', () => {
    expect(choicesOf(view(blocked, { agents: ['claude', 'codex'] }))[0]).toEqual([
      ...['another', 'another agent: codex, or the one you name (codex)', 'optional'],
    ]);
  });

  it('says of what was never attempted nothing that failed', () => {
    const never = ended({ kind: 'blocked', why: 'no way' }, { history: [] });
    expect(view(never)).toMatchObject({ question: { text: 'SC-1 is blocked: no way.\n' } });
  });

  const needed = { text: 'p', criteria: [planned(1), planned(2, { dependsOn: ['SC-1'] }), planned(3)] };

  it('is set aside where others can be gone on with, and says who waits for it', () => {
    expect(view(blocked, { clash: ['a.js'] }, { plan: needed }, several)).toMatchObject({
      kind: 'advance',
      state: {
        at: {
          kind: 'joining_work',
          next: { key: 'SC-3', left: [{ label: 'SC-1', key: 'SC-1', how: 'ask', clash: ['a.js'] }] },
        },
      },
      said: [{ kind: 'criterion_set_aside', data: { criterion: 'SC-1', holds_up: ['SC-2'] } }],
    });
    const alone = view(blocked, {}, { plan: needed, done: ['SC-3'] }, several);
    expect(alone).toMatchObject({ question: { text: expect.stringMatching(/\nFor it wait: SC-2\.$/) } });
    expect(view(blocked, {}, { plan: needed })).toMatchObject({
      question: { text: expect.not.stringContaining('For it wait') },
    });
    expect(view(blocked, {}, { done: ['SC-2'] }, several)).toMatchObject({
      question: { text: expect.not.stringContaining('For it wait') },
    });
  });

  it('keeps those that were set aside before', () => {
    const left = [{ label: 'SC-2', key: 'SC-2', how: 'ask' }] as const;
    const three = { text: 'p', criteria: [planned(1), planned(2), planned(3)] };
    expect(view(blocked, { left }, { plan: three }, several)).toMatchObject({
      state: { at: { next: { key: 'SC-3', left: [{ label: 'SC-2' }, { label: 'SC-1' }] } } },
    });
  });

  it('that is in conflict with the others is shown with the files, and may be mended', () => {
    const met = ended({ kind: 'passed', tree: 't9', unverified: [] }, {}, { member: { of: 'x' } });
    const decision = view(met, { clash: ['a.js', 'b.js'] });
    expect(decision).toMatchObject({
      question: {
        text: expect.stringContaining(
          'it passed by itself and is in conflict with the others in a.js, b.js; both sides stand in the copy',
        ),
      },
    });
    expect(choicesOf(decision).map(([id]) => id)).toContain('fix');
    expect(choicesOf(decision).map(([id]) => id)).not.toContain('raise');
    expect(view(met)).toMatchObject({ state: { at: { index: 1 } } });
  });

  it('that was cancelled releases the task with what is open', () => {
    expect(view(ended({ kind: 'cancelled' }))).toMatchObject({
      state: {
        at: {
          outcome: {
            kind: 'cancelled',
            why: 'the criterion was cancelled',
            open: ['SC-1: text 1', 'SC-2: text 2'],
          },
        },
      },
    });
  });
});

describe('one that is worked on', () => {
  const working = { ...child({ kind: 'working' }), ended: false } as Criterion;
  const say = (seq: number, body: string) => ({ seq, kind: 'say', body: { text: body }, by: 'person:a' }) as never;

  it('is begun with its text and what makes it harder', () => {
    const fresh = standing(developing({ index: 1, key: 'SC-2' }), { work: { plan } });
    expect(decided(fresh)).toMatchObject({
      kind: 'spawn',
      children: [{ kind: 'criterion', key: 'SC-2' }],
      state: fresh.state,
      said: [{ kind: 'criterion_started', data: { criterion: 'SC-2', text: 'text 2' } }],
    });
    const vague = { text: 'p', criteria: [planned(1, { text: 'it is better' })] };
    expect(decided(standing(developing(), { work: { plan: vague } }))).toMatchObject({
      said: [{ data: { doubts: 'confidence 0.7: "better" may mean much' } }],
    });
  });

  it('hears what a person says meanwhile, once', () => {
    const heard = (state: Partial<TaskState>, notices: readonly Notice[]) =>
      decided(standing(developing(), { work: { plan } }, state), { children: [working], notices });
    expect(heard({ heard: 1 }, [say(1, 'a'), say(2, 'b'), say(3, 'c')])).toMatchObject({
      ...{ kind: 'advance', said: [], state: { heard: 3 } },
      notices: [
        { to: 'shop-1/SC-1', kind: 'say', body: { text: 'b' } },
        { to: 'shop-1/SC-1', kind: 'say', body: { text: 'c' } },
      ],
    });
    expect(heard({ heard: 3 }, [say(3, 'c')])).toEqual({ kind: 'wait', until: null, on: 'criterion SC-1' });
  });

  it('is not taken for ended before its row is', () => {
    const almost = { ...passed, ended: false } as Criterion;
    expect(view(almost)).toEqual({ kind: 'wait', until: null, on: 'criterion SC-1' });
  });

  it('is said with its step; by its key before it is there', () => {
    const { says } = developSteps.developing;
    if (typeof says !== 'function') throw new Error('it is said by a function');
    const of = (criteria: readonly Criterion[]) => says({ criteria, runs: [] } as never, developing());
    expect(of([])).toBe('develops SC-1');
    expect(of([working])).toMatch(/SC-1/);
    expect(of([working])).not.toBe('develops SC-1');
  });
});

describe('a person’s word', () => {
  const answered = (choice: string, words: string | null, at: Partial<Developing> = {}, of: Criterion = blocked) =>
    decided(
      standing(asking(developing(at)), { work: { plan } }, {}, { settings: { ...settings, known: ['pi'] } as never }),
      {
        ...{ children: [of], questions: [answer(choice, words)] },
      },
    );

  it('begins it anew, without what was there before', () => {
    const before = { counsel: 'c', goesOn: true, advice: 'old', agents: ['claude'] } as never;
    const decision = answered('raise', null, before);
    expect(decision).toMatchObject({
      kind: 'advance',
      state: { at: { kind: 'developing', index: 0, key: 'SC-1.2', advice: 'old', agents: ['claude'] } },
    });
    for (const gone of ['counsel', 'goesOn']) expect(decision).not.toHaveProperty(`state.at.${gone}`);
    expect(answered('advice', 'use a clock', before)).toMatchObject({ state: { at: { advice: 'use a clock' } } });
  });

  const redTests = { tree: 't5', why: 'red (exit 1)' };
  it.each<[string, object, boolean]>([
    ['in the turn for the change, whose tests were red', { beat: 'code', redTests }, true],
    ['in the turn for its form, where it met others', { beat: 'refactor', redTests }, true],
    ['in the turn for its tests', { beat: 'test', redTests }, false],
    ['in the turn for the change, which stood there before any test', { beat: 'code' }, true],
    ['done as its agent likes', {}, false],
  ])('PC-12 knows whether the tests of one that was stuck %s need to be red again', (_, state, stillRed) => {
    const of = ended({ kind: 'blocked', why: 'no way' }, state);
    for (const choice of ['raise', 'advice', 'another']) {
      const decision = answered(choice, choice === 'another' ? 'pi' : 'w', {}, of);
      const at = decision.kind === 'advance' ? (decision.state.at as Developing) : null;
      expect([choice, at?.stillRed === true]).toEqual([choice, stillRed]);
    }
    expect(answered('raise', null, { stillRed: true })).not.toHaveProperty('state.at.stillRed');
  });

  const amendment = (...texts: readonly string[]) => ({
    ...{ kind: 'amended' },
    amendment: {
      why: 'no clock',
      criteria: texts.map((text) => ({ text, verify: null, files: [], kind: 'behaviour' })),
    },
  });
  const gone = { kind: 'blocked', why: 'gone', lost: { error_code: 'COPY_MISSING', message: 'it is gone' } };
  it.each<[string, object, string, string | null, boolean]>([
    ['the plan is kept', amendment('text 9'), 'keep', 'go on', true],
    ['others come after it', amendment('text 1', 'text 9'), 'accept', null, true],
    ['another takes its place', amendment('text 9'), 'accept', null, false],
    [
      'a person saw that it does not hold',
      { kind: 'passed', tree: 't9', unverified: [] },
      'wrong',
      'it flickers',
      true,
    ],
  ])('PC-12 leaves tests red that were, where %s', (_, outcome, choice, words, stillRed) => {
    for (const [state, holds] of [
      [{ beat: 'code', redTests }, stillRed],
      [{ beat: 'test' }, false],
    ] as const) {
      const decision = answered(choice, words, { rewound: { round: 'r' } as never }, ended(outcome, state));
      expect(decision).toMatchObject({ kind: 'advance', state: { at: { kind: 'developing' } } });
      const at = decision.kind === 'advance' ? (decision.state.at as Developing) : null;
      expect([at?.stillRed === true, at?.rewound]).toEqual([holds, undefined]);
    }
  });

  it('PC-12 leaves tests red that were, where its copy is made anew', () => {
    const lost = (state: object) => view(ended(gone, state));
    const back = (stillRed: object) => ({
      state: { at: { kind: 'troubled', back: { kind: 'mending', next: { key: 'SC-1.2', ...stillRed } } } },
    });
    expect(lost({ beat: 'code', redTests })).toMatchObject(back({ stillRed: true }));
    expect(lost({ beat: 'test' })).toMatchObject(back({}));
    expect(lost({ beat: 'test' })).not.toHaveProperty('state.at.back.next.stillRed');
  });

  it('moves it to the agent that is named, and to none that is not there', () => {
    expect(answered('another', 'pi', { agents: ['claude', 'codex'] })).toMatchObject({
      state: { at: { key: 'SC-1.2', agents: ['pi', 'codex', 'claude'] } },
    });
    const unknown = answered('another', 'nobody', { agents: ['claude'] });
    expect(unknown).toMatchObject({ state: { at: { key: 'SC-1', agents: ['claude'] } } });
  });

  it('begins a conflict with its markers, once', () => {
    const clash = ['a.js'];
    expect(answered('fix', null, { clash })).toMatchObject({ state: { at: { clash } } });
    const again = ended({ kind: 'blocked', why: 'no' }, {}, { clash });
    expect(answered('fix', null, { clash }, again)).not.toHaveProperty('state.at.clash');
  });
});

it('what is to be mended is a criterion behind all others, of its own key', () => {
  const { state } = standing({ kind: 'checking' }, { work: { plan } }, { fixes: 1 });
  expect(fix(state, 'it is red')).toMatchObject({
    state: {
      fixes: 2,
      at: { kind: 'developing', index: 2, advice: 'Fix this, and nothing else:\nit is red', agents: null },
    },
    said: [{ kind: 'fix_started', data: { round: 2 } }],
  });
});

it('what stands in a place of its own is joined before a person takes over', () => {
  const { handover } = developSteps.developing;
  if (typeof handover !== 'function') throw new Error('it goes by the step');
  expect(handover(developing())).toBe('now');
  expect(handover(developing({ stands: true } as never))).toBe('later');
  const left = (how: 'ask' | 'join') => ({ left: [{ label: 'SC-2', key: 'SC-2', how }] }) as never;
  expect([handover(developing(left('ask'))), handover(developing(left('join')))]).toEqual(['now', 'later']);
  expect(now).toBeGreaterThan(0);
});
