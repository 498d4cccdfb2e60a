// The picture of a run: of one that lives as it is, of one that has ended from its transcript.
import type { KeptRun } from '../../contract/keeper/protocol.ts';
import { failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { Runs } from '../process/runs.ts';
import type { HeldRun } from '../process/supervised-run.ts';
import type { DrawnScreen, SeenPicture } from './messages.ts';
import type { Screens } from './screens.ts';

type Gallery = { readonly runs: Runs; readonly screens: Screens };
type Look = { readonly screen: Screen; readonly history: readonly string[] };

const nothingTyped = { bytes: 0, at: null } as const;

/** With all output taken in before the call. null: no terminal, unknown, or nothing is kept of it any more. */
export async function pictureOf(gallery: Gallery, runId: RunId, history: number): Promise<Look | null> {
  if (!isOpen(gallery, runId)) return null;
  const look = await gallery.screens.screen(runId, history);
  return look && { screen: withTyped(gallery, runId, look.screen), history: look.history };
}

export const takePicture = async (gallery: Gallery, runId: RunId): Promise<SeenPicture | null> =>
  isOpen(gallery, runId) ? await gallery.screens.picture(runId, 0) : null;

/** The picture as it is, then after every change; resolves when the run has ended and its last one was pushed, or when nobody looks any more. Throws `Failed(RUN_NOT_FOUND)`. */
export async function watchScreen(
  gallery: Gallery,
  runId: RunId,
  push: (screen: Screen) => void,
  gone: AbortSignal,
): Promise<void> {
  if (gallery.runs.find(runId) === null) throw failed('RUN_NOT_FOUND', `No run ${runId}.`);
  const pushed = whenChanged(push);
  const now = async () => {
    const look = await pictureOf(gallery, runId, 0);
    if (look !== null && !gone.aborted) pushed.tell(look.screen);
  };
  const held = gallery.runs.seek(runId);
  const stops = held === null ? [] : follow(gallery, held, pushed);
  try {
    await now();
    if (held !== null && held.view !== null) {
      await Promise.race([held.settled.catch(() => {}), aborted(gone)]);
      if (!gone.aborted) await now();
    }
  } finally {
    for (const stop of stops) stop();
  }
}

function follow(gallery: Gallery, held: HeldRun, push: Push): (() => void)[] {
  const { view, family } = held;
  if (view === null) return [];
  const runId = family.runId as RunId;
  const hear = (seen: DrawnScreen) => push.tell(withTyped(gallery, runId, seen));
  const typed = () => {
    const last = push.last();
    if (last !== null) hear(last);
  };
  return [gallery.screens.watch(runId, hear), view.onTyped(typed)];
}

type Push = { readonly tell: (screen: Screen) => void; readonly last: () => Screen | null };

/** More bytes that look the same are no change. */
function whenChanged(push: (screen: Screen) => void): Push {
  let last: Screen | null = null;
  let before = '';
  const tell = (screen: Screen) => {
    const key = JSON.stringify({ ...screen, at: 0, changedAt: 0 });
    last = screen;
    if (key === before) return;
    before = key;
    push(screen);
  };
  return { tell, last: () => last };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

function withTyped({ runs }: Gallery, runId: RunId, seen: DrawnScreen): Screen {
  return { ...seen, typed: runs.seek(runId)?.view?.typed ?? nothingTyped };
}

/** Opens what has ended, for a while. */
function isOpen({ runs, screens }: Gallery, runId: RunId): boolean {
  const run = runs.find(runId);
  if (run === null || run.files.error !== null || isGone(run)) return false;
  const { outputBytes, files, endedAt, startedAt } = run;
  const past = { liveFrom: outputBytes, pastAt: endedAt ?? startedAt, to: outputBytes };
  if (!screens.has(runId)) screens.open(runId, { path: files.output, ...past }, null);
  // What another keeper held may have gone on.
  else screens.grow(runId, outputBytes);
  return true;
}

const isGone = (run: KeptRun): boolean => run.outputBytes > 0 && run.outputFrom >= run.outputBytes;
