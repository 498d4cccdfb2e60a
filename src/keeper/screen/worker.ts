// The screen worker: one thread that draws every terminal of the keeper.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Drawing } from './drawing.ts';
import type { FromWorker, ToWorker } from './messages.ts';

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
