// The person's own program that is told of an end: as they would run it themselves.
import { ok } from '../../domain/error.ts';
import { keptProgram, type PurposeOf, type RunKind } from './kind.ts';
import { readExit } from './program.ts';

export const hookRun: RunKind<PurposeOf<'hook'>> = {
  start: keptProgram(async ({ person }, { spec: { deadlineMs } }, { argv, folder, facts }) =>
    ok({
      argv,
      cwd: folder,
      env: { ...person.env(), ...facts },
      io: { kind: 'pipe', stdin: 'empty' },
      deadlineMs,
      outputLimit: 16 * 1024 * 1024,
    }),
  ),
  read: (ports, run, _purpose, { kept, ending }) =>
    readExit(ports, run, kept, ending, { failed: 'the hook failed', error_code: 'HOOK_FAILED', open: true }),
};
