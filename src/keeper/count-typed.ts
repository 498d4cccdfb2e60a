// What a person typed since the last Enter, told apart from what the person's terminal says by itself.

export type Typed = { readonly bytes: number; readonly at: number | null };

/** Reports: focus, mouse, cursor position, attributes, modes, window, colours, names. A reader of screens must not take them for a half-typed line. */
const reports =
  /\x1b\[[IO]|\x1b\[M[\s\S]{3}|\x1b\[<[\d;]*[Mm]|\x1b\[[?>]?[\d;]*(?:R|c|n|\$y|t)|\x1b\[\?\d+u|\x1b[\]P_][^\x07\x1b]*(?:\x07|\x1b\\)/g;

export function countTyped(before: Typed, bytes: Uint8Array, now: number): Typed {
  const keys = Buffer.from(bytes).toString('latin1').replaceAll(reports, '');
  if (keys === '') return before;
  const enter = Math.max(keys.lastIndexOf('\r'), keys.lastIndexOf('\n'));
  const line = keys.length - (enter + 1);
  return { bytes: enter === -1 ? before.bytes + line : line, at: now };
}
