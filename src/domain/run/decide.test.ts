import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EditTests, TestChoice } from '../edit/edit.ts';
import type { Performed } from '../effect/effect.ts';
import { type HostId, instant, runId, taskId } from '../ids.ts';
import type { Notice } from '../notice.ts';
import { applyRun, decideRun, isRunStopped } from './decide.ts';
import type { Run, RunState } from './run.ts';

const now = instant(1_000_000);
const deadlineMs = 60_000;
const grace = 60_000;

const aRun = (state: RunState): Run => ({
  ...{
    id: runId(1),
    kind: 'run',
    task: taskId('shop', 1),
    parent: taskId('shop', 1),
    key: 'run-1',
    host: 'here' as HostId,
  },
  ...{ version: 1, fence: 1, effects: 0, ended: false, createdAt: now, updatedAt: now },
  spec: { purpose: { kind: 'fetch', hub: { path: '/hub', checkout: '/co' } }, deadlineMs, sandbox: 'auto' },
  state,
});
const said = (...kinds: string[]): Notice[] =>
  kinds.map((kind, index) => ({ thing: runId(1), seq: index + 1, at: now, by: 'keeper', kind, body: null }) as Notice);
const running = (more: Partial<Extract<RunState, { kind: 'running' }>> = {}): RunState => ({
  ...{ kind: 'running', startedAt: now, endAsked: false },
  ...more,
});
const over: RunState = {
  ...{ kind: 'ended', startedAt: null, endedAt: now, ending: { kind: 'lost' } },
  result: { kind: 'plain', ok: true, why: '', failure: null, tail: '' },
};
const done = (name: string, output: unknown = {}) =>
  ({ name, input: {}, result: { kind: 'done', output } }) as unknown as Performed;
const failed = (name: string) =>
  ({
    name,
    input: {},
    result: { kind: 'failed', failure: { error_code: 'INTERNAL', message: 'no' } },
  }) as unknown as Performed;

describe('a run needs next', () => {
  const rows: readonly (readonly [string, RunState, Notice[], number, object])[] = [
    ['its start', { kind: 'requested' }, [], 0, { effect: { name: 'start-run' } }],
    [
      'nothing, where it was cancelled before',
      { kind: 'requested' },
      said('cancel'),
      0,
      { kind: 'finish', state: { result: { kind: 'refused' } } },
    ],
    ['its end', running(), [], 0, { kind: 'wait', until: now + deadlineMs + grace }],
    [
      'to be told to stop, where it has used too much',
      running({ over: { at: now, asked: false } }),
      [],
      0,
      { effect: { name: 'interrupt-agent' } },
    ],
    ['time to stop', running({ over: { at: now, asked: true } }), [], 0, { kind: 'wait', until: now + 30_000 }],
    [
      'to be ended, where it did not stop',
      running({ over: { at: now, asked: true } }),
      [],
      30_000,
      { effect: { name: 'end-run', input: { reason: 'cancelled' } } },
    ],
    [
      'to be ended, where it was cancelled',
      running(),
      said('cancel'),
      0,
      { effect: { name: 'end-run', input: { reason: 'cancelled' } } },
    ],
    ['its end, once that was asked for', running({ endAsked: true }), said('cancel'), 0, { kind: 'wait' }],
    ['a look, once its ending was told', running(), said('ending'), 0, { effect: { name: 'read-run' } }],
    [
      'a look rather than an end, where both were told',
      running(),
      said('cancel', 'ending'),
      0,
      { effect: { name: 'read-run' } },
    ],
    [
      'words given before its end is looked at',
      running(),
      said('say', 'ending'),
      0,
      { effect: { name: 'steer-agent', input: { seq: 1 } } },
    ],
    ['no words twice', running({ said: 1 }), said('say', 'ending'), 0, { effect: { name: 'read-run' } }],
    ['words kept that came while it ended', over, said('say'), 0, { effect: { name: 'steer-agent' } }],
    ['a look by itself, long after its deadline', running(), [], deadlineMs + grace, { effect: { name: 'read-run' } }],
    ['nothing more, after its end', over, said('cancel'), 0, { kind: 'finish' }],
  ];
  it.each(rows)('%s', (_what, state, notices, after, decided) => {
    expect(decideRun({ thing: aRun(state), notices }, instant(now + after))).toMatchObject(decided);
  });
});

