// The picture of a run: of one that lives as it is, of one that has ended from its transcript.

import type { IBuffer, IBufferCell, IBufferLine } from '@xterm/headless';
import type { KeptRun } from '../../contract/keeper/protocol.ts';
import { failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Mark, Screen } from '../../domain/screen/screen.ts';
import type { Runs } from '../process/runs.ts';
import type { HeldRun } from '../process/supervised-run.ts';
import type { Screens } from './screens.ts';
import type { Seen, SeenPicture } from './worker.ts';

type Gallery = { readonly runs: Runs; readonly screens: Screens };
type Look = { readonly screen: Screen; readonly history: readonly string[] };

const nothingTyped = { bytes: 0, at: null } as const;

/** With all output taken in before the call. null: no terminal, unknown, or nothing is kept of it any more. */
export async function lookAt(gallery: Gallery, runId: RunId, history: number): Promise<Look | null> {
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
    const look = await lookAt(gallery, runId, 0);
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
  const hear = (seen: Seen) => push.tell(withTyped(gallery, runId, seen));
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

function withTyped({ runs }: Gallery, runId: RunId, seen: Seen): Screen {
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

// A terminal's cells as lines of text and marks of what does not look plain.

type Style = Omit<Mark, 'row' | 'column' | 'length'>;
type Cells = Pick<Screen, 'lines' | 'wrapped' | 'marks'>;

/** The visible screen: the last `rows` lines of the buffer. */
export function readCells(buffer: IBuffer, rows: number): Cells {
  const lines: string[] = [];
  const wrapped: number[] = [];
  const marks: Mark[] = [];
  for (let row = 0; row < rows; row += 1) {
    const line = buffer.getLine(buffer.baseY + row);
    lines.push(textOf(line));
    if (line?.isWrapped && row > 0) wrapped.push(row);
    if (line !== undefined) marks.push(...readMarks(line, row, buffer.getNullCell()));
  }
  return { lines, wrapped, marks };
}

/** Lines that have scrolled off the top, oldest first; at most `count`. */
export function readHistory(buffer: IBuffer, count: number): string[] {
  const first = Math.max(0, buffer.baseY - count);
  return Array.from({ length: buffer.baseY - first }, (_, row) => textOf(buffer.getLine(first + row)));
}

const textOf = (line: IBufferLine | undefined): string => line?.translateToString(true).replace(/ +$/, '') ?? '';

type Open = { readonly column: number; readonly style: Style; readonly key: string };

function readMarks(line: IBufferLine, row: number, cell: IBufferCell): Mark[] {
  const marks: Mark[] = [];
  let open: Open | null = null;
  for (let column = 0; column <= line.length; column += 1) {
    const key = column === line.length ? '' : keyOf(line.getCell(column, cell) ?? cell);
    if (key === keyOfOpen(open)) continue;
    if (open !== null) marks.push({ row, column: open.column, length: column - open.column, ...open.style });
    open = key === '' ? null : { column, style: styleOf(cell), key };
  }
  return marks;
}

const keyOfOpen = (open: Open | null): string => open?.key ?? '';

/** '' for a plain cell; a cell nothing was written into is plain unless it is inverse. */
function keyOf(cell: IBufferCell): string {
  if (cell.isAttributeDefault() || (cell.getCode() === 0 && cell.getWidth() === 1 && !cell.isInverse())) return '';
  const { dim, inverse, bold, colour } = styleOf(cell);
  return dim || inverse || bold || colour !== undefined ? `${dim} ${inverse} ${bold} ${colour}` : '';
}

function styleOf(cell: IBufferCell): Style {
  const colour = cell.isFgRGB() ? 2 ** 24 + cell.getFgColor() : cell.isFgPalette() ? cell.getFgColor() : undefined;
  return {
    ...(cell.isDim() ? { dim: true } : {}),
    ...(cell.isInverse() ? { inverse: true } : {}),
    ...(cell.isBold() ? { bold: true } : {}),
    ...(colour === undefined ? {} : { colour }),
  };
}
