// Follows a program's output from its first byte, or from where it was read up to; says what the protocol wants said, and tells what happens.
import { readFile } from 'node:fs/promises';
import type { AgentEvent } from '../../../domain/run/turn.ts';
import type { Live } from '../../../ports/agent.ts';
import type { Keeper, Kept } from '../../../ports/keeper.ts';
import type { Json } from '../../json.ts';
import { Bookmarker, type Keeping, latestBookmark } from '../bookmarks.ts';
import { placeLines, readTail } from '../lines.ts';
import { NativeFold, type SavedFold } from './fold.ts';
import { type Said, say } from './input.ts';
import { firstPrompt, goodbyeKey, type Protocol, promptKey } from './profile.ts';

/** How long a program may take to leave after its stdin was closed. */
const graceMs = 15_000;

export async function* followNative<State>(
  protocol: Protocol<State>,
  keeper: Keeper,
  live: Live,
  signal: AbortSignal,
  keeping: Keeping,
): AsyncGenerator<AgentEvent> {
  const found = await keeper.find(live.runId);
  if (found === null) return yield* lost;
  const first = live.promptFile === null ? null : await readFile(live.promptFile, 'utf8');
  const bookmark = await latestBookmark(live);
  const fold = new NativeFold(protocol, live, (bookmark?.saved ?? null) as SavedFold<State> | null);
  const bookmarker = new Bookmarker(live, keeping, bookmark);
  const begin = bookmark?.at ?? found.outputFrom;
  const of: Pump<State> = { protocol, keeper, kept: found, live, first };
  const farewell = new AbortController();
  try {
    yield* bookmark?.told ?? [];
    let closed = found.ending !== null || (found.outputBytes === 0 && (await pump(of, fold.state)));
    for await (const { text, end, whole } of placeLines(keeper.attach(live.runId, begin, signal), begin)) {
      if (signal.aborted) return;
      for (const event of fold.take(text)) yield bookmarker.note(event);
      // What is long past wants no answer.
      if (!closed && end >= found.outputBytes) {
        closed = await pump(of, fold.state);
        if (closed) insist(keeper, live, farewell.signal);
      }
      if (whole) await bookmarker.pass(end, () => fold.save());
    }
    if (signal.aborted) return;
    const kept = await keeper.find(live.runId);
    yield* fold.finish(kept, await readTail(kept?.files.error ?? null));
  } finally {
    farewell.abort('it is over');
  }
}

const lost: readonly AgentEvent[] = [
  { kind: 'turn_ended', outcome: { kind: 'cut_off', message: 'what held it died' } },
  { kind: 'ended', ending: { kind: 'lost' } },
];

/** A program that was let go and does not go is ended. */
function insist(keeper: Keeper, live: Live, left: AbortSignal): void {
  const late = setTimeout(() => void keeper.end(live.runId, 'cancelled').catch(() => undefined), graceMs);
  left.addEventListener('abort', () => clearTimeout(late), { once: true });
}

// What the protocol wants said as things stand, and whether the program is to be let go.

/** `first`: the text of the first prompt. */
type Pump<State> = {
  readonly protocol: Protocol<State>;
  readonly keeper: Keeper;
  readonly kept: Kept;
  readonly live: Live;
  readonly first: string | null;
};

/** Says all that is wanted; true: its stdin was closed, nothing more will be said. */
async function pump<State>(of: Pump<State>, state: State): Promise<boolean> {
  const { protocol, keeper, kept, live } = of;
  const { said, ended } = await say(keeper, kept, protocol.keyOf, (said) => nextOf(of, state, said));
  if (ended) return true;
  const { broken, turnsEnded } = protocol.seen(state);
  if (!broken && !said.has(goodbyeKey) && !(live.once && turnsEnded > 0)) return false;
  await keeper.closeInput(kept.runId);
  return true;
}

function nextOf<State>({ protocol, live, first }: Pump<State>, state: State, said: Said): Json | null {
  if (said.has(goodbyeKey)) return null;
  const wanted = protocol.wants(state, live, said).find((line) => !said.has(protocol.keyOf(line)));
  if (wanted !== undefined) return wanted;
  const { conversation, broken } = protocol.seen(state);
  if (first === null || broken || conversation === null || said.has(promptKey(firstPrompt))) return null;
  return protocol.prompt(state, live, firstPrompt, first, false);
}