describe('PC-14 an edit in the middle of a turn', () => {
  const definition = { gate: 'test', argv: ['npm', 'test'] } as unknown as EditTests['definition'];
  const edits: EditTests = { definition, tests: [], tree: 't', dependencies: '/d', deadlineMs: 60_000, wholeMs: null };
  const turn = (state: RunState, given: EditTests | undefined = edits): Run => {
    const purpose = { kind: 'agent', copy: '/copy', hub: { path: '/hub', checkout: '/co' }, edits: given };
    return { ...aRun(state), spec: { purpose, deadlineMs, sandbox: 'required' } as unknown as Run['spec'] };
  };
  const edited = (seq: number, path: string, choice: TestChoice): Notice => ({
    ...{ thing: runId(1), seq, at: now, by: 'thing:r1', kind: 'edited' },
    body: { asks: [`ask-${seq}`], paths: [path], choice },
  });
  const files: TestChoice = { kind: 'files', files: ['test/a.test.js'] };
  const none: TestChoice = { kind: 'none', why: 'all take long' };
  const decided = (state: RunState, notices: Notice[], children: { ended: boolean }[] = [], given?: EditTests) =>
    decideRun({ thing: turn(state, given), notices, children }, now);

  it('has its tests run as a child of the turn, by the same walls', () => {
    expect(decided(running(), [edited(3, 'a.js', files)])).toEqual({
      kind: 'spawn',
      state: running({ edited: 3 }),
      said: [],
      children: [
        {
          ...{ kind: 'run', key: 'edit-3', state: { kind: 'requested' } },
          spec: {
            purpose: {
              ...{ kind: 'edit', turn: runId(1), asks: ['ask-3'], paths: ['a.js'], choice: files },
              ...{ copy: '/copy', hub: { path: '/hub', checkout: '/co' }, definition, dependencies: '/d' },
            },
            ...{ deadlineMs: 60_000, sandbox: 'required' },
          },
        },
      ],
    });
  });

  it.each([
    ['waits while tests of an edit before it run', running(), [edited(1, 'a.js', files)], [{ ended: false }], 'wait'],
    ['waits for none that is over', running(), [edited(2, 'a.js', files)], [{ ended: true }], 'spawn'],
    ['is tested once', running({ edited: 2 }), [edited(2, 'a.js', files)], [], 'wait'],
    ['is left when the turn was told to end', running({ endAsked: true }), [edited(2, 'a.js', files)], [], 'wait'],
    ['is left when the turn has ended', running(), [edited(2, 'a.js', files), ...said('ending')], [], 'perform'],
  ] as const)('%s', (_, state, notices, children, kind) => {
    expect(decided(state, [...notices], [...children])).toMatchObject({ kind });
  });

  it('is tested together with those that came meanwhile', () => {
    const both = decided(running({ edited: 1 }), [
      edited(1, 'a.js', files),
      edited(2, 'b.js', files),
      edited(3, 'c.js', none),
    ]);
    expect(both).toMatchObject({
      state: { edited: 3 },
      children: [{ key: 'edit-3', spec: { purpose: { asks: ['ask-2', 'ask-3'], paths: ['b.js', 'c.js'] } } }],
    });
  });

  it('is told where no tests can be run for it, once in a turn', () => {
    const first = decided(running(), [edited(1, 'a.js', none)]);
    const fact = { kind: 'edit_untested', data: { paths: ['a.js'], why: 'all take long' } };
    expect(first).toEqual({ kind: 'advance', state: running({ edited: 1, untried: true }), said: [fact] });
    const second = decided(running({ edited: 1, untried: true }), [edited(2, 'a.js', none)]);
    expect(second).toMatchObject({ kind: 'advance', state: { edited: 2 }, said: [] });
    expect(decided(running(), [edited(1, 'a.md', { kind: 'none', why: null })])).toMatchObject({ said: [] });
  });

  it('is told with what its tests said', () => {
    const purpose = { kind: 'edit', paths: ['a.js'], choice: files };
    const thing = { ...aRun(running()), spec: { purpose, deadlineMs, sandbox: 'auto' } as unknown as Run['spec'] };
    const result = { kind: 'gate', result: { verdict: 'failed', why: '1 of 2 failed', durationMs: 1500 } };
    const seen = { ending: { kind: 'exited', code: 1 }, result };
    const data = {
      run: 'r1',
      paths: ['a.js'],
      tests: ['test/a.test.js'],
      verdict: 'failed',
      why: '1 of 2 failed',
      ms: 1500,
    };
    expect(applyRun(thing, done('read-run', seen), now).said[0]).toEqual({ kind: 'edit_tested', data });
    for (const cut of [
      { ...seen, ending: { kind: 'lost' } },
      { ...seen, ending: { kind: 'cancelled' } },
    ])
      expect(applyRun(thing, done('read-run', cut), now).said.map(({ kind }) => kind)).toEqual(['run_ended']);
  });
});

