// Without a sandbox: an agent's own state in the home that its run has, as it is.
import type { AgentState } from '../ports/agent.ts';
import type { EffectPorts } from '../ports/effect.ts';

/** Linked under its own name; what is not there yet is made in that home. Returns what must be writable. */
export async function linkState(
  { files, person }: Pick<EffectPorts, 'files' | 'person'>,
  home: string,
  state: readonly AgentState[],
): Promise<readonly string[]> {
  const open: string[] = [];
  const paths = state.flatMap(({ at, loose, settings = [] }) =>
    loose === true ? settings.map(({ path }) => `${at}/${path}`) : [at],
  );
  for (const path of paths) {
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
