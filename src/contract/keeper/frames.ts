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

/** Cuts a byte stream into frames, wherever the stream was split. Throws on what is no frame. */
export class FrameReader {
  /** May be changed from frame to frame: a stranger is believed less. */
  limits: FrameLimits;
  #chunks: Buffer[] = [];
  #held = 0;
  #message: unknown;
  #awaited = 0;

  constructor(limits = roomy) {
    this.limits = limits;
  }

  push(chunk: Buffer): Frame[] {
    return [...this.each(chunk)];
  }

  /** Each is cut when it is asked for: what the one before changed of the limits holds for it already. */
  *each(chunk: Buffer): Generator<Frame> {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    for (let frame = this.#next(chunk); frame !== null; frame = this.#next()) yield frame;
  }

  #next(latest?: Buffer): Frame | null {
    if (this.#awaited === 0) {
      if (latest !== undefined && !latest.includes(newline)) return this.#refuseEndlessLine();
      const line = this.#takeLine();
      if (line === null) return null;
      this.#message = JSON.parse(line);
      this.#awaited = payloadOf(this.#message, this.limits.payload);
      if (this.#awaited === 0) return { message: this.#message, payload: none };
    }
    if (this.#held < this.#awaited) return null;
    const payload = this.#take(this.#awaited);
    this.#awaited = 0;
    return { message: this.#message, payload };
  }

  #refuseEndlessLine(): null {
    if (this.#held > this.limits.line) throw new Error('a line of the keeper protocol is longer than allowed');
    return null;
  }

  #takeLine(): string | null {
    let before = 0;
    for (const chunk of this.#chunks) {
      const end = chunk.indexOf(newline);
      if (end !== -1) return this.#take(before + end + 1).toString('utf8', 0, before + end);
      before += chunk.length;
    }
    return this.#refuseEndlessLine();
  }

  /** What lies in one chunk is not copied; of several no more is held than is taken. */
  #take(length: number): Buffer {
    this.#held -= length;
    const [first] = this.#chunks;
    if (first !== undefined && first.length >= length) {
      if (first.length === length) this.#chunks.shift();
      else this.#chunks[0] = first.subarray(length);
      return first.subarray(0, length);
    }
    const taken = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; ) {
      const [chunk = taken] = this.#chunks;
      const part = chunk.subarray(0, length - at);
      taken.set(part, at);
      at += part.length;
      if (part.length === chunk.length) this.#chunks.shift();
      else this.#chunks[0] = chunk.subarray(part.length);
    }
    return taken;
  }
}

function payloadOf(message: unknown, limit: number): number {
  if (typeof message !== 'object' || message === null) throw new Error('a frame must be an object');
  const length = 'payload' in message ? message.payload : 0;
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0 || length > limit)
    throw new Error('a frame announces an impossible payload');
  return length;
}
