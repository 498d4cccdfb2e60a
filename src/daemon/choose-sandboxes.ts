// Which sandboxes there are on this machine.
import type { Sandboxes } from '../ports/sandbox.ts';
import { bubblewrap } from '../sandbox/bubblewrap.ts';
import { choose } from '../sandbox/choose.ts';
import type { Place } from '../sandbox/place.ts';

export function chooseSandboxes(place: Place): Sandboxes {
  const candidates = [bubblewrap(place)];
  return { choose: (setting) => choose(setting, candidates) };
}
