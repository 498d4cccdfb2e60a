// How nodes stand is worked out once for what can move them.
import { expect, it } from 'vitest';
import { standingNode } from '../../../../test/fakes/standing-node.ts';
import { now, standing } from '../../../../test/fakes/standing-task.ts';
import { type Criterion, type CriterionState, firstCriterionState } from '../../criterion/criterion.ts';
import type { FlowRun } from '../../flow/flow-run.ts';
import type { TaskView } from '../moves.ts';
import { keepNodes } from './nodes.ts';

const at = { kind: 'developing', index: 0, key: 'A', advice: null, agents: null } as const;
const round = (state: Partial<CriterionState>): Criterion =>
  ({ kind: 'criterion', key: 'A', spec: { label: 'A' }, state: { ...firstCriterionState, ...state } }) as Criterion;

it('nodes are looked at again when a criterion begins or ends, and not while one goes on', () => {
  let looks = 0;
  const nodes = new Proxy([standingNode({ id: 'A' }), standingNode({ id: 'B' })], {
    get: (of, name) => {
      looks += 1;
      return Reflect.get(of, name) as unknown;
    },
  });
  const flow: FlowRun = { name: 'WFS-x', folder: '/x', below: '', nodes };
  const begun = { moves: [{ node: 'A', from: 'pending', to: 'in_progress', at: 1 }] } as const;
  const plan = {
    text: '',
    criteria: ['A', 'B'].map((label) => ({ label, text: '', verify: null, files: [], kind: 'docs' as const })),
  };
  const thing = standing(at, { work: { plan } }, begun, { flow });
  const look = (...children: readonly Criterion[]) => {
    looks = 0;
    const decided = keepNodes({ thing, children, now } as unknown as TaskView);
    return [looks > 0, decided?.kind ?? null];
  };
  expect(look(round({ attempt: 1 }))).toEqual([true, null]);
  expect(look(round({ attempt: 2 }))).toEqual([false, null]);
  expect(look(round({ at: { kind: 'ended', outcome: { kind: 'blocked', why: 'red' } } }))).toEqual([true, 'advance']);
  expect(look(round({ at: { kind: 'ended', outcome: { kind: 'blocked', why: 'red' } } }))).toEqual([true, 'advance']);
});
