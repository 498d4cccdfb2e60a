// The native driver: a program that stays, talked to in its own JSON lines. Every act folds the two journals anew, so nothing is lost with the daemon.
import { Failed } from '../../../domain/error.ts';
import type { Agent, Delivery, Live, Message } from '../../../ports/agent.ts';
import type { Keeper, Kept } from '../../../ports/keeper.ts';
import { type Json, parseRecord } from '../../json.ts';
import { type Bookmark, heardSoFar, type Keeping, latestBookmark, talkedTo, usualKeeping } from '../bookmarks.ts';
import { findProgramOf, launch } from '../launch.ts';
import { splitLines } from '../lines.ts';
import { followNative } from './events.ts';
import type { SavedFold } from './fold.ts';
import { readSaid, type Said, say } from './input.ts';
import { answerKey, goodbyeKey, type NativeProfile, type Protocol, promptKey, standingOf } from './profile.ts';

/** How long an interrupt waits for the turn that was asked for to begin. */
const beginMs = 10_000;

export function createNativeAgent<State>(profile: NativeProfile<State>, keeping: Keeping = usualKeeping): Agent {
  const { protocol } = profile;
  return {
    name: profile.name,
    driver: 'native',
    capabilities: profile.capabilities,
    passEnv: profile.passEnv,
    find: (env, how) => findProgramOf(profile, env, how),
    start: (keeper, spec) => launch(profile, keeper, spec, talkedTo(spec, keeping)),
    events: (keeper, live, signal) => followNative(protocol, keeper, live, signal, keeping),
    prompt: (keeper, live, message) => prompt(protocol, keeper, live, message),
    interrupt: (keeper, live) => interrupt(protocol, keeper, live),
    answer: (keeper, live, asked, choice, note) => answer(protocol, keeper, live, asked, choice, note),
    end: (keeper, live) => end(protocol, keeper, live),
  };
}

/** By everything the program has written so far. */
async function stateOf<State>(protocol: Protocol<State>, keeper: Keeper, live: Live, kept: Kept): Promise<State> {
  const { bookmark, lines } = await heardSoFar(keeper, live, kept);
  const records = lines.map(parseRecord).filter((record) => record !== null);
  return records.reduce((state, record) => protocol.heard(state, record).state, stateAt(protocol, live, bookmark));
}

const stateAt = <State>(protocol: Protocol<State>, live: Live, bookmark: Bookmark | null): State =>
  bookmark === null ? protocol.begin(live) : (bookmark.saved as SavedFold<State>).state;

const living = async (keeper: Keeper, live: Live): Promise<Kept | null> => {
  const kept = await keeper.find(live.runId);
  return kept?.ending === null ? kept : null;
};

async function prompt<State>(
  protocol: Protocol<State>,
  keeper: Keeper,
  live: Live,
  message: Message,
): Promise<Delivery> {
  const found = await keeper.find(live.runId);
  if (found === null) return notTaken('it is not known');
  const key = promptKey(message.id);
  if ((await readSaid(found, protocol.keyOf)).has(key)) return { kind: 'delivered' };
  const why = refusalOf(found, message);
  if (why !== null) return notTaken(why);
  const state = await stateOf(protocol, keeper, live, found);
  try {
    return await deliver(protocol, keeper, found, live, state, message);
  } catch (error) {
    const said = await readSaid(found, protocol.keyOf);
    if (said.has(key)) return { kind: 'delivered' };
    return { kind: 'uncertain', why: error instanceof Failed ? error.failure.message : String(error) };
  }
}

const notTaken = (why: string): Delivery => ({ kind: 'not_taken', why });

function refusalOf(kept: Kept, { keys, submit }: Message): string | null {
  if (kept.ending !== null) return 'it has ended';
  if (keys) return 'it has no keys: it is not in a terminal';
  return submit ? null : 'it has no line to leave words in: it is not in a terminal';
}

async function deliver<State>(
  protocol: Protocol<State>,
  keeper: Keeper,
  kept: Kept,
  live: Live,
  state: State,
  message: Message,
): Promise<Delivery> {
  let refused: string | null = null;
  const { ended } = await say(keeper, kept, protocol.keyOf, (said) => {
    if (said.has(promptKey(message.id))) return null;
    refused = whyNot(protocol, state, live, said, message);
    if (refused !== null) return null;
    const busy = protocol.seen(state).turn !== null;
    return protocol.prompt(state, live, message.id, message.text, busy);
  });
  if (refused !== null) return notTaken(refused);
  return ended ? notTaken('it has ended') : { kind: 'delivered' };
}

