// The numbered parts of a node that its agent is given one after the other, in one conversation.
import { inOrder } from '../dependencies.ts';
import type { NodePart, NodeRecord } from './node.ts';

/** Which is under way, of all of them in their order. */
export type PartAt = { readonly parts: readonly NodePart[]; readonly at: number };

/** Where a file leaves it open, more than these, or more text, is given one by one. */
const mostAtOnce = 3;
const longestAtOnce = 8 * 1024;

type Parted = Pick<NodeRecord, 'parts'> & { readonly execution: Pick<NodeRecord['execution'], 'method'> };

/** Empty: all are told at once. */
export function partsOneByOne({ parts, execution: { method } }: Parted): readonly NodePart[] {
  const isLarge = parts.length > mostAtOnce || JSON.stringify(parts).length > longestAtOnce;
  if (parts.length < 2 || !(method === 'agent' || (method === 'auto' && isLarge))) return [];
  return inOrder(parts.map((part) => ({ id: part.step, dependsOn: part.dependsOn, part }))).map(({ part }) => part);
}

/** In the first attempt; whoever mends what the gates found is told the whole. Null: nothing is given by parts. */
export function partNow(
  node: Parted | undefined,
  state: { readonly attempt: number; readonly part?: number },
): PartAt | null {
  const parts = node === undefined || state.attempt > 1 ? [] : partsOneByOne(node);
  const { part: at = 0 } = state;
  return at < parts.length ? { parts, at } : null;
}
