// A world of files: every act is made at most once, and each time one is made it is written down.
import { appendFileSync, closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type World = {
  /** Looks before it makes; true if it was made now. */
  make(act: string): boolean;
  /** All that was ever made, in order. */
  made(): readonly string[];
};

export function openWorld(folder: string): World {
  const log = join(folder, 'made');
  return {
    make(act) {
      const place = join(folder, encodeURIComponent(act));
      if (existsSync(place)) return false;
      // Written down first: a death between the two would show as made twice.
      appendFileSync(log, `${act}\n`);
      closeSync(openSync(place, 'wx'));
      return true;
    },
    made: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  };
}
