// Who is at the socket? A person is a caller whose pid the kernel confirms and who is no descendant of the keeper and carries no agent's marker.
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Caller } from '../contract/protocol.ts';

export type Identity =
  | { readonly kind: 'person'; readonly name: string }
  /** `run`: by its marker; null where it carries none. */
  | { readonly kind: 'agent'; readonly why: string; readonly run: string | null }
  | { readonly kind: 'unknown'; readonly why: string };

export type Surroundings = {
  /** Folder in which callers hold their files open. */
  readonly callers: string;
  /** The keeper's pid; its descendants are agents. */
  readonly keeper: () => number | null;
  /** Name of the person this daemon works for. */
  readonly name: string;
  /** Proofs that were taken: each is good for one request, so that none can be borrowed from a command that is still running. */
  readonly taken: Set<string>;
};

/** More commands than can be under way at once. */
const remembered = 10_000;

const agent = (why: string, run: string | null): Identity => ({ kind: 'agent', why, run });
const unknown = (why: string): Identity => ({ kind: 'unknown', why });

/** Linux: what cannot be shown under /proc is `unknown`, and is refused wherever a person is needed. */
export async function identifyCaller(around: Surroundings, { pid, nonce }: Caller): Promise<Identity> {
  if (nonce === '') return unknown('the caller did not prove its process');
  if (!(await holds(pid, nonce, around.callers))) return unknown(`process ${pid} does not hold the file it named`);
  if (!takeOnce(around.taken, nonce)) return unknown('the proof was used before');
  const own = await markerOf(pid);
  if (own !== null) return agent(`process ${pid} carries the marker of a run`, own.run);
  const keeper = around.keeper();
  for (let at: number | null = pid; at !== null && at > 1; at = await parentOf(at)) {
    if (at === keeper) return agent(`process ${pid} descends from the keeper`, null);
    const marker = at === pid ? null : await markerOf(at);
    if (marker !== null)
      return agent(`process ${at}, from which ${pid} descends, carries the marker of a run`, marker.run);
  }
  return { kind: 'person', name: around.name };
}

function takeOnce(taken: Set<string>, nonce: string): boolean {
  if (taken.has(nonce)) return false;
  taken.add(nonce);
  for (const oldest of taken) if (taken.size > remembered) taken.delete(oldest);
  return true;
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

async function markerOf(pid: number): Promise<{ readonly run: string | null } | null> {
  const env = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  const entries = env.split('\0');
  const run = entries.find((entry) => entry.startsWith('DROVER_RUN='))?.slice('DROVER_RUN='.length) ?? null;
  return run !== null || entries.some((entry) => entry.startsWith('DROVER_MARK=')) ? { run } : null;
}

async function parentOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  const parent = stat === null ? Number.NaN : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  return Number.isInteger(parent) ? parent : null;
}
