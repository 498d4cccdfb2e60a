// Which sandbox is used, by what the person wants and what the machine can.
import { fail, ok, type Result } from '../domain/error.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import { none } from './none.ts';

export type SandboxWish = 'auto' | 'required' | 'off';

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
