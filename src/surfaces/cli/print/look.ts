// How things are shown here: colours or none, how wide, what time it is.
import type { Console } from '../terminal/console.ts';

export type Look = { readonly color: boolean; readonly width: number; readonly now: number };

/** Colours on a terminal only, and never with NO_COLOR or a dumb terminal. */
export const findLook = ({ stdout, env, now }: Pick<Console, 'stdout' | 'env' | 'now'>): Look => ({
  color: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
  width: stdout.isTTY === true ? (stdout.columns ?? 80) : 400,
  now: now(),
});

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 } as const;
export type Colour = keyof typeof codes;

export const paint = (look: Look, colour: Colour, text: string): string =>
  look.color && text !== '' ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text;
