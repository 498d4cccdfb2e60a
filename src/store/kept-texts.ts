// What packed texts say that were read of late: most rows are looked at again and again between two changes.
import { unpack } from './pack.ts';

/** Characters, of both. */
const usual = 4 * 1024 * 1024;

export class KeptTexts {
  readonly #texts = new Map<string, string>();
  readonly #enough: number;
  #size = 0;

  constructor(enough = usual) {
    this.#enough = enough;
  }

  /** Throws as `unpack` does. */
  unpack(packed: Uint8Array): string {
    const { buffer, byteOffset, byteLength } = packed;
    const key = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const text = unpack(packed);
    this.#size += key.length + text.length;
    if (this.#size > this.#enough) {
      this.#texts.clear();
      this.#size = key.length + text.length;
    }
    this.#texts.set(key, text);
    return text;
  }

  /** How many there are. */
  get count(): number {
    return this.#texts.size;
  }
}
