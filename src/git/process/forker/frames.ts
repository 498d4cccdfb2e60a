// What a process and its forker say to each other: frames of a length, the number of the git they are about, a kind, and bytes.

/** `start`, `input` and `endInput` go to the forker, the others come from it. */
export const kinds = ['ready', 'start', 'input', 'endInput', 'pid', 'out', 'error', 'closed', 'failed'] as const;

export type Frame = { readonly kind: (typeof kinds)[number]; readonly id: number; readonly bytes: Buffer };

const head = 9;
/** Of what is said to a git at once. */
const piece = 65_536;

export function toFrame(kind: Frame['kind'], id: number, bytes: Uint8Array | string = ''): Buffer {
  const body = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  const frame = Buffer.allocUnsafe(head + body.length);
  frame.writeUInt32LE(body.length, 0);
  frame.writeUInt32LE(id, 4);
  frame.writeUInt8(kinds.indexOf(kind), 8);
  frame.set(body, head);
  return frame;
}

/** So that neither side keeps more than a piece of a frame that is not whole. */
export function* inPieces(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += piece) yield bytes.subarray(from, from + piece);
}

/** Takes bytes as they come; gives the frames that are whole. */
export function frameReader(): (chunk: Buffer) => readonly Frame[] {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const frames: Frame[] = [];
    let from = 0;
    while (all.length - from >= head) {
      const end = from + head + all.readUInt32LE(from);
      if (end > all.length) break;
      const kind = kinds[all.readUInt8(from + 8)] ?? 'failed';
      frames.push({ kind, id: all.readUInt32LE(from + 4), bytes: all.subarray(from + head, end) });
      from = end;
    }
    rest = all.subarray(from);
    return frames;
  };
}
