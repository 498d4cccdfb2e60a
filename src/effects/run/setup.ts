// A command that makes a copy ready for work: with the network, and the registries that the person asks.
import { keptProgram, type PurposeOf, type RunKind } from './kind.ts';
import { confine, readExit } from './program.ts';

export const setupRun: RunKind<PurposeOf<'setup'>> = {
  start: keptProgram(async (ports, run, { argv, folder }) => {
    const { env, npmrc } = await ports.packages.settings();
    if (npmrc !== '') await ports.files.write(`runs/${run.id}/home/.npmrc`, npmrc);
    return confine(ports, run, { argv, cwd: folder, env }, { writable: [folder], readable: [], network: 'all' });
  }),
  read: (ports, run, _purpose, { kept, ending }) =>
    readExit(ports, run, kept, ending, { failed: 'set-up failed', error_code: 'SETUP_FAILED' }),
};
