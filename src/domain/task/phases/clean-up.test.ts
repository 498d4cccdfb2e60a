import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateSettings, settings } from '../../../../test/fakes/outside.ts';
import { type HostId, instant, taskId } from '../../ids.ts';
import { learn } from '../../parts/known.ts';
import type { Run } from '../../run/run.ts';
import type { TaskView } from '../moves.ts';
import { firstTaskState, type Task, type TaskState } from '../task.ts';
import { cleanUpSteps } from './clean-up.ts';

const now = instant(1_000_000);
const outcome = { kind: 'released', why: '', open: [] } as const;
const id = taskId('shop', 1);
const first = firstTaskState('engine');
const known = learn(first.known, {
  place: {
    base,
    gatePlan,
    gateSettings,
    hub: { path: '/hub', checkout: '/checkout' },
    copy: { path: '/copy', branch: 'b', tree: 't0' },
    teardown: [['docker', 'compose', 'down'], ['./tidy']],
  },
});
type At = Extract<TaskState['at'], { kind: 'cleaning_copy' }>;
const view = (at: At, more: Partial<TaskState> = {}, children: readonly Run[] = []): TaskView => ({
  thing: {
    ...{ id, kind: 'task', task: id, parent: null, key: '', host: 'here' as HostId, version: 1, fence: 1, effects: 0 },
    ...{ ended: false, createdAt: now, updatedAt: now, spec: { settings } },
    state: { ...first, phase: 'release', at, known, ...more },
  } as unknown as Task,
  ...{ children, notices: [], questions: [], slot: { kind: 'held' }, now },
});
const ended = (ok: boolean): Run =>
  ({
    ...{ kind: 'run', key: 'run-1', ended: true },
    state: { kind: 'ended', ending: { kind: 'exited', code: 1 }, result: { kind: 'plain', ok, why: 'exit 1' } },
  }) as unknown as Run;
const cleaning: At = { kind: 'cleaning_copy', outcome, remote: null };

it('before its copy is removed each program of teardown runs in it once; that one fails is said and blocks nothing', () => {
  expect(cleanUpSteps.cleaning_copy.decide(view(cleaning), cleaning)).toMatchObject({
    kind: 'spawn',
    children: [{ spec: { purpose: { kind: 'teardown', argv: ['docker', 'compose', 'down'], folder: '/copy' } } }],
  });
  const after = cleanUpSteps.cleaning_copy.decide(view(cleaning, { runs: 1 }, [ended(false)]), cleaning);
  expect(after).toMatchObject({
    kind: 'advance',
    state: { at: { kind: 'cleaning_copy', torn: 1 }, fetched: 1 },
    said: [{ kind: 'teardown_failed', data: { why: 'exit 1' } }],
  });
  const second: At = { ...cleaning, torn: 1 };
  expect(cleanUpSteps.cleaning_copy.decide(view(second, { runs: 1, fetched: 1 }), second)).toMatchObject({
    kind: 'spawn',
    children: [{ spec: { purpose: { argv: ['./tidy'] } } }],
  });
  const last: At = { ...cleaning, torn: 2 };
  expect(cleanUpSteps.cleaning_copy.decide(view(last), last)).toMatchObject({
    kind: 'perform',
    effect: { name: 'remove-copy' },
  });
});

