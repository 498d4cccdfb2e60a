// The person's git signing key, as git itself would find it.
import { gpgSigner } from './gpg-signature.ts';
import type { Repository } from './repository.ts';
import type { Environment } from './run-program.ts';
import type { Signer } from './signature.ts';
import { sshSigner } from './ssh-signature.ts';

/** A sentence where there is none. */
export function findSigner(repository: Repository, env: Environment): Signer | string {
  const format = repository.setting('gpg.format') ?? 'openpgp';
  const key = repository.setting('user.signingKey', 'path');
  if (format === 'ssh') {
    if (key === null)
      return 'no signing key is configured (`git config --global user.signingKey ~/.ssh/id_ed25519.pub`)';
    return sshSigner({ program: repository.ownSetting('gpg.ssh.program') ?? 'ssh-keygen', key, env });
  }
  if (format !== 'openpgp') return `keys of the format ${format} are not used here`;
  const named = key ?? whoCommits(repository);
  if (named === null) return 'no signing key is configured (`git config --global user.signingKey KEY`)';
  const program = repository.ownSetting('gpg.openpgp.program') ?? repository.ownSetting('gpg.program') ?? 'gpg';
  return gpgSigner({ program, key: named, env });
}

/** Who signs their commits and names no key is found by their address. */
function whoCommits(repository: Repository): string | null {
  const address = repository.setting('user.email');
  return repository.setting('commit.gpgSign', 'bool') === 'true' && address !== null ? `<${address}>` : null;
}
