// The programs of ours that the daemon starts. The build turns these paths into those of the bundles that stand beside the daemon's.
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { errors } from '../contract/errors/errors.ts';
import { findPlaces, whyNoStateFolder } from '../contract/places.ts';
import { Failed } from '../domain/error.ts';
import { forgetDaemonEnv } from '../local/daemon-entry.ts';
import type { Entries } from './open-state.ts';

const findEntries = (): Entries => ({
  keeper: fileURLToPath(new URL('../keeper/main.ts', import.meta.url)),
  gateway: fileURLToPath(new URL('../sandbox/gateway/main.ts', import.meta.url)),
  scripted: fileURLToPath(new URL('../agents/scripted/main.ts', import.meta.url)),
  page: besideOr('./web', '../../dist/web'),
  description: besideOr('./openapi.json', '../../docs/openapi.json'),
});

/** In the package it stands beside the programs; from the sources it is where it was made. */
function besideOr(packed: string, made: string): string {
  const beside = fileURLToPath(new URL(packed, import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL(made, import.meta.url));
}

// The daemon's program.

/** By how many percent the heap may grow over what lives in it until that is looked at again. By itself V8 lets it grow to four times as much: 112 MB of which 28 lived (ADR 92). */
const growth = 20;

forgetDaemonEnv(process.env);
const env = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
);
const home = env.HOME || userInfo().homedir;
const places = findPlaces(env, home, process.getuid?.() ?? 0);

// Compiled once, as by the launcher: to compile was a third of a start. Only where a daemon of ours has been.
if (existsSync(join(places.state, 'host')) && whyNoStateFolder(places.state) === null)
  enableCompileCache(join(places.state, 'cache'));
const { boot } = await import('./boot.ts');
// Until all is loaded nothing is garbage.
setFlagsFromString(`--heap-growing-percent=${growth}`);

const flagValue = (flag: string): string | null => {
  const at = process.argv.indexOf(flag);
  return at === -1 ? null : (process.argv[at + 1] ?? null);
};
const port = flagValue('--port');
const file = flagValue('--restore');

if (file !== null || process.argv.includes('--anew')) {
  const { restoreInstead } = await import('./restore.ts');
  const said = await restoreInstead(places, home, { file, moved: process.argv.includes('--moved') });
  process.stdout.write(`${said}\n`);
  process.exit(0);
}

try {
  await boot({ places, env, entries: findEntries(), port: port === null ? null : Number(port) });
  process.exit(0);
} catch (error) {
  if (!(error instanceof Failed)) throw error;
  process.stderr.write(`${error.failure.error_code}: ${error.message}\n`);
  // Another daemon owns the state: it is the winner, and this one is not needed.
  process.exit(error.failure.details?.owned === true ? 0 : errors[error.failure.error_code].exit);
}
