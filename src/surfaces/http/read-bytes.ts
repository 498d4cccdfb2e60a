// A request's body, read no further than the limit.
import type { HonoRequest } from 'hono';

const limit = 1024 * 1024;

/** null: more than 1 MiB. */
export async function readBytes(req: HonoRequest): Promise<Uint8Array | null> {
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
