// Which sandbox is used, by what the person wants and what the machine can.
import { mkdirSync } from 'node:fs';
import { fail, ok, type Result } from '../domain/error.ts';
import type { Sandbox } from '../ports/sandbox.ts';

type SandboxWish = 'auto' | 'required' | 'off';

/** The first of `candidates` that works. `auto` falls back to none, `required` fails with `SANDBOX_MISSING` and says why. */
export async function choose(wish: SandboxWish, candidates: readonly Sandbox[]): Promise<Result<Sandbox>> {
  if (wish === 'off') return ok(none);
  const reasons: string[] = [];
  for (const sandbox of candidates) {
    const { works, why } = await sandbox.probe();
    if (works) return ok(sandbox);
    reasons.push(why);
  }
  if (wish === 'auto') return ok(none);
  return fail('SANDBOX_MISSING', reasons.join(' ') || 'There is no sandbox for this system.');
}

// No sandbox: the program as it is, with a home of its own.

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
