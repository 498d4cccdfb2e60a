// Text of strangers without what a terminal or page would obey, or nobody sees: escape sequences, control characters, bidi overrides, blanks without width, tags.
import { redact } from './redact.ts';

/** As ECMA-48 has them: strings, control sequences, escapes of two or more characters. */
const sequences =
  /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[PX^_][^\u001b]*(?:\u001b\\)?|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]+[0-~]|\u001b./g;
const characters =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180f|[\u{e0000}-\u{e007f}]/gu;

/** Joiners between letters that nothing joins: they are there to be unseen. */
const joiners = /(?<![^\x00-\x7f])[\u200c\u200d]+|[\u200c\u200d]+(?![^\x00-\x7f])/g;

/** Keeps newlines and tabs, and what joins letters; a carriage return, or another end of a line, becomes a newline. */
export function stripControl(text: string): string {
  return text
    .toWellFormed()
    .replace(sequences, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(characters, '')
    .replace(joiners, '');
}

// Text of strangers as it may be kept and shown: no control sequences first, for they could stand in the middle of a secret; then no secrets.

export const tidy = (text: string): string => redact(stripControl(text));
