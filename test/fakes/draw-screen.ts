// Draws bytes as the keeper's terminals do, for tests of what reads screens.
import type { Screen } from '../../src/domain/screen/screen.ts';
import { ScreenModel } from '../../src/keeper/screen/terminal.ts';

export type Window = { readonly columns: number; readonly rows: number };

/** `piece`: so many bytes at a time, whatever they split; `then`: made this size afterwards. */
export async function drawScreen(
  bytes: string | Uint8Array,
  { columns, rows }: Window,
  { piece = 1 << 20, then = null as Window | null } = {},
): Promise<Screen> {
  const model = new ScreenModel(columns, rows, () => undefined);
  const all = Buffer.from(bytes);
  const written: Promise<void>[] = [];
  for (let from = 0; from < all.length; from += piece) written.push(model.write(all.subarray(from, from + piece)));
  // The terminal takes them in order, and says on a timer that one is done: waited for one by one they take 30 times as long.
  await Promise.all(written);
  if (then !== null) model.resize(then.columns, then.rows);
  const shape = model.read();
  model.close();
  return { ...shape, at: all.length, changedAt: 0, typed: { bytes: 0, at: null } };
}
