// Where a link of a tree leads: what leads out of the repository, or into its .git, shows whoever follows it a file that is not the repository's.
import type { Tree } from '../../ports/git.ts';

/** As the kernel would: no further. */
const mostLinks = 40;

/** The target of the link at this path, where it leads out; null: it is no link, or stays inside. */
export async function leadingOut(tree: Tree, path: string): Promise<string | null> {
  const target = await tree.link(path);
  if (target === null) return null;
  let here = path.split('/').slice(0, -1);
  let pending = [target];
  for (let links = 1; pending.length > 0; ) {
    const [next = '', ...rest] = pending;
    if (next.startsWith('/')) return target;
    const [part = '', ...parts] = next.split('/');
    pending = parts.length > 0 ? [parts.join('/').replace(/^\/+/, ''), ...rest] : rest;
    if (part === '' || part === '.') continue;
    if (part === '..' && here.length === 0) return target;
    here = part === '..' ? here.slice(0, -1) : [...here, part];
    if (here[0]?.toLowerCase() === '.git') return target;
    const further = part === '..' ? null : await tree.link(here.join('/'));
    if (further === null) continue;
    links += 1;
    if (links > mostLinks) return target;
    here = here.slice(0, -1);
    pending = [further, ...pending];
  }
  return null;
}
