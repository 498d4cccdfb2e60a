// The keys that leave a terminal: one prefix and one key after it, however the terminal writes them.
import { detachKeyPattern } from '../contract/limits.ts';

export type DetachKey = {
  /** Letter or sign with Ctrl held: the code of its control character. */
  readonly prefix: number;
  /** The key after it; null: the prefix alone leaves. */
  readonly after: number | null;
  /** As a person reads it. */
  readonly shown: string;
};

export const usualDetachKey: DetachKey = { prefix: 0x1c, after: 0x64, shown: 'Ctrl-\\ d' };

/** `ctrl-\ d`, `ctrl-a d`, `ctrl-q`; null where it is none. */
export function readDetachKey(text: string): DetachKey | null {
  const [, letter, then] = detachKeyPattern.exec(text) ?? [];
  if (letter === undefined) return null;
  const shown = `Ctrl-${letter.toLowerCase()}${then === undefined ? '' : ` ${then}`}`;
  return { prefix: letter.toUpperCase().charCodeAt(0) & 0x1f, after: then?.charCodeAt(0) ?? null, shown };
}

export type Keys = { readonly pass: Buffer; readonly detach: boolean };

/** Goes over what is typed, chunk by chunk; the prefix is held back until the next key, doubled it is passed on once. */
export function createDetachReader(key: DetachKey): (typed: Buffer) => Keys {
  let held: Buffer | null = null;
  return (typed) => {
    const pass: Buffer[] = [];
    for (const token of tokensOf(typed)) {
      const what = meaning(token, key);
      // A terminal that tells of keys let go tells of the prefix too.
      if (held !== null && what === 'let go') continue;
      if (held === null) {
        if (what !== 'prefix') pass.push(token);
        else if (key.after === null) return { pass: Buffer.concat(pass), detach: true };
        else held = token;
        continue;
      }
      if (what === 'after') return { pass: Buffer.concat(pass), detach: true };
      pass.push(...(what === 'prefix' ? [held] : [held, token]));
      held = null;
    }
    return { pass: Buffer.concat(pass), detach: false };
  };
}

/** A key as its code point, modifiers and event: what programs switch a terminal to (`CSI 92;5u`). */
const written = /^\u001b\[(\d+)(?::\d*)*(?:;(\d*)(?::(\d+))?)?(?:;[\d:]*)?u$/;
const cut = /\u001b\[[\d;:]*u|[^\u001b\u0000-\u001f]+|[\s\S]/g;

const tokensOf = (typed: Buffer): Buffer[] =>
  (typed.toString('latin1').match(cut) ?? []).flatMap((part) => {
    const bytes = Buffer.from(part, 'latin1');
    return part.startsWith('\u001b') || bytes.length === 1
      ? [bytes]
      : [bytes.subarray(0, 1), ...(bytes.length > 1 ? [bytes.subarray(1)] : [])];
  });

type Meaning = 'prefix' | 'after' | 'let go' | 'other';

function meaning(token: Buffer, { prefix, after }: DetachKey): Meaning {
  if (token.length === 1) return token[0] === prefix ? 'prefix' : token[0] === after ? 'after' : 'other';
  const [, code, modifiers = '1', event = '1'] = written.exec(token.toString('latin1')) ?? [];
  if (code === undefined) return 'other';
  if (event === '3') return 'let go';
  const point = Number(code);
  // Caps and num lock do not count.
  const held = (Number(modifiers || '1') - 1) & 0x3f;
  const isPrefix =
    held === 4 && (String.fromCodePoint(point).toUpperCase().charCodeAt(0) & 0x1f) === prefix && point >= 0x40;
  return isPrefix ? 'prefix' : held === 0 && point === after ? 'after' : 'other';
}
