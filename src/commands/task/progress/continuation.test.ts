import { describe, expect, it } from 'vitest';
import { base as anyBase } from '../../../../test/fakes/outside.ts';
import { now, standing } from '../../../../test/fakes/standing-task.ts';
import { checkContinuation } from '../../../contract/continuation.ts';
import type { Criterion } from '../../../domain/criterion/criterion.ts';
import { ok } from '../../../domain/error.ts';
import type { Learned } from '../../../domain/parts/known.ts';
import type { Known, TaskSpec, TaskStep } from '../../../domain/task/task.ts';
import type { CheckoutState } from '../../../ports/git.ts';
import type { CommandPorts } from '../../ports.ts';
import type { TaskSnapshot } from '../load.ts';
import { refuseMoved, tellContinuation } from './continuation.ts';

const base = { ...anyBase, commit: 'c'.repeat(40) };
const developing = { kind: 'developing', index: 0, key: 'SC-1', advice: null, agents: null } as TaskStep;
const ended = (kind: string) =>
  ({ kind: 'ended', outcome: { kind, why: 'w', open: [] }, back: developing }) as TaskStep;
const planned = (...labels: readonly string[]) =>
  labels.map((label) => ({ label, text: 't', verify: null, files: [], kind: 'behaviour' }) as const);
const round = (label: string, at: object, attempts = 1) =>
  ({
    ...{ id: `c-${label}`, kind: 'criterion', updatedAt: 2_000_000, spec: { label, text: 't', agents: ['one'] } },
    state: {
      ...{ at, attempt: attempts, agent: 0 },
      history: Array.from({ length: attempts }, (_, index) => ({
        number: index + 1,
        agent: 'two',
        tree: 't',
        results: [],
      })),
    },
  }) as unknown as Criterion;
const came = (outcome: object) => ({ kind: 'ended', outcome });
const passed = came({ kind: 'passed', tree: 't', unverified: [] });
const blocked = came({ kind: 'blocked', why: 'w' });

type Stands = {
  readonly at?: TaskStep;
  readonly known?: Learned<Known>;
  readonly spec?: Partial<TaskSpec>;
  readonly criteria?: readonly Criterion[];
};
const tell = ({ at = developing, known = {}, spec = {}, criteria = [] }: Stands) => {
  const plan = { text: 'p', criteria: planned('SC-1', 'SC-2') };
  const task = standing(at, { work: { plan }, ...known, place: { base, ...known.place } }, {}, spec);
  const seen = {
    task,
    criteria,
    runs: [],
    questions: [],
    entered: [],
    slot: { kind: 'held' },
  } as unknown as TaskSnapshot;
  const told = tellContinuation(seen, 'b7e1', now);
  expect(checkContinuation(told)).toMatchObject({ ok: true });
  return told;
};

