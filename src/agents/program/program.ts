// Any program in a terminal: typed into, looked at, and known only as far as it shows a prompt.
import { isAbsolute } from 'node:path';
import { findProgram } from '../drivers/find-program.ts';
import type { TerminalProfile } from '../drivers/pty-profile.ts';
import { readPrompt } from './read-prompt.ts';

/** `argv0`: a name on PATH or an absolute path; its words are the start's `args`. */
export const program = (argv0: string): TerminalProfile => ({
  name: argv0,
  capabilities: {
    ...{ resume: false, fork: false, steer: true, readOnly: 'none', permissions: false, usage: 'none', money: false },
    ...{ limitTime: false, context: false, turnEnd: 'screen', hooks: false, images: false },
  },
  passEnv: [],
  dropEnv: /^CLAUDECODE$/,
  hint: `${argv0} must be on PATH`,
  locate: async (env) => (isAbsolute(argv0) ? argv0 : await findProgram(argv0, env)),
  versionArgs: [],
  state: () => [],
  prepare: async ({ args }) => ({ args, env: {} }),
  read: readPrompt,
  hear: () => [],
  outcome: () => null,
  tellsBusy: false,
  calmMs: 0,
  interrupt: '\u0003',
  farewell: null,
  stranger: true,
});
