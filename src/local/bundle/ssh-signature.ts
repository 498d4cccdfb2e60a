// Signatures by ssh keys, made and checked by `ssh-keygen -Y` as git does it for commits.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../domain/defined.ts';
import { readArmour } from './armour.ts';
import { inPrivateFolder } from './in-private-folder.ts';
import { type Environment, runProgram } from './run-program.ts';
import type { Checked, Signed, Signer } from './signature.ts';

/**
 * OpenSSH, PROTOCOL.sshsig: the namespace is there "to prevent cross-protocol attacks caused by signatures intended for one intended domain being
 * accepted in another". Git signs commits and tags in `git`.
 */
export const namespace = 'drover-proof';

type Key = { readonly program: string; readonly key: string; readonly env: Environment };

/** `key`: a file, or a public key itself, which an ssh agent has. The file is handed on by its name and never opened here. */
export const sshSigner = (given: Key): Signer => ({
  format: 'ssh',
  sign: (body) => inPrivateFolder((folder) => signIn(folder, given, body)),
});

function signIn(folder: string, { program, key, env }: Key, body: Uint8Array): Signed {
  const file = join(folder, 'statement');
  writeFileSync(file, body, { mode: 0o600 });
  const itself = /^(key::|ssh-|ecdsa-|sk-)/.test(key);
  const named = itself ? join(folder, 'key.pub') : key;
  if (itself) writeFileSync(named, `${key.replace(/^key::/, '')}\n`);
  const argv = [program, '-Y', 'sign', '-n', namespace, '-f', named, ...(itself ? ['-U'] : []), file];
  const { code, complaint } = runProgram(argv, { env, asks: true });
  if (code !== 0)
    return { kind: 'not_signed', why: `${program} has not signed${complaint === '' ? '' : `: ${complaint}`}` };
  const signature = readFileSync(`${file}.sig`);
  return { kind: 'signed', key: keyOf(signature), signature };
}

/** PROTOCOL.sshsig: "SSHSIG", version 1, then the public key with its length. Its fingerprint as ssh shows it; '' where it is none. */
export function keyOf(armoured: Buffer): string {
  const blob = readArmour(armoured, 'ssh');
  if (blob === null || blob.length < 14 || !blob.subarray(0, magic.length).equals(magic)) return '';
  const key = blob.subarray(14, 14 + blob.readUInt32BE(10));
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

const magic = Buffer.from('SSHSIG\0\0\0\u0001', 'latin1');

/** `allowed`: the file of allowed signers; null: nobody is known. */
export function createSshCheck(
  allowed: string | null,
  env: Environment,
): (body: Uint8Array, signature: Buffer) => Checked {
  const principals = new Map<string, readonly string[]>();
  return (body, signature) =>
    inPrivateFolder((folder) => {
      const file = join(folder, 'signature');
      writeFileSync(file, signature);
      const ask = (argv: readonly string[], input?: Uint8Array) =>
        runProgram(['ssh-keygen', '-Y', ...argv, '-s', file], { env, ...defined({ input }) });
      const key = keyOf(signature);
      // ssh-keygen lets another version pass, and what stands around it.
      if (key === '') return { kind: 'forged', why: 'it is no whole signature of ssh' };
      const whose =
        principals.get(key) ?? (allowed === null ? [] : findPrincipals(ask(['find-principals', '-f', allowed])));
      principals.set(key, whose);
      for (const who of whose)
        if (ask(['verify', '-f', allowed ?? '', '-I', who, '-n', namespace], body).code === 0)
          return { kind: 'known', who, key };
      const { code, complaint } = ask(['check-novalidate', '-n', namespace], body);
      if (code !== 0) return { kind: 'forged', why: complaint };
      return { kind: 'unknown', key, why: whyUnknown(allowed, whose) };
    });
}

const findPrincipals = ({ code, out }: ReturnType<typeof runProgram>): readonly string[] =>
  code === 0 ? out.toString('utf8').split('\n').filter(Boolean) : [];

function whyUnknown(allowed: string | null, whose: readonly string[]): string {
  if (allowed === null) return 'no file of allowed signers is named';
  return whose.length === 0 ? `it does not stand in ${allowed}` : `${allowed} does not allow it for proofs now`;
}
