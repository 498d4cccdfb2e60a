// Frames of the keeper's wire: a JSON line, and after it as many raw bytes as its `payload` says.
export type Frame = { readonly message: unknown; readonly payload: Uint8Array };

const newline = 0x0a;
const none = new Uint8Array(0);

/** Bytes of a line and of a payload; more is a broken or hostile peer. */
export type FrameLimits = { readonly line: number; readonly payload: number };

const roomy: FrameLimits = { line: 16 * 1024 * 1024, payload: 64 * 1024 * 1024 };

export function encodeFrame(message: object, payload: Uint8Array = none): Buffer {
  const line = JSON.stringify(payload.length === 0 ? message : { ...message, payload: payload.length });
  return Buffer.concat([Buffer.from(`${line}\n`), payload]);
}

/** Makes the place of a payload of so many bytes. */
export type MakeRoom = (length: number) => Buffer;

/** Cuts a byte stream into frames, wherever the stream was split; keeps nothing of a chunk but copies. Throws on what is no frame. */
export class FrameReader {
  /** May be changed from frame to frame: a stranger is believed less. */
  limits: FrameLimits;
  readonly #makeRoom: MakeRoom;
  /** A line that has no end yet. */
  #line: Buffer[] = [];
  #lineBytes = 0;
  #message: unknown;
  /** What comes next is its payload; null: a line. */
  #payload: Buffer | null = null;
  #filled = 0;

  constructor(limits = roomy, makeRoom: MakeRoom = Buffer.allocUnsafe) {
    this.limits = limits;
    this.#makeRoom = makeRoom;
  }

  push(chunk: Buffer): Frame[] {
    return [...this.each(chunk)];
  }

  /** Each is cut when it is asked for: what the one before changed of the limits holds for it already. */
  *each(chunk: Buffer): Generator<Frame> {
    for (let rest = chunk; rest.length > 0; ) {
      rest = rest.subarray(this.#payload === null ? this.#takeLine(rest) : this.#fill(this.#payload, rest));
      const frame = this.#whole();
      if (frame !== null) yield frame;
    }
  }

  /** Returns how many bytes were taken. */
  #takeLine(bytes: Buffer): number {
    const end = bytes.indexOf(newline);
    const part = bytes.subarray(0, end === -1 ? bytes.length : end);
    this.#lineBytes += part.length;
    if (this.#lineBytes > this.limits.line) throw new Error('a line of the keeper protocol is longer than allowed');
    if (end === -1) {
      this.#line.push(Buffer.from(part));
      return part.length;
    }
    const line = this.#line.length === 0 ? part : Buffer.concat([...this.#line, part]);
    this.#message = JSON.parse(line.toString());
    this.#payload = this.#makeRoom(payloadOf(this.#message, this.limits.payload));
    this.#line = [];
    this.#lineBytes = 0;
    this.#filled = 0;
    return end + 1;
  }

  #fill(payload: Buffer, bytes: Buffer): number {
    const taken = bytes.copy(payload, this.#filled);
    this.#filled += taken;
    return taken;
  }

  #whole(): Frame | null {
    if (this.#payload === null || this.#filled < this.#payload.length) return null;
    const frame = { message: this.#message, payload: this.#payload };
    this.#payload = null;
    return frame;
  }
}

function payloadOf(message: unknown, limit: number): number {
  if (typeof message !== 'object' || message === null) throw new Error('a frame must be an object');
  const length = 'payload' in message ? message.payload : 0;
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0 || length > limit)
    throw new Error('a frame announces an impossible payload');
  return length;
}
