// Types one message as a person would, and looks: pasted whole, seen in the input line, then Enter, until it was taken.
import type { Screen } from '../../../domain/screen/screen.ts';
import type { Delivery, Message } from '../../../ports/agent.ts';
import type { Activity, Kept } from '../../../ports/keeper.ts';
import { choose } from './dialogs.ts';
import { hashOf, type LedgerLine, readWritten, type Typist, writeKeys } from './keys.ts';
import type { TerminalProfile } from './profile.ts';
import { ScreenView, untilSeen } from './wait-for-screen.ts';

/** Until there is a picture at all. */
const firstMs = 20_000;
/** Between two looks at a program that does not show what it was given, or has not taken an Enter. */
const echoMs = 5000;
const takenMs = 750;
/** Between two looks at a program that does not look ready, and how long one that always works is looked at. */
const drawnMs = 200;
const drawLimitMs = 5000;
/** Some draw for ever: then Enter follows all the same, and again where it was not taken. */
const calmLimitMs = 1000;
const tries = 6;

const enter = '\r';
const notTaken = (why: string): Delivery => ({ kind: 'not_taken', why });
const uncertain = (why: string): Delivery => ({ kind: 'uncertain', why });
const delivered: Delivery = { kind: 'delivered' };

export async function typeMessage(typist: Typist, message: Message, signal: AbortSignal): Promise<Delivery> {
  const { keeper, live, ledger } = typist;
  // Its picture is on its way while the rest is looked up.
  const view = new ScreenView(keeper, live.runId, signal);
  const rest = lookAtRest(typist);
  try {
    const [kept, lines] = await Promise.all([keeper.find(live.runId), ledger.read()]);
    if (kept === null) return notTaken('it is not known');
    const past = await judgePast(typist, kept, lines, message);
    if (past !== null && past.kind !== 'typed') return past;
    if (kept.ending !== null)
      return past === null ? notTaken('it has ended') : uncertain('it was typed, and then it ended');
    return await typeInto(
      typist,
      view,
      { before: { first: kept.inputSeq + 1, rest }, typed: past !== null },
      message,
      signal,
    );
  } finally {
    view.close();
  }
}

async function typeInto(
  typist: Typist,
  view: ScreenView,
  { before, typed }: { readonly before: Before; readonly typed: boolean },
  message: Message,
  signal: AbortSignal,
): Promise<Delivery> {
  try {
    const screen = await lookFirst(typist, view, message);
    if (screen === null) return notTaken('its screen cannot be seen');
    if (typed) return await sendTyped(typist, view, message);
    if (message.keys) return await pressKeys(typist, before, message);
    if (message.text === '') return await submitOnly(typist, before, screen, message, signal);
    const cleared = await clearOwn(typist, view, screen);
    const why = typingRefusal(typist.profile, cleared, message, typist.now());
    return why === null ? await typeText(typist, before, view, cleared, message) : notTaken(why);
  } catch (error) {
    return uncertain(error instanceof Error ? error.message : String(error));
  }
}

/** Who calls has seen it ready: what does not look so may be about to be drawn. */
async function lookFirst({ profile, keeper, live }: Typist, view: ScreenView, { steer }: Message) {
  const first = await view.until(() => true, firstMs);
  const isSettled = (screen: Screen) =>
    profile.stranger === true || ['idle', 'asks'].includes(profile.read(screen).kind);
  if (first === null || steer || isSettled(first)) return first;
  return (await untilSeen(keeper, live, view, isSettled, drawnMs, drawLimitMs)) ?? view.screen;
}

/** What an earlier call came to, from what was really written; null: nothing of it was. `typed`: the text was, and no Enter followed it, nobody's. */
async function judgePast(
  { ledger }: Typist,
  kept: Kept,
  lines: readonly LedgerLine[],
  message: Message,
): Promise<Delivery | { readonly kind: 'typed' } | null> {
  if (lines.some((line) => line.kind === 'entered' && line.id === message.id)) return delivered;
  const begun = lines.findLast((line) => line.kind === 'typing' && line.id === message.id);
  if (begun?.kind !== 'typing') return null;
  const written = await readWritten(kept);
  const own = written.findIndex(
    ({ number, bytes }) =>
      number !== null && number >= begun.first && hashOf(unwrap(bytes.toString('utf8'))) === begun.hash,
  );
  if (own < 0) return null;
  const after = written.slice(own + 1).map(({ number, bytes }) => ({ number, text: bytes.toString('utf8') }));
  if (!message.submit || message.keys || after.some(({ number, text }) => number !== null && text === enter)) {
    await ledger.add({ kind: 'entered', id: message.id, at: begun.at });
    return delivered;
  }
  if (after.some(({ text }) => /[\r\n]/.test(text)))
    return uncertain('it was typed, but whether it was sent is not known: somebody pressed Enter since');
  return { kind: 'typed' };
}

