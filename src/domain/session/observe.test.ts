import { expect, it } from 'vitest';
import type { AgentEvent } from '../run/turn.ts';
import { liveSession } from './apply-session.ts';
import { beginObserving, observe } from './observe.ts';

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
