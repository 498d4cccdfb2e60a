// Ends what a dead keeper's run left behind, and says that the run is lost.
import { readFileSync } from 'node:fs';
import type { Family } from './family.ts';
import { familyOf, type Hold } from './held-run.ts';
import { locateTranscript, writtenBytes } from './locate-transcript.ts';
import { readBoot } from './read-processes.ts';
import type { RunRecord } from './record.ts';
import { terminate } from './terminate.ts';

export async function sweepLost(hold: Hold, record: RunRecord): Promise<RunRecord> {
  const left = await terminate(hold.clock, familyLeft(hold, record), hold.graceMs);
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
