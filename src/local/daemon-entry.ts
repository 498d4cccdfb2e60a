// The daemon's program: a source in a checkout, a bundle in the package.
import { fileURLToPath } from 'node:url';

export const daemonEntry = (): string => fileURLToPath(new URL('../daemon/main.ts', import.meta.url));

/** MiB. Of all that it allocates hardly anything lives long; by itself V8 would let that grow to some 50 MB before it looks. */
const youngest = 4;

/** What Node is started with for it. */
export const daemonArgv = (entry = daemonEntry()): readonly string[] => [`--max-semi-space-size=${youngest}`, entry];

/** Of the C library: one heap for all threads. By itself it keeps one for each of Node's, and of the 12 MB in them hardly anything is in use (ADR 119). */
const ownEnv: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '1' };

/** The environment it is started with; what the person says of it themselves counts. */
export const daemonEnv = <Env extends Readonly<Record<string, string | undefined>>>(env: Env): Env => ({
  ...ownEnv,
  ...env,
});

/** What it was started with is its own: no program that it starts has any of it. */
export function forgetDaemonEnv(env: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(ownEnv)) if (env[name] === value) delete env[name];
}
