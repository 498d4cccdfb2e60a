import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentEvent, Usage } from '../run/turn.ts';
import type { AgentQuestion } from './agent-question.ts';
import { liveSession } from './apply-session.ts';
import { drivenOf } from './driven.ts';
import { addUsage, beginObserving, forgetRecorded, observe } from './observe.ts';
import { type Reconciled, reconcile } from './reconcile.ts';
import type { SessionLive } from './session.ts';
import { settleAsk } from './settle-ask.ts';

const around = {
  now: 1_000,
  judge: () => ({ kind: 'ask', why: '' }) as const,
  sha256: (text: string) => `hash of ${text.length}`,
};
const asked = (id: string): AgentQuestion => ({ id, about: 'permission', text: id, wanted: null, choices: [] });

const used = (inputTokens: number, cachedTokens: number, outputTokens: number, money: number | null): Usage => ({
  ...{ inputTokens, cachedTokens, outputTokens, money },
});

const one = (name: string): readonly AgentEvent[] => {
  switch (name) {
    case 'turn':
      return [
        { kind: 'turn_started', message: 'm1' },
        { kind: 'standing', standing: { kind: 'busy' }, source: 'protocol' },
        { kind: 'tool_started', id: 't', tool: 'Bash', what: 'ls' },
        { kind: 'usage', usage: { inputTokens: 3, cachedTokens: 1, outputTokens: 2, money: 0.25 } },
        { kind: 'turn_ended', outcome: { kind: 'answered', text: 'ok' } },
        { kind: 'standing', standing: { kind: 'ready' }, source: 'protocol' },
      ];
    case 'odd':
      return [{ kind: 'standing', standing: { kind: 'unknown', why: 'odd' }, source: 'protocol' }];
    case 'open':
      return [{ kind: 'turn_started', message: null }];
    case 'context':
      return [{ kind: 'context', used: 5, window: 10 }];
    default:
      return [];
  }
};

/** A whole conversation; `ask`: something is asked in the middle of a turn, and answered. */
const journal = fc.array(fc.constantFrom('turn', 'odd', 'open', 'context', 'ask'), { maxLength: 8 }).map((names) =>
  names.flatMap((name, index): readonly AgentEvent[] =>
    name === 'ask'
      ? [
          { kind: 'turn_started', message: null },
          { kind: 'permission_asked', asked: asked(`p${index}`) },
          { kind: 'permission_closed', id: `p${index}` },
          { kind: 'turn_ended', outcome: { kind: 'answered', text: '' } },
        ]
      : one(name),
  ),
);

/** As a follower does: after every event. Asks are answered as soon as they are there. */
function follow(start: SessionLive, events: readonly AgentEvent[]) {
  let state = start;
  let seen = beginObserving(start, true);
  const changes: Reconciled[] = [];
  for (const event of events) {
    seen = observe(seen, event);
    const change = reconcile(state, seen, around);
    if (change === null) continue;
    changes.push(change);
    const driven = drivenOf(change.state);
    const [ask] = driven.asks;
    const settled = ask === undefined ? {} : settleAsk(driven, ask.asked.id);
    state = { ...change.state, driven: { ...driven, ...settled } };
    seen = forgetRecorded(seen, { turns: state.turns, limit: driven.limit?.until ?? null });
  }
  return { state, changes };
}

