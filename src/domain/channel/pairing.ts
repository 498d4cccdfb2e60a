// A chat user becomes a person of Drover's by a code that they read in their own terminal. Rows of the channel: kind `code` by the code's hash, kind `user` by the user's id.
import type { Instant } from '../ids.ts';

/** `look`: sees tasks, answers and begins nothing. */
export type Right = 'act' | 'look';

export type PairingCode = { readonly until: Instant; readonly right: Right };

export type PairedUser = {
  readonly name: string;
  readonly right: Right;
  readonly language: 'en' | 'zh';
  /** The language is that of their own words; until then that of their program. */
  readonly spoken?: true;
  /** The service said that they cannot be reached; until they say something. */
  readonly gone?: true;
};

export const codeLastsMs = 10 * 60_000;

/** No letters that look like others. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** `K7QM-2RXT` from a random secret. */
export function codeFrom(secret: string): string {
  const code = [...secret.slice(0, 32)].reduce<readonly number[]>((sums, letter, index) => {
    const place = index % 8;
    return sums.map((sum, at) => (at === place ? sum * 64 + letter.charCodeAt(0) : sum));
  }, Array<number>(8).fill(0));
  const text = code.map((sum) => letters[sum % letters.length]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** As it was typed: case, blanks and the dash do not matter. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
