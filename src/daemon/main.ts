// The daemon's program.
import { homedir } from 'node:os';
import { errors } from '../contract/errors.ts';
import { findPlaces } from '../contract/places.ts';
import { Failed } from '../domain/error.ts';
import { boot } from './boot.ts';
import { findEntries } from './entries.ts';

const env = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
);
const places = findPlaces(env, env.HOME ?? homedir(), process.getuid?.() ?? 0);

const at = process.argv.indexOf('--port');
const port = at === -1 ? null : Number(process.argv[at + 1]);

try {
  await boot({ places, env, entries: findEntries(), port });
  process.exit(0);
} catch (error) {
  if (!(error instanceof Failed)) throw error;
  process.stderr.write(`${error.failure.error_code}: ${error.message}\n`);
  // Another daemon owns the state: it is the winner, and this one is not needed.
  process.exit(error.failure.details?.owned === true ? 0 : errors[error.failure.error_code].exit);
}