describe('what is seen of an agent', () => {
  it('again from the beginning tells nothing twice: no turn, no question, no state', () => {
    fc.assert(
      fc.property(journal, (events) => {
        const first = follow(liveSession(1, 1), events);
        const again = follow(first.state, events);
        expect(again.changes.flatMap(({ said, ended, gone }) => [...said, ...ended, ...gone])).toEqual([]);
        expect({ ...again.state, stood: null }).toEqual({ ...first.state, stood: null });
        expect(again.state.stood.standing).toEqual(first.state.stood.standing);
      }),
      { numRuns: 500 },
    );
  });

  it('WT-122 is on record as heard out once it is over, and not before', () => {
    const ended = observe(beginObserving(liveSession(1, 1), true), {
      kind: 'ended',
      ending: { kind: 'exited', code: 0 },
    });
    const going = reconcile(liveSession(1, 1), beginObserving(liveSession(1, 1), true), around);
    expect(going === null ? false : drivenOf(going.state).followed).toBe(false);
    const change = reconcile(liveSession(1, 1), ended, around);
    expect(change === null ? null : drivenOf(change.state).followed).toBe(true);
    expect(change === null ? 'nothing' : reconcile(change.state, ended, around)).toBeNull();
  });

  it('numbers turns without gaps, and adds up what they used', () => {
    const { state, changes } = follow(liveSession(1, 1), [...one('turn'), ...one('turn'), ...one('open')]);
    expect(state).toMatchObject({
      ...{ turns: 2, turn: { number: 3, begun: true }, last: { number: 2, tools: 1, idle: false } },
      usage: { inputTokens: 6, cachedTokens: 2, outputTokens: 4, money: 0.5 },
    });
    const numbers = changes.flatMap(({ ended }) => ended.map(({ number }) => number));
    expect(numbers).toEqual([1, 2]);
  });

  it('a turn that another one follows without an end was cut off', () => {
    const { state } = follow(liveSession(1, 1), [...one('open'), ...one('open')]);
    expect(state).toMatchObject({ turns: 1, last: { outcome: { kind: 'cut_off' } }, turn: { number: 2 } });
  });
});

describe('a limit', () => {
  const limited = (until: number | null, message = ''): readonly AgentEvent[] => [
    { kind: 'turn_started', message: 'm1' },
    { kind: 'turn_ended', outcome: { kind: 'limited', until, message } },
    { kind: 'standing', standing: { kind: 'ready' }, source: 'hook' },
  ];
  const limitIn = (state: SessionLive) => drivenOf(state).limit?.until ?? null;

  it('WT-81 holds for a driver that goes on from the row and sees the agent ready', () => {
    const { state } = follow(liveSession(1, 1), limited(around.now + 60_000));
    const seen = observe(beginObserving(state, false), {
      ...{ kind: 'standing', standing: { kind: 'ready' }, source: 'screen' },
    });
    const after = reconcile(state, seen, around)?.state ?? state;
    expect(after.stood.standing).toEqual({ kind: 'limited', until: around.now + 60_000 });
    expect(limitIn(after)).toBe(around.now + 60_000);
  });

  it('WT-81 is as long as its words say, else a while; one that is over is not begun again by a journal that is read again', () => {
    expect(limitIn(follow(liveSession(1, 1), limited(null, 'try again in 2 hours')).state)).toBe(
      around.now + 7_200_000,
    );
    const { state } = follow(liveSession(1, 1), limited(null));
    expect(limitIn(state)).toBe(around.now + 300_000);
    const over: SessionLive = { ...state, driven: { ...drivenOf(state), limit: null } };
    expect(limitIn(follow(over, limited(null)).state)).toBeNull();
  });
});

