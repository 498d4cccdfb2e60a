// A task's evidence as a hash chain: each link covers all it says and the link before it.

import { canonical } from './canonical.ts';
import type { Evidence } from './verdict.ts';

/** SHA-256 of a text, hex; handed in, for there is no cryptography here. */
export type Sha256 = (text: string) => string;

export type EvidenceRecord = Omit<Evidence, 'number' | 'previous' | 'hash'>;

/** `previous` of the first link. */
export const ORIGIN = '0'.repeat(64);

export type EvidenceChainState =
  | { readonly whole: true }
  | { readonly whole: false; readonly at: number; readonly why: string };

/** The next link; numbers count from 1. */
export function appendEvidence(last: Evidence | null, record: EvidenceRecord, sha256: Sha256): Evidence {
  const link = { ...record, number: (last?.number ?? 0) + 1, previous: last?.hash ?? ORIGIN };
  return { ...link, hash: sha256(canonical(link)) };
}

/** Looks at every link; `at` is the position (from 0) of the first that does not hold. A chain cut short at its end needs `head`, the hash kept elsewhere. */
export function verifyChain(chain: readonly Evidence[], sha256: Sha256, head?: string): EvidenceChainState {
  let previous = ORIGIN;
  for (const [at, link] of chain.entries()) {
    const why = broken(link, at, previous, sha256);
    if (why !== null) return { whole: false, at, why };
    previous = link.hash;
  }
  if (head !== undefined && head !== previous)
    return { whole: false, at: chain.length, why: 'the chain does not end where it is known to end' };
  return { whole: true };
}

function broken(link: Evidence, at: number, previous: string, sha256: Sha256): string | null {
  if (link.number !== at + 1) return `link ${at + 1} has the number ${link.number}`;
  if (link.previous !== previous) return `link ${at + 1} does not follow the one before it`;
  const { hash, ...said } = link;
  return sha256(canonical(said)) === hash ? null : `link ${at + 1} was changed after it was written`;
}
