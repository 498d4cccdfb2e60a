// A toy for the engine: a thing that performs N numbered acts, releases, and ends.

import type { Decision } from '../../../src/domain/decision.ts';
import type { Effect } from '../../../src/domain/effect/effect.ts';
import type { Said } from '../../../src/domain/fact/fact.ts';
import { type HostId, type Instant, instant, taskId } from '../../../src/domain/ids.ts';
import { type Notice, noticesOf } from '../../../src/domain/notice.ts';
import type { EffectResult, Thing } from '../../../src/domain/thing.ts';
import type { ThingKinds } from '../../../src/engine/kinds.ts';
import type { EffectContext, EffectTable } from '../../../src/ports/effect.ts';
import type { View } from '../../../src/ports/store.ts';
import type { World } from './world.ts';

export type ToySpec = {
  readonly total: number;
  /** Notices `resume` it waits for before it begins. */
  readonly needs: number;
  /** When it looks again by itself while it waits; null: never. */
  readonly until: number | null;
  /** Bound to its host. */
  readonly bound: boolean;
};

export type ToyState = {
  readonly done: number;
  readonly failed: string | null;
  readonly stopping: boolean;
  readonly released: boolean;
};

export type Toy = Thing<ToySpec, ToyState>;

/** A toy stands in the table of tasks. */
export const asToy = (thing: Thing): Toy => thing as Toy;

export function aToy(number: number, host: HostId, now: Instant, spec: Partial<ToySpec> = {}): Toy {
  const id = taskId('toy', number);
  return {
    ...{ id, kind: 'task', task: id, parent: null, key: '', host, version: 1, fence: 1, effects: 0, ended: false },
    spec: { total: 3, needs: 0, until: null, bound: false, ...spec },
    state: { done: 0, failed: null, stopping: false, released: false },
    createdAt: now,
    updatedAt: now,
  };
}

const cancelled = (notices: readonly Notice[]) => notices.some((notice) => notice.kind === 'cancel');
const act = (name: string, input: unknown) =>
  ({ kind: 'perform', effect: { name, input } as unknown as Effect }) as const;

const toySaid = (kind: string, data: object = {}) => ({ kind, data }) as unknown as Said;

function decide(view: View): Decision<unknown> {
  const { spec, state } = asToy(view.thing);
  if (state.released) return { kind: 'finish', state, said: [toySaid('toy_ended', { done: state.done })] };
  if (cancelled(view.notices) && !state.stopping)
    return { kind: 'advance', state: { ...state, stopping: true }, said: [] };
  if (state.stopping || state.failed !== null || state.done >= spec.total) return act('release', {});
  if (noticesOf(view.notices, 'resume').length < spec.needs)
    return { kind: 'wait', until: spec.until === null ? null : instant(spec.until), on: 'a go' };
  return act('act', { n: state.done + 1 });
}

export const toyKinds: ThingKinds = {
  decide,
  apply(thing, performed) {
    const { state } = asToy(thing);
    const name: string = performed.name;
    if (name === 'release') return { state: { ...state, released: true }, said: [toySaid('toy_released')] };
    if (performed.result.kind === 'failed')
      return { state: { ...state, failed: performed.result.failure.error_code }, said: [toySaid('toy_failed')] };
    return { state: { ...state, done: state.done + 1 }, said: [toySaid('toy_acted')] };
  },
  isStopAsked: ({ thing, notices }) => cancelled(notices) && !asToy(thing).state.stopping,
  relocate: ({ thing }) => (asToy(thing).spec.bound ? null : thing.state),
  bringOver: ({ thing }) => ({ ...asToy(thing).state }),
};

/** What a test does in the middle of an act; a result it returns is the act's. */
export type During = (name: string, context: EffectContext) => Promise<EffectResult | undefined>;

/** The world is changed before `during`, as an effect does that is cut off after its outside act. */
export function toyEffects(world: World, during: During): EffectTable {
  const perform =
    (name: string) =>
    async (_ports: unknown, _input: unknown, context: EffectContext): Promise<EffectResult> => {
      if (await context.fenced()) world.make(`${name} ${context.id}`);
      return (await during(name, context)) ?? { kind: 'done', output: {} };
    };
  return { act: perform('act'), release: perform('release') } as unknown as EffectTable;
}
