// What of a changed tree is provably the doing of a read-only run: the paths that it said itself it changed.

/** `told` as the agent told them: absolute, or relative to where it worked. Nothing outside of `root` is ever undone. */
export function provablyIts(
  changed: readonly string[],
  told: readonly string[],
  root: string,
  cwd: string,
): readonly string[] {
  const its = new Set(told.map((path) => plainPath(path.startsWith('/') ? path : `${cwd}/${path}`)));
  return changed.filter((path) => its.has(plainPath(`${root}/${path}`)));
}

function plainPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
