// What an effect is handed: its ports, and what it is about.
import type { AnyThing } from '../domain/any-thing.ts';
import type { EffectMap, EffectName } from '../domain/effect/effect.ts';
import type { Evidence } from '../domain/evidence/verdict.ts';
import type { EffectId, Instant } from '../domain/ids.ts';
import type { EffectResult } from '../domain/thing.ts';
import type { Agents } from './agent.ts';
import type { Config } from './config.ts';
import type { Environments } from './environment.ts';
import type { Files } from './files.ts';
import type { Forges } from './forge.ts';
import type { Gates } from './gates.ts';
import type { Git } from './git.ts';
import type { Keeper } from './keeper.ts';
import type { Lookups } from './lookups.ts';
import type { Queue } from './queue.ts';
import type { Sandboxes } from './sandbox.ts';
import type { Store } from './store.ts';
import type { Clock, Ids, LocalPorts, Log, Memory, Packages, Person, SessionSockets, StartSecrets } from './system.ts';

import type { TaskFiles } from './task-files.ts';

export type EffectPorts = {
  readonly store: Store;
  readonly queue: Queue;
  readonly keeper: Keeper;
  readonly git: Git;
  readonly gates: Gates;
  readonly lookups: Lookups;
  readonly taskFiles: TaskFiles;
  readonly agents: Agents;
  readonly sandboxes: Sandboxes;
  readonly config: Config;
  readonly files: Files;
  readonly forges: Forges;
  readonly person: Person;
  readonly environments: Environments;
  readonly held: StartSecrets;
  readonly localPorts: LocalPorts;
  readonly memory: Memory;
  readonly packages: Packages;
  readonly doors: SessionSockets;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** SHA-256, hex. */
  readonly sha256: (text: string) => string;
};

export type EffectContext = {
  readonly id: EffectId;
  readonly thing: AnyThing;
  readonly now: Instant;
  /** Fires at the deadline (60 s), when the thing is asked to stop, and when the daemon goes down. Whoever heeds it leaves nothing behind that a failure would hide. */
  readonly signal: AbortSignal;
  /** Looked at right before the outside act: is this driver still the one? */
  readonly fenced: () => Promise<boolean>;
};

/** One act in the world, safe to repeat: it looks before it makes. May throw; the engine turns that into `later`. */
export type EffectFunction<Name extends EffectName> = (
  ports: EffectPorts,
  input: EffectMap[Name]['input'],
  context: EffectContext,
) => Promise<EffectResult<EffectMap[Name]['output']>>;

export type EffectTable = { readonly [Name in EffectName]: EffectFunction<Name> };

export type { Evidence };
