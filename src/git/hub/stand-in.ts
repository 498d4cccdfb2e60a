// What git needs to know of a checkout that is gone: how its remote is reached and who commits, kept in the hub as an empty repository of the same configuration.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hub } from '../../ports/git.ts';
import type { Found } from '../process/repository.ts';
import { isOfRepository, type Setting, valueFor } from '../process/settings.ts';
import { isThere, readSmall } from '../process/small-file.ts';
import { isReaching, remoteOf } from '../remote/remote.ts';
import { quoted } from './alternates.ts';

const placeIn = (hub: string): string => join(hub, 'stand-in');

/** The checkout where it is there, else what stands in for it, else the checkout all the same. */
export async function placeOf({ path, checkout }: Hub): Promise<string> {
  if (await isThere(checkout)) return checkout;
  return (await isThere(join(placeIn(path), '.git', 'config'))) ? placeIn(path) : checkout;
}

/** No secret is kept: with a credential in its own configuration a checkout cannot be done without. */
export async function keepStandIn(hub: string, { root, settings }: Pick<Found, 'root' | 'settings'>): Promise<void> {
  const git = join(placeIn(hub), '.git');
  const config = configOf(settings, root);
  if (config === null) return rm(placeIn(hub), { recursive: true, force: true });
  if ((await readSmall(join(git, 'config'))) === config) return;
  for (const folder of ['objects', 'refs']) await mkdir(join(git, folder), { recursive: true, mode: 0o700 });
  await writeFile(join(git, 'HEAD'), 'ref: refs/heads/main\n');
  const half = join(git, `config.${process.pid}`);
  await writeFile(half, config, { mode: 0o600 });
  await rename(half, join(git, 'config'));
}

const secret = /:\/\/[^/@\s]*:[^/@\s]*@|:\/\/[^/@\s]{16,}@/;
/** Programs that are written down with the words they say: a helper that prints a password, a command that is handed one. */
const program = /^credential\.(?:.*\.)?helper$|^core\.sshcommand$/is;
const telling = /passw|secret|token|sshpass|\b(?:echo|printf|cat)\b/i;
const isSecret = ({ key, value }: Pick<Setting, 'key' | 'value'>): boolean =>
  secret.test(value) || /extraheader|password|token|cookie/i.test(key) || (program.test(key) && telling.test(value));

/** Null: there is a secret in it. */
function configOf(settings: readonly Setting[], root: string): string | null {
  const own = settings.filter(
    (one) => isOfRepository(one) && (isReaching(one.key) || /^(commit\.gpgsign|gpg\.format|user\.)/.test(one.key)),
  );
  const remote = remoteOf(settings, root);
  const at =
    remote === null
      ? []
      : ([
          ['remote.origin.url', remote.url],
          ...(remote.pushes.asIs ? [] : [['remote.origin.pushurl', remote.pushes.url] as const]),
        ] as const);
  // Includes of the person's may go by the folder.
  const who = ['user.name', 'user.email', 'user.signingkey'].flatMap((key) => {
    const value = valueFor(settings, key);
    return value === null ? [] : [[key, value] as const];
  });
  if ([...own, ...at.map(([key, value]) => ({ key, value }))].some(isSecret)) return null;
  const lines = [...own.map(({ key, value }) => [key, value] as const), ...at, ...who];
  return ['[core]\n\trepositoryformatversion = 0\n', ...lines.map(([key, value]) => lineOf(key, value))].join('');
}

/** One setting with its section: a name in the middle may hold anything. */
function lineOf(key: string, value: string): string {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  const name = first === last ? '' : ` ${quoted(key.slice(first + 1, last))}`;
  return `[${key.slice(0, first)}${name}]\n\t${key.slice(last + 1)} = ${quoted(value)}\n`;
}
