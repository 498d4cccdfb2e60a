// Which criteria of a plan a task goes on with.
import { describe, expect, it } from 'vitest';
import { settings } from '../../../../test/fakes/outside.ts';
import { standing } from '../../../../test/fakes/standing-task.ts';
import type { PlannedCriterion } from '../../plan/plan.ts';
import type { Task, TaskSpec } from '../task.ts';
import { beginCriteria, mayGroup } from './next.ts';

const sc = (number: number, ...files: readonly string[]): PlannedCriterion => ({
  ...{ label: `SC-${number}`, text: `make ${number} true`, verify: null, files, kind: 'behaviour' },
});
const apart = [sc(1, 'a.js'), sc(2, 'b.js')];
const stated = (more: Partial<TaskSpec['settings']> = {}, together: number | 'auto' | undefined = 'auto'): Task => {
  const limits = { ...settings.limits, ...(together !== undefined && { together }) };
  return standing({ kind: 'checking' }, {}, {}, { settings: { ...settings, limits, ...more } });
};

describe('several at once', () => {
  it('is for tasks that were stated so, in copies of their own', () => {
    expect(mayGroup(stated())).toBe(true);
    expect(mayGroup(stated({}, 2))).toBe(true);
    expect(mayGroup(stated({}, 1))).toBe(false);
    // Of an earlier version.
    expect(mayGroup(stated({ limits: settings.limits }))).toBe(false);
    expect(mayGroup(stated({ workspace: { ...settings.workspace, isolation: 'checkout' } }))).toBe(false);
    const { spec, state } = stated();
    expect(mayGroup({ spec: { ...spec, driven: 'hand' }, state })).toBe(false);
    const ports = (count: number) => {
      const preview = { argv: ['npm', 'start'], ports: count };
      return { ...state, known: { ...state.known, place: { ...state.known.place, preview } } };
    };
    expect([mayGroup({ spec, state: ports(1) }), mayGroup({ spec, state: ports(0) })]).toEqual([false, true]);
  });

  it('begins where the first two have nothing in common; else with the first, as ever', () => {
    expect(beginCriteria(stated(), apart, 'be quick')).toEqual({
      ...{ kind: 'grouping', atMost: null, advice: 'be quick', left: [] },
    });
    const one = { kind: 'developing', index: 0, key: 'SC-1', advice: null, agents: null };
    expect(beginCriteria(stated({}, 1), apart, null)).toEqual(one);
    expect(beginCriteria(stated(), [sc(1, 'a.js'), sc(2, 'a.js')], null)).toEqual(one);
    expect(beginCriteria(stated(), [sc(1)], null)).toEqual(one);
    expect(() => beginCriteria(stated(), [], null)).toThrow('a plan without criteria');
  });
});
