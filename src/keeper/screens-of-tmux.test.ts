// Another terminal's word on what bytes look like: recorded with tmux 3.3a (`capture-pane -p`, `#{cursor_y} #{cursor_x} #{alternate_on}`), 40 x 8.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ScreenModel } from './screen/terminal.ts';

type Recorded = {
  readonly it: string;
  readonly bytes: string;
  readonly lines: readonly string[];
  readonly cursor: readonly [number, number];
  readonly alternate: boolean;
};
const recorded: readonly Recorded[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures/screens-of-tmux.json'), 'utf8'),
);

/** What is shown after these pieces, and after its picture was drawn by another one. */
async function drawn(pieces: readonly Buffer[]) {
  const model = new ScreenModel(40, 8, () => {});
  for (const piece of pieces) await model.write(piece);
  const again = new ScreenModel(40, 8, () => {});
  await again.write(Buffer.from(model.picture().bytes));
  return [model, again].map((one) => {
    const { lines, cursor, alternate } = one.read();
    return { lines, cursor: [cursor.row, cursor.column], alternate };
  });
}

it.each(recorded)('a terminal that $it shows what tmux shows', async ({ bytes, lines, cursor, alternate }) => {
  const shown = { lines, cursor, alternate };
  const all = Buffer.from(bytes);
  expect(await drawn([all])).toEqual([shown, shown]);
  // Programs write as they like: the same, in pieces that cut sequences and characters.
  const pieces = Array.from({ length: Math.ceil(all.length / 4) }, (_, at) => all.subarray(4 * at, 4 * at + 4));
  expect(await drawn(pieces)).toEqual([shown, shown]);
});
