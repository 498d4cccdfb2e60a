// What a caller does to a running agent: the journals are folded as they stand, then the one line is said.
import type { Agent, Delivery, Live, Message } from '../../../ports/agent.ts';
import type { Keeper } from '../../../ports/keeper.ts';
import { heardSoFar } from '../bookmarks.ts';
import { sayLine } from '../native/input.ts';
import { SaidJournal } from './follow.ts';
import { choiceFor } from './permissions.ts';
import type { AcpProfile } from './profile.ts';
import { heard, hearSaid } from './read.ts';
import { type AcpState, beginAcp, isPrompt, openOf, promptId, type SavedRun, saidPrompt } from './state.ts';
import { isSetUp } from './turn.ts';
import { cancel, leaveMessage, permit, prompt } from './write.ts';

type Now = { readonly state: AcpState; readonly number: number; readonly alive: boolean };

/** The state by the journals. What was said is read last: an answer to it may be missing then, never the question. */
async function foldNow(profile: AcpProfile, keeper: Keeper, live: Live): Promise<Now> {
  const kept = await keeper.find(live.runId);
  if (kept === null) return { state: beginAcp(profile, live), number: 1, alive: false };
  const { bookmark, lines } = await heardSoFar(keeper, live, kept);
  const saved = (bookmark?.saved ?? null) as SavedRun | null;
  let state = beginAcp(profile, live, saved?.state);
  const journal = new SaidJournal(kept.files.input, saved?.journal);
  for (const line of await journal.read()) state = hearSaid(state, line).state;
  for (const line of lines) state = heard(state, line).state;
  return { state, number: journal.count + 1, alive: kept.ending === null };
}

/** As often as somebody else took the number. `line` null: there is nothing to say any more. */
async function sayOnce(
  fold: () => Promise<Now>,
  keeper: Keeper,
  live: Live,
  lineOf: (now: Now) => string | null,
): Promise<Now> {
  for (;;) {
    const now = await fold();
    const line = lineOf(now);
    if (line === null || !now.alive || !(await sayLine(keeper, live.runId, now.number, line))) return now;
  }
}

export async function promptAcp(profile: AcpProfile, keeper: Keeper, live: Live, message: Message): Promise<Delivery> {
  if (message.keys || !message.submit)
    return { kind: 'not_taken', why: `${profile.name} has no line to type into this way` };
  const id = promptId(message.id);
  const fold = () => foldNow(profile, keeper, live);
  const lineOf = ({ state }: Now) =>
    saidPrompt(state, id) !== undefined || whyNot(state) !== null
      ? null
      : prompt(id, state.conversation ?? '', message.text);
  try {
    return deliveryOf(await sayOnce(fold, keeper, live, lineOf), id);
  } catch (error) {
    const now = await fold().catch(() => null);
    if (now !== null && saidPrompt(now.state, id) !== undefined) return { kind: 'delivered' };
    return { kind: 'uncertain', why: error instanceof Error ? error.message : String(error) };
  }
}

function deliveryOf({ state, alive }: Now, id: string): Delivery {
  if (saidPrompt(state, id) !== undefined) return { kind: 'delivered' };
  return { kind: 'not_taken', why: alive ? (whyNot(state) ?? 'it is busy') : 'it has ended' };
}

/** One prompt at a time, and none of ours waits inside the agent. */
function whyNot(state: AcpState): string | null {
  if (state.fatal !== null) return 'it cannot be used';
  if (state.leaving) return 'it leaves';
  if (!isSetUp(state)) return 'it is starting';
  const first = state.live.promptFile !== null && saidPrompt(state, promptId(null)) === undefined;
  const waits = state.said.some((request) => isPrompt(request) && state.answered[request.id] === undefined);
  if (first || waits || state.turn !== null) return 'it is busy';
  return state.live.once ? 'it leaves after its one turn' : null;
}

export async function interruptAcp(profile: AcpProfile, keeper: Keeper, live: Live): Promise<void> {
  const fold = () => foldNow(profile, keeper, live);
  const { state } = await sayOnce(fold, keeper, live, ({ state }) => stopLine(state));
  if (state.turn === null && live.once && state.turns === 0) await keeper.end(live.runId, 'cancelled');
}

/** A cancel is said while a prompt runs and at no other time; then the questions of the turn are closed, as the protocol wants it. */
function stopLine(state: AcpState): string | null {
  const { turn, conversation } = state;
  if (turn === null || conversation === null) return null;
  if (!state.cancelled.includes(turn.id)) return cancel(conversation);
  const open = openOf(state).find(({ kind }) => kind === 'permission');
  return open === undefined ? null : permit(open.raw, null);
}

export async function answerAcp(
  profile: AcpProfile,
  keeper: Keeper,
  live: Live,
  asked: string,
  choice: string,
): Promise<Awaited<ReturnType<Agent['answer']>>> {
  const fold = () => foldNow(profile, keeper, live);
  const { state } = await sayOnce(fold, keeper, live, ({ state: now }) => {
    const open = openOf(now).find(({ id }) => id === asked);
    const chosen = chosenOf(now, asked, choice);
    return open === undefined || chosen === null ? null : permit(open.raw, chosen);
  });
  const chosen = chosenOf(state, asked, choice);
  const reply = state.replied.find(({ id }) => id === asked);
  return chosen !== null && reply?.choice === chosen ? 'answered' : 'gone';
}

function chosenOf({ asked }: AcpState, id: string, choice: string): string | null {
  const open = asked.find((one) => one.id === id);
  return open?.kind === 'permission' ? (choiceFor(open.asked, choice)?.id ?? null) : null;
}

/** What runs is stopped, its input is closed; the keeper ends what does not go. */
export async function endAcp(profile: AcpProfile, keeper: Keeper, live: Live): Promise<void> {
  await interruptAcp(profile, keeper, live);
  const fold = () => foldNow(profile, keeper, live);
  await sayOnce(fold, keeper, live, ({ state }) => (state.leaving ? null : leaveMessage()));
  await keeper.closeInput(live.runId);
  setTimeout(() => void keeper.end(live.runId, 'cancelled').catch(() => undefined), profile.graceMs).unref();
}
