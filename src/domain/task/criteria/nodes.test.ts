// How the nodes of a flow stand, looked at again and again: what was seen before is no reason to miss a move.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { standingNode } from '../../../../test/fakes/standing-node.ts';
import { standing } from '../../../../test/fakes/standing-task.ts';
import type { Criterion, CriterionOutcome } from '../../criterion/criterion.ts';
import type { FlowRun } from '../../flow/flow-run.ts';
import type { PlannedCriterion } from '../../plan/plan.ts';
import type { TaskView } from '../moves.ts';
import type { Task, TaskStep } from '../task.ts';
import { keepNodes } from './nodes.ts';

const ids = ['A', 'B', 'C'];
const flow = (): FlowRun => ({
  name: 'WFS-x',
  folder: '/x',
  below: '',
  nodes: ids.map((id) => standingNode({ id, ...(id === 'C' && { dependsOn: ['A'] }) })),
});
const planned = (label: string): PlannedCriterion => ({
  ...{ label, text: label, verify: null, files: [], kind: 'behaviour' },
  ...(label === 'C' && { dependsOn: ['A'] }),
});

/** The same lists while they say the same, as the store has them. */
const plans = [ids, ids.slice(0, 2)].map((labels) => labels.map(planned));
const dones = [[], ['A'], ['A', 'B'], ids];
const steps: readonly TaskStep[] = [
  { kind: 'checking' },
  { kind: 'developing', index: 0, key: 'A', advice: null, agents: null },
  { kind: 'developing', index: 0, key: 'A', advice: null, agents: null, clash: ['a.js'] },
  ...(['proven', 'cancelled'] as const).map(
    (kind): TaskStep => ({ kind: 'ended', outcome: { kind, why: '', open: [] }, back: null }) as unknown as TaskStep,
  ),
];
const outcomes = [
  null,
  { kind: 'passed', unverified: [] },
  { kind: 'blocked', why: 'no' },
  { kind: 'cancelled' },
] as unknown as readonly (CriterionOutcome | null)[];

/** A row of its own: what it says follows from its id and version. */
const round = (label: string, version: number, outcome: CriterionOutcome | null, isMember: boolean): Criterion =>
  ({
    ...{ kind: 'criterion', id: `shop-1/${label}`, key: label, version, fence: 1, ended: outcome !== null },
    spec: { label, ...(isMember && { member: {} }) },
    state: { at: outcome === null ? { kind: 'prompting' } : { kind: 'ended', outcome }, history: [] },
  }) as unknown as Criterion;

type Change = { readonly what: number; readonly which: number; readonly label: number };
const change = fc.record({ what: fc.nat(4), which: fc.nat(20), label: fc.nat(2) });

it('PC-59 a node whose work was cut off has not failed while its task goes on, and is cancelled with it in one move', () => {
  const begun = [{ node: 'A', from: 'pending', to: 'in_progress', at: 1 }] as const;
  const cut = round('A', 2, { kind: 'cancelled' } as CriterionOutcome, false);
  const movesAt = (step: number) => {
    const work = { plan: { text: '', criteria: plans[0] ?? [] }, done: [] };
    const base = standing(steps[step] as TaskStep, { work }, { moves: begun });
    const thing = { ...base, spec: { ...base.spec, flow: flow() } };
    const found = keepNodes({ thing, children: [cut], now: 7 } as unknown as TaskView);
    return found?.kind === 'advance' ? found.state.moves?.slice(1) : [];
  };
  expect(movesAt(1)).toEqual([]);
  expect(movesAt(steps.length - 1)).toEqual([{ node: 'A', from: 'in_progress', to: 'cancelled', at: 7 }]);
  expect(movesAt(steps.length - 2)).toMatchObject([{ node: 'A', from: 'in_progress', to: 'failed' }]);
});

it('each look finds what a first look would find, whatever has changed since', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), fc.boolean(), (changes: readonly Change[], together) => {
      const known = flow();
      const rounds = new Map<string, Criterion>();
      let version = 1;
      let now = { plan: 0, done: 0, step: 0, moves: undefined as Task['state']['moves'] };
      const looked = (from: FlowRun) => {
        const base = standing(
          steps[now.step] as TaskStep,
          { work: { plan: { text: '', criteria: plans[now.plan] ?? [] }, done: dones[now.done] ?? [] } },
          now.moves === undefined ? {} : { moves: now.moves },
        );
        const limits = { ...base.spec.settings.limits, together: together ? 2 : 1 };
        const spec = { ...base.spec, flow: from, settings: { ...base.spec.settings, limits } };
        const view = { thing: { ...base, spec }, children: [...rounds.values()], now: 7 } as unknown as TaskView;
        return keepNodes(view);
      };
      for (const { what, which, label } of changes) {
        if (what === 0) now = { ...now, plan: which % plans.length };
        if (what === 1) now = { ...now, done: which % dones.length };
        if (what === 2) now = { ...now, step: which % steps.length };
        const of = ids[label] ?? 'A';
        version += 1;
        if (what === 3) rounds.set(of, round(of, version, outcomes[which % outcomes.length] ?? null, together));
        if (what === 4) rounds.delete(of);
        const found = looked(known);
        expect(found).toEqual(looked(flow()));
        if (found?.kind === 'advance' && which % 3 > 0) now = { ...now, moves: found.state.moves };
      }
    }),
    {
      numRuns: 500,
      // One that passed beside others, and then turns out to clash with them.
      examples: [[[3, 2, 2].map((what, at) => ({ what, which: [1, 1, 2][at] ?? 0, label: 0 })), true]],
    },
  );
});
