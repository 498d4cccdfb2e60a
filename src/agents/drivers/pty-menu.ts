// Makes a choice in a dialog on the screen: moves, looks whether it moved, and accepts only what stands selected. Keys in a dialog's first moment can be lost.
import type { Screen } from '../../domain/screen/screen.ts';
import type { Live } from '../../ports/agent.ts';
import type { Keeper } from '../../ports/keeper.ts';
import { writeKeys } from './pty-input.ts';
import type { TerminalProfile } from './pty-profile.ts';
import { ScreenView } from './pty-view.ts';
import type { ScreenReading } from './screen-reading.ts';

/** How long one key may take to be seen, and how often it is tried. */
const patienceMs = 700;
const tries = 40;

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
  let accepted = false;
  try {
    let screen = await view.until(() => true, patienceMs);
    for (let attempt = 0; attempt < tries && screen !== null; attempt += 1) {
      const dialog = dialogOn(screen);
      if (dialog === null) return accepted ? 'answered' : 'gone';
      const wanted = dialog.asked.choices.findIndex(({ id }) => id === choice);
      const { selected } = dialog.menu;
      if (wanted < 0 || selected === null) return 'gone';
      await writeKeys(keeper, live.runId, keyTo(dialog, selected, wanted));
      if (selected === wanted) accepted = true;
      const isOther = (seen: Screen) => dialogOn(seen)?.menu.selected !== selected;
      screen = (await view.until(isOther, patienceMs)) ?? view.screen;
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
