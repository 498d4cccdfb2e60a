// Schemas 3 to 7 kept long JSON deflated; nothing is packed any more. What was is read once, by migration 8.
import { inflateRawSync } from 'node:zlib';
import { Failed } from '../../domain/error.ts';
import { vocabulary } from './vocabulary.ts';

/** A packed text begins with the number of its vocabulary. */
const first = 1;
const dictionary = Buffer.from(vocabulary);

/** A text that was not packed comes back as it is. Throws `Failed(STATE_CORRUPT)` where it was not packed by Drover. */
export function unpack<Cell>(cell: Cell | Uint8Array): Cell | string {
  if (!(cell instanceof Uint8Array)) return cell;
  try {
    if (cell[0] !== first) throw new Error(`vocabulary ${cell[0]} is not known`);
    return inflateRawSync(cell.subarray(1), { dictionary }).toString('utf8');
  } catch (cause) {
    throw new Failed({ error_code: 'STATE_CORRUPT', message: 'A packed text of a row is not readable.' }, cause);
  }
}
