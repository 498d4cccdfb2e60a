// Follows all agents that live: what they do is brought onto their rows. One follower a thing; the rows decide everything else.
import type { ThingId } from '../../domain/ids.ts';
import type { Engine } from '../engine.ts';
import { type FolderWatcher, followEdits } from './follow-edits.ts';
import { followRun } from './follow-run.ts';
import { followSession } from './follow-session.ts';
import type { Watcher } from './watch-file.ts';

/** Files and folders of this computer. */
type Watch = { readonly file: Watcher; readonly folder: FolderWatcher };

export class Followers {
  readonly #engine: Engine;
  readonly #watch: Watch | null;
  readonly #down = new AbortController();
  readonly #following = new Map<ThingId, Promise<void>>();

  /** `watch`: looks after files that sessions want to hear of, and after what hooks ask; null: nobody does. */
  constructor(engine: Engine, watch: Watch | null) {
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
      ...(await reads.things({ kind: 'run', ended: false })).filter(({ state }) => state.kind === 'running'),
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
    if (thing.kind === 'session') await followSession(this.#engine, thing, this.#watch?.file ?? null, signal);
    if (thing.kind !== 'run') return;
    const edits = this.#watch === null ? null : followEdits(this.#engine, thing, this.#watch.folder, signal);
    await Promise.all([followRun(this.#engine, thing, signal), edits]);
  }
}
