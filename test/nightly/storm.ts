// Kills at random: the daemon, the keeper, or both, of one world, every 1 to 8 seconds, drawn from a seed.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export type Random = () => number;

/** Mulberry32: the same numbers for the same seed, from 0 to 1. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Victim = 'daemon' | 'keeper';

/** What was killed, and how long after the beginning. */
export type Kill = { readonly afterMs: number; readonly who: Victim };

/** Kills until the time is over, with a pause between the two last numbers (milliseconds) before each. `rises` is called after each kill and brings them back, as a person does who goes on working. */
export async function killAtRandom(
  world: { readonly env: Readonly<Record<string, string>> },
  random: Random,
  durationMs: number,
  rises: () => Promise<unknown>,
  [shortest, longest]: readonly [number, number] = [1000, 8000],
): Promise<readonly Kill[]> {
  const kills: Kill[] = [];
  const begun = Date.now();
  while (Date.now() - begun < durationMs) {
    await pause(shortest + random() * (longest - shortest));
    const drawn = random();
    const victims: readonly Victim[] = drawn < 0.6 ? ['daemon'] : drawn < 0.9 ? ['keeper'] : ['daemon', 'keeper'];
    for (const who of victims)
      for (const pid of processesOf(world.env.HOME ?? '', who)) {
        kill(pid);
        kills.push({ afterMs: Date.now() - begun, who });
      }
    await rises();
  }
  return kills;
}

/** Of this home, by the program that they run. */
export const processesOf = (home: string, who: Victim): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      // Flags of Node's may stand before the program.
      const isIt = read(pid, 'cmdline')
        .split('\0')
        .some((word) => word.endsWith(`/dist/${who}.mjs`));
      return isIt && read(pid, 'environ').includes(`HOME=${home}\0`);
    });

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It ended meanwhile.
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

export const tally = (kills: readonly Kill[]): string =>
  (['daemon', 'keeper'] as const)
    .map((who) => `${kills.filter((each) => each.who === who).length} x ${who}`)
    .join(', ');
