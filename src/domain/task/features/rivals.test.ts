import { describe, expect, it } from 'vitest';
import { base, gateResult, turn } from '../../../../test/fakes/outside.ts';
import { answer, asking, decided, done, standing } from '../../../../test/fakes/standing-task.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import { type Learned, learn } from '../../parts/known.ts';
import { choiceMeant } from '../../question/words-of-answers.ts';
import type { Run } from '../../run/run.ts';
import { cleanUpCopyState, keptUntil } from '../phases/reopen.ts';
import type { Known, Task, TaskState, TaskStep } from '../task.ts';

const following: TaskStep = { kind: 'following_rivals' };
const rivals = [['one', 'two'], ['two']];
const parent = (at: TaskStep = following) =>
  standing(
    at,
    { work: { report: null } },
    { slot: at.kind === 'taking_rival' ? 'held' : 'none' },
    { rivals, planFile: { root: '/r', name: 'p.md' } },
  );
const outcome = (kind: 'proven' | 'not_verified' | 'failed' | 'cancelled') =>
  ({ kind: 'ended', outcome: { kind, why: `it is ${kind}`, open: [] }, back: null }) as unknown as TaskStep;
const change = (path: string, added: number) =>
  ({ path, kind: 'modified', from: null, added, removed: 1, binary: false, bytes: 1 }) as const;
const rival = (number: number, at: TaskStep, known: Learned<Known> = {}): Task =>
  ({
    ...standing(at, known, {}, { part: { parent: 'shop-1', id: `R-${number}`, number, of: 2, rival: true } }),
    ...{
      id: `shop-${number + 1}`,
      task: `shop-${number + 1}`,
      kind: 'task',
      key: `R-${number}`,
      ended: at.kind === 'ended',
    },
  }) as unknown as Task;
const proven: Learned<Known> = {
  work: {
    ...{
      proven: 't9',
      done: ['SC-1'],
      changes: [change('a.js', 3), change('b.js', 4)],
      spent: { money: 0.5, tokens: 9, unpriced: 0 },
    },
    results: [gateResult('test', 'passed'), gateResult('lint', 'not_configured')],
    reading: {
      tree: 't9',
      round: 1,
      fixes: 0,
      outcome: {
        kind: 'read',
        by: 'three',
        summary: '',
        findings: [{ severity: 'P2', file: null, line: null, what: 'long', why: 'y' }],
      },
    } as never,
  },
};

