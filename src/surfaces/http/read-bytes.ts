// A request's body, read no further than the limit.
import type { HonoRequest } from 'hono';
import { fail } from '../../contract/to-reply.ts';

/** Of what is asked in JSON. */
const usual = 1024 * 1024;
export const tooLong = fail('TEXT_TOO_LONG', 'The request has more than 1 MiB.').failure;

/** null: more than that. */
export async function readBytes(req: HonoRequest, limit = usual): Promise<Uint8Array | null> {
  if (Number(req.header('content-length') ?? 0) > limit) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of req.raw.body ?? []) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
