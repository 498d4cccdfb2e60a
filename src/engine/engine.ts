// What the engine needs to drive things; it knows them and their effects by name only.
import type { HostId, ThingId } from '../domain/ids.ts';
import type { EffectPorts, EffectTable } from '../ports/effect.ts';
import type { PutOffs } from '../ports/put-off.ts';
import type { ThingKinds } from './kinds.ts';
import type { Ears } from './stop-signals.ts';

/** The three moments at which a crash is tried in tests: after an intent is durable, after its effect, after its result is durable. */
export type Point = 'intent' | 'effect' | 'commit';

export type Engine = {
  readonly ports: EffectPorts;
  readonly effects: EffectTable;
  readonly kinds: ThingKinds;
  readonly host: HostId;
  /** Told by whoever commits something that is said to a thing. Absent: an effect hears nothing before it ends. */
  readonly ears?: Ears;
  /** What had to be put off is told there. Absent: in the log alone. */
  readonly putOffs?: PutOffs;
  /** What has begun to live is followed from now on. Absent: nothing is. */
  readonly attend?: (thing: ThingId) => void;
  /** Fires when the daemon goes down: effects under way are given up and will be performed again. */
  readonly signal: AbortSignal;
  /** A no-op but in tests. */
  readonly reach: (point: Point, thing: ThingId, effect: string) => Promise<void>;
};
