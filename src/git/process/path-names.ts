// Names of files as git stores them are bytes. Bytes that are not UTF-8 become lone surrogates U+DC80..U+DCFF and come back unchanged.

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function decodeName(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeByParts(bytes);
  }
}

/** The longest valid run of UTF-8 at each place, else one escaped byte. */
function decodeByParts(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const size = characterSize(bytes, at);
    text += size === 0 ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0)) : strict.decode(bytes.subarray(at, at + size));
    at += size || 1;
  }
  return text;
}

function characterSize(bytes: Uint8Array, at: number): number {
  for (const size of [1, 2, 3, 4]) {
    try {
      strict.decode(bytes.subarray(at, at + size));
      return Math.min(size, bytes.length - at);
    } catch {}
  }
  return 0;
}

export function encodeName(name: string): Buffer {
  if (!/[\udc80-\udcff]/.test(name)) return Buffer.from(name);
  const parts = Array.from(name).map((character) => {
    const unit = character.length === 1 ? character.charCodeAt(0) : 0;
    return unit >= 0xdc80 && unit <= 0xdcff ? Buffer.from([unit - 0xdc00]) : Buffer.from(character);
  });
  return Buffer.concat(parts);
}

/** The fields of a `-z` output. */
export function splitZero(output: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0, at);
    fields.push(output.subarray(at, end === -1 ? output.length : end));
    at = end === -1 ? output.length : end + 1;
  }
  return fields;
}

export function joinZero(names: Iterable<string>): Buffer {
  const parts: Buffer[] = [];
  for (const name of names) parts.push(encodeName(name), zero);
  return Buffer.concat(parts);
}

const zero = Buffer.from([0]);
