// Who lives on after its run: known by the mark and by a run that does not live.
import type { RunId } from '../domain/ids.ts';
import type { Stray } from '../ports/keeper.ts';
import { readEnvironment, readProcesses } from './read-processes.ts';

/** Of every run of this mark but those that live. */
export function findStrays(mark: string, lives: (runId: RunId) => boolean): readonly Stray[] {
  return readProcesses().flatMap(({ pid }) => {
    const runId = runOf(pid, mark);
    return runId === null || lives(runId) ? [] : [{ pid, runId }];
  });
}

function runOf(pid: number, mark: string): RunId | null {
  const variables = readEnvironment(pid)?.split('\0') ?? [];
  if (!variables.includes(`DROVER_MARK=${mark}`)) return null;
  return (variables.find((each) => each.startsWith('DROVER_RUN='))?.slice('DROVER_RUN='.length) ??
    null) as RunId | null;
}
