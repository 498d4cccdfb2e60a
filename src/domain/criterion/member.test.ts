// A criterion that is worked on beside others.
import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateResult, gateSettings } from '../../../test/fakes/outside.ts';
import { type HostId, instant, taskId } from '../ids.ts';
import type { Notice } from '../notice.ts';
import { leftOf, nothingSpent } from '../run/spent.ts';
import { applyCriterion } from './apply.ts';
import {
  type Criterion,
  type CriterionSpec,
  type CriterionState,
  type CriterionStep,
  firstCriterionState,
} from './criterion.ts';
import { decideCriterion } from './decide.ts';

const now = instant(1_000_000);
const member = {
  ...{ workspace: 'shop', tree: 't-start', branch: 'drover/shop-1--SC-1', copyFiles: ['.env'] },
  ...{ owned: { files: ['src/a.js'], tests: ['test/a.test.js'] }, foreign: ['src/b.js'], among: ['SC-1', 'SC-2'] },
};
const spec: CriterionSpec = {
  ...{ label: 'SC-1', text: 'it fires', verify: null, kind: 'behaviour', task: 'heartbeat', plan: null },
  ...{ hub: { path: '/hub', checkout: '/co' }, copy: '/copy.SC-1', base, gatePlan, gateSettings, baseline: [] },
  ...{ dependencies: '/deps', agents: ['one'], attempts: 7, agentDeadlineMs: 60_000, sandbox: 'auto', advice: null },
  member,
};
const passed = { kind: 'passed', tree: 't1', unverified: [] } as const;

function at(step: CriterionStep, more: Partial<CriterionState> = {}): Criterion {
  const task = taskId('shop', 1);
  return {
    ...{ id: `${task}/SC-1` as Criterion['id'], kind: 'criterion', task, parent: task, key: 'SC-1' },
    ...{ host: 'here' as HostId, version: 1, fence: 1, effects: 0, ended: false, createdAt: now, updatedAt: now },
    spec,
    state: { ...firstCriterionState, at: step, ...more },
  };
}
const decide = (thing: Criterion, notices: readonly Notice[] = []) =>
  decideCriterion({ thing, children: [], notices }, now);
const apply = (thing: Criterion, name: string, output: unknown) =>
  applyCriterion(thing, { name, input: {}, result: { kind: 'done', output } } as never);
const cancel = { thing: 'shop-1/SC-1', seq: 1, at: now, by: 'person:test', kind: 'cancel', body: null } as Notice;

describe('its copy', () => {
  it('is made before its first turn, from what is proven, with dependencies and the workspace’s own files', () => {
    expect(decide(at({ kind: 'copying' }))).toMatchObject({
      kind: 'perform',
      effect: {
        name: 'mend-copy',
        input: {
          ...{ workspace: 'shop', copy: '/copy.SC-1', branch: 'drover/shop-1--SC-1', isolation: 'clone' },
          ...{ tree: 't-start', dependencies: '/deps', files: ['.env'] },
        },
      },
    });
    expect(apply(at({ kind: 'copying' }), 'mend-copy', {}).state.at).toEqual({ kind: 'prompting', cut: false });
  });

  it.each<[string, () => { readonly state?: CriterionState }]>([
    ['met', () => apply(at({ kind: 'recording', found, results: [] }), 'record-evidence', {})],
    ['cancelled', () => decide(at({ kind: 'prompting', cut: false }, { heard: 1 }), [cancel]) as never],
    ['left by a failure', () => applyCriterion(at({ kind: 'capturing' }), failedWith('snapshot'))],
  ])('goes before it has ended: %s', (_, end) => {
    expect(end().state?.at.kind).toBe('leaving');
  });

  it('goes by its own act, which no cancel holds up; what it came to stays', () => {
    const leaving = at({ kind: 'leaving', outcome: passed });
    expect(decide(leaving, [cancel])).toMatchObject({
      effect: { name: 'remove-member-copy', input: { copy: '/copy.SC-1' } },
    });
    expect(apply(leaving, 'remove-member-copy', {}).state.at).toEqual({ kind: 'ended', outcome: passed });
  });

  it('that cannot be removed now does not change what it came to', () => {
    const { state } = applyCriterion(at({ kind: 'leaving', outcome: passed }), failedWith('remove-member-copy'));
    expect(state.at).toEqual({ kind: 'ended', outcome: passed });
  });

  const found = { tree: 't1', changes: [], tamper: [], secrets: [], tests: [] };
  const failedWith = (name: string) =>
    ({ name, input: {}, result: { kind: 'failed', failure: { error_code: 'GIT_FAILED', message: 'no' } } }) as never;
});

