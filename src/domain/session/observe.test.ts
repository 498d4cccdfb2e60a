import { expect, it } from 'vitest';
import type { AgentEvent } from '../run/turn.ts';
import { liveSession } from './apply-session.ts';
import { beginObserving, forgetRecorded, observe } from './observe.ts';

const tool = (paths: readonly string[]) => ({ kind: 'tool_ended', id: 't', ok: true, paths }) as unknown as AgentEvent;
const opened: AgentEvent = { kind: 'turn_started', message: 'm1' };

it.each<readonly [string, readonly (readonly string[])[], boolean]>([
  ['whose tools name no path', [[]], false],
  ['whose tools name one', [['src/a.ts']], true],
  ['whose first tool names one', [['src/a.ts'], []], true],
  ['whose last tool names one', [[], ['src/a.ts']], true],
])('a turn %s has changed something: %j', (_, ended, changed) => {
  const begun = observe(beginObserving(liveSession(1, 1), true), opened);
  const seen = ended.reduce((before, paths) => observe(before, tool(paths)), begun);
  expect(seen.open).toEqual({ ...begun.open, changed });
});

it('an ask that is closed is there no more, and its id is kept among the last of them', () => {
  const ask = (id: string): AgentEvent => ({
    kind: 'permission_asked',
    asked: { id, about: 'permission', text: id, wanted: null, choices: [] },
  });
  const close = (id: string): AgentEvent => ({ kind: 'permission_closed', id });
  const seen = (...events: readonly AgentEvent[]) => events.reduce(observe, beginObserving(liveSession(1, 1), true));
  const two = seen(ask('a'), ask('b'), ask('a'), close('b'));
  expect(two.asks).toMatchObject([{ asked: { id: 'a' }, from: 'protocol' }]);
  expect(two.closed).toEqual(['b']);
  const ids = Array.from({ length: 250 }, (_, at) => `p${at}`);
  expect(seen(...ids.map(close)).closed).toEqual(ids.slice(-201));
});

it('of a limit the time that was set stands where none was told, and turns on record are forgotten', () => {
  const begun = beginObserving(liveSession(1, 1), true);
  const limit = (until: number | null) => ({ ...begun, limit: { until, message: 'later', turn: 1 } });
  const recorded = { turns: 1, limit: 9 };
  expect(forgetRecorded(limit(null), recorded).limit).toEqual({ until: 9, message: 'later', turn: 1 });
  expect(forgetRecorded(limit(3), recorded).limit).toEqual({ until: 3, message: 'later', turn: 1 });
  expect(forgetRecorded(begun, recorded).limit).toBeNull();
});

it('what a session tells of its cost is counted as far as it can be true', () => {
  const usage = { inputTokens: -5, cachedTokens: 0, outputTokens: 7, money: -1000 };
  const counted = { inputTokens: 0, cachedTokens: 0, outputTokens: 7, money: null };
  for (const event of [{ kind: 'usage', usage } as const, { kind: 'context', used: 1, window: null, usage } as const])
    expect(observe(beginObserving(liveSession(1, 1), true), event).usage).toEqual(counted);
});