/** It was typed before, and stands there: Enter is all that is missing. */
async function sendTyped(typist: Typist, view: ScreenView, message: Message): Promise<Delivery> {
  const { profile, keeper, live, ledger, now } = typist;
  const text = typedOf(message);
  if ((await untilSeen(keeper, live, view, (seen) => isEchoed(profile, seen, text), echoMs)) === null)
    return uncertain('it was typed and not sent, and does not stand in its input line any more');
  if (!(await pressEnter(typist, view, text))) return uncertain('it stands in its input line, but Enter was not taken');
  await ledger.add({ kind: 'entered', id: message.id, at: now() });
  return delivered;
}

/** What stood before anything was typed: the number of the first write, and what the processes of a stranger waited for, asked for beside all else. */
type Before = { readonly first: number; readonly rest: Promise<Activity['postures']> | null };

const lookAtRest = ({ profile, keeper, live }: Typist): Before['rest'] =>
  profile.stranger
    ? keeper.activity(live.runId).then(
        ({ postures }) => postures,
        () => undefined,
      )
    : null;

/** Written down before anything is typed. */
async function begin({ ledger, now }: Typist, before: Before, id: string, text: string): Promise<void> {
  const rest = await before.rest;
  await ledger.add({ kind: 'typing', id, first: before.first, hash: hashOf(text), at: now(), ...(rest && { rest }) });
}

const pasteBegins = '\u001b[200~';
const pasteEnds = '\u001b[201~';
const wrap = (text: string, { bracketedPaste }: Screen) =>
  bracketedPaste ? `${pasteBegins}${text}${pasteEnds}` : text;
const unwrap = (text: string) =>
  text.startsWith(pasteBegins) ? text.slice(pasteBegins.length, -pasteEnds.length) : text;
/** A paste cannot end itself, and its lines end as a keyboard's do not. */
const tame = (text: string) => text.replaceAll(/\u001b\[20[01]~/g, '').replaceAll(/\r\n?/g, '\n');

async function pressKeys(typist: Typist, before: Before, { id, text, submit }: Message): Promise<Delivery> {
  const { keeper, live, ledger, now } = typist;
  const keys = `${text}${submit ? enter : ''}`;
  await begin(typist, before, id, keys);
  await writeKeys(keeper, live.runId, keys, before.first);
  await ledger.add({ kind: 'entered', id, at: now() });
  return delivered;
}

/** Enter alone. A question whether the folder is to be trusted is answered with yes, whatever stands selected: its default may be to leave. */
async function submitOnly(
  typist: Typist,
  before: Before,
  screen: Screen,
  message: Message,
  signal: AbortSignal,
): Promise<Delivery> {
  const reading = typist.profile.read(screen);
  if (!message.submit) return notTaken('there is nothing to type');
  if (reading.kind !== 'asks' || reading.asked.about !== 'trust')
    return pressKeys(typist, before, { ...message, keys: true });
  const { asked } = reading;
  const yes = asked.choices.find(({ means }) => means === 'allow_once');
  if (yes === undefined) return notTaken('its question has no yes');
  const chosen = await choose(typist.profile, typist.keeper, typist.live, asked.id, yes.id, signal);
  return chosen === 'answered' ? delivered : notTaken('its question went away');
}

const clearKey = '\u0015';

/** Some put an interrupted prompt back into the input line: what was ours is taken out again. */
async function clearOwn(typist: Typist, view: ScreenView, screen: Screen): Promise<Screen> {
  const { profile, keeper, live, ledger } = typist;
  const composer = composerOf(profile, screen);
  if (!composer || screen.typed.bytes > 0) return screen;
  const lines = await ledger.read();
  const entered = new Set(lines.flatMap((line) => (line.kind === 'entered' ? [line.id] : [])));
  const own = lines.some((line) => line.kind === 'typing' && entered.has(line.id) && line.hash === hashOf(composer));
  for (let left = own ? composer.split('\n').length * 2 : 0; left > 0; left -= 1) {
    const before = composerOf(profile, view.screen ?? screen);
    await writeKeys(keeper, live.runId, clearKey);
    const seen = await untilSeen(keeper, live, view, (now) => composerOf(profile, now) !== before, takenMs);
    if (seen !== null && composerOf(profile, seen) === '') return seen;
  }
  return view.screen ?? screen;
}

const typedOf = ({ text }: Message): string => tame(text).replace(/\n+$/, '');

async function typeText(
  typist: Typist,
  before: Before,
  view: ScreenView,
  screen: Screen,
  message: Message,
): Promise<Delivery> {
  const { profile, keeper, live, ledger, now } = typist;
  const text = typedOf(message);
  await begin(typist, before, message.id, text);
  const number = await writeKeys(keeper, live.runId, wrap(text, screen), before.first);
  const echoed = await untilSeen(keeper, live, view, (seen) => isEchoed(profile, seen, text), echoMs);
  if (echoed === null) return uncertain('it was typed, but does not stand in its input line');
  if (message.submit) {
    await calm(profile, view, now);
    if (!(await pressEnter(typist, view, text, number + 1)))
      return uncertain('it stands in its input line, but Enter was not taken');
  }
  await ledger.add({ kind: 'entered', id: message.id, at: now() });
  return delivered;
}

/** Until nothing has changed for as long as this program needs between text and Enter. */
async function calm({ calmMs }: TerminalProfile, view: ScreenView, now: () => number): Promise<void> {
  const end = performance.now() + calmLimitMs;
  for (let last = view.screen; calmMs > 0 && performance.now() < end; last = view.screen) {
    const changed = await view.until((screen) => screen !== last, calmMs);
    if (changed === null || now() - changed.changedAt > calmMs) return;
  }
}

/** Again where it was not taken and the same text still stands there; never into anything else: a frame that is being drawn anew says neither. */
async function pressEnter(
  { profile, keeper, live }: Typist,
  view: ScreenView,
  text: string,
  next?: number,
): Promise<boolean> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const stands = view.screen !== null && isEchoed(profile, view.screen, text);
    if (stands || attempt === 0) await writeKeys(keeper, live.runId, enter, attempt === 0 ? next : undefined);
    const taken = await untilSeen(keeper, live, view, (screen) => isTaken(profile, screen, text), takenMs);
    if (taken !== null || view.over) return true;
  }
  return false;
}

