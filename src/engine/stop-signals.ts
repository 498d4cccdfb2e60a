// What is said to a thing while an effect of it is under way is heard by that effect.
import type { ThingId } from '../domain/ids.ts';

type Drive = { heard: boolean; look: (() => void) | null };

/** One per engine. Hints only: whoever hears one looks at the rows. */
export class Ears {
  readonly #drives = new Map<ThingId, Drive>();

  begin(thing: ThingId): void {
    this.#drives.set(thing, { heard: false, look: null });
  }

  end(thing: ThingId): void {
    this.#drives.delete(thing);
  }

  /** The rows are about to be read: only what is heard from here on is news. */
  forget(thing: ThingId): void {
    const drive = this.#drives.get(thing);
    if (drive !== undefined) drive.heard = false;
  }

  /** Something was said to this thing, and is durable. */
  hear(thing: ThingId): void {
    const drive = this.#drives.get(thing);
    if (drive === undefined) return;
    drive.heard = true;
    drive.look?.();
  }

  /** Calls `look` for what was heard since the rows were read, and for all that follows, until the returned function is called. */
  listen(thing: ThingId, look: () => void): () => void {
    const drive = this.#drives.get(thing);
    if (drive === undefined) return () => {};
    drive.look = look;
    if (drive.heard) look();
    return () => {
      drive.look = null;
    };
  }
}
