// One gate: its command in a clean checkout, without network, and its verdict.
import { ok } from '../../domain/error.ts';
import type { Run } from '../../domain/run/run.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import { findCanary, layCanary } from './canary.ts';
import { keptProgram, type PurposeOf, type RunKind } from './kind.ts';
import { confine, endedHow, errorsOf, hiddenFrom, outputBytes, sharedFolders } from './program.ts';

export const gateRun: RunKind<PurposeOf<'gate'>> = {
  start: keptProgram(async (ports, run, purpose) => {
    const { definition, folder, only, dependencies } = purpose;
    const scratch = await freshScratch(ports, run);
    const canary = await layCanary(ports, purpose);
    const { argv, env } = ports.gates.program(definition, folder, scratch, only, canary);
    return confine(
      ports,
      run,
      { argv, cwd: folder, env },
      { writable: [folder, scratch], readable: sharedFolders(dependencies), network: 'none' },
    );
  }),
  read: async (ports, run, purpose, { kept, ending }) => {
    const { files, gates } = ports;
    const { definition, folder, only } = purpose;
    const scratch = files.path('runs', run.id, 'scratch', await roomOf(ports, run));
    const program = gates.program(definition, folder, scratch, only, await findCanary(ports, purpose));
    const output = {
      stdout: (kept === null ? null : await files.tail(kept.files.output, outputBytes)) ?? '',
      stderr: await errorsOf(ports, kept),
      report: program.report === null ? null : await files.tail(program.report, outputBytes),
    };
    const reading = gates.read(definition, program, ending, output);
    const hidden = reading.verdict === 'passed' ? '' : await hiddenFrom(ports, run, ending);
    const { gate, source } = definition;
    const why = `${reading.why}${hidden}`;
    const { exit, ...how } = await endedHow(ports, kept, ending);
    const result = { gate, source, argv: program.argv, exit, ...reading, why, ...how };
    return ok({ kind: 'gate', result });
  },
  writes: ({ folder }) => folder,
};

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
