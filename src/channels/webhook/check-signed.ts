// Whether what came was signed with a secret that we share: as Standard Webhooks has it, or as GitHub and many others sign a body.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { fail, ok, type Result } from '../../domain/error.ts';
import { signatureOf } from './post.ts';

type SignedDelivery = { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array };

/** One that is older, or as much ahead, may be somebody's who only listened. */
const freshMs = 5 * 60_000;

/** The same for the same event, from what was signed. `UNAUTHORIZED`. */
export function checkSigned({ headers, body }: SignedDelivery, secret: string, now: number): Result<string> {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signed } = headers;
  if (id !== undefined && sentAt !== undefined && signed !== undefined) {
    const wanted = `v1,${signatureOf(secret, id, sentAt, Buffer.from(body).toString('utf8'))}`;
    if (!signed.split(' ').some((each) => isSame(each, wanted))) return notSigned;
    const isFresh = Math.abs(now - Number(sentAt) * 1000) <= freshMs;
    return isFresh ? ok(`id ${id}`) : fail('UNAUTHORIZED', 'It was signed more than five minutes ago, or ahead.');
  }
  // Who heard one of the other form would tell it in this one, for as long as they like.
  if (otherForm.test(Buffer.from(body.subarray(0, 1024)).toString('utf8'))) return notSigned;
  const hmac = createHmac('sha256', secret).update(body).digest('hex');
  return isSame(headers['x-hub-signature-256'] ?? '', `sha256=${hmac}`)
    ? ok(`body ${createHash('sha256').update(body).digest('hex')}`)
    : notSigned;
}

/** What Standard Webhooks signs: id, time and body, of which no JSON begins so. */
const otherForm = /^[^\s{["]+?\.\d+\./;

const notSigned = fail('UNAUTHORIZED', 'It is not signed with the secret of this trigger.');

/** In the same time whatever is given: hashes have one length. */
const isSame = (given: string, wanted: string): boolean => timingSafeEqual(sha256(given), sha256(wanted));
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
