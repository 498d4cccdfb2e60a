// A file below a folder that others write in, as bytes.
import type { Below, Files } from '../ports/files.ts';

/** No link is followed; null: there is none, or it has more bytes than `longest`. */
export const bytesAt = (files: Pick<Files, 'inPieces'>, at: Below, longest: number): Promise<Uint8Array | null> =>
  files.inPieces(at, async (pieces) => {
    if (pieces === null) return null;
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const piece of pieces) {
      size += piece.length;
      if (size > longest) return null;
      // Each is good until the next is asked for.
      parts.push(Uint8Array.from(piece));
    }
    return Buffer.concat(parts);
  });
