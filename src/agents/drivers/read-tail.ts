// The last part of a file that may be large or absent.
import { open } from 'node:fs/promises';

const bytes = 16 * 1024;

/** At most 16 KiB; empty where there is nothing to read. */
export async function readTail(path: string | null): Promise<string> {
  if (path === null) return '';
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return '';
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - bytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
