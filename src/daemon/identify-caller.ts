// Who is at the socket? A person is a caller whose pid the kernel confirms and who is no descendant of the keeper and carries no agent's marker.
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Caller } from '../contract/protocol.ts';

export type Identity =
  | { readonly kind: 'person'; readonly name: string }
  | { readonly kind: 'agent'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

export type Surroundings = {
  /** Folder in which callers hold their files open. */
  readonly callers: string;
  /** The keeper's pid; its descendants are agents. */
  readonly keeper: () => number | null;
  /** Name of the person this daemon works for. */
  readonly name: string;
};

const agent = (why: string): Identity => ({ kind: 'agent', why });
const unknown = (why: string): Identity => ({ kind: 'unknown', why });

/** Linux: what cannot be shown under /proc is `unknown`, and is refused wherever a person is needed. */
export async function identifyCaller(around: Surroundings, { pid, nonce }: Caller): Promise<Identity> {
  if (nonce === '') return unknown('the caller did not prove its process');
  if (!(await holds(pid, nonce, around.callers))) return unknown(`process ${pid} does not hold the file it named`);
  if (await carriesMarker(pid)) return agent(`process ${pid} carries the marker of a run`);
  const keeper = around.keeper();
  for (let at: number | null = pid; at !== null && at > 1; at = await parentOf(at)) {
    if (at === keeper) return agent(`process ${pid} descends from the keeper`);
    if (at !== pid && (await carriesMarker(at)))
      return agent(`process ${at}, from which ${pid} descends, carries the marker of a run`);
  }
  return { kind: 'person', name: around.name };
}

async function holds(pid: number, nonce: string, callers: string): Promise<boolean> {
  try {
    const real = await realpath(nonce);
    if (dirname(real) !== (await realpath(callers))) return false;
    const files = await readdir(`/proc/${pid}/fd`);
    const targets = await Promise.all(files.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
    return targets.includes(real);
  } catch {
    return false;
  }
}

async function carriesMarker(pid: number): Promise<boolean> {
  const env = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  return env.split('\0').some((entry) => entry.startsWith('DROVER_RUN=') || entry.startsWith('DROVER_MARK='));
}

async function parentOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  const parent = stat === null ? Number.NaN : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  return Number.isInteger(parent) ? parent : null;
}