describe('how far a plan is', () => {
  it('is told in the form of others, with the commit that it began from', () => {
    expect(tell({ criteria: [round('SC-1', passed, 2), round('SC-2', { kind: 'prompting' }, 3)] })).toEqual({
      ...{ version: '1.0', session_id: 'b7e1', branch: 'drover/shop-1', plan_file: '(none)' },
      todos: [
        {
          id: 'SC-1',
          status: 'complete',
          iteration: 2,
          owner: 'two',
          text: 't',
          completed_at: '1970-01-01T00:33:20.000Z',
        },
        { id: 'SC-2', status: 'in_progress', iteration: 3, owner: 'two', text: 't' },
      ],
      ...{ iteration_count: 3, max_iterations: 7, last_checkpoint: '1970-01-01T00:16:40.000Z' },
      ...{ continuation_level: 'off', base_commit: base.commit },
    });
  });

  it.each<[string, Stands, readonly string[], string | undefined]>([
    ['waits', {}, ['pending', 'pending'], undefined],
    ['is done', { criteria: [round('SC-1', passed), round('SC-2', passed)] }, ['complete', 'complete'], 'complete'],
    ['is blocked', { criteria: [round('SC-1', blocked)] }, ['blocked', 'pending'], 'blocked'],
    ['ended before', { at: ended('failed'), criteria: [round('SC-1', blocked)] }, ['blocked', 'cancelled'], 'blocked'],
    [
      'was cancelled',
      { at: ended('cancelled'), criteria: [round('SC-1', passed)] },
      ['complete', 'cancelled'],
      'cancelled',
    ],
    ['has no plan', { known: { work: { plan: null } } }, [], undefined],
  ])('where it %s', (_, stands, statuses, whole) => {
    const { todos, status } = tell(stands);
    expect([todos.map((each) => each.status), status]).toEqual([statuses, whole]);
    expect(todos.filter((each) => each.completed_at !== undefined).every((each) => each.status === 'complete')).toBe(
      true,
    );
  });

  it('says first what was met elsewhere', () => {
    const spec = { continues: { session: 's', done: ['SC-0', 'SC-00'], said: { 'SC-0': 'it fires' } } };
    expect(tell({ spec }).todos.map(({ id, status, text }) => `${id} ${status} ${text}`)).toEqual([
      ...['SC-0 complete it fires', 'SC-00 complete undefined', 'SC-1 pending t', 'SC-2 pending t'],
    ]);
  });

  it('counts no more iterations than may be made', () => {
    expect(tell({ criteria: [round('SC-1', blocked, 9)] })).toMatchObject({ iteration_count: 7, max_iterations: 7 });
  });

  const planFile = { root: '/r', name: 'p.md' };
  it.each([
    ['in_progress', developing],
    ['in_progress', ended('not_verified')],
    ['in_progress', ended('failed')],
    ['done', ended('proven')],
  ])('its plan is in %s', (folder, at) => {
    expect(tell({ at, spec: { planFile } }).plan_file).toBe(`.pilot/plan/${folder}/p.md`);
  });

  it.each<[string, Learned<Known>, Partial<TaskSpec>]>([
    ['drover/shop-1', {}, { branch: 'mine', base: 'trunk' }],
    ['mine', { place: { copy: null } }, { branch: 'mine', base: 'trunk' }],
    [base.branch, { place: { copy: null } }, { base: 'trunk' }],
    ['trunk', { place: { copy: null, base: null } }, { base: 'trunk' }],
    ['HEAD', { place: { copy: null, base: null } }, {}],
  ])('its branch is %s', (branch, known, spec) => {
    const told = tell({ known, spec });
    expect(told.branch).toBe(branch);
    expect('base_commit' in told).toBe(known.place?.base !== null);
  });
});

describe('a plan that was begun elsewhere is refused', () => {
  const [begun, head] = ['a'.repeat(40), 'b'.repeat(40)];
  const refuse = async (branch: string | null, commit: string | undefined, met: string | null, isOpen = true) => {
    const git = {
      openHub: async () => (isOpen ? ok({ path: '/hub' }) : { ok: false }),
      mergeBase: async (_hub: object, one: string, other: string) => {
        expect([one, other]).toEqual([begun, head]);
        return ok(met === null ? null : { commit: met });
      },
    } as unknown as CommandPorts['git'];
    const stands = { branch, root: '/shop', head } as CheckoutState;
    return refuseMoved({ git }, 'shop', stands, { branch: 'main', base_commit: commit }).then(
      () => null,
      (error: Error) => error.message,
    );
  };
  const moved = 'main does not stand on aaaaaaaaaaaa any more, from which the plan was begun.';

  it.each([
    ['not on its branch and its base', ['main', begun, begun], null],
    ['not on its branch, where no base is told', ['main', undefined, null], null],
    ['on another branch', ['other', begun, begun], 'The plan was worked on main, and /shop is on other.'],
    ['on no branch', [null, undefined, null], 'The plan was worked on main, and /shop is on no branch.'],
    ['on another base', ['main', begun, head], moved],
    ['where both have nothing in common', ['main', begun, null], moved],
  ] as const)('%s', async (_, [branch, commit, met], why) => {
    expect(await refuse(branch, commit, met)).toBe(why);
  });

  it('where nobody can look', async () => {
    expect(await refuse('main', begun, begun, false)).toBe(moved);
  });
});
