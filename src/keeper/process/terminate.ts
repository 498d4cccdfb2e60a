// Ends a whole family: SIGTERM, a hang-up where there is a terminal, a time of grace, SIGKILL until nobody is left.
import type { Clock } from '../../ports/system.ts';
import type { Census } from './census.ts';
import { type Family, findFamily } from './process-tree.ts';
import { type ProcessRow, readDepth, readProcess } from './processes.ts';

const glance = 20;
/** How long SIGKILL is repeated; who is still there then hangs in the kernel or belongs to another user. */
const insistence = 5_000;

/** Shells at a terminal do not hear SIGTERM; they leave, with what they started, when it is hung up. */
const heardMs = 500;

type Looking = { readonly clock: Clock; readonly census: Census };

/** Resolves with those that are still there. `graceMs` between SIGTERM and SIGKILL. */
export async function terminate(
  { clock, census }: Looking,
  family: Family,
  graceMs: number,
  terminal = false,
): Promise<ProcessRow[]> {
  const looking = { clock, census };
  let members = findFamily(family, await census.take());
  if (members.length === 0) return [];
  for (const row of politely(members)) signal(row, 'SIGTERM');
  // However short the time of grace, half of it is left for those who are hung up.
  const first = terminal ? Math.min(heardMs, graceMs / 2) : graceMs;
  members = await untilGone(looking, family, first, () => {});
  if (terminal && members.length > 0) {
    for (const row of politely(members)) signal(row, 'SIGHUP');
    members = await untilGone(looking, family, graceMs - first, () => {});
  }
  if (members.length === 0) return [];
  return await untilGone(looking, family, insistence, (left) => {
    for (const row of left) signal(row, 'SIGKILL');
  });
}

/** A process with children in a deeper process space is a sandbox's shell: it ends, with everything inside, as soon as it hears SIGTERM; so it does not hear it, and ends after its inside. */
function politely(members: readonly ProcessRow[]): ProcessRow[] {
  const depths = new Map(members.map((row) => [row.pid, readDepth(row.pid)]));
  const shells = new Set<number>();
  for (const row of members) {
    const depth = depths.get(row.pid) ?? 1;
    if (depth > (depths.get(row.parent) ?? depth)) shells.add(row.parent);
  }
  return members.filter((row) => !shells.has(row.pid));
}

async function untilGone(
  { clock, census }: Looking,
  family: Family,
  ms: number,
  each: (left: readonly ProcessRow[]) => void,
): Promise<ProcessRow[]> {
  let rest = ms;
  for (let pause = glance; ; pause = Math.min(pause * 1.5, 200)) {
    const left = findFamily(family, await census.take());
    if (left.length === 0) return left;
    each(left);
    if (rest <= 0) return left;
    await clock.wait(Math.min(pause, rest));
    rest -= pause;
  }
}

function signal(row: ProcessRow, name: 'SIGTERM' | 'SIGHUP' | 'SIGKILL'): void {
  if (readProcess(row.pid)?.start !== row.start) return;
  try {
    process.kill(row.pid, name);
  } catch {
    // Gone meanwhile, or not ours to end: then it is reported.
  }
}
