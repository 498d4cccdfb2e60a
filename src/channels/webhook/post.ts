// One signed request, as Standard Webhooks has it: whoever has the secret sees that it is ours, whole and fresh.
import { createHmac } from 'node:crypto';
import { readRetryAfter } from '../../domain/text/read-retry-after.ts';
import { keyOf } from './signing-secret.ts';

export type Posting = { readonly url: string; readonly secret: string; readonly id: string; readonly body: string };

/** `gone`: it wants nothing more of this. */
export type Posted =
  | { readonly kind: 'taken' }
  | { readonly kind: 'failed'; readonly why: string; readonly gone: boolean; readonly waitMs: number | null };

const patienceMs = 10_000;

/** Redirects are not followed: what was configured is the only place where it goes. */
export async function postSigned(
  { url, secret, id, body }: Posting,
  now: number,
  signal: AbortSignal,
): Promise<Posted> {
  const timestamp = String(Math.floor(now / 1000));
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'drover',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signatureOf(secret, id, timestamp, body)}`,
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    // What it says besides is not read.
    await answer.body?.cancel();
    if (answer.ok) return { kind: 'taken' };
    const moved = answer.status >= 300 && answer.status < 400 ? ', which leads elsewhere and is not followed' : '';
    return {
      kind: 'failed',
      why: `it answered ${answer.status}${moved}`,
      gone: answer.status === 410,
      waitMs: readRetryAfter(answer.headers.get('retry-after'), now),
    };
  } catch (error) {
    return { kind: 'failed', why: whyNot(error as Error), gone: false, waitMs: null };
  }
}

export const signatureOf = (secret: string, id: string, timestamp: string, body: string): string =>
  createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');

function whyNot(error: Error): string {
  if (error.name === 'TimeoutError') return `it did not answer within ${patienceMs / 1000} s`;
  const { code } = (error.cause ?? {}) as { readonly code?: string };
  return `it cannot be reached (${code ?? error.message})`;
}