describe('a task that several do', () => {
  it('begins all of them at once, each with the agreed plan and its own agents, and asked for nothing that was said', () => {
    const decision = decided(parent());
    expect(decision).toMatchObject({
      kind: 'spawn',
      said: [{ kind: 'rivals_begun', data: { agents: ['one', 'two'] } }],
    });
    if (decision.kind !== 'spawn') throw new Error(decision.kind);
    expect(decision.children).toMatchObject(
      rivals.map((agents, at) => ({
        ...{ kind: 'task', key: `R-${at + 1}`, state: { known: { work: { plan: { text: 'multiply' } } } } },
        spec: {
          ...{
            until: 'test',
            branch: null,
            base: 'main',
            settings: { agents: { develop: agents, fix: agents }, policy: { proceed: 'auto', plan: 'auto' } },
          },
          part: { parent: 'shop-1', id: `R-${at + 1}`, number: at + 1, of: 2, rival: true },
        },
      })),
    );
    for (const child of decision.children) {
      expect(child.spec).not.toHaveProperty('rivals');
      expect(child.spec).not.toHaveProperty('planFile');
    }
  });

  it('has each with the model that was named for it, before all that is configured, and says so', () => {
    const whole = parent();
    const role = { develop: { models: { one: 'usual' }, prompt: 'be quick' } };
    const settings = { ...whole.spec.settings, role };
    const rivalModels = ['opus', null];
    const spec = { ...whole.spec, settings, rivalModels };
    const decision = decided({ ...whole, spec });
    if (decision.kind !== 'spawn') throw new Error(decision.kind);
    expect(decision.said).toMatchObject([{ data: { agents: ['one (opus)', 'two'] } }]);
    expect(decision.children.map((child) => child.spec)).toMatchObject([
      {
        settings: {
          role: { develop: { models: { one: 'opus' }, prompt: 'be quick' }, fix: { models: { one: 'opus' } } },
        },
        part: { model: 'opus' },
      },
      { settings: { role } },
    ]);
    expect(decision.children[1]?.spec).not.toHaveProperty('part.model');
    expect(decision.children[0]?.spec).not.toHaveProperty('rivalModels');
  });

  it('waits until all have ended', () => {
    const children = [rival(1, outcome('proven'), proven), rival(2, { kind: 'developing' } as never)];
    expect(decided(parent(), { children })).toMatchObject({ kind: 'wait', on: 'its rivals: shop-3' });
  });

  it('asks once, side by side; who failed, or began elsewhere, cannot be taken', () => {
    const children = [rival(2, outcome('failed'), { work: { proven: null } }), rival(1, outcome('proven'), proven)];
    const decision = decided(parent(), { children });
    if (decision.kind !== 'ask') throw new Error(decision.kind);
    const [first, second] = decision.question.text.split('\n').slice(2);
    expect(first).toMatch(
      /^1\. shop-2 by \S+: proven; 1 of 1 criteria; passed: test; 2 files, \+7 -2; three found P2 long; \$0\.50; drover\/shop-1$/,
    );
    expect(second).toMatch(/^- shop-3 by \S+: failed: it is failed; 0 of 1 criteria; no gate has passed; 0 files/);
    expect(decision.answeredBy).toBeNull();
    expect(decision.question.choices.map(({ id }) => id)).toEqual(['rival_1', 'alone', 'abandon']);
    const moved = rival(1, outcome('proven'), { ...proven, place: { base: { ...base, commit: 'elsewhere' } } });
    const other = decided(parent(), { children: [moved, rival(2, outcome('not_verified'), proven)] });
    expect(other).toMatchObject({ question: { choices: [{ id: 'rival_2' }, {}, {}] } });
  });

  it('has a number for those alone that can be taken, the one that answers', () => {
    const children = [rival(1, outcome('failed')), rival(2, outcome('proven'), proven)];
    const decision = decided(parent(), { children });
    if (decision.kind !== 'ask') throw new Error(decision.kind);
    const { text, choices } = decision.question;
    const lines = text.split('\n').slice(2);
    expect(lines.map((line) => line.slice(0, 9))).toEqual(['1. shop-3', '- shop-2 ']);
    expect(choices[0]).toMatchObject({ id: 'rival_2', label: 'take 1: shop-3' });
    expect(choiceMeant({ choices }, '1')?.choice.id).toBe('rival_2');
  });

  it('begins each from the commit that it began from, with what was said so far', () => {
    const whole = parent();
    const heard = { ...whole, state: { ...whole.state, said: ['by the clock'] } };
    const decision = decided(heard);
    if (decision.kind !== 'spawn') throw new Error(decision.kind);
    for (const { state } of decision.children) {
      expect(state).toMatchObject({ said: ['by the clock'], known: { place: { base } } });
      const at = (kind: 'opening' | 'surveying') =>
        ({ ...rival(1, { kind }), state: { ...(state as Task['state']), at: { kind }, slot: 'held' } }) as Task;
      const hub = { path: '/hub' };
      const opened = done(at('opening'), 'open-hub', { hub, dirty: [], notes: [] });
      expect(opened.state.at).toEqual({ kind: 'surveying' });
      const survey = at('surveying');
      const placed = learn(survey.state.known, { place: { hub: hub as never } });
      expect(decided({ ...survey, state: { ...survey.state, known: placed } })).toMatchObject({
        effect: { name: 'survey-base', input: { from: base } },
      });
    }
  });

  it('asks for none of them what a person said of set-up and a red base already', () => {
    const whole = parent();
    const overlay = { gates: { test: 'npm test' } };
    const baseline = [gateResult('lint', 'failed'), gateResult('test', 'passed')];
    const place = { overlay, variables: { A: '1' }, untested: true as const };
    const known = learn(whole.state.known, { place, work: { baseline } } as Learned<Known>);
    const decision = decided({ ...whole, state: { ...whole.state, known } });
    if (decision.kind !== 'spawn') throw new Error(decision.kind);
    const [first] = decision.children;
    expect(first?.state).toMatchObject({
      known: { place: { ...place, redBefore: { commit: base.commit, gates: ['lint'] } } },
    });
    const begun = first?.state as Task['state'];
    const judged = (results: readonly GateResult[], commit: string = base.commit) => {
      const at: TaskStep = { kind: 'recording_base', results };
      const moved = learn(begun.known, { place: { base: { ...base, commit } } });
      const thing = { ...rival(1, at), state: { ...begun, at, known: moved } } as Task;
      return done(thing, 'record-evidence', { from: 1, to: 2 }).state.at.kind;
    };
    expect(judged(baseline)).toBe('planning');
    expect(judged(baseline, 'later')).toBe('base_judged');
    expect(judged([gateResult('lint', 'failed'), gateResult('test', 'failed')])).toBe('base_judged');
  });

  it('tells all that are at work what is said to the whole, and keeps it for who does it alone', () => {
    const said = [{ thing: 'shop-1', seq: 9, at: 1, by: 'person:test', kind: 'say', body: 'by the clock' }] as never;
    const children = [rival(1, { kind: 'developing' } as never), rival(2, outcome('failed'))];
    const told = decided(parent(), { children, notices: said });
    expect(told).toMatchObject({
      kind: 'advance',
      notices: [{ to: 'shop-2', kind: 'say', body: 'by the clock' }],
      state: { at: following, heard: 9, said: ['by the clock'] },
    });
    if (told.kind !== 'advance') throw new Error(told.kind);
    expect(decided({ ...parent(), state: told.state }, { children, notices: said }).kind).toBe('wait');
    const alone = { ...parent(asking(following)), state: { ...told.state, at: asking(following) } };
    const ended = [rival(1, outcome('failed')), rival(2, outcome('failed'))];
    expect(decided(alone, { children: ended, notices: said, questions: [answer('alone')] })).toMatchObject({
      state: { at: { kind: 'developing', advice: 'by the clock' } },
    });
  });

  it.each<readonly [string, TaskStep, Learned<Known>, string]>([
    [
      'gates that fail or take too long',
      outcome('failed'),
      {
        work: { results: [gateResult('types', 'timeout'), gateResult('test', 'failed'), gateResult('lint', 'passed')] },
      },
      'failed: it is failed; 0 of 1 criteria; gates that fail: test, types; 0 files, +0 -0; drover/shop-1',
    ],
    [
      'what is not verified, not reviewed and not priced',
      outcome('not_verified'),
      {
        work: {
          reading: { tree: 't', round: 1, fixes: 0, outcome: { kind: 'not_reviewed', why: 'w' } } as never,
          spent: { money: 0, tokens: 1200, unpriced: 1200 },
        },
      },
      'not verified: it is not_verified; 0 of 1 criteria; no gate has passed; 0 files, +0 -0; not reviewed; 1200 tokens; drover/shop-1',
    ],
    [
      'a review that found nothing',
      outcome('cancelled'),
      { work: { reading: { outcome: { kind: 'read', by: 'three', summary: '', findings: [] } } as never } },
      'cancelled: it is cancelled; 0 of 1 criteria; no gate has passed; 0 files, +0 -0; three found nothing; drover/shop-1',
    ],
  ])('a side says %s', (_, at, known, side) => {
    const decision = decided(parent(), { children: [rival(1, at, known), rival(2, outcome('failed'))] });
    if (decision.kind !== 'ask') throw new Error(decision.kind);
    expect(decision.question.text.split('\n')[2]?.replace(/^(?:1\.|-) shop-2 by \S+: /, '')).toBe(side);
  });

  it('one that failed is told with what it cost as well', () => {
    const back = { kind: 'checking' } as TaskStep;
    const failing = rival(2, { kind: 'releasing', outcome: { kind: 'failed', why: 'w', open: [] }, back });
    const usage = { inputTokens: 4, cachedTokens: 0, outputTokens: 6, money: 0.25 };
    const run = {
      ...{ id: 'r1', kind: 'run', key: 'run-1', ended: true, spec: { purpose: { kind: 'agent' } } },
      state: { kind: 'ended', endedAt: 1, startedAt: 1, ending: null, result: turn('', { usage }) },
    } as unknown as Run;
    const released = decided(failing, { children: [run] });
    if (released.kind !== 'advance') throw new Error(released.kind);
    const { spent } = released.state.known.work;
    expect(spent).toEqual({ money: 0.25, tokens: 10, unpriced: 0 });
    const children = [rival(1, outcome('proven'), proven), rival(2, outcome('failed'), { work: { spent } } as never)];
    const asked = decided(parent(), { children });
    if (asked.kind !== 'ask') throw new Error(asked.kind);
    expect(asked.question.text).toMatch(/\n- shop-3 by \S+: failed: .*; \$0\.25; drover\/shop-1/);
  });

  it('those that were not taken keep their copies for 14 days, whatever became of the one that was', () => {
    const loser = rival(2, outcome('failed'));
    const days = 24 * 3_600_000;
    expect(keptUntil(loser) - loser.updatedAt).toBe(14 * days);
    const merged = { ...rival(1, outcome('proven'), { ...proven, delivery: { merged: 'c9' } as never }) };
    expect(keptUntil(merged) - merged.updatedAt).toBe(days);
    expect(cleanUpCopyState(loser)?.at).toMatchObject({ kind: 'cleaning_copy', outcome: { kind: 'failed' } });
  });

  it('all that was found out of the one that is taken is its own then', () => {
    const found = {
      ...{ plan: { text: 'other', criteria: [] }, done: ['SC-1'], unverified: ['lint'] },
      ...{ proofs: [{ of: 'SC-1' }], claims: [{ of: 'SC-1', says: ['more'] }], agreed: ['yes'], demanded: ['part'] },
      ...{ flaky: [{ what: 'now and then' }], leftovers: ['a.js~'] },
    };
    const again = { gate: 'test', what: 'again', file: null, line: null, weight: 'note', flaky: true } as const;
    const results = [gateResult('test', 'passed', { findings: [again, { ...again, flaky: undefined }] as never })];
    const both = [
      rival(1, outcome('not_verified'), { work: { ...proven.work, ...found, results } as never }),
      rival(2, outcome('failed')),
    ];
    expect(decided(parent(asking(following)), { children: both, questions: [answer('rival_1')] })).toMatchObject({
      state: { known: { work: { ...found, flaky: [...found.flaky, again] } } },
    });
  });

  const children = [rival(1, outcome('proven'), proven), rival(2, outcome('failed'))];
  it('takes over what the one that is chosen made, and has it checked here', () => {
    const taken = decided(parent(asking(following)), { children, questions: [answer('rival_1')] });
    expect(taken).toMatchObject({
      said: [{ kind: 'rival_taken', data: { task: 'shop-2', tree: 't9', by: 'person:test' } }],
      state: {
        at: { kind: 'taking_rival', tree: 't9' },
        known: { work: { done: ['SC-1'], taken: 'shop-2', reading: { tree: 't9' } } },
      },
    });
    const at: TaskStep = { kind: 'taking_rival', tree: 't9' };
    expect(decided(parent(at), { children })).toMatchObject({
      effect: { name: 'restore-copy', input: { copy: '/copy', tree: 't9', label: 'shop-1/rivals-0' } },
    });
    expect(done(parent(at), 'restore-copy', { changed: [] })).toMatchObject({
      state: { at: { kind: 'checking' }, known: { place: { copy: { tree: 't9' } } } },
    });
  });

  it('is asked about anew where the one that is taken has gone on since it was shown', () => {
    const shown = (tree: string) => ({
      ...answer('rival_1'),
      shown: {
        rivals: [
          { task: 'shop-2', tree },
          { task: 'shop-3', tree: 't7' },
        ],
      },
    });
    const at = (tree: string) =>
      decided(parent(asking(following)), { children, questions: [shown(tree)] as never }) as { state?: TaskState };
    expect([at('t9').state?.at, at('t8').state?.at]).toEqual([{ kind: 'taking_rival', tree: 't9' }, following]);
  });

  it('an end or a pause of the whole is told to all that are at work', () => {
    const living = [rival(1, { kind: 'developing' } as never), rival(2, outcome('failed'))];
    const told = (kind: 'cancel' | 'pause') =>
      decided(parent(), {
        children: living,
        notices: [{ thing: 'shop-1', seq: 9, at: 1, by: 'person:test', kind, body: null }] as never,
      });
    for (const kind of ['cancel', 'pause'] as const)
      expect(told(kind)).toMatchObject({ notices: [{ to: 'shop-2', kind }] });
  });

  it.each([
    ['rival_2', { kind: 'following_rivals' }],
    ['rival_9', { kind: 'following_rivals' }],
    ['alone', { kind: 'developing', index: 0, key: 'SC-1' }],
    ['abandon', { kind: 'releasing', outcome: { kind: 'failed', why: 'given up by person:test' } }],
  ])('the answer %s leads on', (choice, at) => {
    expect(decided(parent(asking(following)), { children, questions: [answer(choice)] })).toMatchObject({
      state: { at },
    });
  });
});
