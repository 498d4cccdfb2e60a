// The envelope around a statement, and the bytes that are signed.
import { payloadType } from './forms.ts';

/** DSSE v1.0.0, envelope.md: `{"payload": "<Base64(SERIALIZED_BODY)>", "payloadType": "<PAYLOAD_TYPE>", "signatures": [{"keyid": "<KEYID>", "sig": "<Base64(SIGNATURE)>"}]}`. */
export type Envelope = {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly EnvelopeSignature[];
};

/** `keyid` is a hint that nothing authenticates: "It MUST NOT be used for security decisions". */
export type EnvelopeSignature = { readonly keyid?: string; readonly sig: string };

const encoder = new TextEncoder();

/**
 * DSSE v1.0.0, protocol.md: `PAE(type, body) = "DSSEv1" + SP + LEN(type) + SP + type + SP + LEN(body) + SP + body`, where `LEN(s)` is the "ASCII
 * decimal encoding of the byte length of s, with no leading zeros". No commit begins like that, so no signature of a commit fits it either.
 */
export function preAuthEncode(type: string, body: Uint8Array): Uint8Array {
  const typeBytes = encoder.encode(type);
  const head = encoder.encode(`DSSEv1 ${typeBytes.length} ${type} ${body.length} `);
  const whole = new Uint8Array(head.length + body.length);
  whole.set(head);
  whole.set(body, head.length);
  return whole;
}

/** One line of a bundle, without its end. `signatures` is empty where nobody signed, and says so. */
export function writeEnvelope(payload: string, signatures: readonly EnvelopeSignature[]): string {
  const envelope: Envelope = { payload: toBase64(encoder.encode(payload)), payloadType, signatures };
  return JSON.stringify(envelope);
}

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + pieceBytes)));
  return btoa(parts.join(''));
}

/** So many arguments a call takes anywhere. */
const pieceBytes = 8192;

/** null: it is none. "Either standard or URL-safe base64 encodings are allowed. Signers may use either, and verifiers MUST accept either." */
export function fromBase64(text: string): Uint8Array | null {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(standard) || standard.length % 4 !== 0) return null;
  const binary = atob(standard);
  // Bits that nobody reads could be anything: one text for one content.
  if (btoa(binary) !== standard) return null;
  // One by one: a bundle has megabytes, and an iterator of them takes ten times as long.
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
