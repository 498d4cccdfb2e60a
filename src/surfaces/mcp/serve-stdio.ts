// Standard input and output of a program. A client that asks much at once, or reads nothing, is read no further until it has read.

import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcp, type McpAsk, type McpOptions } from './create-mcp.ts';

export type StdioOptions = McpOptions & {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly warn: (why: string) => void;
  /** Before the first answer. */
  readonly onReady?: () => void;
};

/** So many requests are with the daemon at once. */
const mostAsked = 16;
/** So many answers wait to be read, and nothing more is. */
const mostUnread = 32;

/** Resolves when the client has gone. */
export async function serveMcp({ ask, cwd, stdin, stdout, warn, onReady }: StdioOptions): Promise<void> {
  const transport = new PatientTransport(stdin, stdout, onReady);
  const gone = new Promise<void>((resolve) => {
    stdin.once('end', resolve);
    stdin.once('close', resolve);
    stdout.once('error', resolve);
  });
  const inTurn = fewAtOnce(ask);
  const handle = serveStdio(() => createMcp({ ask: inTurn, cwd }), {
    transport,
    onerror: (error) => warn(error.message),
  });
  await gone;
  await handle.close();
}

class PatientTransport extends StdioServerTransport {
  readonly #stdin: Readable;
  #onReady: (() => void) | undefined;
  #unread = 0;

  constructor(stdin: Readable, stdout: Writable, onReady: (() => void) | undefined) {
    super(stdin, stdout);
    // One listens for each answer that waits to be read.
    stdout.setMaxListeners(0);
    this.#stdin = stdin;
    this.#onReady = onReady;
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    this.#onReady?.();
    this.#onReady = undefined;
    this.#unread += 1;
    if (this.#unread > mostUnread) this.#stdin.pause();
    try {
      await super.send(message);
    } finally {
      this.#unread -= 1;
      if (this.#unread <= mostUnread && this.#stdin.isPaused()) this.#stdin.resume();
    }
  }
}

/** One that was given up before its turn is not asked. */
function fewAtOnce(ask: McpAsk): McpAsk {
  let asked = 0;
  const waiting: (() => void)[] = [];
  return async (command, input, how) => {
    if (asked >= mostAsked) await new Promise<void>((resolve) => waiting.push(resolve));
    asked += 1;
    try {
      how.signal.throwIfAborted();
      return await ask(command, input, how);
    } finally {
      asked -= 1;
      waiting.shift()?.();
    }
  };
}
