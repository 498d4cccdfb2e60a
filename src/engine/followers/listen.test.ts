// WT-122: when an agent counts as heard out.
import { expect, it } from 'vitest';
import { manualClock } from '../../../test/fakes/clock.ts';
import type { AgentEvent } from '../../domain/run/turn.ts';
import { liveSession } from '../../domain/session/apply-session.ts';
import { beginObserving, type Observed } from '../../domain/session/observe.ts';
import type { LiveAgent } from '../../ports/live-agent.ts';
import type { Engine } from '../engine.ts';
import { listen } from './listen.ts';

const ended = { kind: 'exited', code: 0 } as const;

/** An agent that says what is `told` and stops, or `fails`; the keeper knows of its run what `ending` says. `order`: of what was done; a record takes longer than it takes to begin anew. */
async function hearOut(
  told: readonly AgentEvent[],
  ending: object | null,
  { stop, fails = false }: { readonly stop?: AbortController; readonly fails?: boolean } = {},
) {
  const order: string[] = [];
  const recorded: Observed[] = [];
  let asked = 0;
  let begun = 0;
  const clock = manualClock();
  const find = async () => {
    asked += 1;
    return ending === null ? { ending: null } : { ending };
  };
  const engine = {
    ports: { clock, log: { info: () => {}, warn: () => {}, bug: () => 'bug' }, keeper: { find } },
  } as unknown as Engine;
  async function* events() {
    yield* told;
    stop?.abort();
    if (fails) throw new Error('the way to it was cut');
  }
  const of = { agent: { events }, live: { runId: 'r1' } } as unknown as LiveAgent;
  const begin = async () => {
    begun += 1;
    order.push('begun');
    return begun > 2 ? null : { seen: beginObserving(liveSession(1, 1), true), again: false };
  };
  const record = async (seen: Observed) => {
    recorded.push(seen);
    await clock.wait(600);
    order.push('recorded');
    return { turns: 0, limit: null };
  };
  let over = false;
  const heard = listen(engine, of, begin, record, stop?.signal ?? new AbortController().signal).then(() => {
    over = true;
  });
  while (!over) await clock.advance(500);
  await heard;
  return { recorded, asked, begun, order };
}

it('WT-122 a driver that stops without a word is over where its run has ended', async () => {
  const { recorded, begun } = await hearOut([], ended);
  expect(recorded.map(({ over }) => over)).toEqual([true]);
  expect(begun).toBe(1);
});

it('WT-122 a driver that stops without a word is heard anew where its run goes on', async () => {
  const { recorded, begun, asked } = await hearOut([], null);
  expect(recorded).toEqual([]);
  expect({ begun, asked }).toEqual({ begun: 3, asked: 2 });
});

it('WT-122 a driver that was told to stop proves nothing: the keeper is not asked', async () => {
  const { recorded, begun, asked } = await hearOut([], ended, { stop: new AbortController() });
  expect(recorded).toEqual([]);
  expect({ begun, asked }).toEqual({ begun: 1, asked: 0 });
});

const moved: AgentEvent = { kind: 'ended', ending: { kind: 'exited', code: 0 } };

it('what was heard before the way was cut is recorded before it is heard anew', async () => {
  const { order } = await hearOut([moved], null, { fails: true });
  expect(order).toEqual(['begun', 'recorded', 'begun', 'recorded', 'begun']);
});

it.each<AgentEvent>([
  { kind: 'text', text: 'I am looking' },
  { kind: 'thought', text: 'hm' },
  { kind: 'tool_started', id: 't1', tool: 'shell', title: 'ls' },
  { kind: 'tool_ended', id: 't1', ok: true },
  { kind: 'retrying', attempt: 2 },
  { kind: 'unknown' },
] as unknown as readonly AgentEvent[])('$kind alone is recorded with the next thing that matters', async (event) => {
  expect((await hearOut([event], null)).recorded).toEqual([]);
  expect((await hearOut([event, moved], null)).recorded).toHaveLength(1);
});
