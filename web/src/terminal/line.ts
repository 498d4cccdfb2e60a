// A session's terminal over one connection after the other, for as long as it lives: each begins with how it looks now.
import type { Attached } from '../../../src/contract/session.ts';
import { cleanAll } from '../../../src/contract/text/clean.ts';
import { isPassing, pageKey, type Refusal } from '../door/ask.ts';
import { pause, waitOf } from '../door/pause.ts';

export type Right = Attached['right'];

/** How the connection stands. `ended`: the program did. */
export type LineState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export type LineEar = {
  readonly state: (state: LineState) => void;
  /** What comes next draws a terminal of that size from its beginning. */
  readonly picture: (columns: number, rows: number) => void;
  readonly window: (columns: number, rows: number) => void;
  /** `drawn` is called when it stands on the screen. */
  readonly output: (bytes: Uint8Array, drawn: () => void) => void;
};

export type Line = {
  readonly type: (keys: Uint8Array) => void;
  readonly resize: (columns: number, rows: number) => void;
  readonly close: () => void;
};

type Said =
  | Refusal
  | { readonly ok: true }
  | { readonly kind: 'picture' | 'window'; readonly columns: number; readonly rows: number }
  | { readonly kind: 'ended' | 'lost'; readonly why: string };

/** A door that has let nobody in by then is asked anew: its daemon may have died meanwhile. */
const openMs = 8_000;
/** The door takes no more at once. */
const mostKeys = 32 * 1024;

export function openLine(session: string, right: Right, ear: LineEar): Line {
  const stop = new AbortController();
  let socket: WebSocket | null = null;
  const say = (what: object) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(what));
  };
  const run = async () => {
    for (let tries = 0; !stop.signal.aborted; tries += 1) {
      const made = new WebSocket(addressOf(session, right), ['drover.terminal', ...keyWord()]);
      socket = made;
      const end = await listen(made, ear, stop.signal, () => {
        tries = 0;
      });
      if (stop.signal.aborted) return;
      ear.state(end);
      if (end.kind !== 'lost') return;
      await pause(waitOf(tries), stop.signal);
    }
  };
  void run();
  return {
    type(keys) {
      if (socket?.readyState !== WebSocket.OPEN) return;
      for (let at = 0; at < keys.length; at += mostKeys) socket.send(keys.slice(at, at + mostKeys));
    },
    resize: (columns, rows) => say({ kind: 'resize', columns, rows }),
    close: () => stop.abort(),
  };
}

/** One connection, to its end. */
function listen(socket: WebSocket, ear: LineEar, stop: AbortSignal, opened: () => void): Promise<LineState> {
  socket.binaryType = 'arraybuffer';
  const over = new AbortController();
  return new Promise((resolve) => {
    let end: LineState = { kind: 'lost' };
    const leave = () => {
      clearTimeout(late);
      over.abort();
      resolve(end);
    };
    /** Nobody waits until the other side has taken its leave: one that hangs never does. */
    const hangUp = () => {
      socket.close();
      leave();
    };
    const late = setTimeout(hangUp, openMs);
    const { signal } = over;
    stop.addEventListener('abort', hangUp, { signal });
    const hear = ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (typeof data !== 'string') return ear.output(new Uint8Array(data), () => tellDrawn(socket, data.byteLength));
      const said = cleanAll(JSON.parse(data) as Said);
      if ('kind' in said && said.kind === 'picture') ear.picture(said.columns, said.rows);
      if ('kind' in said && said.kind === 'window') ear.window(said.columns, said.rows);
      if ('kind' in said && said.kind === 'ended') end = { kind: 'ended' };
      if ('ok' in said && said.ok) {
        clearTimeout(late);
        opened();
        ear.state({ kind: 'live' });
      }
      if ('ok' in said && !said.ok && !isPassing(said)) end = { kind: 'refused', refusal: said };
    };
    socket.addEventListener('message', hear, { signal });
    socket.addEventListener('close', leave, { signal });
  });
}

function tellDrawn(socket: WebSocket, bytes: number): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ kind: 'drawn', bytes }));
}

function addressOf(session: string, right: Right): string {
  const query = new URLSearchParams({ session, ...(right === 'type' && { right }) });
  return `${location.origin.replace(/^http/, 'ws')}/v1/terminal?${query}`;
}

/** A socket has no headers of ours: the key is one of the protocols that it offers. */
function keyWord(): readonly string[] {
  const key = pageKey()['x-drover-page'];
  return key === undefined ? [] : [`key.${key}`];
}
