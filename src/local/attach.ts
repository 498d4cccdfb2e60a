// A session's terminal in this one: bytes both ways, the window's size, and the terminal given back as it was however this ends.
import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import type { KeeperRight } from '../contract/keeper/protocol.ts';
import type { Ticket } from '../contract/session.ts';
import { createDetachReader, type DetachKey } from './detach-key.ts';
import { type KeeperLine, openKeeperLine } from './keeper-line.ts';
import { createTerminalModes } from './terminal-modes.ts';

export type AttachOptions = {
  readonly ticket: Ticket;
  readonly run: string;
  readonly right: KeeperRight;
  /** From the first byte on: nothing was seen yet. Else what the screen looks like, then what comes. */
  readonly fresh: boolean;
  readonly detachKey: DetachKey;
};

/** `gone`: this terminal, or whoever read, is not there any more; the agent is. */
export type AttachEnd =
  | { readonly kind: 'ended' }
  | { readonly kind: 'detached' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'signalled'; readonly code: number }
  | { readonly kind: 'lost'; readonly why: string };

const leaving = ['SIGHUP', 'SIGTERM', 'SIGINT', 'SIGQUIT'] as const;

export function attach(options: AttachOptions): Promise<AttachEnd> {
  const { stdin, stdout } = process;
  const { promise, resolve } = Promise.withResolvers<AttachEnd>();
  const modes = createTerminalModes();
  const raw = options.right === 'type' && stdin.isTTY === true;
  const undo: (() => void)[] = [];
  const finish = (end: AttachEnd) => {
    line.close();
    for (const act of undo.splice(0)) act();
    if (stdout.isTTY === true && end.kind !== 'gone') stdout.write(modes.undo());
    resolve(end);
  };
  const line = openKeeperLine(options.ticket, {
    output: (bytes) => {
      if (stdout.isTTY === true) modes.see(bytes);
      return stdout.write(bytes) ? null : new Promise((drained) => stdout.once('drain', drained));
    },
    over: (how, why) => finish(how === 'ended' ? { kind: 'ended' } : { kind: 'lost', why }),
  });
  undo.push(
    onSignals(finish),
    onClosed(stdout, () => finish({ kind: 'gone' })),
  );
  begin(line, options);
  if (options.right === 'type') {
    undo.push(followWindow(line, options.run), ...(raw ? [makeRaw(stdin)] : []));
    undo.push(passKeys(line, options, raw, finish));
  } else undo.push(watchKeys(options, finish));
  return promise;
}

function begin(line: KeeperLine, { run, right, fresh }: AttachOptions): void {
  const { stdout } = process;
  const window = right === 'type' ? windowOf() : {};
  const from = fresh || stdout.isTTY !== true ? 0 : 'picture';
  line.ask({ ask: 'attach', runId: run as never, from, ...window });
}

/** Nothing where there is no terminal, or one without a size. */
function windowOf(): { columns: number; rows: number } | Record<string, never> {
  const { isTTY, columns, rows } = process.stdout;
  return isTTY === true && columns > 0 && rows > 0 ? { columns, rows } : {};
}

function followWindow(line: KeeperLine, run: string): () => void {
  const { stdout } = process;
  const resize = () => {
    const { columns, rows } = windowOf();
    if (columns !== undefined && rows !== undefined) line.ask({ ask: 'resize', runId: run as never, columns, rows });
  };
  stdout.on('resize', resize);
  return () => void stdout.off('resize', resize);
}

/** Also given back when this process ends in any other way. */
function makeRaw(stdin: NodeJS.ReadStream): () => void {
  stdin.setRawMode(true);
  // Node's raw mode leaves line feeds to be made into new lines, which a program that draws does not mean. Undone with the mode.
  spawnSync('stty', ['-opost'], { stdio: ['inherit', 'ignore', 'ignore'] });
  const restore = () => void stdin.setRawMode(false);
  process.once('exit', restore);
  return () => {
    process.off('exit', restore);
    restore();
  };
}

function passKeys(
  line: KeeperLine,
  { run, detachKey }: AttachOptions,
  raw: boolean,
  finish: (end: AttachEnd) => void,
): () => void {
  const read = createDetachReader(detachKey);
  return onTyped((typed) => {
    const { pass, detach } = raw ? read(typed) : { pass: typed, detach: false };
    if (pass.length > 0) line.ask({ ask: 'type', runId: run as never }, pass);
    if (detach) finish({ kind: 'detached' });
  });
}

/** Who only looks leaves with the same keys, or with Ctrl-C. */
function watchKeys({ detachKey }: AttachOptions, finish: (end: AttachEnd) => void): () => void {
  const { stdin } = process;
  if (stdin.isTTY !== true) return () => undefined;
  const restore = makeRaw(stdin);
  const read = createDetachReader(detachKey);
  const stop = onTyped((typed) => {
    if (read(typed).detach || typed.includes(0x03)) finish({ kind: 'detached' });
  });
  return () => {
    stop();
    restore();
  };
}

/** The agent goes on where what is typed has an end. */
function onTyped(hear: (typed: Buffer) => void): () => void {
  const { stdin } = process;
  const ignore = () => undefined;
  stdin.on('data', hear);
  stdin.on('error', ignore);
  stdin.resume();
  return () => {
    stdin.off('data', hear);
    stdin.pause();
    stdin.unref?.();
  };
}

function onSignals(finish: (end: AttachEnd) => void): () => void {
  const handlers = leaving.map((signal) => {
    const leave = () => finish({ kind: 'signalled', code: 128 + constants.signals[signal] });
    process.on(signal, leave);
    return () => void process.off(signal, leave);
  });
  return () => {
    for (const withdraw of handlers) withdraw();
  };
}

function onClosed(stdout: NodeJS.WriteStream, leave: () => void): () => void {
  stdout.on('error', leave);
  // What is still on its way out may fail after the end: nobody is left to hear of it.
  return () => undefined;
}
