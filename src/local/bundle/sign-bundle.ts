// Payloads become the lines of a bundle: all of them signed, or none.
import { type EnvelopeSignature, preAuthEncode, writeEnvelope } from '../../domain/bundle/envelope.ts';
import { payloadType } from '../../domain/bundle/forms.ts';
import type { Signer } from './signature.ts';

export type SignedBundle = {
  readonly text: string;
  readonly signature: { readonly format: Signer['format']; readonly key: string } | null;
  /** Why nobody signed. */
  readonly unsigned: string | null;
};

/** `signer`: a sentence where there is none. */
export function signBundle(payloads: readonly string[], signer: Signer | string): SignedBundle {
  if (typeof signer === 'string') return unsignedBundle(payloads, signer);
  const lines: string[] = [];
  let key = '';
  for (const payload of payloads) {
    const made = signer.sign(preAuthEncode(payloadType, Buffer.from(payload)));
    if (made.kind === 'not_signed') return unsignedBundle(payloads, made.why);
    key = made.key;
    const signature: EnvelopeSignature = { keyid: key, sig: made.signature.toString('base64') };
    lines.push(writeEnvelope(payload, [signature]));
  }
  return { text: `${lines.join('\n')}\n`, signature: { format: signer.format, key }, unsigned: null };
}

const unsignedBundle = (payloads: readonly string[], why: string): SignedBundle => ({
  text: `${payloads.map((payload) => writeEnvelope(payload, [])).join('\n')}\n`,
  signature: null,
  unsigned: why,
});
