// No sandbox: the program as it is, with a home of its own.
import { mkdirSync } from 'node:fs';
import { fail, ok } from '../domain/error.ts';
import type { Sandbox } from '../ports/sandbox.ts';

export const none: Sandbox = {
  name: 'none',
  probe: async () => ({ works: true, why: 'There is no sandbox: programs run with all rights of the person.' }),
  async confine(program, { home }) {
    try {
      mkdirSync(home, { recursive: true, mode: 0o700 });
    } catch (error) {
      return fail('STATE_READ_ONLY', `${home} cannot be made.`, { path: home, cause: String(error) });
    }
    return ok({ ...program, env: { ...program.env, HOME: home } });
  },
};
