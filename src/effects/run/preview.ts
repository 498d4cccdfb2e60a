// The copy's own program for a look, and what tidies up after it before the copy is removed.
import { ok } from '../../domain/error.ts';
import { portVariables } from '../../domain/place/preview.ts';
import type { Program } from '../../domain/run/program.ts';
import { keptProgram, type PurposeOf, type RunKind } from './kind.ts';
import { confine, readExit, sharedFolders } from './program.ts';

type Preview = PurposeOf<'preview' | 'teardown'>;

const start = keptProgram<Preview>(async (ports, run, { argv, folder, hub, dependencies }) => {
  const copy = await ports.store.read((reads) => reads.copy(run.task));
  const confined = await confine(
    ports,
    run,
    { argv, cwd: folder, env: portVariables(copy?.ports ?? []) },
    {
      writable: [folder],
      readable: [...sharedFolders(dependencies), ...(await ports.git.lentTo(hub, folder))],
      network: 'all',
    },
  );
  return confined.ok ? ok(lasting(confined.value)) : confined;
});

/** Whatever it writes, it goes on; the end of that is kept. */
function lasting({ outputLimit: _, ...program }: Program): Program {
  return { ...program, keepBytes: 8 * 1024 * 1024 };
}

export const previewRun: RunKind<Preview> = {
  start,
  read: (ports, run, _purpose, { kept, ending }) =>
    readExit(ports, run, kept, ending, { failed: 'the program ended', error_code: 'PREVIEW_FAILED' }),
};

export const teardownRun: RunKind<Preview> = {
  start,
  read: (ports, run, _purpose, { kept, ending }) =>
    readExit(ports, run, kept, ending, { failed: 'teardown failed', error_code: 'SETUP_FAILED' }),
};
