// What a program writes, as it is kept: of every secret each byte is a star. Nothing moves, so all places stay true; who looks on live is given the bytes as they were.
import { type SecretSeeker, type Span, seekSecrets } from '../../domain/text/safe/secret-spans.ts';
import type { Journal } from './journal.ts';

const star = 0x2a;
/** What may be the beginning of a secret waits so long for the rest of it. */
const holdMs = 40;
/** Bytes before the newest in which a secret may begin, and the most where one has begun: a private key is long. */
const context = { least: 4096, most: 20 * 1024 };
/** Bytes of secrets that are remembered for who looks on. */
const mostRemembered = 1024 * 1024;
const nothing = Buffer.alloc(0);
/** Where pieces are put together; none is looked at longer than the call lasts. */
let desk = Buffer.allocUnsafe(256 * 1024);

/** `late`: something was kept that had waited. `hidden`: what was kept before is not as it was. */
export type VeilEars = { readonly late: () => void; readonly hidden: () => void };

/** Of one journal; lives as long as it. */
export class Veil {
  readonly #journal: Journal;
  readonly #seeker: SecretSeeker;
  readonly #ears: VeilEars;
  /** As they came: the last that were kept, and those that wait. */
  #seen = nothing;
  #held = nothing;
  /** Where the first that waits will stand. */
  #at = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #hidden = new Map<number, Buffer>();
  #remembered = 0;

  /** `values`: secrets that are known. */
  constructor(journal: Journal, values: readonly string[], ears: VeilEars) {
    this.#journal = journal;
    this.#seeker = seekSecrets(values, (text) => Buffer.from(text).toString('latin1'));
    this.#ears = ears;
  }

  /** Bytes that wait. */
  get held(): number {
    return this.#held.length;
  }

  append(bytes: Buffer): void {
    this.#take(bytes, (text) => this.#seeker.heldFrom(text));
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = this.#held.length === 0 ? null : setTimeout(() => this.release(), holdMs);
  }

  /** What waits is kept now: no more comes, or not soon. */
  release(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#held.length === 0) return;
    this.#take(nothing, (text) => text.length);
    this.#ears.late();
  }

  /** Bytes that were read from byte `at` on, as the program wrote them, as far as it is remembered. */
  lift(bytes: Uint8Array, at: number): Uint8Array {
    const end = at + bytes.length;
    const own = [...this.#hidden].filter(([from, { length }]) => from < end && from + length > at);
    if (own.length === 0) return bytes;
    const lifted = Buffer.from(bytes);
    for (const [from, secret] of own) secret.copy(lifted, Math.max(0, from - at), Math.max(0, at - from));
    return lifted;
  }

  #take(bytes: Buffer, heldFrom: (text: string) => number): void {
    const before = this.#seen.length;
    const all = joined([this.#seen, this.#held, bytes]);
    const text = all.toString('latin1');
    const spans = this.#seeker.spans(text);
    const to = Math.max(before, heldFrom(text));
    const first = this.#at - before;
    const bare = spans.filter(
      (span) => span.from < before && !this.#isHidden(first, span.from, Math.min(span.to, before)),
    );
    for (const { from, to: end } of spans) this.#remember(all, first, from, Math.min(end, to));
    for (const span of bare) this.#journal.hide(first + span.from, first + Math.min(span.to, before));
    this.#journal.append(starred(all.subarray(before, to), spans, before));
    this.#at = first + to;
    if (bare.length > 0) this.#ears.hidden();
    const begun = Math.min(begunIn(spans, to), this.#seeker.openFrom(text.slice(0, to)));
    const from = Math.max(0, Math.min(to - context.least, begun), to - context.most);
    this.#seen = Buffer.from(all.subarray(from, to));
    this.#held = to === all.length ? nothing : Buffer.from(all.subarray(to));
  }

  #isHidden(first: number, from: number, to: number): boolean {
    return [...this.#hidden].some(([at, { length }]) => at <= first + from && at + length >= first + to);
  }

  #remember(all: Buffer, first: number, from: number, to: number): void {
    const before = this.#hidden.get(first + from)?.length ?? 0;
    if (from >= to || before >= to - from) return;
    this.#hidden.set(first + from, Buffer.from(all.subarray(from, to)));
    this.#remembered += to - from - before;
    for (const [at, { length }] of this.#hidden) {
      if (this.#remembered <= mostRemembered) return;
      this.#hidden.delete(at);
      this.#remembered -= length;
    }
  }
}

function joined(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length > desk.length) desk = Buffer.allocUnsafe(length);
  let at = 0;
  for (const part of parts) at += part.copy(desk, at);
  return desk.subarray(0, length);
}

/** Of those that reach to the end: they may go on. */
const begunIn = (spans: readonly Span[], end: number): number =>
  Math.min(end, ...spans.filter(({ to }) => to >= end).map(({ from }) => from));

/** `before`: where the first of them stands in what the spans are of. */
function starred(bytes: Buffer, spans: readonly Span[], before: number): Buffer {
  const own = spans.filter(({ from, to }) => to > before && from < before + bytes.length);
  if (own.length === 0) return bytes;
  const copy = Buffer.from(bytes);
  for (const { from, to } of own) copy.fill(star, Math.max(0, from - before), Math.min(copy.length, to - before));
  return copy;
}
