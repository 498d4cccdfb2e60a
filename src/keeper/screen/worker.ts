// The screen worker: one thread that draws every terminal of the keeper.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Screen } from '../../domain/screen/screen.ts';
import { Drawing } from './drawing.ts';

const drawings = new Map<string, Drawing>();
const post = (message: FromWorker) => parentPort?.postMessage(message);

function hear(message: ToWorker): void {
  const drawing = drawings.get(message.run);
  if (message.tell === 'open' || message.tell === 'close') {
    drawing?.close();
    drawings.delete(message.run);
  }
  if (message.tell === 'open') drawings.set(message.run, new Drawing(message, post));
  else if (message.tell === 'grow') drawing?.grow(message.to);
  else if (message.tell === 'resize') drawing?.resize(message);
  else if (message.tell === 'watch') drawing?.watch(message.on);
  else if (message.tell === 'ask' && drawing !== undefined) drawing.ask(message.call, message.at, message.what);
  else if (message.tell === 'ask') post({ told: 'reply', call: message.call, value: null });
}

// Here 0 is this thread alone: taking bytes from programs comes before drawing them.
if (process.platform === 'linux') setPriority(0, 5);
parentPort?.on('message', hear);

// What the keeper and its screen worker say to each other. Runs are named; bytes of output are not sent: the worker reads the transcripts itself.

/** Typed is what the keeper knows. */
export type DrawnScreen = Omit<Screen, 'typed'>;

export type ToWorker =
  /** `path`: of the output. Up to `liveFrom` it is history: nobody waits for answers, and it changed at `pastAt`. `to`: bytes there are. */
  | {
      readonly tell: 'open';
      readonly run: string;
      readonly path: string;
      readonly liveFrom: number;
      readonly pastAt: number;
      readonly to: number;
    }
  | { readonly tell: 'grow'; readonly run: string; readonly to: number }
  /** From that byte on the window is so. */
  | {
      readonly tell: 'resize';
      readonly run: string;
      readonly at: number;
      readonly columns: number;
      readonly rows: number;
    }
  | { readonly tell: 'watch'; readonly run: string; readonly on: boolean }
  | { readonly tell: 'close'; readonly run: string }
  | { readonly tell: 'ask'; readonly call: number; readonly run: string; readonly at: number; readonly what: Question };

export type Question =
  | { readonly kind: 'screen'; readonly history: number }
  | { readonly kind: 'picture'; readonly history: number };

export type FromWorker =
  /** So many bytes are in the picture. */
  | { readonly told: 'took'; readonly run: string; readonly at: number }
  /** The terminal owes its program this. */
  | { readonly told: 'answer'; readonly run: string; readonly text: string }
  | { readonly told: 'screen'; readonly run: string; readonly screen: DrawnScreen }
  | { readonly told: 'reply'; readonly call: number; readonly value: SeenWithHistory | SeenPicture | null };

export type SeenWithHistory = { readonly screen: DrawnScreen; readonly history: readonly string[] };
export type SeenPicture = {
  readonly at: number;
  readonly bytes: Uint8Array;
  readonly columns: number;
  readonly rows: number;
};
