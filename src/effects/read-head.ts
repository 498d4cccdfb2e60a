// The commit a repository stands at, from its files alone: no program is started for it.
import type { Files } from '../ports/files.ts';

/** Null: none yet, or it cannot be told this way (a linked work tree). */
export async function readHead(files: Pick<Files, 'tail'>, root: string): Promise<string | null> {
  const look = (path: string) => files.tail(`${root}/.git/${path}`, 1024 * 1024).catch(() => null);
  const said = (await look('HEAD'))?.trim() ?? '';
  if (!said.startsWith('ref: ')) return hash(said);
  const name = said.slice('ref: '.length);
  const loose = hash((await look(name))?.trim() ?? '');
  if (loose !== null) return loose;
  const packed = (await look('packed-refs'))?.split('\n').find((line) => line.endsWith(` ${name}`));
  return hash(packed?.split(' ')[0] ?? '');
}

const hash = (text: string): string | null => (/^[0-9a-f]{40,64}$/.test(text) ? text : null);
