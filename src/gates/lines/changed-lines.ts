// Which lines of each file a change wrote, and between which it took some away: from a unified diff of git.

export type ChangedLines = {
  /** As they stand with the change. */
  readonly written: readonly number[];
  /** Something was taken away behind this line, and nothing put in its place; 0: before the first. */
  readonly gaps: readonly number[];
};

const none: ChangedLines = { written: [], gaps: [] };

/** By path; files without lines (binary, deleted, renamed alone) are left out. */
export function changedLines(diff: string): ReadonlyMap<string, ChangedLines> {
  const found = new Map<string, ChangedLines>();
  for (const part of diff.split(/^(?=diff --git )/m)) {
    const lines = part.split('\n');
    const at = lines.findIndex((line) => line.startsWith('@@ '));
    const path = pathIn(lines.slice(0, Math.max(at, 0)));
    if (path !== null) found.set(path, linesIn(lines.slice(at)));
  }
  return found;
}

export const linesAt = (changed: ReadonlyMap<string, ChangedLines>, path: string): ChangedLines =>
  changed.get(path) ?? none;

function pathIn(head: readonly string[]): string | null {
  const line = head.find((each) => each.startsWith('+++ '));
  const named = line?.slice(4).replace(/\t$/, '') ?? '/dev/null';
  const path = named.startsWith('"') ? unquote(named) : named;
  return path?.startsWith('b/') ? path.slice(2) : null;
}

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** Names with bytes that git will not print: `"b/na\303\257ve"`. */
function unquote(name: string): string | null {
  const bytes: number[] = [];
  for (const [whole, octal, letter] of name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|[^\\]/gu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (letter !== undefined) bytes.push(escapes[letter] ?? 63);
    else bytes.push(...new TextEncoder().encode(whole));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function linesIn(lines: readonly string[]): ChangedLines {
  const written: number[] = [];
  const gaps: number[] = [];
  let next = 0;
  let removed = false;
  const close = (): void => {
    if (removed) gaps.push(next - 1);
    removed = false;
  };
  for (const line of lines) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk !== null) {
      close();
      // Where nothing is left, the line before is named.
      next = Number(hunk[1]) + (hunk[2] === '0' ? 1 : 0);
    } else if (line.startsWith('+')) {
      written.push(next);
      next += 1;
      removed = false;
    } else if (line.startsWith('-')) {
      if (written.at(-1) !== next - 1) removed = true;
    } else if (line.startsWith(' ')) {
      close();
      next += 1;
    }
  }
  close();
  return { written, gaps };
}