describe('PC-45 what it changes', () => {
  it('is sorted before anything is said of it, by what it owns', () => {
    const { state } = apply(at({ kind: 'capturing' }), 'snapshot', { tree: 't-all', changes: [] });
    expect(state.at).toEqual({ kind: 'sorting', tree: 't-all' });
    expect(decide(at(state.at))).toMatchObject({
      effect: {
        name: 'keep-own',
        input: { start: 't-start', tree: 't-all', owned: member.owned, foreign: ['src/b.js'], tests: gatePlan.tests },
      },
    });
  });

  it('and is not its own is named in a fact and among its results, and its next prompt says so', () => {
    const sorting = at({ kind: 'sorting', tree: 't-all' });
    const { state, said } = apply(sorting, 'keep-own', { tree: 't-own', changes: [], outside: ['README.md'], more: 2 });
    expect(said).toEqual([{ kind: 'edits_set_aside', data: { criterion: 'SC-1', files: ['README.md'], more: 2 } }]);
    const inspected = apply(at(state.at), 'inspect-change', { tamper: [], secrets: [], tests: [] });
    expect(inspected.state.at).toMatchObject({
      found: {
        tree: 't-own',
        others: [
          { gate: 'ownership', file: 'README.md', weight: 'note' },
          { what: 'and 2 more that were set aside', file: null },
        ],
      },
    });
    const { others = [] } = inspected.state.at.kind === 'staging' ? inspected.state.at.found : {};
    const results = [gateResult('test', 'failed'), gateResult('ownership', 'passed', { findings: others })];
    const history = [{ number: 1, agent: 'one', tree: 't-own', results, noProgress: false }];
    const again = at({ kind: 'prompting', cut: false }, { attempt: 2, history });
    expect(JSON.stringify(decide(again))).toMatch(/taken out of this folder again[\s\S]*README\.md/);
  });

  it('is its own alone: nothing is said', () => {
    const { state, said } = apply(at({ kind: 'sorting', tree: 't' }), 'keep-own', {
      tree: 't',
      changes: [],
      outside: [],
    });
    expect([state.at, said]).toEqual([{ kind: 'inspecting', tree: 't', changes: [] }, []]);
  });

  it('is told to its agent from the start', () => {
    expect(JSON.stringify(decide(at({ kind: 'prompting', cut: false })))).toContain(
      'Change only what this criterion owns, besides new files of tests: src/a.js, test/a.test.js.',
    );
  });
});

describe('PC-45 one that is worked on by itself', () => {
  const { member: _, ...alone } = spec;
  const by = (step: CriterionStep, more: Partial<CriterionSpec> = {}): Criterion => ({
    ...at(step),
    spec: { ...alone, ...more },
  });
  const added = (path: string) => ({ path, kind: 'added', from: null, added: 1, removed: 0, binary: false, bytes: 1 });
  const captured = (more: object, of: Partial<CriterionSpec> = {}) =>
    apply(by({ kind: 'capturing' }, of), 'snapshot', { tree: 't', changes: [added('src/a.js')], ...more }).state.at
      .kind;
  const littered = { changes: [added('src/a.js'), added('.tig/state')] };

  it('has what tools left taken out, and named in a fact, among its results and to its agent', () => {
    const { state } = apply(by({ kind: 'capturing' }), 'snapshot', { tree: 't-all', ...littered });
    const { effect } = decide(by(state.at)) as { effect: { name: string; input: object } };
    expect(effect).toMatchObject({ name: 'keep-own', input: { start: base.tree, tree: 't-all', spoken: [] } });
    expect(effect.input).not.toHaveProperty('owned');
    const output = { tree: 't-own', changes: [], outside: [], leftovers: ['.tig/'] };
    const sorted = apply(by(state.at), 'keep-own', output);
    expect(sorted.said).toEqual([{ kind: 'leftovers_set_aside', data: { criterion: 'SC-1', files: ['.tig/'] } }]);
    expect(sorted.state.at).toMatchObject({
      ...{ kind: 'inspecting', tree: 't-own' },
      others: [{ gate: 'leftovers', file: '.tig/', weight: 'note' }],
    });
    const { others = [] } = sorted.state.at.kind === 'inspecting' ? sorted.state.at : {};
    const results = [gateResult('test', 'failed'), gateResult('leftovers', 'passed', { findings: others })];
    const history = [{ number: 1, agent: 'one', tree: 't-own', results, noProgress: false }];
    const again = { ...by({ kind: 'prompting', cut: false }), state: { ...firstCriterionState, attempt: 2, history } };
    expect(
      JSON.stringify(decide({ ...again, state: { ...again.state, at: { kind: 'prompting', cut: false } } })),
    ).toMatch(/tools leave such files[\s\S]*\.tig\//);
  });

  it.each<[string, object, Partial<CriterionSpec>, string]>([
    ['at once where nothing looks like it', {}, {}, 'inspecting'],
    ['after it was sorted where something does', littered, {}, 'sorting'],
    ['after it was sorted where not all of it is known', { total: { files: 900 } }, {}, 'sorting'],
    ['at once where the plan speaks of it', littered, { plan: 'Keep `.tig/state`.' }, 'inspecting'],
    ['at once where the task speaks of it', littered, { task: 'write .tig/state' }, 'inspecting'],
    ['at once where the plan names the file', littered, { files: ['.tig/state'] }, 'inspecting'],
    ['at once in a person’s own checkout', littered, { copy: '/co' }, 'inspecting'],
  ])('is looked at %s', (_, more, of, kind) => {
    expect(captured(more, of)).toBe(kind);
  });
});

it('what is left of a budget is shared by those that are at work', () => {
  const limit = { money: 10, tokens: 900 };
  const spent = { money: 1, tokens: 0, unpriced: 0 };
  const allowance = { before: spent, ask: limit, stop: limit, unpriced: false, round: 0 };
  expect(leftOf({ ...allowance, among: 3 }, nothingSpent)).toEqual({ money: 3, tokens: 300 });
  expect(leftOf(allowance, nothingSpent)).toEqual({ money: 9, tokens: 900 });
});
