// How much of the end of a stream is the beginning of an escape sequence, or of a character, that goes on.

const escapeByte = 0x1b;
/** Control sequence introducer with its parameters, without the final byte. */
const control = /^\x1b\[[\x20-\x3f]*$/;
/** Operating system command and its like (APC, DCS, PM, SOS), without the terminator. */
const string = /^\x1b[\]P_^X][^\x07\x1b\x9c\x18\x1a]*$/;
const short = /^\x1b[\x20-\x2f]*$/;

/** Bytes at the end which say nothing yet. */
export function unfinished(tail: Buffer): number {
  const at = tail.lastIndexOf(escapeByte);
  if (at !== -1) {
    const rest = tail.toString('latin1', at);
    if (control.test(rest) || string.test(rest) || short.test(rest)) return tail.length - at;
  }
  return halfCharacter(tail);
}

function halfCharacter(tail: Buffer): number {
  for (let back = 1; back <= Math.min(3, tail.length); back += 1) {
    const byte = tail[tail.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}
