// Text up to the limit of a look-up; what would go beyond it is left away, and said.
import { lookupLimit } from '../domain/run/lookup.ts';
import type { FoundText } from './request.ts';

export class BoundedText {
  readonly #parts: string[] = [];
  #bytes = 0;
  #cut = false;

  /** False: it is full. */
  add(text: string): boolean {
    const bytes = Buffer.byteLength(text);
    if (this.#bytes + bytes > lookupLimit) {
      this.#parts.push(cutBytes(text, lookupLimit - this.#bytes));
      this.#bytes = lookupLimit;
      this.#cut = true;
      return false;
    }
    this.#parts.push(text);
    this.#bytes += bytes;
    return true;
  }

  found(): FoundText {
    return { text: this.#parts.join(''), cut: this.#cut };
  }
}

/** The beginning, never half a sign. */
function cutBytes(text: string, most: number): string {
  const bytes = Buffer.from(text).subarray(0, Math.max(most, 0));
  return new TextDecoder().decode(bytes, { stream: true });
}
