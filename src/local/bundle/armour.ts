// The text in which a signature travels: one text for one content, so that no byte of it can be another and still pass.
import { fromBase64 } from '../../domain/bundle/envelope.ts';

const rows = /((?:[A-Za-z0-9+/]+={0,2}\r?\n)+)/.source;

const forms = {
  /** OpenSSH, PROTOCOL.sshsig. */
  ssh: new RegExp(`^-----BEGIN SSH SIGNATURE-----\\r?\\n${rows}-----END SSH SIGNATURE-----\\r?\\n?$`),
  /** RFC 9580, 6.2, without headers: nobody signs what stands in them. gpg looks at the checksum. */
  openpgp: new RegExp(
    `^-----BEGIN PGP SIGNATURE-----\\r?\\n\\r?\\n${rows}(?:=[A-Za-z0-9+/]{4}\\r?\\n)?-----END PGP SIGNATURE-----\\r?\\n?$`,
  ),
};

/** Null: it is none, or there is more in it. */
export function readArmour(text: Uint8Array, form: keyof typeof forms): Buffer | null {
  const [, inside] = forms[form].exec(Buffer.from(text).toString('latin1')) ?? [];
  const bytes = inside === undefined ? null : fromBase64(inside.replace(/\r?\n/g, ''));
  return bytes === null ? null : Buffer.from(bytes);
}

const headers = /^(-----BEGIN PGP SIGNATURE-----\r?\n)(?:[^\r\n]+\r?\n)+(\r?\n)/;
export const withoutHeaders = (text: Buffer): Buffer =>
  Buffer.from(text.toString('latin1').replace(headers, '$1$2'), 'latin1');
