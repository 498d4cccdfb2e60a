// How things are shown here: colours or none, how wide, what time it is.
import type { Console } from '../terminal/console.ts';
import { wrap } from './cells.ts';

export type Look = {
  readonly color: boolean;
  /** Cells of a line; of text that goes to no terminal there is no end. */
  readonly width: number;
  readonly now: number;
  /** Markdown as a person reads it; absent where it is left as it is: for programs. */
  readonly markdown?: (text: string, look: Look) => string;
};

type Here = Pick<Console, 'stdout' | 'env' | 'now' | 'plain'>;

/** A screen whose lines can be drawn again: none where there is no terminal, or one that is dumb, or plain lines are wanted. */
export const isScreen = ({ stdout, env, plain }: Pick<Console, 'stdout' | 'env' | 'plain'>): boolean =>
  stdout.isTTY === true && env.TERM !== 'dumb' && plain !== true;

/** Colours on a screen only, and never with NO_COLOR. */
export const findLook = (here: Here): Look => ({
  color: isScreen(here) && !here.env.NO_COLOR,
  width: here.stdout.isTTY === true ? Math.max(20, here.stdout.columns || 80) : 400,
  now: here.now(),
});

/** On a terminal no line is wider than it: words go to the next one. */
export const fitted = (here: Here, text: string): string =>
  here.stdout.isTTY === true ? wrap(text, findLook(here).width) : text;

/** Of a part that is moved to the right. */
export const inside = (look: Look, by = 2): Look => ({ ...look, width: look.width - by });

const codes = {
  bold: 1,
  dim: 2,
  underline: 4,
  inverse: 7,
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  cyan: 36,
} as const;
export type Colour = keyof typeof codes;

export const paint = (look: Look, colour: Colour, text: string): string =>
  look.color && text !== '' ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text;
