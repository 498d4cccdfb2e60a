// One gate: its command in a clean checkout, without network, and its verdict.
import { ok } from '../../domain/error.ts';
import { keptProgram, type PurposeOf, type RunKind } from './kind.ts';
import { confine, endedHow, errorsOf, hiddenFrom, outputBytes, sharedFolders } from './program.ts';

export const gateRun: RunKind<PurposeOf<'gate'>> = {
  start: keptProgram(async (ports, run, { definition, folder, only, dependencies }) => {
    const scratch = await ports.files.makeFolder(`runs/${run.id}/scratch`);
    const { argv, env } = ports.gates.program(definition, folder, scratch, only);
    return confine(
      ports,
      run,
      { argv, cwd: folder, env },
      { writable: [folder, scratch], readable: sharedFolders(dependencies), network: 'none' },
    );
  }),
  read: async (ports, run, { definition, folder, only }, { kept, ending }) => {
    const { files, gates } = ports;
    const program = gates.program(definition, folder, files.path('runs', run.id, 'scratch'), only);
    const output = {
      stdout: (kept === null ? null : await files.tail(kept.files.output, outputBytes)) ?? '',
      stderr: await errorsOf(ports, kept),
      report: program.report === null ? null : await files.tail(program.report, outputBytes),
    };
    const reading = gates.read(definition, program, ending, output);
    const hidden = reading.verdict === 'passed' ? '' : await hiddenFrom(ports, run, ending);
    const { gate, source } = definition;
    const why = `${reading.why}${hidden}`;
    const how = await endedHow(ports, kept, ending);
    return ok({ kind: 'gate', result: { gate, source, argv: program.argv, ...reading, why, ...how } });
  },
  writes: ({ folder }) => folder,
};
