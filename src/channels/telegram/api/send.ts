// A text of any length as messages and files, in order. Buttons hang on the last.
import type { Result } from '../../../domain/error.ts';
import { tidy } from '../../../domain/text/safe/strip-control.ts';
import { messageLimit, splitText } from '../text/split.ts';
import type { Client, Delivered, Sending } from './client.ts';

/** `sent`: parts that are known to have arrived already; each further one is told to `arrived`. */
export async function sendLong(
  client: Client,
  chat: number,
  text: string,
  how: Sending & { readonly tail?: string } = {},
  {
    sent = [],
    arrived = async () => undefined,
  }: { readonly sent?: readonly number[]; readonly arrived?: (message: Delivered) => Promise<void> } = {},
): Promise<Result<void>> {
  const { keys, tail = '', ...plain } = how;
  const parts = splitText(tidy(text), messageLimit, tidy(tail));
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
