// Sends a visitor the pictures of a run as they change; to a slow one the latest of them.

import { encodeFrame } from '../contract/keeper/frames.ts';
import type { KeeperStream } from '../contract/keeper/protocol.ts';
import type { RunId } from '../domain/ids.ts';
import type { Screen } from '../domain/screen/screen.ts';
import { watchScreen } from './look-at.ts';
import type { House, Visitor } from './serve.ts';

/** Resolves when the run has ended and its last picture was sent, or the visitor has gone. */
export async function sendScreens(house: House, { socket, gone }: Visitor, runId: RunId): Promise<void> {
  let waiting: Screen | null = null;
  const flush = () => {
    if (waiting === null || socket.destroyed || socket.writableNeedDrain) return;
    const message: KeeperStream = { stream: 'screen', screen: waiting };
    waiting = null;
    socket.write(encodeFrame(message));
  };
  const push = (screen: Screen) => {
    waiting = screen;
    flush();
  };
  socket.on('drain', flush);
  try {
    await watchScreen(house, runId, push, gone);
    if (waiting !== null && !socket.destroyed) socket.write(encodeFrame({ stream: 'screen', screen: waiting }));
  } finally {
    socket.off('drain', flush);
  }
}
