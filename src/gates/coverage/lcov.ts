// lcov: a record for each file, a line for each line that can run. Read by bytes, for such reports are large.
import { type CoverageReport, type CoveredFile, ReportBuilder } from './covered-file.ts';

const [newline, comma, colon, zero, nine] = [10, 44, 58, 48, 57];
const [letterD, letterA] = [68, 65];

/** A record is a few bytes; the name of a file is longer. */
const longestLine = 64 * 1024;

/** Takes pieces as they come. */
export class LcovReader {
  readonly #built = new ReportBuilder();
  #file: CoveredFile | null = null;
  #rest: Buffer = Buffer.alloc(0);
  #broken = false;

  /** Of a piece only the line that it begins with is copied, and the one that it ends with. */
  push(piece: Uint8Array): void {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    const end = bytes.lastIndexOf(newline) + 1;
    let at = 0;
    if (this.#rest.length > 0 && end > 0) {
      at = bytes.indexOf(newline) + 1;
      this.#take(Buffer.concat([this.#rest, bytes.subarray(0, at)]), 0);
      this.#rest = Buffer.alloc(0);
    }
    while (at < end && !this.#broken) at = this.#take(bytes, at);
    this.#rest = Buffer.concat([this.#rest, bytes.subarray(end)]);
    if (this.#rest.length > longestLine) this.#broken = true;
  }

  /** Null: it is no such report, or not whole. */
  end(): CoverageReport | null {
    if (this.#rest.length > 0) this.#take(Buffer.concat([this.#rest, Buffer.from([newline])]), 0);
    this.#rest = Buffer.alloc(0);
    return this.#broken || this.#file !== null ? null : this.#built.whole();
  }

  /** One line, which ends in these bytes; returns where the next one begins. */
  #take(bytes: Buffer, from: number): number {
    if (bytes[from] === letterD && bytes[from + 1] === letterA && bytes[from + 2] === colon)
      return this.#line(bytes, from + 3);
    const to = bytes.indexOf(newline, from);
    const text = bytes.toString('utf8', from, to).trimEnd();
    if (text.startsWith('SF:')) this.#file = this.#built.file(text.slice(3));
    else if (text === 'end_of_record') this.#file = null;
    else if (text !== '' && !/^(?:TN|FN\w*|L[FH]|BR\w+|VER):|^#/.test(text)) this.#broken = true;
    return to + 1;
  }

  /** `12,3` with a checksum behind it at times; a count below zero is that of an old fault in gcov. */
  #line(bytes: Buffer, from: number): number {
    let [at, line, runs] = [from, 0, 0];
    for (; isDigit(bytes[at]); at += 1) line = line * 10 + (bytes[at] ?? zero) - zero;
    if (bytes[at] !== comma || at === from) this.#broken = true;
    for (at += 1; isDigit(bytes[at]); at += 1) runs = Math.min(1, runs + (bytes[at] ?? zero) - zero);
    if (this.#file?.note(line, runs > 0) !== true) this.#broken = true;
    while (at < bytes.length && bytes[at] !== newline) at += 1;
    return at + 1;
  }
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= nine;