describe('the branch on the remote', () => {
  type Remote = Extract<TaskState['at'], { kind: 'cleaning_remote' }>;
  const at = (more: Partial<Remote> = {}): Remote => ({ kind: 'cleaning_remote', outcome, ...more });
  const pushed = { pushed: true, commit: 'c1', head: { commit: 'c2', tree: 't2' } } as const;
  const decide = (
    step: Remote,
    delivery: object = pushed,
    more: Partial<TaskState> = {},
    children: readonly Run[] = [],
  ) => {
    const { thing, ...rest } = view(cleaning, { ...more, known: learn(known, { delivery }) }, children);
    return cleanUpSteps.cleaning_remote.decide({ thing, ...rest }, step);
  };
  const left = (decision: ReturnType<typeof decide>) =>
    decision.kind === 'advance' && decision.state.at.kind === 'cleaning_copy' ? decision.state.at : null;

  it.each([
    ['nothing was pushed', { ...pushed, pushed: false }],
    ['there is no commit', { ...pushed, commit: null }],
  ])('is left where %s', (_, delivery) => {
    expect(left(decide(at(), delivery))).toEqual(cleaning);
  });

  it('is looked at first, and stays where somebody else made it or its pull request is open', () => {
    expect(decide(at())).toEqual({
      ...{ kind: 'perform', effect: { name: 'find-pull-request', input: { hub: known.place.hub, branch: 'b' } } },
    });
    expect(left(decide(at({ open: null, ours: false })))).toEqual({
      ...cleaning,
      remote: 'branch b stays on the remote, for this task did not make it',
    });
    expect(left(decide(at({ open: 'https://forge/1', ours: true })))).toEqual({
      ...cleaning,
      remote: 'branch b stays on the remote, for its pull request is open: https://forge/1',
    });
  });

  it('is removed as it was pushed last, and what became of that is told', () => {
    const ours = at({ open: null, ours: true });
    const purpose = (delivery: object) => {
      const decision = decide(ours, delivery);
      return decision.kind === 'spawn'
        ? (decision.children[0]?.spec as { purpose?: object } | undefined)?.purpose
        : null;
    };
    expect(purpose(pushed)).toEqual({ kind: 'unpush', hub: known.place.hub, commit: 'c2', branch: 'b' });
    expect(purpose({ pushed: true, commit: 'c1' })).toMatchObject({ commit: 'c1' });
    const told = (ok: boolean) => left(decide(ours, pushed, { runs: 1 }, [ended(ok)]))?.remote;
    expect([told(true), told(false)]).toEqual([
      'branch b removed on the remote',
      'branch b is still on the remote: exit 1',
    ]);
    expect(decide(ours, pushed, { runs: 1 }, [ended(true)])).toMatchObject({ state: { fetched: 1 } });
  });

  it('stays where nobody can say whether a pull request needs it', () => {
    const state = { ...view(cleaning).thing.state, at: at() };
    const failure = { error_code: 'X', message: 'no network' };
    expect(cleanUpSteps.cleaning_remote.failed?.({ state, at: at(), failure } as never)?.state.at).toEqual({
      ...cleaning,
      remote: 'branch b stays on the remote, for it is not known whether a pull request needs it: no network',
    });
  });
});

describe('the copy', () => {
  const { decide, applied, failed } = cleanUpSteps.cleaning_copy;
  const told: At = { ...cleaning, torn: 2, remote: 'gone' };

  it('is removed where there is one', () => {
    expect(decide(view(told), told)).toEqual({
      kind: 'perform',
      effect: {
        name: 'remove-copy',
        input: { hub: known.place.hub, base, copy: '/copy', branch: 'b', isolation: settings.workspace.isolation },
      },
    });
    const none = view(told, { known: learn(known, { place: { copy: null } }) });
    expect(decide(none, told)).toMatchObject({
      kind: 'advance',
      state: { at: { kind: 'ended', outcome, back: null } },
    });
  });

  it('ends the task with what is said of it, whether it could be removed or not', () => {
    const { state } = view(told).thing;
    const output = { removed: true } as never;
    expect(applied?.['remove-copy']?.({ state, at: told, output } as never)).toMatchObject({
      state: { at: { kind: 'ended', outcome, back: null } },
      said: [{ kind: 'cleaned_up', data: { removed: true, remote: 'gone' } }],
    });
    const failure = { error_code: 'X', message: 'it is busy' };
    expect(failed?.({ state, at: told, failure } as never)).toMatchObject({
      state: { at: { kind: 'ended', outcome, back: null } },
      said: [{ kind: 'clean_up_failed', data: failure }],
    });
  });
});
