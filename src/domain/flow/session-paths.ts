// What of a session folder is part of no change: Drover alone writes there, and into the person's own.
import { isWithin, pathBelow } from '../place/within.ts';
import type { FlowRun } from './flow-run.ts';
import { ownedBy } from './plan-of-flow.ts';

/** What stands in any folder that is one. */
const written = ['.task', '.summaries', 'TODO_LIST.md', 'workflow-session.json'] as const;

/** Paths as the repository of this checkout has them, of files and folders. Of a folder in `.workflow` it is the whole, unless a node is to write there itself. */
export function sessionPaths(flow: FlowRun, checkout: string): readonly string[] {
  const { folder, alone, nodes } = flow;
  const within = pathBelow(folder, checkout);
  if (within === null) return [];
  const at = (name: string) => (within === '' ? name : `${within}/${name}`);
  if (alone !== undefined) return [at(alone)];
  const isWorkplace = /(?:^|\/)\.workflow\//.test(within);
  const owned = nodes.flatMap((node) => ownedBy(node, flow.below));
  const isOwned = owned.some((path) => isWithin(path, within));
  return isWorkplace && !isOwned ? [within] : written.map(at);
}
