// Where text goes out: straight through its descriptor, which starts faster than Node's streams.
import { fs, loadTty } from './builtins.ts';
import type { Out } from './console.ts';

type Stream = NodeJS.WritableStream & { readonly columns?: number };

/** `open`s a stream only where a terminal's width is asked for, or what is written is not taken at once. */
export function openOut(descriptor: number, open: () => Stream): Out {
  let stream: Stream | null = null;
  const whole = (): Stream => {
    stream ??= guard(open());
    return stream;
  };
  const put = (bytes: Uint8Array) => {
    const rest = stream === null ? writeSome(descriptor, bytes) : bytes;
    if (rest.length > 0) whole().write(rest);
  };
  return {
    write: (text) => put(Buffer.from(text)),
    writeBytes: put,
    get isTTY() {
      return isDevice(descriptor) && loadTty().isatty(descriptor);
    },
    get columns() {
      return whole().columns ?? 80;
    },
    stream: whole,
    get isStreamed() {
      return stream !== null;
    },
  };
}

/** Whether it may be a terminal at all: what knows for sure is not loaded for a pipe or a file. */
function isDevice(descriptor: number): boolean {
  try {
    return fs.fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}

/** The reader went away (`drover task log | head`): nothing is left to say. */
function endQuietly(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  process.exit(process.exitCode ?? 0);
}

function guard(stream: Stream): Stream {
  stream.on('error', endQuietly);
  return stream;
}

/** What could not be written now. */
function writeSome(descriptor: number, bytes: Uint8Array): Uint8Array {
  let written = 0;
  try {
    while (written < bytes.length) written += fs.writeSync(descriptor, bytes, written);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) endQuietly(error);
  }
  return bytes.subarray(written);
}
