// Output of a program as the daemon tells it: a line of JSON for the event of each piece of bytes, and the reply.
import type { LogEvent } from '../../../src/contract/session.ts';
import { clean } from '../../../src/contract/text/clean.ts';
import type { Answered, Refused } from './ask.ts';

/** The reply comes last, and is a refusal or the end. */
export function readLines(text: string): Answered<string> {
  const told = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { readonly event: LogEvent } | Refused | { readonly ok: true });
  const refused = told.find((each): each is Refused => 'ok' in each && !each.ok);
  if (refused !== undefined) return refused;
  const decoder = new TextDecoder();
  const parts = told.map((each) =>
    'event' in each && each.event.kind === 'bytes' ? decoder.decode(bytesOf(each.event.bytes), { stream: true }) : '',
  );
  return { ok: true, data: clean(parts.join('')) };
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
