// A text of any length as messages and files, in order. Buttons hang on the last.

import type { Result } from '../../domain/error.ts';
import { tidy } from '../../domain/text/tidy.ts';
import type { Client, Sending } from './client.ts';
import { splitText } from './split.ts';

/** `sent`: parts that are known to have arrived already; each further one is told to `arrived`. */
export async function sendLong(
  client: Client,
  chat: number,
  text: string,
  how: Sending = {},
  {
    sent = [],
    arrived = async () => undefined,
  }: { readonly sent?: readonly number[]; readonly arrived?: (message: number) => Promise<void> } = {},
): Promise<Result<void>> {
  const parts = splitText(tidy(text));
  const { keys, ...plain } = how;
  for (const [index, part] of parts.entries()) {
    if (index < sent.length) continue;
    const last = index === parts.length - 1;
    const done =
      part.kind === 'file'
        ? await client.document(chat, part.name, part.content)
        : await client.send(chat, part.text, {
            ...plain,
            entities: part.entities,
            ...(last && keys !== undefined && { keys }),
          });
    if (!done.ok) return done;
    await arrived(done.value);
  }
  return { ok: true, value: undefined };
}
