// Who lives on after its run: known by the mark and by a run that does not live.
import { readFileSync } from 'node:fs';
import type { RunId } from '../../domain/ids.ts';
import type { Stray } from '../../ports/keeper.ts';
import type { RunRecord } from '../journal/record.ts';
import { locateTranscript, writtenBytes } from '../journal/transcript.ts';
import type { Family } from './process-tree.ts';
import { readBoot, readEnvironment, readProcesses } from './processes.ts';
import { familyOf, type Hold } from './supervised-run.ts';
import { terminate } from './terminate.ts';

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

// Ends what a dead keeper's run left behind, and says that the run is lost.

export async function sweepLost(hold: Hold, record: RunRecord): Promise<RunRecord> {
  const left = await terminate(hold, familyLeft(hold, record), hold.graceMs);
  const { files } = record.run;
  const run = {
    ...record.run,
    ending: { kind: 'lost' as const },
    endedAt: hold.clock.now(),
    outputBytes: writtenBytes(files.output),
    outputFrom: locateTranscript(files.output).from,
    inputSeq: lastInput(`${files.input}.index`),
    escaped: left.map((row) => row.pid),
  };
  return { ...record, run };
}

/** A pid of another boot names nobody; the marker still does. */
function familyLeft(hold: Hold, record: RunRecord): Family {
  const { runId, pid } = record.run;
  const leader = pid === null || record.boot !== readBoot() ? null : { pid, start: record.start };
  return familyOf(hold, runId, leader);
}

function lastInput(path: string): number {
  try {
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    return Number(lines.findLast((line) => !line.startsWith('-'))?.split(' ')[0] ?? 0);
  } catch {
    return 0;
  }
}
