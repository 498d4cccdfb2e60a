// Whether a text may be typed into an agent's terminal: words only, unless keys are meant.
import { textLimit } from '../contract/limits.ts';
import type { Input } from '../contract/read-input.ts';
import { failed } from '../domain/error.ts';

type TextRequest = Pick<
  Input<'session.send'>,
  'text' | 'no_submit' | 'submit_only' | 'force' | 'keys' | 'steer' | 'until' | 'relay'
>;

const control = /[\p{Cc}\u2028\u2029]/u;

/** Throws `TEXT_EMPTY`, `TEXT_TOO_LONG`, `USAGE`. Newlines and tabs are text. */
export function judgeText(wanted: TextRequest): void {
  refuseConflicts(wanted);
  const { text, keys, submit_only } = wanted;
  if (submit_only) return;
  if (keys ? text === '' : text.trim() === '') throw failed('TEXT_EMPTY', 'There is nothing to send.', textHint);
  if (Buffer.byteLength(text) > textLimit) throw failed('TEXT_TOO_LONG', 'The message has more than 256 KiB.');
  if (!text.isWellFormed()) throw failed('USAGE', 'The message is not valid UTF-8; nothing was sent.');
  if (!keys && control.test(text.replace(/\r\n/g, '\n').replace(/[\n\t]/g, '')))
    throw failed('USAGE', 'The message has control characters, which an agent takes for keys; nothing was sent.', {
      hint: 'Send text alone, or say `--keys` if keys are meant.',
    });
}

const textHint = { hint: 'Say it after the name of the session, or with `--file`; Enter alone is `--submit-only`.' };

function refuseConflicts({ text, no_submit, submit_only, force, steer, until, relay }: TextRequest): void {
  const both = (one: string, other: string) => failed('USAGE', `\`${one}\` and \`${other}\` exclude each other.`);
  if (no_submit && submit_only) throw both('--no-submit', '--submit-only');
  if (submit_only && text !== '') throw failed('USAGE', '`--submit-only` presses Enter alone: leave the text out.');
  if (no_submit && until === 'turn') throw both('--no-submit', '--wait');
  if (force && steer) throw both('--force', '--steer');
  if (submit_only && relay === true) throw both('--submit-only', '--relay');
}
