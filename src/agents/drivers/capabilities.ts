// What agents can do that are driven in like ways; each profile says where it differs.
import type { Capabilities } from '../../ports/agent.ts';

/** What changes for one that is typed to in a terminal, where hooks of ours tell what it does: these say nothing of what was used or when a limit ends. */
export const heardByHooks = {
  steer: true,
  permissions: true,
  usage: 'none',
  money: false,
  limitTime: false,
  turnEnd: 'hook',
  hooks: true,
} as const satisfies Partial<Capabilities>;

export const inTerminal: Capabilities = {
  ...heardByHooks,
  resume: true,
  fork: true,
  readOnly: 'mode',
  context: false,
  images: false,
};

/** Of a program of which only its start and its end are known. */
export const unknownProgram: Capabilities = {
  resume: false,
  fork: false,
  steer: false,
  readOnly: 'none',
  permissions: false,
  usage: 'none',
  money: false,
  limitTime: false,
  context: false,
  turnEnd: 'exit',
  hooks: false,
  images: false,
};
