// A process that can be killed without one: at the moment that is wanted nothing goes on any more, and what is under way is never heard of again.
import type { Decision } from '../../../src/domain/decision.ts';
import type { Effect } from '../../../src/domain/effect/effect.ts';
import type { HostId } from '../../../src/domain/ids.ts';
import type { EffectResult, Thing } from '../../../src/domain/thing.ts';
import { effects } from '../../../src/effects/table.ts';
import { drive } from '../../../src/engine/drive.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { ThingKinds } from '../../../src/engine/kinds.ts';
import type { EffectPorts } from '../../../src/ports/effect.ts';

export const host = 'here' as HostId;

export type Life = {
  /** Of this life, in order: the engine's points, and after every call that is made of the outside. Before a call it is as after the last one. */
  readonly moments: readonly string[];
  readonly ending: 'killed' | 'over';
};

/** Drives the thing through this one effect and its end, until the moment of that number; null: to the end. */
export async function live(ports: EffectPorts, thing: Thing, effect: Effect, kill: number | null): Promise<Life> {
  const moments: string[] = [];
  const killed = Promise.withResolvers<'killed'>();
  const pass = async (moment: string): Promise<void> => {
    moments.push(moment);
    if (moments.length !== kill) return;
    killed.resolve('killed');
    await new Promise<never>(() => {});
  };
  const engine: Engine = {
    ports: mortal(ports, pass),
    ...{ effects, kinds: kindsOf(effect), host, signal: new AbortController().signal },
    reach: (point, _thing, name) => pass(`${point} ${name}`),
  };
  const over = drive(engine, thing.id).then(() => 'over' as const);
  return { ending: await Promise.race([killed.promise, over]), moments };
}

type Pass = (moment: string) => Promise<void>;
type Call = (...given: unknown[]) => unknown;

/** What changes the world or looks at it; the rest is told at once. */
const outer = ['store', 'keeper', 'git', 'files', 'forges', 'agents'] as const;

function mortal(ports: EffectPorts, pass: Pass): EffectPorts {
  return { ...ports, ...Object.fromEntries(outer.map((name) => [name, watched(name, ports[name], pass)])) };
}

/** Calls that promise something have a moment after them; what they bring along is watched as well. */
function watched<Port extends object>(name: string, port: Port, pass: Pass): Port {
  return new Proxy(port, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      const call: Call = value.bind(target);
      return (...given: unknown[]) => {
        const moment = `${name}.${String(key)}`;
        // Whoever is asked without waiting answers at once, as `agents.get` does with an agent.
        if (synchronous.has(moment)) return around(moment, call(...given), pass);
        return after(moment, () => call(...given), pass);
      };
    },
  });
}

/** Answer at once, or as a stream. */
const synchronous = new Set([
  ...['agents.get', 'agents.program', 'agents.names', 'agents.drivers', 'agent.events'],
  ...['files.path', 'git.tree', 'keeper.onEnding', 'keeper.screens', 'keeper.attach'],
]);

function around(moment: string, value: unknown, pass: Pass): unknown {
  const isAgent = moment === 'agents.get' || moment === 'agents.program';
  return isAgent && value !== null ? watched('agent', value as object, pass) : value;
}

async function after(moment: string, call: () => unknown, pass: Pass): Promise<unknown> {
  const value = await call();
  await pass(moment);
  if (moment !== 'forges.of') return value;
  const { value: forge } = value as { value?: object };
  return forge === undefined ? value : { ok: true, value: watched('forge', forge, pass) };
}

/** What came of the effect; null before. */
export type OneState = { readonly came: EffectResult | null };

/** One effect, then the end. */
function kindsOf(effect: Effect): ThingKinds {
  return {
    decide({ thing }): Decision<unknown> {
      const state = thing.state as Partial<OneState>;
      if (state.came) return { kind: 'finish', state: thing.state, said: [] };
      return { kind: 'perform', effect };
    },
    apply: ({ state }, { result }) => ({ state: { ...(state as object), came: result }, said: [] }),
    isStopAsked: () => false,
    relocate: () => null,
    bringOver: ({ thing }) => thing.state,
  };
}
