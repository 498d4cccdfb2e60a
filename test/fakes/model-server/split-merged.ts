// Some programs merge the prompt of a cancelled turn with the next one. What was said before is not said anew.
import type { Heard } from './play.ts';

/** `said`: every last word of a user so far; the new one is added. */
export function splitMerged(heard: Heard, said: Set<string>): Heard {
  if (heard.last.kind !== 'user') return heard;
  const users = heard.users.flatMap((text) => parts(text, said));
  const text = users.at(-1) ?? heard.last.text;
  said.add(text);
  return { ...heard, users, last: { kind: 'user', text } };
}

function parts(text: string, said: ReadonlySet<string>): readonly string[] {
  for (const earlier of said) {
    const rest = text.startsWith(`${earlier}\n`) ? text.slice(earlier.length).trimStart() : '';
    if (earlier !== '' && rest !== '') return [earlier, ...parts(rest, said)];
  }
  return [text];
}
