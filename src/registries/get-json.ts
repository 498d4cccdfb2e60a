// One question over http: bounded in time and size, followed nowhere else.
import { readBounded } from '../domain/text/read-bounded.ts';

export type Answer =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreachable'; readonly why: string };

const mostMs = 8_000;
const mostBytes = 64 * 1024 * 1024;

export async function getJson(url: string, signal: AbortSignal): Promise<Answer> {
  try {
    const reply = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'drover' },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(mostMs)]),
    });
    if (reply.status === 404 || reply.status === 410) return { kind: 'missing' };
    if (!reply.ok) return { kind: 'unreachable', why: `the registry answers ${reply.status}` };
    const bytes = await readBounded(reply.body ?? [], mostBytes);
    if (bytes === null) throw new Error(`the answer is larger than ${mostBytes} bytes`);
    return { kind: 'json', value: JSON.parse(Buffer.from(bytes).toString('utf8')) };
  } catch {
    return { kind: 'unreachable', why: 'the registry cannot be reached' };
  }
}
