// Signatures by OpenPGP keys, made and checked by gpg; only what it says on its status lines counts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArmour, withoutHeaders } from './armour.ts';
import { inPrivateFolder } from './in-private-folder.ts';
import { type Environment, runProgram } from './run-program.ts';
import type { Checked, Signed, Signer } from './signature.ts';

type Key = { readonly program: string; readonly key: string; readonly env: Environment };

export const gpgSigner = ({ program, key, env }: Key): Signer => ({
  format: 'openpgp',
  sign: (body) =>
    inPrivateFolder((folder): Signed => {
      const file = join(folder, 'statement');
      const signature = join(folder, 'signature');
      writeFileSync(file, body, { mode: 0o600 });
      const argv = [program, '--status-fd=1', '--output', signature, '-bsau', key, file];
      const { code, out, complaint } = runProgram(argv, { env });
      const made = wordsAfter(out, 'SIG_CREATED').at(-1);
      if (code !== 0 || made === undefined)
        return { kind: 'not_signed', why: `${program} has not signed: ${complaint}` };
      return { kind: 'signed', key: made.split(' ').at(-1) ?? '', signature: withoutHeaders(readFileSync(signature)) };
    }),
});

/** No key is fetched from anywhere: who is known is known already. */
const quietly = ['--batch', '--no-tty', '--status-fd=1', '--no-auto-key-retrieve', '--no-auto-key-import'];

/** `env` leads to the keys of the one who verifies. */
export function checkGpg(body: Uint8Array, signature: Buffer, env: Environment): Checked {
  if (readArmour(signature, 'openpgp') === null) return { kind: 'forged', why: 'it is no whole signature of OpenPGP' };
  return inPrivateFolder((folder): Checked => {
    const file = join(folder, 'signature');
    writeFileSync(file, signature);
    const { code, out, complaint } = runProgram(['gpg', ...quietly, '--verify', file, '-'], { env, input: body });
    const judged = judgeStatus(out, complaint);
    // A checksum that is wrong is told by the exit code alone.
    return judged.kind === 'known' && code !== 0 ? { kind: 'forged', why: complaint } : judged;
  });
}

/** `GnuPG doc/DETAILS`: GOODSIG, EXPSIG, EXPKEYSIG, REVKEYSIG, BADSIG, ERRSIG each stand for one signature; VALIDSIG begins with the key's whole fingerprint. */
function judgeStatus(out: Buffer, complaint: string): Checked {
  const [bad, error] = [wordsAfter(out, 'BADSIG'), wordsAfter(out, 'ERRSIG')];
  if (bad.length > 0) return { kind: 'forged', why: 'gpg says that it is bad' };
  const [missing] = error;
  if (missing !== undefined)
    return { kind: 'unknown', key: missing.split(' ')[0] ?? '', why: 'gpg does not have this key' };
  const [valid, ...more] = wordsAfter(out, 'VALIDSIG');
  const [good] = wordsAfter(out, 'GOODSIG');
  if (more.length > 0) return { kind: 'forged', why: 'there is more than one signature in it' };
  const key = valid?.split(' ')[0] ?? '';
  if (valid !== undefined && good === undefined)
    return { kind: 'unknown', key, why: 'the key, or what it signed, is expired or revoked' };
  if (valid === undefined || good === undefined) return { kind: 'forged', why: complaint || 'gpg cannot read it' };
  if (wordsAfter(out, 'TRUST_NEVER').length > 0) return { kind: 'unknown', key, why: 'gpg was told never to trust it' };
  return { kind: 'known', who: good.slice(good.indexOf(' ') + 1), key };
}

const wordsAfter = (out: Buffer, status: string): readonly string[] =>
  [...out.toString('utf8').matchAll(new RegExp(`^\\[GNUPG:\\] ${status}(?: (.*))?$`, 'gm'))].map(
    ([, words = '']) => words,
  );
