// Asks a program to leave in its own way, and to stop what it does.
import type { Screen } from '../../../domain/screen/screen.ts';
import { type Typist, writeKeys } from './keys.ts';
import { composerOf } from './type.ts';
import { ScreenView, untilSeen } from './wait-for-screen.ts';

const controlC = '\u0003';
/** Until there is a picture at all. */
const firstMs = 20_000;
/** Between two looks at a program that does not do what it was asked to. */
const lookMs = 400;
const goneMs = 1500;
/** A key that leaves is pressed again even into a program that always works. */
const pressMs = 3000;
const beginMs = 1500;
/** Of one that begins slowly. */
const longestBeginMs = 10_000;
/** The first may interrupt, the second empty the line, the third warn, the fourth leave. */
const presses = 6;
/** Said again where the first was lost: two Ctrl-C may have to be closer to each other than a slow machine can press them. */
const mostFarewells = 2;
/** So often a screen that cannot be read is looked at again; nothing is pressed into it. */
const unreadLooks = 5;
/** One that leaves at that has left by then. */
const strangerPresses = 2;

/** Resolves when it has gone or everything was tried; the keeper ends what is still there. */
export async function leaveTerminal(typist: Typist): Promise<void> {
  const { profile, keeper, live, ledger, now } = typist;
  await ledger.add({ kind: 'leaving', at: now() });
  const view = new ScreenView(keeper, live.runId, AbortSignal.timeout(30_000));
  const isGone = async (ms: number, limitMs?: number): Promise<boolean> => {
    await untilSeen(keeper, live, view, () => view.over, ms, limitMs);
    return view.over;
  };
  const { farewell } = profile;
  const rests = (screen: Screen) => profile.read(screen).kind === 'idle' && composerOf(profile, screen) === '';
  const sayFarewell = async (words: string, before: Screen): Promise<void> => {
    // Wherever it stands: a menu of commands may open below, and take the cursor with it.
    const shown = ({ lines }: Screen) => lines.filter((line) => line.includes(words)).length;
    await writeKeys(keeper, live.runId, words);
    await untilSeen(keeper, live, view, (seen) => shown(seen) > shown(before), lookMs);
    await writeKeys(keeper, live.runId, '\r');
  };
  try {
    const first = await view.until(() => true, firstMs);
    // That its turn is over may be told before it is drawn.
    if (farewell !== null && !(await isUnderWay(ledger))) await untilSeen(keeper, live, view, rests, lookMs);
    const most = profile.stranger === true ? strangerPresses : presses;
    let farewells = 0;
    for (let press = 0; press < most && !view.over; press += 1) {
      const now = (await keeper.screen(live.runId))?.screen ?? null;
      if (first !== null && now !== null && isGivenBack(first, now)) {
        if (await isGone(goneMs)) return;
        break;
      }
      if (farewell !== null && farewells < mostFarewells && now !== null && rests(now)) {
        farewells += 1;
        await sayFarewell(farewell, now);
        if (await isGone(goneMs)) return;
        continue;
      }
      await writeKeys(keeper, live.runId, controlC);
      if (await isGone(lookMs / 2, pressMs)) return;
    }
    // Of one of which nothing is known the terminal is hung up next.
    if (profile.stranger === true) return await keeper.end(live.runId, 'cancelled');
    await isGone(goneMs);
  } catch {
    // It has ended meanwhile.
  } finally {
    view.close();
  }
}

/** It is on its way out, however slow: its terminal is a plain one again, and a key that leaves would be a signal. */
const isGivenBack = (first: Screen, now: Screen): boolean =>
  (first.alternate && !now.alternate) || (first.bracketedPaste && !now.bracketedPaste);

async function isUnderWay(ledger: Typist['ledger']): Promise<boolean> {
  const lines = await ledger.read();
  return (
    lines.findLastIndex(({ kind }) => kind === 'entered') > lines.findLastIndex(({ kind }) => kind === 'turn_ended')
  );
}

/** Safe to repeat: where nothing is under way nothing is pressed. */
export async function interrupt(typist: Typist): Promise<void> {
  const { profile, keeper, live, ledger, now } = typist;
  const view = new ScreenView(keeper, live.runId, AbortSignal.timeout(60_000));
  const works = (screen: Screen) => profile.stranger === true || ['busy', 'asks'].includes(profile.read(screen).kind);
  const rests = (screen: Screen) => profile.read(screen).kind === 'idle';
  /** false: it is seen at work still. An idle screen alone is the end of a turn: one that cannot be read may be a moment between two pictures. */
  const isDone = async (): Promise<boolean> => {
    for (let look = 0; look < unreadLooks; look += 1) {
      if ((await untilSeen(keeper, live, view, rests, lookMs)) !== null) return true;
      const now = (await keeper.screen(live.runId))?.screen ?? null;
      if (now !== null && works(now)) return false;
    }
    return true;
  };
  try {
    await view.until(() => true, firstMs);
    // A prompt that was just entered may not be seen at work yet.
    const seen = (await isUnderWay(ledger))
      ? await untilSeen(keeper, live, view, works, Math.min(profile.beginMs ?? beginMs, longestBeginMs))
      : await view.until(works, 1);
    if (seen === null) return;
    await ledger.add({ kind: 'interrupted', at: now() });
    for (let press = 0; press < presses; press += 1) {
      await writeKeys(keeper, live.runId, profile.interrupt);
      if (profile.stranger || (await isDone())) return;
    }
  } catch {
    // It has ended meanwhile.
  } finally {
    view.close();
  }
}
