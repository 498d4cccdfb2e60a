// A file below a folder that others write in, as text.
import type { Files } from '../../ports/files.ts';

/** No link is followed; null: there is none, or it is longer than is read. */
export async function textAt(files: Files, root: string, path: string, longest: number): Promise<string | null> {
  return files.inPieces({ root, path }, async (pieces) => {
    if (pieces === null) return null;
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    let text = '';
    for await (const piece of pieces) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > longest) return null;
    }
    return text + decoder.decode();
  });
}
