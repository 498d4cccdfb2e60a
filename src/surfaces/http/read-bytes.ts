// A request's body, read no further than the limit.
import type { HonoRequest } from 'hono';
import { fail } from '../../contract/to-reply.ts';

/** Of what is asked in JSON. */
const usual = 1024 * 1024;
export const tooLong = fail('TEXT_TOO_LONG', 'The request has more than 1 MiB.').failure;

type Bounds = { readonly limit?: number; readonly left?: AbortSignal };

/** null: more than that. When `left` fires nothing more is read. */
export async function readBytes(req: HonoRequest, { limit = usual, left }: Bounds = {}): Promise<Uint8Array | null> {
  if (Number(req.header('content-length') ?? 0) > limit) return null;
  const reader = req.raw.body?.getReader();
  left?.addEventListener('abort', () => void reader?.cancel().catch(() => {}), { once: true });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    size += piece.value.length;
    if (size > limit) {
      await reader?.cancel();
      return null;
    }
    chunks.push(piece.value);
  }
  return Buffer.concat(chunks);
}
