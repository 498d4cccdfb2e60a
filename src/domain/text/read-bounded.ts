// What comes piece by piece from somewhere else, whole, and never more of it than is held in memory.

/** Null: there is more of it, and the rest was not read. `tail`: of more than this only the end is kept, whose first piece stays whole. */
export async function readBounded(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
  tail?: number,
): Promise<Uint8Array | null> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    kept.push(piece);
    while (tail !== undefined && bytes - (kept[0]?.length ?? 0) >= tail) bytes -= kept.shift()?.length ?? 0;
    if (bytes > most) return null;
  }
  return joined(kept, bytes);
}

function joined(pieces: readonly Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
