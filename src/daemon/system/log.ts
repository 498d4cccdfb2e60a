// The daemon's log: JSON lines on stderr, which its starter sends to a file. Secrets are redacted.
import { randomUUID } from 'node:crypto';
import { copyFileSync, fstatSync, ftruncateSync, statSync, writeSync } from 'node:fs';
import { redact } from '../../domain/text/safe/redact.ts';
import type { Log } from '../../ports/system.ts';

export function createJsonLog(write: (line: string) => void): Log {
  const say = (level: string, message: string, about: Record<string, unknown> = {}) =>
    write(`${redact(lineOf({ at: new Date().toISOString(), level, message }, about))}\n`);
  return {
    info: (message, about) => say('info', message, about),
    warn: (message, about) => say('warn', message, about),
    bug(error, about) {
      const id = randomUUID().slice(0, 8);
      say('bug', error instanceof Error ? error.message : String(error), {
        ...about,
        log: id,
        stack: error instanceof Error ? error.stack : undefined,
        cause: error instanceof Error && error.cause !== undefined ? String(error.cause) : undefined,
      });
      return id;
    },
  };
}

/** A log never throws: what is no JSON (a circle, a big integer) is left out and said so. */
function lineOf(said: Record<string, string>, about: Record<string, unknown>): string {
  try {
    return JSON.stringify({ ...said, ...about });
  } catch (error) {
    return JSON.stringify({ ...said, unwritten: String(error) });
  }
}

// A line to stderr at once. Where it cannot be written (a full disk under the log file) it is lost, and nothing else is.

export function writeError(line: string): void {
  try {
    writeSync(2, line);
  } catch {
    // Nobody is left to tell.
  }
}

/** Bytes of a log; as many again stand beside it. */
const mostLog = 16 * 1024 ** 2;

/** As `writeError`. Where stderr is that file it is kept within `most` bytes, whoever causes what is said: what stood there goes to `PATH.1`. The file itself stays, for whoever writes into it holds it open. */
export function errorWithin(path: string, most = mostLog): (line: string) => void {
  let unseen = most;
  return (line) => {
    writeError(line);
    unseen += Buffer.byteLength(line);
    if (unseen < most / 16) return;
    unseen = 0;
    try {
      turnOver(path, most);
    } catch {
      // It is looked at again later.
    }
  };
}

function turnOver(path: string, most: number): void {
  const [open, there] = [fstatSync(2), statSync(path)];
  if (open.ino !== there.ino || open.dev !== there.dev || open.size < most) return;
  copyFileSync(path, `${path}.1`);
  ftruncateSync(2, 0);
}
