// One request over the daemon's socket: greeting, request, events, reply.
import type { Socket } from 'node:net';
import type { Greeting, Hello, Reply, Request } from '../../../contract/protocol.ts';
import { createLineSplitter } from '../../../contract/split-lines.ts';
import { loadNet } from '../terminal/console.ts';

export type Exchange =
  | { readonly kind: 'replied'; readonly reply: Reply }
  /** Nobody listens there; nothing was sent. */
  | { readonly kind: 'absent'; readonly why: string }
  /** Somebody has stopped it (SIGSTOP): it would never answer. `sent`: it will hear the request when it goes on. */
  | { readonly kind: 'stopped'; readonly pid: number; readonly sent: boolean }
  /** The connection ended before the reply; `sent` tells whether the request was on its way. */
  | { readonly kind: 'cut'; readonly sent: boolean }
  /** `wanted` refused this daemon; nothing was sent. */
  | { readonly kind: 'unwanted'; readonly hello: Hello }
  /** The signal fired. */
  | { readonly kind: 'left' };

export type Call = {
  readonly socket: string;
  readonly request: Request;
  readonly onEvent?: (event: unknown) => void;
  /** Once the request is on its way: there is time while the daemon is at work. */
  readonly onSent?: () => void;
  /** Looks at the daemon's version before anything is sent. */
  readonly wanted?: (hello: Hello) => boolean;
  readonly signal?: AbortSignal;
  /** The daemon's pid where it is stopped; asked as long as there is no reply. */
  readonly stopped?: () => Promise<number | null>;
};

const lookMs = 1000;
/** A look goes through all processes, and a command may wait for days. */
const longestLookMs = 4000;
const replyLimit = 256 * 1024 * 1024;

export function exchange(call: Call): Promise<Exchange> {
  const { connect } = loadNet();
  return new Promise((resolve) => {
    const socket = connect(call.socket);
    const talk: Talk = { call, socket, sent: false };
    const unwatch = watchStopped(call, (pid) => finish({ kind: 'stopped', pid, sent: talk.sent }));
    const finish = (how: Exchange) => {
      unwatch();
      call.signal?.removeEventListener('abort', leave);
      socket.off('data', hear);
      resolve(how);
      // Told first: a command that has its reply may have ended before the socket is taken apart.
      setImmediate(() => socket.destroy());
    };
    const leave = () => finish({ kind: 'left' });
    const split = createLineSplitter(replyLimit);
    const hear = (chunk: Uint8Array) => {
      const how = takeLines(talk, split(chunk));
      if (how !== null) finish(how);
    };
    socket.on('data', hear);
    socket.on('error', ({ message }) =>
      finish(talk.sent ? { kind: 'cut', sent: true } : { kind: 'absent', why: message }),
    );
    socket.on('close', () => finish({ kind: 'cut', sent: talk.sent }));
    if (call.signal?.aborted) leave();
    else call.signal?.addEventListener('abort', leave);
  });
}

/** Tells its pid once it is stopped. Returns what ends the looking. */
function watchStopped({ stopped }: Call, tell: (pid: number) => void): () => void {
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  const lookIn = (ms: number): void => {
    timer = setTimeout(async () => {
      const pid = (await stopped?.()) ?? null;
      if (over) return;
      if (pid !== null) tell(pid);
      else lookIn(Math.min(2 * ms, longestLookMs));
    }, ms).unref();
  };
  lookIn(lookMs);
  return () => {
    over = true;
    clearTimeout(timer);
  };
}

type Talk = { readonly call: Call; readonly socket: Socket; sent: boolean };
type Line = Partial<Greeting> & { readonly event?: unknown; readonly ok?: boolean };

function takeLines(talk: Talk, lines: readonly string[] | 'too_long'): Exchange | null {
  if (lines === 'too_long') return { kind: 'cut', sent: talk.sent };
  for (const line of lines) {
    const how = takeLine(talk, readLine(line));
    if (how !== null) return how;
  }
  return null;
}

function takeLine(talk: Talk, said: Line | null): Exchange | null {
  if (said === null) return { kind: 'cut', sent: talk.sent };
  if (said.ok !== undefined) return { kind: 'replied', reply: said as Reply };
  if (said.hello === undefined) talk.call.onEvent?.(said.event);
  else if (talk.call.wanted?.(said.hello) === false) return { kind: 'unwanted', hello: said.hello };
  else send(talk);
  return null;
}

function send(talk: Talk): void {
  talk.sent = true;
  talk.socket.write(`${JSON.stringify(talk.call.request)}\n`);
  talk.call.onSent?.();
}

function readLine(line: string): Line | null {
  try {
    const said: unknown = JSON.parse(line);
    return typeof said === 'object' && said !== null ? said : null;
  } catch {
    return null;
  }
}
