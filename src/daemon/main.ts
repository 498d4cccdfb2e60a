// The daemon's program.
import { homedir } from 'node:os';
import { findPlaces } from '../contract/places.ts';
import { Failed } from '../domain/error.ts';
import { boot } from './boot.ts';
import { findEntries } from './entries.ts';

const env = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
);
const places = findPlaces(env, env.HOME ?? homedir(), process.getuid?.() ?? 0);

try {
  await boot({ places, env, entries: findEntries() });
  process.exit(0);
} catch (error) {
  if (!(error instanceof Failed)) throw error;
  process.stderr.write(`${error.failure.error_code}: ${error.message}\n`);
  // Another daemon owns the state: it is the winner, and this one is not needed.
  process.exit(error.failure.details?.owned === true ? 0 : 1);
}
