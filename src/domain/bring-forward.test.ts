import { describe, expect, it } from 'vitest';
import type { AnyThing } from './any-thing.ts';
import { bringForward } from './bring-forward.ts';
import { instant } from './ids.ts';

const now = instant(1_000_000);
const hour = 3_600_000;
const due = now + hour + 60_000;
const move = (kind: AnyThing['kind'], state: unknown) => bringForward({ kind, state } as AnyThing, hour, now);

describe('WT-69 a clock that was set back an hour', () => {
  it.each([
    ['task', { at: { kind: 'watching', doing: { kind: 'resting', until: due, pauseMs: 1 } } }],
    ['task', { at: { kind: 'deploying', until: due } }],
    ['criterion', { at: { kind: 'limited', until: due, message: 'later' } }],
    ['chain', { at: { kind: 'resting', until: due } }],
    ['message', { kind: 'queued', why: '', after: due }],
    ['session', { kind: 'live', turn: null, endAsked: null, driven: { limit: { until: due } } }],
    [
      'run',
      { kind: 'ended', endedAt: due, result: { kind: 'turn', turn: { outcome: { kind: 'limited', until: due } } } },
    ],
  ] as const)('brings forward what a %s waits for', (kind, state) => {
    expect(move(kind, state)).toEqual(JSON.parse(JSON.stringify(state).replaceAll(String(due), String(now + 60_000))));
  });

  it('counts anew what lasts: a turn, an end that was asked for, a run and its stop', () => {
    const live = { kind: 'live', turn: { startedAt: due }, endAsked: { at: due } };
    expect(move('session', live)).toEqual({
      kind: 'live',
      turn: { startedAt: due - hour },
      endAsked: { at: due - hour },
    });
    expect(move('run', { kind: 'running', startedAt: due, over: { at: due, asked: true } })).toEqual({
      ...{ kind: 'running', startedAt: due - hour, over: { at: due - hour, asked: true } },
    });
  });

  it.each([
    ['task', { at: { kind: 'asking' } }],
    ['task', { at: { kind: 'watching', doing: { kind: 'looking' } } }],
    ['task', { at: { kind: 'deploying' } }],
    ['criterion', { at: { kind: 'working' } }],
    ['chain', { at: { kind: 'turn' } }],
    ['message', { kind: 'queued', why: '' }],
    ['session', { kind: 'requested' }],
    ['run', { kind: 'requested' }],
    ['run', { kind: 'ended', result: { kind: 'plain' } }],
    ['run', { kind: 'ended', result: { kind: 'turn', turn: { outcome: { kind: 'limited', until: now } } } }],
  ] as const)('leaves a %s that waits for no time as it is', (kind, state) => {
    expect(move(kind, state)).toBeNull();
  });
});
