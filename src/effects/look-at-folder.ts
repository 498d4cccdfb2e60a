// A person's repository as it stands, put on record beside it: its commit, and all of its work tree as far as git knows it.

import type { EffectPorts } from '../ports/effect.ts';
import type { Hub } from '../ports/git.ts';

/** `hub` and `tree` null: it has no commit yet, or there is too much in it to be looked at in passing. */
export type FolderLook = {
  readonly head: string | null;
  readonly dirty: readonly string[];
  readonly hub: Hub | null;
  readonly tree: string | null;
};

type Ports = Pick<EffectPorts, 'git' | 'clock' | 'sha256'>;

const patienceMs = 5_000;
const mostDirty = 500;

/** Null: no repository, or one that cannot be read. */
export async function lookAtFolder(ports: Ports, root: string, label: string): Promise<FolderLook | null> {
  const state = await ports.git.inspect(root);
  if (!state.ok) return null;
  const { head, dirty } = state.value;
  return { ...(await lookAtTree(ports, root, label, dirty.length > mostDirty ? null : head)), head, dirty };
}

/** The same without a word about what is uncommitted: a few programs less, where somebody waits. */
export async function lookAtTree(ports: Ports, root: string, label: string, head: string | null): Promise<FolderLook> {
  const taken = head === null ? null : await inTime(ports, takeTree(ports, root, label));
  return { head, dirty: [], hub: taken?.hub ?? null, tree: taken?.tree ?? null };
}

async function takeTree({ git, sha256 }: Ports, root: string, label: string) {
  const taken = await git.recordCheckout(`once-${sha256(root).slice(0, 16)}`, root, label);
  return taken.ok ? { hub: taken.value.hub, tree: taken.value.tree } : null;
}

async function inTime<Taken>({ clock }: Ports, taking: Promise<Taken>): Promise<Taken | null> {
  const enough = new AbortController();
  const late = clock.wait(patienceMs, enough.signal).then(
    () => null,
    () => null,
  );
  try {
    return await Promise.race([taking.catch(() => null), late]);
  } finally {
    enough.abort();
  }
}