// Why a message is not typed now; what is not sure is refused.

/** A line of a terminal in its plain mode holds no more, the rest is cut off silently. */
const lineLimit = 4095;
/** A key of a person's this young may not be on the screen yet. */
const recentMs = 1000;

export const halfTyped = 'a half-typed line stands in it';

/** null: it may be typed. */
export function typingRefusal(profile: TerminalProfile, screen: Screen, message: Message, now: number): string | null {
  const { typed } = screen;
  if (typed.bytes > 0 && now - (typed.at ?? 0) < recentMs) return 'somebody is typing in its terminal';
  const unfit = unfitOf(screen, message.text);
  if (unfit !== null) return unfit;
  const reading = profile.read(screen);
  if (reading.kind === 'asks') return `it asks something first: ${reading.asked.text.split('\n').at(-1)}`;
  // Where it shows an empty line, what was typed has been erased.
  if (profile.stranger) return (reading.kind === 'idle' ? reading.composer !== '' : typed.bytes > 0) ? halfTyped : null;
  if (reading.kind === 'unknown') return message.steer ? null : `its screen is not known: ${reading.why}`;
  if (reading.kind === 'busy' && !message.steer) return 'it is busy';
  return (reading.composer ?? '') === '' ? null : halfTyped;
}

/** Programs that take pastes take any text; others take lines. */
function unfitOf({ bracketedPaste }: Screen, text: string): string | null {
  if (bracketedPaste) return null;
  if (/[\r\n]/.test(text.trimEnd())) return 'it takes single lines only: a line break would send the first of them';
  const bytes = Buffer.byteLength(text);
  return bytes > lineLimit ? `it takes lines of at most ${lineLimit} bytes, this has ${bytes}` : null;
}

// Whether what was typed stands in the program's input line: the end of the text, or the placeholder that a program shows for a long paste.

/** What stands in the input line; null: it is not known. */
export function composerOf(profile: TerminalProfile, screen: Screen): string | null {
  const reading = profile.read(screen);
  return reading.kind === 'idle' || reading.kind === 'busy' ? reading.composer : null;
}

const placeholder = /\[\s*(pasted|paste)\b[^\]]*\]\s*$/i;
const bare = (text: string) => text.replaceAll(/[\s\u00a0]/g, '');
/** Enough to know it again; short enough for a narrow line. */
const tailOf = (text: string) => bare(text).slice(-24);

function isEchoed(profile: TerminalProfile, screen: Screen, text: string): boolean {
  const composer = profile.stranger ? atCursor(screen) : composerOf(profile, screen);
  if (composer === null || composer === '') return false;
  return endsAs(bare(composer), tailOf(text)) || (!profile.stranger && placeholder.test(composer));
}

/** Of a secret stars are seen. */
function endsAs(seen: string, tail: string): boolean {
  const end = seen.slice(-tail.length);
  return end.length === tail.length && [...end].every((each, at) => each === '*' || each === [...tail][at]);
}

/** Its input line is seen without what was typed, or a dialog has come over it. */
function isTaken(profile: TerminalProfile, screen: Screen, text: string): boolean {
  const known = profile.stranger === true || profile.read(screen).kind !== 'unknown';
  return known && !isEchoed(profile, screen, text);
}

/** The lines down to the cursor, as far as it has come. */
function atCursor({ lines, cursor }: Screen): string {
  const above = lines.slice(Math.max(0, cursor.row - 3), cursor.row);
  return [...above, (lines[cursor.row] ?? '').slice(0, cursor.column)].join('');
}
