import { describe, expect, it } from 'vitest';
import { type HostId, type Instant, runId, taskId } from '../ids.ts';
import { findStandstills, type Living } from './find-standstills.ts';

const here = 'here' as HostId;
const now = 1_800_000_000_000 as Instant;
const ago = (minutes: number) => (now - minutes * 60_000) as Instant;
const shop = taskId('shop', 1);

const none: Living = {
  host: here,
  hosts: [{ id: here, seenAt: now }],
  ...{ tasks: [], criteria: [], runs: [], sessions: [], messages: [], uncertain: [] },
  putOff: [],
  ...{ asked: new Set(), waiting: new Set() },
};
const task = (minutes: number, more: object = {}, at = 'copying') =>
  ({
    ...{ id: shop, task: shop, parent: null, host: here, updatedAt: ago(minutes) },
    spec: { settings: { workspace: { name: 'shop' } } },
    state: { at: { kind: at }, paused: false, known: {} },
    ...more,
  }) as unknown as Living['tasks'][number];
const run = (purpose: string, minutes: number, state = 'running') =>
  ({
    ...{ id: runId(7), task: shop, parent: shop, host: here, updatedAt: ago(minutes) },
    spec: { purpose: { kind: purpose }, deadlineMs: 600_000 },
    state: { kind: state, startedAt: ago(minutes) },
  }) as unknown as Living['runs'][number];
const session = (minutes: number, state = 'live', host = here) =>
  ({
    ...{
      id: 's1',
      task: 's1',
      parent: null,
      host,
      updatedAt: ago(minutes),
      spec: { name: 'fox' },
      state: { kind: state },
    },
  }) as unknown as Living['sessions'][number];
const message = (id: string, minutes: number, state: object) =>
  ({ id, parent: 's1', createdAt: ago(minutes), state }) as unknown as Living['messages'][number];
const queued = { kind: 'queued', why: 'somebody is typing' };
const uncertain = { kind: 'uncertain', at: ago(1), why: 'it was typed' };
const silent = { hosts: [...none.hosts, { id: 'far' as HostId, seenAt: ago(3) }] };

/** By what it is: what stands still, then the same in its usual time, or with what it waits for. */
const putOff = [{ thing: runId(7), task: shop, since: ago(1), why: 'the disk is full' }];
const gone = [
  { ...putOff[0], why: 'The keeper (process 7) is stopped: it lives and answers nobody.' },
] as Living['putOff'];
const rows: Readonly<Record<string, readonly [still: Partial<Living>, usual: Partial<Living>]>> = {
  'a message behind an uncertain one': [
    { sessions: [session(0)], uncertain: [message('m1', 2, uncertain)], messages: [message('m2', 1, queued)] },
    { sessions: [session(0)], messages: [message('m2', 1, queued)] },
  ],
  'a message that waits': [
    { sessions: [session(0)], messages: [message('m2', 11, queued)] },
    { sessions: [session(0)], messages: [message('m2', 9, queued)] },
  ],
  'a task whose host is silent': [
    { ...silent, tasks: [task(0, { host: 'far' })] },
    { ...silent, tasks: [task(0)] },
  ],
  'a session whose host is silent': [
    { ...silent, sessions: [session(0, 'live', 'far' as HostId)] },
    { ...silent, sessions: [session(0)] },
  ],
  'WT-68 a push without an answer': [
    { tasks: [task(3)], runs: [run('push', 2)] },
    { tasks: [task(3)], runs: [run('push', 0.5)] },
  ],
  'WT-65 an act that is put off': [
    { tasks: [task(0)], runs: [run('gate', 0)], putOff },
    { tasks: [task(0)], runs: [run('gate', 0)] },
  ],
  'WT-65 what a keeper that is gone has to do': [
    { tasks: [task(0)], runs: [run('setup', 0, 'requested')], putOff: gone },
    { tasks: [task(0)], runs: [run('setup', 0, 'requested')] },
  ],
  'what opens the repository of a workspace': [
    { tasks: [task(6, {}, 'opening')] },
    { tasks: [task(4, {}, 'opening')] },
  ],
  'a look at an environment that does not answer': [
    { tasks: [task(17)], runs: [run('lookup', 16)] },
    { tasks: [task(17)], runs: [run('lookup', 14)] },
  ],
  'a set-up': [
    { tasks: [task(11)], runs: [run('setup', 11)] },
    { tasks: [task(11)], runs: [run('setup', 9)] },
  ],
  'a run that is not started': [
    { tasks: [task(9)], runs: [run('agent', 6, 'requested')] },
    { tasks: [task(9)], runs: [run('agent', 600)] },
  ],
  'a run that asks nobody': [
    { tasks: [task(9)], runs: [run('gate', 20)] },
    { tasks: [task(9)], runs: [run('gate', 20)], asked: new Set([runId(7)]) },
  ],
  'a session that is not started': [{ sessions: [session(6, 'requested')] }, { sessions: [session(600)] }],
  'a task that waits for nothing': [{ tasks: [task(6)] }, { tasks: [task(6)], waiting: new Set([shop]) }],
  'a task that asks nobody': [{ tasks: [task(6)] }, { tasks: [task(6)], asked: new Set([shop]) }],
  'a task at work': [{ tasks: [task(6)] }, { tasks: [task(6)], runs: [run('agent', 6)] }],
  'a task that nobody paused': [
    { tasks: [task(6)] },
    { tasks: [task(6, { state: { at: { kind: 'copying' }, paused: true, known: {} } })] },
  ],
  'a task in nobody’s hand': [{ tasks: [task(6)] }, { tasks: [task(600, {}, 'in_hand')] }],
};

