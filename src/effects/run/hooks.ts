// The repository's own commit hooks over a tree, as a gate.
import { ok } from '../../domain/error.ts';
import { keptProgram, type PurposeOf, type RunKind } from './kind.ts';
import { confine, endedHow, hiddenFrom, sharedFolders, tailOf } from './program.ts';

export const hooksRun: RunKind<PurposeOf<'hooks'>> = {
  start: keptProgram((ports, run, { folder, hub, dependencies }) =>
    confine(
      ports,
      run,
      {
        argv: ['git', 'commit', '--allow-empty', '--no-gpg-sign', '--message', 'The tree to be checked'],
        cwd: folder,
        env: {},
      },
      {
        writable: [folder],
        readable: [...sharedFolders(dependencies), `${hub.path}/objects`],
        network: 'none',
      },
    ),
  ),
  read: async (ports, run, _purpose, { kept, ending }) => {
    const passed = ending.kind === 'exited' && ending.code === 0;
    const why = passed
      ? 'the commit hooks agree'
      : ending.kind === 'timed_out'
        ? 'the commit hooks did not end in time'
        : `a commit hook refuses (${ending.kind === 'exited' ? `exit ${ending.code}` : ending.kind})${await hiddenFrom(ports, run, ending)}`;
    return ok({
      kind: 'gate',
      result: {
        gate: 'hooks',
        source: 'base',
        argv: ['git', 'commit'],
        verdict: passed ? 'passed' : ending.kind === 'timed_out' ? 'timeout' : 'failed',
        why,
        counts: null,
        ids: null,
        findings: [],
        tail: await tailOf(ports, kept),
        ...(await endedHow(ports, kept, ending)),
      },
    });
  },
  writes: ({ folder }) => folder,
};