describe('a run makes of', () => {
  it('its start that it runs, and of a failed start that it was refused', () => {
    expect(applyRun(aRun({ kind: 'requested' }), done('start-run', { startedAt: 5 }), now).state).toEqual(
      running({ startedAt: 5 }),
    );
    expect(applyRun(aRun({ kind: 'requested' }), failed('start-run'), now).state).toMatchObject({
      kind: 'ended',
      result: { kind: 'refused' },
    });
  });

  it('a look its ending, or one more span where it goes on', () => {
    const seen = { ending: { kind: 'exited', code: 0 }, result: { kind: 'plain', ok: true } };
    const ended = applyRun(aRun(running({ startedAt: 5 })), done('read-run', seen), now);
    expect(ended).toMatchObject({
      state: { kind: 'ended', startedAt: 5, endedAt: now },
      said: [{ kind: 'run_ended' }],
    });
    expect(applyRun(aRun(running({ startedAt: 5 })), done('read-run', null), now).state).toEqual(running());
    expect(applyRun(aRun(running()), failed('read-run'), now).state).toMatchObject({ result: { kind: 'refused' } });
  });

  it('words that were given, kept or in doubt that they are not given again, also over its end', () => {
    const given = { name: 'steer-agent', input: { seq: 3, text: 'x' } };
    const result = { kind: 'done', output: { how: 'kept', why: 'it is over' } };
    const after = applyRun(aRun(running()), { ...given, result } as unknown as Performed, now);
    expect(after).toMatchObject({ state: { said: 3 }, said: [{ kind: 'words_kept' }] });
    const seen = { ending: { kind: 'exited', code: 0 }, result: { kind: 'plain', ok: true } };
    expect(applyRun(aRun(after.state), done('read-run', seen), now).state).toMatchObject({ kind: 'ended', said: 3 });
  });

  it('an end that it was asked for, also where that failed', () => {
    expect(applyRun(aRun(running()), done('end-run'), now).state).toEqual(running({ endAsked: true }));
    expect(applyRun(aRun(running()), failed('end-run'), now).state).toEqual(running({ endAsked: true }));
  });

  it('another effect nothing: that is a bug', () => {
    expect(() => applyRun(aRun(running()), done('commit'), now)).toThrow('never performs');
  });
});

it('a start under way is told of a cancel, an end under way is not', () => {
  expect(isRunStopped(aRun({ kind: 'requested' }), said('cancel'))).toBe(true);
  expect(isRunStopped(aRun({ kind: 'requested' }), said('ending'))).toBe(false);
  expect(isRunStopped(aRun(running()), said('cancel'))).toBe(false);
});

it('whatever comes, in whatever order, it ends once its ending is told, and never before its program does', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('cancel', 'step', 'late', 'fail'), { maxLength: 40 }),
      fc.boolean(),
      (events, keeps) => {
        let [thing, at, alive, ends] = [aRun({ kind: 'requested' }), now, false, false];
        const notices: Notice[] = [];
        const say = (kind: string) => notices.push({ ...said(kind)[0]!, seq: notices.length + 1 });
        const step = (fail: boolean) => {
          const decided = decideRun({ thing, notices }, at);
          if (decided.kind === 'finish') {
            thing = { ...thing, state: decided.state, ended: true };
            return;
          }
          if (decided.kind !== 'perform') return;
          const { name } = decided.effect;
          if (fail && name === 'start-run') {
            thing = { ...thing, state: applyRun(thing, failed(name), at).state };
            return;
          }
          if (name === 'start-run') alive = true;
          if (name === 'end-run' && !ends) {
            ends = true;
            alive = false;
            say('ending');
          }
          const seen = alive ? null : { ending: { kind: 'cancelled' }, result: { kind: 'plain' } };
          const output = name === 'start-run' ? { startedAt: at } : name === 'read-run' ? seen : {};
          thing = { ...thing, state: applyRun(thing, done(name, output), at).state };
        };
        for (const event of events) {
          if (thing.ended) break;
          if (event === 'cancel') say('cancel');
          else if (event === 'late') at = instant(at + deadlineMs + grace);
          else step(event === 'fail' && keeps);
          if (thing.state.kind === 'ended') expect(alive).toBe(false);
        }
        say('cancel');
        for (let n = 0; n < 6 && !thing.ended; n += 1) step(false);
        expect(thing.ended).toBe(true);
        expect(alive).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});

it('what was told to stop for its use is known by it at its end', () => {
  const told = applyRun(aRun(running({ over: { at: now, asked: false } })), done('interrupt-agent'), now);
  expect(told.state).toMatchObject({ over: { asked: true } });
  const output = { ending: { kind: 'exited', code: 0 }, result: { kind: 'plain', ok: true } };
  expect(applyRun(aRun(told.state), done('read-run', output), now).state).toMatchObject({ kind: 'ended', over: true });
  expect(applyRun(aRun(running()), done('read-run', output), now).state).not.toHaveProperty('over');
});
