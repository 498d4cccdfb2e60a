// A text that is too long for one message comes as several, one right after another: they are one text.
import type { Acting } from '../acting.ts';
import { list, type Row, type Said } from '../kept.ts';

/** The service cuts at 4096, or a little before, between words. */
const fullLength = 3_500;
const cutAt = 4_096;
const togetherS = 2;
const lookMs = 200;

export type Whole = { readonly said: Said; readonly keys: readonly string[] };

/** Waits for a moment where more may follow. */
export async function wholeText(acting: Acting, key: string, said: Said, signal: AbortSignal): Promise<Whole> {
  const { clock } = acting;
  let whole: Whole = { said, keys: [key] };
  let last = said;
  const until = () => clock.ticks() + togetherS * 1000;
  for (let end = until(); mayGoOn(last) && !signal.aborted; ) {
    const next = await nextOf(acting, whole.keys.at(-1) ?? key, last);
    if (next !== null) {
      whole = { said: joined(whole.said, last, next.said), keys: [...whole.keys, next.key] };
      last = next.said;
      end = until();
    } else if (clock.ticks() >= end) break;
    else await clock.wait(lookMs, signal);
  }
  return whole;
}

const mayGoOn = ({ text, files }: Said): boolean => text.length >= fullLength && files.length === 0;

async function nextOf({ store }: Acting, after: string, last: Said): Promise<{ key: string; said: Said } | null> {
  const rows = await store.read((reads) => list(reads, 'update'));
  const later = rows
    .filter(({ key, body: { heard } }) => key > after && heard.user === last.user)
    .sort((one, other) => one.key.localeCompare(other.key));
  const [
    {
      key,
      body: { heard },
    } = { key: '', body: { heard: null } } as unknown as Row<'update'>,
  ] = later;
  return heard?.kind === 'said' && goesOn(last, heard) ? { key, said: heard } : null;
}

const goesOn = (last: Said, next: Said): boolean =>
  next.chat === last.chat &&
  next.forwarded === last.forwarded &&
  next.files.length === 0 &&
  (next.replyTo === null || next.replyTo === last.replyTo) &&
  !/^\/\w/.test(next.text) &&
  Math.abs((next.date ?? 0) - (last.date ?? 0)) <= togetherS;

/** Cut in the middle of a line, where the message is as long as one may be. */
const joined = (whole: Said, last: Said, next: Said): Said => ({
  ...whole,
  message: next.message,
  text: `${whole.text}${last.text.length >= cutAt ? '' : '\n'}${next.text}`,
});
