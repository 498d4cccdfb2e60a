// Edits of one turn that came upon another with no run of tests between them: information for whoever works, and no verdict.
import type { AgentEvent } from './turn.ts';

/** Of each; more say nothing new. */
const most = 20;

type Ours = {
  /** What was edited when we ran tests ourselves, once for each time. */
  readonly tested: readonly string[];
  /** A path as it stands there. */
  readonly within: (path: string) => string;
  /** Edits that were seen and not told, in order, the last when the turn was over; `after`: how many of the events had come by then. */
  readonly seen?: readonly SeenEdit[];
};

export type SeenEdit = { readonly after: number; readonly paths: readonly string[] };

/** The later of each two, in order and once. `isTestRun`: whether a tool that is told so runs tests. */
export function untestedEdits(
  events: readonly AgentEvent[],
  isTestRun: (what: string) => boolean,
  { tested, within, seen = [] }: Ours = { tested: [], within: (path) => path },
): readonly string[] {
  const running = new Set<string>();
  const found = new Set<string>();
  const ours = countsOf(tested);
  const unnamed = withoutNamed(seen, events, within);
  let edited = false;
  /** Tests of its own ended since the last look: then or before is when it was made. */
  let ran = false;
  const take = (paths: readonly string[]) => {
    if (edited) for (const path of paths) found.add(path);
    edited = !takeAll(ours, paths);
  };
  const look = (after: number) => {
    for (const edit of unnamed.filter((each) => each.after === after)) {
      if (edit.paths.length > 0 && !ran) take(edit.paths);
      ran = false;
    }
  };
  for (const [index, event] of events.entries()) {
    look(index);
    if (event.kind === 'tool_started' && isTestRun(event.what)) running.add(event.id);
    if (event.kind !== 'tool_ended') continue;
    // Red or green: it was run.
    if (running.delete(event.id)) {
      edited = false;
      ran = true;
    }
    const paths = pathsOf(event, within);
    if (paths.length > 0) take(paths);
  }
  look(events.length);
  return [...found].slice(0, most);
}

const pathsOf = (event: AgentEvent, within: Ours['within']): readonly string[] =>
  event.kind === 'tool_ended' && event.ok ? event.paths.map(within) : [];

/** What a tool named between the look before and the look after it is no edit beside that; of the last look, what a tool named at all. */
const withoutNamed = (
  seen: readonly SeenEdit[],
  events: readonly AgentEvent[],
  within: Ours['within'],
): readonly SeenEdit[] =>
  seen.map(({ after, paths }, index) => {
    const from = index === seen.length - 1 ? 0 : (seen[index - 1]?.after ?? 0);
    const near = events.slice(from, seen[index + 1]?.after);
    const named = new Set(near.flatMap((event) => pathsOf(event, within)));
    return { after, paths: paths.filter((path) => !named.has(path)) };
  });

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
