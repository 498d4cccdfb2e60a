// One gate: its command in a clean checkout, without network, and its verdict.
import { join } from 'node:path';
import { ok } from '../../domain/error.ts';
import type { Run } from '../../domain/run/run.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import type { GateOutput, GateProgram } from '../../ports/gates.ts';
import { findCanary, layCanary } from './canary.ts';
import { keptProgram, type PurposeOf, type RunKind } from './kind.ts';
import { filesToFollow, readLines } from './lines.ts';
import { confine, endedHow, errorsOf, hiddenFrom, outputBytes, sharedFolders } from './program.ts';
import { seenReads, watchReads } from './watch-reads.ts';

export const gateRun: RunKind<PurposeOf<'gate'>> = {
  start: keptProgram(async (ports, run, purpose) => {
    const { definition, folder, only, dependencies, turned } = purpose;
    const scratch = await freshScratch(ports, run);
    const canary = await layCanary(ports, purpose);
    const follow = await filesToFollow(ports, purpose);
    const { argv, env, ours = [] } = ports.gates.program(definition, folder, scratch, only, canary, turned, follow);
    const room = await roomOf(ports, run);
    for (const { path, text, executable } of ours)
      await ports.files.write(join('runs', run.id, 'scratch', room, path), text, executable);
    await watchReads(ports, run, purpose);
    return confine(
      ports,
      run,
      { argv, cwd: folder, env },
      { writable: [folder, scratch], readable: sharedFolders(dependencies), network: 'none' },
    );
  }),
  read: async (ports, run, purpose, { kept, ending }) => {
    const { files, gates } = ports;
    const { definition, folder, only, turned } = purpose;
    const read = await seenReads(ports, run, purpose, kept);
    const scratch = files.path('runs', run.id, 'scratch', await roomOf(ports, run));
    const canary = await findCanary(ports, purpose);
    const follow = await filesToFollow(ports, purpose);
    const program = gates.program(definition, folder, scratch, only, canary, turned, follow);
    const output = {
      stdout: (kept === null ? null : await files.tail(kept.files.output, outputBytes)) ?? '',
      stderr: await errorsOf(ports, kept),
      report: await reportOf(ports, program),
      sources: await sourcesIn(ports, folder, program),
    };
    const reading = gates.read(definition, program, ending, output);
    const hidden = reading.verdict === 'passed' ? '' : await hiddenFrom(ports, run, ending);
    const { gate, source } = definition;
    const why = `${reading.why}${hidden}`;
    const { exit, ...how } = await endedHow(ports, kept, ending);
    const lines = await readLines(ports, purpose, program, reading);
    const told = { ...reading, why, ...(program.turned && { turned: program.turned }), ...(lines && { lines }) };
    const left = kept?.escaped.length ?? 0;
    const seen = { ...(left > 0 && { left }), ...(read && { read }) };
    const result = { gate, source, argv: program.argv, exit, ...told, ...how, ...seen };
    return ok({ kind: 'gate', result });
  },
  writes: ({ folder }) => folder,
};

/** More are none: who writes so many wants to be believed by what is left out. */
const mostReports = 20_000;

/** Of several, all that are there; none: null. One that cannot be read whole is told as empty, which is no report. */
async function reportOf({ files }: EffectPorts, { report, several }: GateProgram): Promise<GateOutput['report']> {
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
  { files }: EffectPorts,
  folder: string,
  { sources = [] }: GateProgram,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const word of sources) found.push(...(await files.named({ root: folder, path: '' }, word)));
  return found;
}

/** Empty, and under a name that nobody knew before: what lies in wait for the report of this run is gone. */
async function freshScratch(ports: EffectPorts, run: Run): Promise<string> {
  const { files, ids } = ports;
  await files.remove(`runs/${run.id}/scratch`);
  const room = ids.uuid();
  await files.write(roomAt(run), room);
  return await files.makeFolder(`runs/${run.id}/scratch/${room}`);
}

const roomAt = ({ id }: Run): string => `runs/${id}/scratch-name`;

/** Empty for a run that an earlier version started: the folder itself. */
async function roomOf({ files }: EffectPorts, run: Run): Promise<string> {
  const bytes = await files.read(roomAt(run));
  const room = bytes === null ? '' : new TextDecoder().decode(bytes);
  return /^[0-9a-f-]{36}$/.test(room) ? room : '';
}
