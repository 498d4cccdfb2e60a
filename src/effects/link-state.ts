// An agent's own state (login, conversations) in the home that it sees inside the sandbox.
import type { EffectPorts } from '../ports/effect.ts';

/** Linked under its own name; what is not there yet is made in that home. Returns what must be writable. */
export async function linkState(
  { files, person }: Pick<EffectPorts, 'files' | 'person'>,
  home: string,
  state: readonly string[],
): Promise<readonly string[]> {
  const open: string[] = [];
  for (const path of state) {
    const inHome = path.startsWith(`${person.home}/`);
    if (!(await files.there(path))) {
      if (!inHome) open.push(path);
      continue;
    }
    open.push(path);
    if (inHome) await files.link(path, { root: home, path: path.slice(person.home.length + 1) });
  }
  return open;
}
