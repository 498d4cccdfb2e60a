// Makes a choice in a dialog on the screen: moves, looks whether it moved, and accepts only what stands selected. Keys in a dialog's first moment can be lost.
import type { Screen } from '../../domain/screen/screen.ts';
import type { Live } from '../../ports/agent.ts';
import type { Keeper } from '../../ports/keeper.ts';
import { writeKeys } from './pty-input.ts';
import type { TerminalProfile } from './pty-profile.ts';
import { untilSeen } from './pty-seen.ts';
import { ScreenView } from './pty-view.ts';
import type { ScreenReading } from './screen-reading.ts';

/** Between two looks at whether a key was taken, and how many keys are tried. */
const lookMs = 350;
const tries = 40;
/** So long a picture may be half drawn; one that shows neither an input line nor this dialog is given more. */
const redrawMs = 400;
const goneMs = 2000;
/** Until there is a picture at all. */
const firstMs = 20_000;

type Dialog = Extract<ScreenReading, { kind: 'asks' }>;

/** `choice`: an id of the dialog's own. `gone`: this dialog is not there, or no more. */
export async function choose(
  profile: TerminalProfile,
  keeper: Keeper,
  live: Live,
  asked: string,
  choice: string,
  signal: AbortSignal,
): Promise<'answered' | 'gone'> {
  const view = new ScreenView(keeper, live.runId, signal);
  const dialogOn = (screen: Screen): Dialog | null => {
    const reading = profile.read(screen);
    return reading.kind === 'asks' && reading.asked.id === asked ? reading : null;
  };
  const dialogIn = async (ms: number): Promise<Dialog | null> => {
    const screen = await view.until((seen) => dialogOn(seen) !== null, ms);
    return screen && dialogOn(screen);
  };
  const isAtWork = (screen: Screen | null) => screen !== null && ['idle', 'busy'].includes(profile.read(screen).kind);
  let accepted = false;
  try {
    await view.until(() => true, firstMs);
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const dialog = (await dialogIn(redrawMs)) ?? (accepted || isAtWork(view.screen) ? null : await dialogIn(goneMs));
      if (dialog === null) break;
      const wanted = dialog.asked.choices.findIndex(({ id }) => id === choice);
      const { selected } = dialog.menu;
      if (wanted < 0 || selected === null) return 'gone';
      await writeKeys(keeper, live.runId, keyTo(dialog, selected, wanted));
      if (selected === wanted) accepted = true;
      // A second key, while the first is not read yet, would be one too many: it might accept the next dialog's choice.
      await untilSeen(keeper, live, view, (seen) => dialogOn(seen)?.menu.selected !== selected, lookMs);
    }
    return accepted ? 'answered' : 'gone';
  } finally {
    view.close();
  }
}

function keyTo({ menu }: Dialog, selected: number, wanted: number): string {
  if (selected === wanted) return menu.accept;
  return selected < wanted ? menu.next : menu.previous;
}
