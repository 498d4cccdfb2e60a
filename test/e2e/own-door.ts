import { randomInt } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from './world.ts';

/** A port of its own for the page of this world, below those that the system gives out; it stays the first. All worlds would begin at the usual one, where another takes it while a daemon is away. */
export function ownDoor({ state }: Pick<World, 'state'>): void {
  const file = join(state, 'web.port');
  if (!existsSync(file)) writeFileSync(file, `${randomInt(20_000, 32_000)}\n`);
}
