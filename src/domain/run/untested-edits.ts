// Edits of one turn that came upon another with no run of tests between them: information for whoever works, and no verdict.
import type { AgentEvent } from './turn.ts';

/** Of each; more say nothing new. */
const most = 20;

type Ours = {
  /** What was edited when we ran tests ourselves, once for each time. */
  readonly tested: readonly string[];
  /** A path as it stands there. */
  readonly within: (path: string) => string;
};

/** The later of each two, in order and once. `isTestRun`: whether a tool that is told so runs tests. */
export function untestedEdits(
  events: readonly AgentEvent[],
  isTestRun: (what: string) => boolean,
  { tested, within }: Ours = { tested: [], within: (path) => path },
): readonly string[] {
  const running = new Set<string>();
  const found = new Set<string>();
  const ours = countsOf(tested);
  let edited = false;
  for (const event of events) {
    if (event.kind === 'tool_started' && isTestRun(event.what)) running.add(event.id);
    if (event.kind !== 'tool_ended') continue;
    // Red or green: it was run.
    if (running.delete(event.id)) edited = false;
    const paths = event.ok ? event.paths.map(within) : [];
    if (paths.length === 0) continue;
    if (edited) for (const path of paths) found.add(path);
    edited = !takeAll(ours, paths);
  }
  return [...found].slice(0, most);
}

function countsOf(paths: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

/** Were all of them tested once more than was taken? */
function takeAll(counts: Map<string, number>, paths: readonly string[]): boolean {
  if (!paths.every((path) => (counts.get(path) ?? 0) > 0)) return false;
  for (const path of paths) counts.set(path, (counts.get(path) ?? 0) - 1);
  return true;
}
