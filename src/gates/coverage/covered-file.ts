// What a report of coverage says of one file.
import type { Share } from '../../domain/evidence/covered.ts';

/** A report that names a line beyond is none. */
const mostLines = 1 << 22;
/** Of all files together: a byte for four lines. */
const mostBytes = 16 * 1024 * 1024;
const leastBytes = 64;

/** Two bits for each line; both where a report says both of it. */
const [missed, ran] = [1, 2];

/** What is left for the files of one report. */
type Room = { bytes: number };

/** Lines that can run, and whether something ran them; said more than once of a line, once is enough. */
export class CoveredFile {
  readonly #room: Room;
  #lines = new Uint8Array(0);
  #last = 0;
  #share: Share | null = null;

  constructor(room: Room) {
    this.#room = room;
  }

  /** False: no file has such a line, or the report is larger than any. */
  note(line: number, isRun: boolean): boolean {
    if (!Number.isSafeInteger(line) || line < 1 || line >= mostLines) return false;
    const at = line >> 2;
    if (at >= this.#lines.length && !this.#grow(at)) return false;
    this.#lines[at] = (this.#lines[at] ?? 0) | ((isRun ? ran : missed) << ((line & 3) << 1));
    if (line > this.#last) this.#last = line;
    return true;
  }

  /** For a report that counts something else than lines. */
  count(share: Share): void {
    this.#share = { ran: (this.#share?.ran ?? 0) + share.ran, of: (this.#share?.of ?? 0) + share.of };
  }

  /** Null: it cannot run, or nothing is known of it. */
  isRun(line: number): boolean | null {
    const said = ((this.#lines[line >> 2] ?? 0) >> ((line & 3) << 1)) & 3;
    return said === 0 ? null : said >= ran;
  }

  /** 0: nothing is told of single lines. */
  get last(): number {
    return this.#last;
  }

  get share(): Share {
    if (this.#share !== null) return this.#share;
    const share = { ran: 0, of: 0 };
    for (let line = 1; line <= this.#last; line += 1) {
      const isRun = this.isRun(line);
      if (isRun !== null) share.of += 1;
      if (isRun === true) share.ran += 1;
    }
    return share;
  }

  #grow(at: number): boolean {
    const size = Math.max(at + 1, this.#lines.length * 2, leastBytes);
    this.#room.bytes -= size - this.#lines.length;
    if (this.#room.bytes < 0) return false;
    const lines = new Uint8Array(size);
    lines.set(this.#lines);
    this.#lines = lines;
    return true;
  }
}

/** By the names that the report has for them. */
export type CoverageReport = ReadonlyMap<string, CoveredFile>;

/** While a report is read. */
export class ReportBuilder {
  readonly files = new Map<string, CoveredFile>();
  readonly #room: Room = { bytes: mostBytes };

  file(name: string): CoveredFile {
    const known = this.files.get(name);
    if (known !== undefined) return known;
    const made = new CoveredFile(this.#room);
    this.files.set(name, made);
    return made;
  }

  /** Null: nothing is in it. */
  whole(): CoverageReport | null {
    return this.files.size === 0 ? null : this.files;
  }
}