describe('what waits for ever is told', () => {
  it.each(Object.entries(rows))(
    '%s, with its age, a reason and what to do; not in its usual time',
    (_, [still, usual]) => {
      const [told, ...more] = findStandstills({ ...none, ...still }, now);
      expect(more).toEqual([]);
      expect(told?.since).toBeLessThan(now);
      expect([told?.about, told?.why, told?.todo].map((words) => (words ?? '').length > 0)).toEqual([true, true, true]);
      expect(told?.todo).toContain('`drover');
      expect(findStandstills({ ...none, ...usual }, now)).toEqual([]);
    },
  );

  it.each(['by_hand', 'in_hand', 'following_features', 'ended'])('a task that is %s may stay so for long', (kind) => {
    expect(findStandstills({ ...none, tasks: [task(6)] }, now)).toHaveLength(1);
    expect(findStandstills({ ...none, tasks: [task(600, {}, kind)] }, now)).toEqual([]);
  });

  it('WT-62 a message whose fate is not known is told at once, with how many wait behind it', () => {
    const sessions = [session(0)];
    const all = { sessions, uncertain: [message('m1', 2, uncertain)], messages: [message('m2', 0, queued)] };
    expect(findStandstills({ ...none, ...all }, now)).toMatchObject([
      { about: 'fox', why: 'whether m1 arrived is not known (it was typed); 1 wait behind it' },
    ]);
  });

  const far = 'far' as HostId;
  const criterion = (minutes: number, more: object = {}) =>
    ({ ...task(minutes), id: `${shop}/SC-1`, parent: shop, ...more }) as unknown as Living['criteria'][number];
  const ofSession = { ...run('agent', 0), parent: 's1' } as unknown as Living['runs'][number];

  it.each<[string, string, Partial<Living>, string]>([
    [
      'all that is bound to a silent host',
      'shop-1',
      {
        ...silent,
        tasks: [task(0, { host: far }), task(0, { host: far, id: 'shop-2' })],
        sessions: [session(0, 'live', far)],
      },
      'host far is silent, and these are bound to it: shop-1, shop-2, fox',
    ],
    [
      'the session whose run has an act that is put off',
      'fox',
      { sessions: [session(0)], runs: [ofSession], putOff },
      'the agent (r7) waits: the disk is full',
    ],
    [
      'the task whose run has one, though another run is known before it',
      'shop-1',
      { sessions: [session(0)], runs: [{ ...ofSession, id: runId(6) }, run('gate', 0)], tasks: [task(0)], putOff },
      'the gate (r7) waits: the disk is full',
    ],
    [
      'the task itself that has one',
      'shop-1',
      { tasks: [task(0)], putOff: [{ task: shop, thing: shop, since: ago(1), why: 'the disk is full' }] },
      'it waits: the disk is full',
    ],
    [
      'a message by itself',
      'fox',
      { sessions: [session(0)], messages: [message('m2', 11, queued)] },
      'm2 waits: somebody is typing',
    ],
    [
      'the oldest of several messages',
      'fox',
      {
        sessions: [session(0)],
        messages: [message('m2', 11, queued), message('m3', 1, queued), message('m4', 0, queued)],
      },
      'm2 waits with 2 more: somebody is typing',
    ],
    [
      'a message that nobody has said of why it waits',
      'fox',
      { sessions: [session(0)], messages: [message('m2', 11, { kind: 'queued', why: '' })] },
      'm2 waits: it is being delivered',
    ],
    [
      'a message that is being delivered',
      'fox',
      { sessions: [session(0)], messages: [message('m2', 11, { kind: 'delivering', why: 'x' })] },
      'm2 waits: it is being delivered',
    ],
    [
      'a message with nothing behind it whose fate is not known',
      'fox',
      { sessions: [session(0)], uncertain: [message('m1', 2, uncertain)] },
      'whether m1 arrived is not known (it was typed)',
    ],
    [
      'a run that was asked for',
      'shop-1',
      { tasks: [task(9)], runs: [run('agent', 6, 'requested')] },
      'the agent (r7) is not started',
    ],
    [
      'a run without an end, and when it is given up',
      'shop-1',
      { tasks: [task(9)], runs: [run('gate', 16)] },
      'the gate (r7) has no end yet; it is given up 10 min after its start',
    ],
    [
      'a task, by its step',
      'shop-1',
      { tasks: [task(6, {}, 'setting_up')] },
      'nothing of shop-1 has moved (setting up), and nothing that it waits for is known',
    ],
    [
      'a criterion, and not the task that waits for it',
      'shop-1',
      { tasks: [task(9)], criteria: [criterion(6)] },
      'nothing of shop-1/SC-1 has moved (copying), and nothing that it waits for is known',
    ],
    [
      'a part of a task, and not the task that it is of',
      'shop-2',
      { tasks: [task(9), task(6, { id: 'shop-2', task: 'shop-2', parent: shop })] },
      'nothing of shop-2 has moved (copying), and nothing that it waits for is known',
    ],
  ])('of %s it is said what it is', (_, about, living, why) => {
    expect(findStandstills({ ...none, ...living }, now)).toMatchObject([{ about, why }]);
  });

  it.each<[string, number, Partial<Living>]>([
    ['a host', 1, { hosts: [{ id: far, seenAt: ago(1) }], tasks: [task(0, { host: far })] }],
    ['a message', 10, { sessions: [session(0)], messages: [message('m2', 10, queued)] }],
    ['a run', 1, { tasks: [task(0)], runs: [run('push', 1)] }],
    ['a task', 5, { tasks: [task(5)] }],
  ])('%s has its usual time to the end: %i min', (_, _minutes, living) => {
    expect(findStandstills({ ...none, ...living }, now)).toEqual([]);
    expect(findStandstills({ ...none, ...living }, (now + 1) as Instant)).toHaveLength(1);
  });

  it('who has waited longest comes first, and this host itself is never silent', () => {
    const hosts = [{ id: here, seenAt: ago(9) }];
    const tasks = [task(6), task(8, { id: 'shop-2', task: 'shop-2' })];
    expect(findStandstills({ ...none, hosts, tasks }, now).map(({ about }) => about)).toEqual(['shop-2', 'shop-1']);
  });

  it('WT-63 of a host that is gone for good a command takes over all of it, whether tasks or sessions alone', () => {
    const gone = session(0, 'live', 'far' as HostId);
    const todo = (more: Partial<Living>) => findStandstills({ ...none, ...silent, ...more }, now)[0]?.todo;
    expect(todo({ sessions: [gone] })).toContain('`drover stop fox` takes all of it over');
    expect(todo({ sessions: [gone], tasks: [task(0, { host: 'far' })] })).toContain('`drover task retry shop-1`');
  });
});
