// One gate: its command in a clean checkout, without network, and its verdict.
import { join } from 'node:path';
import { ok, type Result } from '../../domain/error.ts';
import { holdCoverage } from '../../domain/evidence/coverage.ts';
import type { Program } from '../../domain/run/program.ts';
import type { RunResult } from '../../domain/run/run.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import type { GateOutput, GateProgram } from '../../ports/gates.ts';
import { findCanary, layCanary } from './canary.ts';
import { dropReport, readCoverage } from './coverage.ts';
import { type EndedRun, keptProgram, type PurposeOf, type RunKind } from './kind.ts';
import { filesToFollow, readLines, readMissing } from './lines.ts';
import {
  confineIn,
  endedHow,
  environmentOf,
  errorsOf,
  hiddenFrom,
  outputBytes,
  sharedFolders,
  type ToRun,
} from './program.ts';
import { seenReads, watchReads } from './watch-reads.ts';

/** All that a gate needs of the world, so that it runs the same wherever it is run. */
export type GatePorts = Pick<EffectPorts, 'files' | 'gates' | 'git' | 'ids' | 'sandboxes'>;
type GatePurpose = PurposeOf<'gate'>;
type GateRunResult = Extract<RunResult, { kind: 'gate' }>;

export const gateRun: RunKind<GatePurpose> = {
  start: keptProgram(async (ports, run, purpose) =>
    gateProgram(ports, run, purpose, await environmentOf(ports, run.task)),
  ),
  read: async (ports, run, purpose, came) => ok(await readGateRun(ports, run, purpose, came)),
  writes: ({ folder }) => folder,
};

/** `person`: their environment. `lent`: what the folder needs besides to be a repository. */
export async function gateProgram(
  ports: GatePorts,
  run: ToRun,
  purpose: GatePurpose,
  person: Readonly<Record<string, string>>,
  lent: readonly string[] = [],
): Promise<Result<Program>> {
  const { definition, folder, only, dependencies, turned } = purpose;
  const scratch = await freshScratch(ports, run);
  const canary = await layCanary(ports, purpose);
  const follow = await filesToFollow(ports, purpose);
  const { argv, env, ours = [] } = ports.gates.program(definition, folder, scratch, only, canary, turned, follow);
  const room = await roomOf(ports, run);
  for (const { path, text, executable } of ours)
    await ports.files.write(join('runs', run.id, 'scratch', room, path), text, executable);
  await dropReport(ports, purpose);
  await watchReads(ports, run, purpose);
  return confineIn(
    ports,
    run,
    person,
    { argv, cwd: folder, env },
    { writable: [folder, scratch], readable: [...sharedFolders(dependencies), ...lent], network: 'none' },
  );
}

export async function readGateRun(
  ports: GatePorts,
  run: ToRun,
  purpose: GatePurpose,
  { kept, ending }: Pick<EndedRun, 'kept' | 'ending'>,
): Promise<GateRunResult> {
  const { files, gates } = ports;
  const { definition, folder, only, turned } = purpose;
  const read = await seenReads(ports, run, purpose, kept);
  const scratch = files.path('runs', run.id, 'scratch', await roomOf(ports, run));
  const canary = await findCanary(ports, purpose);
  const follow = await filesToFollow(ports, purpose);
  const program = gates.program(definition, folder, scratch, only, canary, turned, follow);
  const report = await reportOf(ports, program);
  const most = report === null ? outputBytes : besideReport;
  const output = {
    stdout: (kept === null ? null : await files.tail(kept.files.output, most)) ?? '',
    stderr: await errorsOf(ports, kept, most),
    report,
    sources: await sourcesIn(ports, folder, program),
  };
  const reading = gates.read(definition, program, ending, output);
  const hidden = reading.verdict === 'passed' ? '' : await hiddenFrom(ports, run, ending);
  const { gate, source } = definition;
  const why = `${reading.why}${hidden}`;
  const { exit, ...how } = await endedHow(ports, kept, ending);
  const lines = await readLines(ports, purpose, program, reading);
  const coverage = await readCoverage(ports, purpose, program);
  const told = {
    ...reading,
    why,
    ...(program.turned && { turned: program.turned }),
    ...(lines && { lines }),
    ...(coverage && { coverage }),
  };
  const missing = await readMissing(ports, purpose, output, reading);
  const left = kept?.escaped.length ?? 0;
  const seen = { ...(left > 0 && { left }), ...(read && { read }), ...(missing && { missing }) };
  const result = { gate, source, argv: program.argv, exit, ...told, ...how, ...seen };
  return { kind: 'gate', result: holdCoverage(result) };
}

/** Of what is printed beside a report only the end is shown and looked at. */
const besideReport = 1024 * 1024;

/** More are none: who writes so many wants to be believed by what is left out. */
const mostReports = 20_000;

/** Of several, all that are there; none: null. One that cannot be read whole is told as empty, which is no report. */
async function reportOf({ files }: GatePorts, { report, several }: GateProgram): Promise<GateOutput['report']> {
  if (report === null) return null;
  if (several === undefined) return await files.tail(report, outputBytes);
  const { root, word } = several;
  const names = await files.named({ root, path: '' }, word);
  if (names.length > mostReports) return '';
  const texts: string[] = [];
  let left = outputBytes;
  for (const name of names) {
    const text = (await files.tail(join(root, name), left + 1)) ?? '';
    left -= Buffer.byteLength(text);
    if (left < 0) return '';
    texts.push(text);
  }
  return texts.length === 0 ? null : texts;
}

async function sourcesIn(
  { files }: GatePorts,
  folder: string,
  { sources = [] }: GateProgram,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const word of sources) found.push(...(await files.named({ root: folder, path: '' }, word)));
  return found;
}

/** Empty, and under a name that nobody knew before: what lies in wait for the report of this run is gone. */
async function freshScratch(ports: GatePorts, run: ToRun): Promise<string> {
  const { files, ids } = ports;
  await files.remove(`runs/${run.id}/scratch`);
  const room = ids.uuid();
  await files.write(roomAt(run), room);
  return await files.makeFolder(`runs/${run.id}/scratch/${room}`);
}

const roomAt = ({ id }: ToRun): string => `runs/${id}/scratch-name`;

/** Empty for a run that an earlier version started: the folder itself. */
async function roomOf({ files }: GatePorts, run: ToRun): Promise<string> {
  const bytes = await files.read(roomAt(run));
  const room = bytes === null ? '' : new TextDecoder().decode(bytes);
  return /^[0-9a-f-]{36}$/.test(room) ? room : '';
}
