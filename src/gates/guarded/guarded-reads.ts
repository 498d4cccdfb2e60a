// Of what a gate was seen to read, the files that decide what it says. Production code is read too: what ships is told by where it lies.
import type { GatePlan } from '../../ports/gates.ts';
import { isTest } from '../is-test.ts';
import { isCheck, isManifest, isProse, isReadUnasked, isTool, ships } from './kinds-of-files.ts';

/** What lies with a script that gates are known to run, a tool of the project, a script that is called after checking, and what has a hidden name. */
export function guardedReads(plan: Pick<GatePlan, 'tests' | 'guarded'>, read: readonly string[]): readonly string[] {
  const known = new Set(plan.guarded);
  const folders = new Set(plan.guarded.filter((path) => !isReadUnasked(path) && !isManifest(path)).map(folderOf));
  const counts = (path: string): boolean =>
    !known.has(path) &&
    !isTest(plan, path) &&
    !isManifest(path) &&
    !isProse(path) &&
    (isCheck(path) || isTool(path) || isHidden(path) || isReadUnasked(path) || (!ships(path) && isWith(folders, path)));
  return read.filter(counts);
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const isHidden = (path: string): boolean => /(?:^|\/)\.[^/]/.test(path);

/** What lies at the top lies with everything. */
const isWith = (folders: ReadonlySet<string>, path: string): boolean =>
  [...folders].some((folder) => folder !== '' && path.startsWith(folder));
