// Starts a run: its first record, its journals, its child.
import { mkdirSync } from 'node:fs';
import type { KeptRun } from '../../contract/keeper/protocol.ts';
import { Failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Program } from '../../domain/run/program.ts';
import { filesOf, type RunRecord, runFolder, writeRecord } from '../journal/record.ts';
import { type Journals, openJournals } from '../journal/run-journals.ts';
import { Cutter } from '../journal/trim.ts';
import type { VeilEars } from '../journal/veil.ts';
import { View, windowOf } from '../screen/view.ts';
import { asFailure } from '../system-failure.ts';
import { findProgram } from './find-program.ts';
import { type Child, type Hear, startPipe } from './pipe.ts';
import { markers } from './process-tree.ts';
import { readBoot, readStart } from './processes.ts';
import { startPty } from './pty.ts';
import { familyOf, HeldRun, type Hold } from './supervised-run.ts';

/** Starts it. A program that cannot be started gives a record with that ending. Throws `Failed` where nothing can be written down. */
export async function startRun(hold: Hold, runId: RunId, program: Program): Promise<HeldRun | RunRecord> {
  const folder = runFolder(hold.stateFolder, runId);
  const first = firstRecord(hold, runId, program, folder);
  let grows: View | Cutter | null = null;
  const journals = prepare(hold, program, first, folder, {
    late: () => grows?.grow(),
    hidden: () => hold.screens.redraw(runId),
  });
  const found = findProgram(program);
  if (found.kind === 'missing') return unstarted(hold, first, journals, folder, found.reason);
  try {
    const view = viewOf(hold, runId, program, journals);
    const known = marked(hold, runId, program);
    const put = (await hold.scopes?.put(runId, known, found.path)) ?? { program: known, path: found.path };
    const cutter = view === null ? cutterOf(program, journals) : null;
    grows = view ?? cutter;
    const child = await start(hold, put.program, put.path, folder, growing(journals.hear, grows));
    view?.hold(child);
    const record = { ...first, run: { ...first.run, pid: child.pid }, start: readStart(child.pid) };
    writeQuietly(folder, record, false);
    const family = familyOf(hold, runId, { pid: child.pid, start: record.start });
    return new HeldRun(hold, program, record, family, { child, journals, view, cutter });
  } catch (error) {
    return unstarted(hold, first, journals, folder, error instanceof Error ? error.message : String(error));
  }
}

function viewOf(hold: Hold, runId: RunId, program: Program, journals: Journals): View | null {
  if (program.io.kind !== 'pty') return null;
  const { screens, clock } = hold;
  const keepBytes = program.keepBytes ?? null;
  return new View({ screens, now: () => clock.now(), runId, journals, window: windowOf(program.io), keepBytes });
}

/** Of a pipe; a terminal's view has its own. */
function cutterOf({ keepBytes, bookmarks }: Program, { output }: Journals): Cutter | null {
  if (keepBytes === undefined) return null;
  return new Cutter({ journal: output, keepBytes, bookmarks: bookmarks ?? null, picture: async () => null });
}

const growing = (hear: Hear, grows: Pick<Cutter, 'grow'> | null): Hear =>
  grows === null
    ? hear
    : {
        ...hear,
        output: (bytes) => {
          hear.output(bytes);
          grows.grow();
        },
      };

const marked = (hold: Hold, runId: RunId, program: Program): Program => ({
  ...program,
  env: { ...program.env, ...markers(runId, hold.mark) },
});

function start({ pipes }: Hold, program: Program, path: string, folder: string, hear: Hear): Child | Promise<Child> {
  const { io } = program;
  return io.kind === 'pty'
    ? startPty(program, { ...io, ...windowOf(io) }, path, hear)
    : startPipe(pipes, program, io, path, folder, hear);
}

function firstRecord(hold: Hold, runId: RunId, program: Program, folder: string): RunRecord {
  const run: KeptRun = {
    runId,
    pid: null,
    startedAt: hold.clock.now(),
    ending: null,
    endedAt: null,
    files: filesOf(folder, program.io.kind),
    outputBytes: 0,
    outputFrom: 0,
    inputSeq: 0,
    escaped: [],
  };
  return { version: 1, run, start: null, boot: readBoot(), forgotten: false, keeper: hold.protocol };
}

/** The record comes before the child: a keeper that dies in between leaves a run its successor looks for by the marker. */
function prepare(hold: Hold, program: Program, record: RunRecord, folder: string, ears: VeilEars): Journals {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeRecord(folder, record);
    return openJournals(hold.clock.ticks, program, record.run.files, ears);
  } catch (error) {
    throw new Failed(asFailure(error, folder), error);
  }
}

function unstarted(hold: Hold, first: RunRecord, journals: Journals, folder: string, reason: string): RunRecord {
  journals.close();
  const run: KeptRun = { ...first.run, ending: { kind: 'not_started', reason }, endedAt: hold.clock.now() };
  const record = { ...first, run };
  writeQuietly(folder, record, true);
  return record;
}

/** A pid needs no power cut to outlast: it names nobody then. */
function writeQuietly(folder: string, record: RunRecord, durable: boolean): void {
  try {
    writeRecord(folder, record, durable);
  } catch {
    // The first record is there; without this one a successor finds the run by its marker.
  }
}
