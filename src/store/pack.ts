// Long JSON of rows that are seldom read, deflated: a task that is parked for weeks takes a third of the room. A packed text begins with the number of its vocabulary.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Failed } from '../domain/error.ts';
import { vocabulary } from './vocabulary.ts';

/** Shorter ones gain nothing. */
const worthwhile = 100;
const first = 1;
const dictionary = Buffer.from(vocabulary);

/** The text itself where it is short, or no JSON. */
export function pack(text: string): string | Uint8Array {
  if (text.length < worthwhile || !/^[[{]/.test(text)) return text;
  const deflated = deflateRawSync(text, { dictionary, level: 9 });
  return Buffer.concat([Buffer.of(first), deflated]);
}

/** Throws `Failed(STATE_CORRUPT)` where it was not packed by this. */
export function unpack(packed: Uint8Array): string {
  try {
    if (packed[0] !== first) throw new Error(`vocabulary ${packed[0]} is not known`);
    return inflateRawSync(packed.subarray(1), { dictionary }).toString('utf8');
  } catch (cause) {
    throw new Failed({ error_code: 'STATE_CORRUPT', message: 'A packed text of a row is not readable.' }, cause);
  }
}
