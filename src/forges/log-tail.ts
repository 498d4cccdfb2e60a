// The end of a check's log that says why it failed, for people and prompts: printable, redacted, short.
import { redact } from '../domain/text/safe/redact.ts';
import { stripControl } from '../domain/text/safe/strip-control.ts';

const mostLetters = 6_000;

/** Up to the last error that the runner itself marked; what is cleaned up after it says nothing. Redacted before it is cut, so that no half of a secret is left. */
export function logTail(text: string): string {
  const lines = redact(stripControl(text))
    .split('\n')
    .map((line) => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z /, ''))
    .filter((line) => !/^section_(start|end):/.test(line));
  const last = lines.findLastIndex((line) => line.startsWith('##[error]') || /^ERROR: Job failed/.test(line));
  const kept = (last < 0 ? lines : lines.slice(0, last + 1)).filter((line) => !/^##\[(group|endgroup)\]/.test(line));
  return kept.join('\n').trim().slice(-mostLetters);
}

/** Where there is no log: what the forge says of the check. */
export const inWords = ({ why, address }: { readonly why: string; readonly address: string | null }): string =>
  [logTail(why), redact(stripControl(address ?? ''))].filter((part) => part !== '').join('\n');
