import { expect, it } from 'vitest';
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