/** Ready is what the output shows, unless somebody has said something since that it has not taken in. */
function whyNot<State>(protocol: Protocol<State>, state: State, live: Live, said: Said, message: Message) {
  if (said.has(goodbyeKey)) return 'it is leaving';
  const seen = protocol.seen(state);
  const standing = standingOf(seen, live);
  if (live.once && seen.turnsEnded > 0) return 'it is leaving';
  if (standing.kind === 'busy' || standing.kind === 'asks') return message.steer ? null : 'it is busy';
  if (standing.kind !== 'ready' && standing.kind !== 'limited') return 'it is not ready';
  return isWaiting(protocol, state, said) && !message.steer ? 'it has a prompt that it has not taken in yet' : null;
}

const isWaiting = <State>(protocol: Protocol<State>, state: State, said: Said): boolean =>
  [...said.keys()].some((key) => key.startsWith(promptKey('')) && !protocol.seen(state).taken.has(key));

async function answer<State>(
  protocol: Protocol<State>,
  keeper: Keeper,
  live: Live,
  asked: string,
  choice: string,
  note: string | null,
): Promise<'answered' | 'gone'> {
  const kept = await keeper.find(live.runId);
  if (kept === null) return 'gone';
  const state = await stateOf(protocol, keeper, live, kept);
  const ask = protocol.seen(state).asks.find((each) => each.asked.id === asked);
  const lines = ask === undefined ? null : protocol.answer(state, ask, choice, note);
  if (ask === undefined || lines === null) return 'gone';
  const { said } = await say(keeper, kept, protocol.keyOf, (said) => {
    if (!ask.open || isAnotherAnswer(said, asked, lines)) return null;
    return lines.find((line) => !said.has(protocol.keyOf(line))) ?? null;
  });
  return said.has(answerKey(asked)) && !isAnotherAnswer(said, asked, lines) ? 'answered' : 'gone';
}

function isAnotherAnswer(said: Said, asked: string, [line]: readonly Json[]): boolean {
  const other = said.get(answerKey(asked));
  return other !== undefined && JSON.stringify(other) !== JSON.stringify(line);
}

async function interrupt<State>(protocol: Protocol<State>, keeper: Keeper, live: Live): Promise<void> {
  const kept = await living(keeper, live);
  if (kept === null) return;
  let state = await stateOf(protocol, keeper, live, kept);
  if (protocol.seen(state).turn === null) {
    if (live.once) return keeper.end(live.runId, 'cancelled');
    if (!isWaiting(protocol, state, await readSaid(kept, protocol.keyOf))) return;
    state = await untilTurn(protocol, keeper, live, kept);
  }
  if (protocol.seen(state).turn === null) return;
  const line = protocol.interrupt(state);
  await say(keeper, kept, protocol.keyOf, (said) => (said.has(protocol.keyOf(line)) ? null : line));
}

/** A prompt was said and is not taken in yet: its turn is to come. */
async function untilTurn<State>(protocol: Protocol<State>, keeper: Keeper, live: Live, kept: Kept): Promise<State> {
  const signal = AbortSignal.timeout(beginMs);
  const bookmark = await latestBookmark(live);
  let state = stateAt(protocol, live, bookmark);
  for await (const line of splitLines(keeper.attach(live.runId, bookmark?.at ?? kept.outputFrom, signal))) {
    const record = parseRecord(line);
    if (record !== null) state = protocol.heard(state, record).state;
    const said = await readSaid((await keeper.find(live.runId)) as Kept, protocol.keyOf);
    if (protocol.seen(state).turn !== null && !isWaiting(protocol, state, said)) break;
  }
  return state;
}

async function end<State>(protocol: Protocol<State>, keeper: Keeper, live: Live): Promise<void> {
  const kept = await living(keeper, live);
  if (kept === null) return;
  const state = await stateOf(protocol, keeper, live, kept);
  const stop = protocol.seen(state).turn === null ? null : protocol.interrupt(state);
  await say(keeper, kept, protocol.keyOf, (said) => {
    if (said.has(goodbyeKey)) return null;
    return stop !== null && !said.has(protocol.keyOf(stop)) ? stop : protocol.goodbye(state);
  });
  await keeper.closeInput(live.runId);
}
