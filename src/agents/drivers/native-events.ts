// Follows a program's output from its first byte, says what the protocol wants said, and tells what happens.
import { readFile } from 'node:fs/promises';
import type { Happening } from '../../domain/run/turn.ts';
import type { Live } from '../../ports/agent.ts';
import type { Keeper } from '../../ports/keeper.ts';
import { NativeFold } from './native-fold.ts';
import type { Protocol } from './native-profile.ts';
import { type Pump, pump } from './native-pump.ts';
import { readTail } from './read-tail.ts';
import { splitLines } from './split-lines.ts';

/** How long a program may take to leave after its stdin was closed. */
const graceMs = 15_000;

export async function* followNative<State>(
  protocol: Protocol<State>,
  keeper: Keeper,
  live: Live,
  signal: AbortSignal,
): AsyncGenerator<Happening> {
  const found = await keeper.find(live.runId);
  if (found === null) return yield* lost;
  const first = live.promptFile === null ? null : await readFile(live.promptFile, 'utf8');
  const fold = new NativeFold(protocol, live);
  const of: Pump<State> = { protocol, keeper, kept: found, live, first };
  const farewell = new AbortController();
  try {
    let heard = found.outputFrom;
    let closed = found.ending !== null || (found.outputBytes === 0 && (await pump(of, fold.state)));
    for await (const line of splitLines(keeper.attach(live.runId, 0, signal))) {
      if (signal.aborted) return;
      yield* fold.take(line);
      heard += Buffer.byteLength(line) + 1;
      // What is long past wants no answer.
      if (closed || heard < found.outputBytes) continue;
      closed = await pump(of, fold.state);
      if (closed) insist(keeper, live, farewell.signal);
    }
    if (signal.aborted) return;
    const kept = await keeper.find(live.runId);
    yield* fold.finish(kept, await readTail(kept?.files.error ?? null));
  } finally {
    farewell.abort();
  }
}

const lost: readonly Happening[] = [
  { kind: 'turn_ended', outcome: { kind: 'cut_off', message: 'what held it died' } },
  { kind: 'ended', ending: { kind: 'lost' } },
];

/** A program that was let go and does not go is ended. */
function insist(keeper: Keeper, live: Live, left: AbortSignal): void {
  const late = setTimeout(() => void keeper.end(live.runId, 'cancelled').catch(() => undefined), graceMs);
  left.addEventListener('abort', () => clearTimeout(late), { once: true });
}