describe('what a session is known by', () => {
  it('is the conversation that its agent last named; nothing is forgotten where it names none', () => {
    const named = follow(liveSession(1, 1), [{ kind: 'started', conversation: 'c1', model: null }]);
    expect(named.state.conversation).toBe('c1');
    expect(follow(named.state, one('context')).state.conversation).toBe('c1');
    expect(follow(named.state, [{ kind: 'started', conversation: 'c2', model: null }]).state.conversation).toBe('c2');
  });

  it('is what its turns cost together, null where none of them says', () => {
    const usage = { inputTokens: 1, cachedTokens: 2, outputTokens: 3, money: null };
    expect(addUsage(usage, usage)).toEqual({ inputTokens: 2, cachedTokens: 4, outputTokens: 6, money: null });
    expect(addUsage({ ...usage, money: 1 }, usage).money).toBe(1);
    expect(addUsage(usage, { ...usage, money: 1 }).money).toBe(1);
    expect(addUsage({ ...usage, money: 2 }, { ...usage, money: 1 }).money).toBe(3);
  });

  it.each<readonly [string, Usage, Usage, boolean]>([
    ['more of any of it', used(2, 2, 2, 2), used(3, 2, 2, 2), true],
    ['more from the cache', used(2, 2, 2, 2), used(2, 3, 2, 2), true],
    ['more said', used(2, 2, 2, 2), used(2, 2, 3, 2), true],
    ['more money', used(2, 2, 2, 2), used(2, 2, 2, 3), true],
    ['money for the first time', used(2, 2, 2, null), used(2, 2, 2, 1), true],
    ['as much', used(2, 2, 2, null), used(2, 2, 2, null), false],
    ['as much, in another place', used(2, 2, 2, null), used(3, 1, 2, null), false],
    ['as much with its money', used(2, 2, 2, 2), used(2, 2, 2, 2), false],
    ['less of any of it', used(2, 2, 2, 2), used(1, 2, 2, 2), false],
    ['less, with as much money', used(2, 2, 2, 2), used(0, 0, 0, 2), false],
    ['less money', used(2, 2, 2, 2), used(2, 2, 2, 1), false],
  ])('of what it used, %s than is on record: %j, then %j', (_, usage, usageNow, isTaken) => {
    const state: SessionLive = { ...liveSession(1, 1), usage };
    const seen = observe(beginObserving(state, true), { kind: 'usage', usage: usageNow });
    expect(reconcile(state, seen, around)?.state.usage ?? null).toEqual(isTaken ? usageNow : null);
  });

  it('is how often it was said how it stands, never less than is on record', () => {
    const { state } = follow(liveSession(1, 1), one('turn'));
    expect(drivenOf(state).standings).toBe(2);
    const over = { until: around.now - 1, beneath: state.stood };
    const ahead: SessionLive = { ...state, driven: { ...drivenOf(state), standings: 9, limit: over } };
    const change = reconcile(ahead, beginObserving(ahead, true), around);
    expect(change).toBeNull();
    const caughtUp = follow(ahead, one('turn')).state;
    expect(drivenOf(caughtUp)).toMatchObject({ standings: 9, limit: null });
    expect(caughtUp.stood).toEqual(state.stood);
  });
});

describe('a driver that begins anew tells the last message again', () => {
  const recalled = (outcome: 'answered' | null): AgentEvent => ({
    kind: 'turn_recalled',
    message: 'm1',
    outcome: outcome === null ? null : { kind: 'answered', text: 'ok' },
  });
  const message = 'm1' as never;
  const handedOver: SessionLive = {
    ...liveSession(1, 1),
    turn: { number: 1, message, startedAt: 500, tools: 0, begun: false },
  };
  const told = (state: SessionLive, event: AgentEvent) =>
    reconcile(state, observe(beginObserving(state, false), event), around);

  it('WT-62 one that was handed over right before has begun, with no minute between', () => {
    const change = told(handedOver, recalled(null));
    expect(change?.state.turn).toEqual({ number: 1, message, startedAt: 500, tools: 0, begun: true });
    expect(change?.said).toEqual([{ kind: 'turn_started', data: { turn: 1, message } }]);
    expect(change?.ended).toEqual([]);
  });

  it('the turn of another message than was handed over begins when it is seen', () => {
    const change = told(handedOver, { kind: 'turn_started', message: 'm2' });
    expect(change?.state.turn).toMatchObject({ number: 1, message: 'm2', startedAt: around.now, begun: true });
  });

  it('WT-62 and has ended where its end was told to nobody, whether or not its beginning was', () => {
    for (const begun of [false, true]) {
      const change = told({ ...handedOver, turn: { ...handedOver.turn, begun } as never }, recalled('answered'));
      expect(change?.state).toMatchObject({ turn: null, turns: 1, last: { message, outcome: { kind: 'answered' } } });
      expect(change?.ended).toMatchObject([{ number: 1, message }]);
    }
  });

  it('WT-62 what is on record as ended, or is about another message, stays as it is', () => {
    const ended = told(handedOver, recalled('answered'))?.state ?? handedOver;
    const other = { ...handedOver, turn: { ...handedOver.turn, message: 'm2' } as never };
    for (const state of [ended, other])
      for (const outcome of [null, 'answered'] as const) expect(told(state, recalled(outcome))).toBeNull();
  });
});
