// The person's signing settings. Which program runs is said by the person's own configuration only, never by a repository's.
import { type Env, personalEnv, pinnedEnv, withPins } from './pins.ts';
import { isOfRepository, isTrue, readSettings, valueFor } from './settings.ts';
import type { Tools } from './tools.ts';

export type Signing = {
  readonly key: string;
  readonly format: string;
  readonly program: string | null;
  readonly defaultKeyCommand: string | null;
};

const programs: Readonly<Record<string, string>> = {
  openpgp: 'gpg.program',
  ssh: 'gpg.ssh.program',
  x509: 'gpg.x509.program',
};

/** null: commits are not to be signed. */
export async function readSigning(tools: Tools, checkout: string): Promise<Signing | null> {
  const settings = await readSettings(personalEnv(await tools.person()), checkout);
  if (!isTrue(valueFor(settings, 'commit.gpgsign'))) return null;
  const own = settings.filter((one) => !isOfRepository(one));
  const format = valueFor(settings, 'gpg.format') ?? 'openpgp';
  const program =
    valueFor(own, programs[format] ?? 'gpg.program') ??
    (format === 'openpgp' ? valueFor(own, 'gpg.openpgp.program') : null);
  return {
    key: valueFor(settings, 'user.signingkey') ?? '',
    format,
    program,
    defaultKeyCommand: valueFor(own, 'gpg.ssh.defaultkeycommand'),
  };
}

const usual: Readonly<Record<string, string>> = { openpgp: 'gpg', ssh: 'ssh-keygen', x509: 'gpgsm' };

/** The person's environment for the signing program, with no terminal or display to ask on. */
export function signingEnv(person: Env, signing: Signing): Env {
  const asking = ['DISPLAY', 'WAYLAND_DISPLAY', 'GPG_TTY', 'DBUS_SESSION_BUS_ADDRESS'];
  const quiet = Object.fromEntries(
    Object.entries(person).filter(([name]) => !name.startsWith('GIT_') && !asking.includes(name)),
  );
  const pinned = withPins(pinnedEnv(person.PATH ?? '/usr/bin:/bin'), [
    ['gpg.format', signing.format],
    [programs[signing.format] ?? 'gpg.program', signing.program ?? usual[signing.format] ?? 'gpg'],
    ...(signing.key === '' ? [] : [['user.signingKey', signing.key] as const]),
    ...(signing.defaultKeyCommand === null ? [] : [['gpg.ssh.defaultKeyCommand', signing.defaultKeyCommand] as const]),
  ]);
  return { ...quiet, ...pinned, HOME: person.HOME ?? '/nonexistent' };
}
