// Reads the pictures of a run over a connection of its own: to a slow reader the latest.
import { encodeFrame } from '../../contract/keeper/frames.ts';
import type { KeeperReply } from '../../contract/keeper/protocol.ts';
import { Failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import { type Address, openLine } from './line.ts';

/** `end`: the run has ended; `cut`: the connection broke. */
export type ScreenPart = Screen | 'end' | 'cut';

/** Ends with `end`, `cut`, or silently when the signal fires. Throws `Failed` where the keeper refuses. */
export async function* readScreens(
  address: Address,
  runId: RunId,
  signal: AbortSignal,
): AsyncGenerator<ScreenPart, void> {
  let latest: Screen | null = null;
  let last: 'end' | 'cut' | Failed | null = null;
  let wake = () => {};
  const listen = (reply: KeeperReply) => {
    if ('failure' in reply) last ??= new Failed(reply.failure);
    else if ('stream' in reply && reply.stream === 'screen') latest = reply.screen;
    else if ('stream' in reply && reply.stream === 'end') last ??= 'end';
    wake();
  };
  const line = await openLine(address, listen);
  const stop = () => line.socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  void line.closed.then(() => {
    last ??= 'cut';
    wake();
  });
  const take = () => {
    const screen = latest;
    latest = null;
    return screen;
  };
  const over = () => last;
  try {
    line.socket.write(encodeFrame({ id: 1, ask: 'screens', runId }));
    while (!signal.aborted) {
      const screen = take();
      const end = over();
      if (screen !== null) yield screen;
      else if (end instanceof Failed) throw end;
      else if (end !== null) return yield end;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    signal.removeEventListener('abort', stop);
    line.socket.destroy();
  }
}
