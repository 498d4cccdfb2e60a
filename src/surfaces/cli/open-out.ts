// Where text goes out: a terminal through Node's stream, a pipe or file straight through its descriptor, which starts faster.
import { fs } from './builtins.ts';
import type { Out } from './console.ts';

type Stream = () => Out & { on(event: 'error', call: (error: NodeJS.ErrnoException) => void): unknown };

export const openOut = (descriptor: number, open: Stream): Out =>
  isDevice(descriptor) ? guard(open()) : direct(descriptor, open);

function isDevice(descriptor: number): boolean {
  try {
    return fs.fstatSync(descriptor).isCharacterDevice();
  } catch {
    return true;
  }
}

/** The reader went away (`drover task log | head`): nothing is left to say. */
function endQuietly(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  process.exit(process.exitCode ?? 0);
}

function guard(stream: ReturnType<Stream>): Out {
  stream.on('error', endQuietly);
  return stream;
}

/** A pipe that does not take it all at once gets the rest through the stream. */
function direct(descriptor: number, open: Stream): Out {
  let stream: Out | null = null;
  const write = (text: string) => {
    const rest = stream === null ? writeSome(descriptor, Buffer.from(text)) : text;
    if (rest === '') return;
    stream ??= guard(open());
    stream.write(rest);
  };
  return { write };
}

/** What could not be written now. */
function writeSome(descriptor: number, bytes: Buffer): string {
  let written = 0;
  try {
    while (written < bytes.length) written += fs.writeSync(descriptor, bytes, written);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return bytes.toString('utf8', written);
    endQuietly(error);
  }
  return '';
}
