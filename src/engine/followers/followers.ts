// Follows all agents that live: what they do is brought onto their rows. One follower a thing; the rows decide everything else.
import type { ThingId } from '../../domain/ids.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Engine } from '../engine.ts';
import { followRun } from './follow-run.ts';
import { followSession } from './follow-session.ts';
import type { Watcher } from './watch-file.ts';

export class Followers {
  readonly #engine: Engine;
  readonly #watch: Watcher | null;
  readonly #down = new AbortController();
  readonly #following = new Map<ThingId, Promise<void>>();

  /** `watch`: looks after files that sessions want to hear of; null: nobody does. */
  constructor(engine: Engine, watch: Watcher | null) {
    this.#engine = engine;
    this.#watch = watch;
  }

  /** Safe to repeat: what is followed already goes on being followed. */
  begin(id: ThingId): void {
    if (this.#following.has(id) || this.#down.signal.aborted) return;
    const following = this.#follow(id).catch((error) => {
      if (!this.#down.signal.aborted) this.#engine.ports.log.bug(error, { thing: id });
    });
    this.#following.set(
      id,
      following.finally(() => this.#following.delete(id)),
    );
  }

  /** After a start of the daemon: everything of this host that lives. */
  async beginAll(): Promise<void> {
    const { ports, host } = this.#engine;
    const live = await ports.store.read(async (reads) => [
      ...(await reads.sessions({ ended: false })).filter(({ state }) => state.kind === 'live'),
      ...(await reads.things({ kind: 'run', ended: false })).filter(
        ({ state }) => (state as Run['state']).kind === 'running',
      ),
    ]);
    for (const thing of live) if (thing.host === host) this.begin(thing.id);
  }

  /** Follows nothing any more; agents go on. */
  async close(): Promise<void> {
    this.#down.abort(new Error('the daemon goes down'));
    await Promise.all(this.#following.values());
  }

  async #follow(id: ThingId): Promise<void> {
    const thing = await this.#engine.ports.store.read((reads) => reads.thing(id));
    if (thing === null || thing.ended) return;
    const { signal } = this.#down;
    if (thing.kind === 'session') await followSession(this.#engine, thing as Session, this.#watch, signal);
    if (thing.kind === 'run') await followRun(this.#engine, thing as Run, signal);
  }
}
