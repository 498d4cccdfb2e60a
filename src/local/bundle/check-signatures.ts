// Who signed a bundle, by what the one who verifies trusts.
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fromBase64, preAuthEncode } from '../../domain/bundle/envelope.ts';
import type { BundleLine } from '../../domain/bundle/read-bundle.ts';
import { fail, ok, type Result } from '../../domain/error.ts';
import { isWithin } from '../../domain/place/within.ts';
import { checkGpg } from './gpg-signature.ts';
import type { Repository } from './repository.ts';
import type { Environment } from './run-program.ts';
import type { Checked } from './signature.ts';
import { createSshCheck } from './ssh-signature.ts';

export type BundleSigner = { readonly who: string; readonly key: string };

/** The file of allowed signers: as named, else as configured. `why` says where a configured one does not count. */
export type Trust = { readonly file: string | null; readonly why: string | null };

export function findTrust(named: string | null, cwd: string, repository: Repository): Result<Trust> {
  if (named !== null) {
    const file = resolve(cwd, named);
    return existsSync(file)
      ? ok({ file, why: null })
      : fail('PATH_NOT_FOUND', `There is no file ${file}.`, { path: file });
  }
  const configured = repository.setting('gpg.ssh.allowedSignersFile', 'path');
  if (configured === null) return ok({ file: null, why: null });
  const root = repository.workTree();
  const file = resolve(root ?? cwd, configured);
  if (!existsSync(file))
    return ok({ file: null, why: `${file}, the configured file of allowed signers, is not there` });
  // A file inside the work tree would let whoever is checked say who is trusted.
  if (root !== null && isWithin(realpathSync(file), realpathSync(root)))
    return ok({
      file: null,
      why: `${file} lies in the work tree, and counts only where \`--allowed-signers\` names it`,
    });
  return ok({ file, why: null });
}

/** Every line by somebody who is known; a line counts where one of its signatures does. */
export function checkSignatures(
  lines: readonly BundleLine[],
  trust: Trust,
  { env, unsigned }: { readonly env: Environment; readonly unsigned: boolean },
): Result<readonly BundleSigner[]> {
  const ssh = createSshCheck(trust.file, env);
  const signers = new Map<string, BundleSigner>();
  const bare = lines.filter(({ envelope }) => envelope.signatures.length === 0);
  if (unsigned && bare.length === lines.length) return ok([]);
  for (const { line, envelope, body } of lines) {
    const signed = preAuthEncode(envelope.payloadType, body);
    const all = envelope.signatures.slice(0, mostSignatures).map(({ sig }) => checkOne(signed, sig, ssh, env));
    const known = all.find(({ kind }) => kind === 'known');
    if (known?.kind !== 'known') return refuse(line, all, trust);
    signers.set(known.key, { who: known.who, key: known.key });
  }
  return ok([...signers.values()]);
}

/** Each is a program that runs. */
const mostSignatures = 8;

function checkOne(signed: Uint8Array, sig: string, ssh: ReturnType<typeof createSshCheck>, env: Environment): Checked {
  const signature = Buffer.from(fromBase64(sig) ?? []);
  const head = signature.toString('latin1', 0, 40);
  if (head.startsWith('-----BEGIN SSH SIGNATURE-----')) return ssh(signed, signature);
  if (head.startsWith('-----BEGIN PGP SIGNATURE-----')) return checkGpg(signed, signature, env);
  return { kind: 'forged', why: 'it is no signature of ssh or OpenPGP' };
}

/** A forged one is told before an unknown one. */
function refuse(line: number, all: readonly Checked[], trust: Trust): Result<never> {
  if (all.length === 0) return fail('PROOF_UNSIGNED', `Nobody signed line ${line}.`, { line });
  const forged = all.find(({ kind }) => kind === 'forged');
  if (forged?.kind === 'forged')
    return fail(
      'PROOF_FORGED',
      `The signature of line ${line} does not belong to what stands there: ${forged.why || 'it is wrong'}.`,
      { line },
    );
  const [unknown] = all;
  const { key, why } = unknown?.kind === 'unknown' ? unknown : { key: '', why: '' };
  return fail(
    'PROOF_KEY_UNKNOWN',
    `Line ${line} is signed with a key that is not known here, ${key}: ${trust.why ?? why}.`,
    { line, key },
  );
}
