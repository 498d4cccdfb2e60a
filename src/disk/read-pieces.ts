// A file below a folder that others can write to, read in pieces, whatever its size.
import type { FileHandle } from 'node:fs/promises';
import { partsOf, within } from './held-folder.ts';

const pieceBytes = 1024 * 1024;

/** `read` gets null where there is no such file, or a link stands on the way. */
export async function readPieces<T>(
  root: string,
  path: string,
  read: (pieces: AsyncIterable<Uint8Array> | null) => Promise<T>,
): Promise<T> {
  const parts = partsOf(path);
  const opened = await within(root, parts.slice(0, -1), (folder) => folder.file(parts.at(-1) ?? '.'));
  if (typeof opened === 'string') return read(null);
  await using file = opened;
  return await read(piecesOf(file));
}

/** What is written to it meanwhile is left out: who goes on writing holds nobody up. */
async function* piecesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  const { size } = await file.stat();
  const piece = Buffer.alloc(Math.min(pieceBytes, Math.max(size, 1)));
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, size - at), at);
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}
