// Who is at the socket? A person is a caller whose pid the kernel confirms and who is no descendant of the keeper and carries no agent's marker.
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Asker } from '../commands/ports.ts';
import type { Caller } from '../contract/protocol.ts';
import type { Store } from '../ports/store.ts';

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
  if (!holds(pid, nonce, around.callers)) return unknown(`process ${pid} does not hold the file it named`);
  if (!takeOnce(around.taken, nonce)) return unknown('the proof was used before');
  const keeper = around.keeper();
  const line = lineOf(pid, keeper);
  const markers = await Promise.all(line.map((at) => (at === keeper ? null : markerOf(at))));
  for (const [index, at] of line.entries()) {
    if (at === keeper) return agent(`process ${pid} descends from the keeper`, null);
    const marker = markers[index] ?? null;
    if (marker === null) continue;
    const who = at === pid ? `process ${pid}` : `process ${at}, from which ${pid} descends,`;
    return agent(`${who} carries the marker of a run`, marker.run);
  }
  return { kind: 'person', name: around.name };
}

/** It and those it descends from, up to the keeper where that is one of them. */
function lineOf(pid: number, keeper: number | null): readonly number[] {
  const line: number[] = [];
  for (let at: number | null = pid; at !== null && at > 1 && !line.includes(at); at = parentOf(at)) {
    line.push(at);
    if (at === keeper) break;
  }
  return line;
}

function takeOnce(taken: Set<string>, nonce: string): boolean {
  if (taken.has(nonce)) return false;
  taken.add(nonce);
  for (const oldest of taken) if (taken.size > remembered) taken.delete(oldest);
  return true;
}

function holds(pid: number, nonce: string, callers: string): boolean {
  try {
    const real = realpathSync(nonce);
    if (dirname(real) !== realpathSync(callers)) return false;
    return readdirSync(`/proc/${pid}/fd`).some((file) => leadsTo(`/proc/${pid}/fd/${file}`, real));
  } catch {
    return false;
  }
}

function leadsTo(link: string, path: string): boolean {
  try {
    return readlinkSync(link) === path;
  } catch {
    return false;
  }
}

/** Waited for beside the loop: it stands in that process's own memory, which may keep its reader waiting. */
async function markerOf(pid: number): Promise<{ readonly run: string | null } | null> {
  const env = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  const entries = env.split('\0');
  const run = entries.find((entry) => entry.startsWith('DROVER_RUN='))?.slice('DROVER_RUN='.length) ?? null;
  return run !== null || entries.some((entry) => entry.startsWith('DROVER_MARK=')) ? { run } : null;
}

/** The kernel's own word, there at once. */
function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return Number.isInteger(parent) ? parent : null;
  } catch {
    return null;
  }
}

// Who asks: as the kernel shows it, and the session whose secret they show.

type Ports = { readonly store: Store; readonly sha256: (text: string) => string };

/** Who shows a secret is an agent, whatever else is known of them: persons have none. Another session's secret makes nobody that session. */
export async function findAsker({ store, sha256 }: Ports, who: Identity, secret: string | undefined): Promise<Asker> {
  if (secret === undefined) return who;
  const run = who.kind === 'agent' ? who.run : null;
  const credential = sha256(secret);
  const [session] = await store.read((reads) => reads.sessions({ credential, ended: false, limit: 1 }));
  if (session === undefined) return { kind: 'agent', why: 'it shows the secret of no living session', run };
  if (run !== null && run !== session.spec.run)
    return { kind: 'agent', why: 'it shows the secret of another session', run };
  return { kind: 'agent', why: `it is the agent of ${session.spec.name}`, run: session.spec.run, session };
}
