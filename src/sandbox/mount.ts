// One thing to be seen inside, and the order in which such things are laid over one another.
import { isWithin } from '../domain/place/within.ts';

export type Mount =
  | { readonly kind: 'readable' | 'writable'; readonly path: string }
  /** Another folder in its place. */
  | { readonly kind: 'view'; readonly path: string; readonly from: string }
  /** A folder that is empty inside, whatever is there outside; `blank`: a file that cannot be opened. */
  | { readonly kind: 'hidden' | 'blank'; readonly path: string };

const rank = { hidden: 0, blank: 0, readable: 1, writable: 2, view: 3 };

const depth = (path: string): number => path.split('/').filter((part) => part !== '').length;

/** Outer folders first, so that the nearest word on a path counts; on the same path the widest right comes last and counts. */
export function layMounts(mounts: readonly Mount[]): Mount[] {
  const widest = new Map<string, Mount>();
  for (const mount of mounts) {
    const known = widest.get(mount.path);
    if (known === undefined || rank[mount.kind] > rank[known.kind]) widest.set(mount.path, mount);
  }
  return [...widest.values()].sort((one, other) => depth(one.path) - depth(other.path));
}

/** The nearest word on a path: may it be seen at all? `laid`: by `layMounts`. */
export function isVisible(path: string, laid: readonly Mount[]): boolean {
  const nearest = laid.findLast((mount) => isWithin(path, mount.path));
  return nearest !== undefined && nearest.kind !== 'blank' && (nearest.kind !== 'hidden' || nearest.path === path);
}
