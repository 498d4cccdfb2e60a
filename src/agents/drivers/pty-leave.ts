// Asks a program to leave in its own way, and to stop what it does.
import type { Screen } from '../../domain/screen/screen.ts';
import { composerOf } from './pty-echo.ts';
import { writeKeys } from './pty-input.ts';
import type { Typist } from './pty-type.ts';
import { ScreenView } from './pty-view.ts';

const controlC = '\u0003';
const seenMs = 800;
const goneMs = 3000;
const beginMs = 3000;
/** The first may interrupt, the second empty the line, the third warn, the fourth leave. */
const presses = 6;

/** Resolves when it has gone or everything was tried; the keeper ends what is still there. */
export async function leave(typist: Typist): Promise<void> {
  const { profile, keeper, live, ledger, now } = typist;
  await ledger.add({ kind: 'leaving', at: now() });
  const view = new ScreenView(keeper, live.runId, AbortSignal.timeout(30_000));
  try {
    const screen = await view.until(() => true, seenMs);
    if (
      profile.farewell !== null &&
      screen &&
      profile.read(screen).kind === 'idle' &&
      composerOf(profile, screen) === ''
    ) {
      await writeKeys(keeper, live.runId, profile.farewell);
      await view.until((seen) => composerOf(profile, seen)?.includes(profile.farewell ?? '') ?? false, seenMs);
      await writeKeys(keeper, live.runId, '\r');
      if (await isGone(view, goneMs)) return;
    }
    for (let press = 0; press < presses && !view.over; press += 1) {
      await writeKeys(keeper, live.runId, controlC);
      if (await isGone(view, seenMs / 2)) return;
    }
    await isGone(view, goneMs);
  } catch {
    // It has ended meanwhile.
  } finally {
    view.close();
  }
}

async function isGone(view: ScreenView, ms: number): Promise<boolean> {
  await view.until(() => view.over, ms);
  return view.over;
}

async function isUnderWay(ledger: Typist['ledger']): Promise<boolean> {
  const lines = await ledger.read();
  return (
    lines.findLastIndex(({ kind }) => kind === 'entered') > lines.findLastIndex(({ kind }) => kind === 'turn_ended')
  );
}

/** Safe to repeat: where nothing is under way nothing is pressed. */
export async function interrupt(typist: Typist): Promise<void> {
  const { profile, keeper, live, ledger, now } = typist;
  const view = new ScreenView(keeper, live.runId, AbortSignal.timeout(30_000));
  const works = (screen: Screen) => profile.stranger === true || ['busy', 'asks'].includes(profile.read(screen).kind);
  try {
    await view.until(() => true, seenMs);
    // A prompt that was just entered may not be seen at work yet.
    if ((await view.until(works, (await isUnderWay(ledger)) ? beginMs : 1)) === null) return;
    await ledger.add({ kind: 'interrupted', at: now() });
    for (let press = 0; press < (profile.stranger ? 1 : presses); press += 1) {
      await writeKeys(keeper, live.runId, profile.interrupt);
      if ((await view.until((seen) => !works(seen), seenMs)) !== null) return;
    }
  } catch {
    // It has ended meanwhile.
  } finally {
    view.close();
  }
}
