// The files of one tree as detection looks at them: names at once, texts when asked.
import type { Tree } from '../ports/git.ts';

export type Sources = {
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** The first of these that is there. */
  first(...paths: readonly string[]): string | null;
  /** UTF-8; null where there is no such file. */
  text(path: string): Promise<string | null>;
  bytes(path: string): Promise<Uint8Array | null>;
};

export async function openSources(tree: Tree): Promise<Sources> {
  const paths = await tree.paths();
  const there = new Set(paths);
  const bytes = async (path: string) => (there.has(path) ? tree.read(path) : null);
  return {
    paths,
    has: (path) => there.has(path),
    first: (...wanted) => wanted.find((path) => there.has(path)) ?? null,
    text: async (path) => decode(await bytes(path)),
    bytes,
  };
}

export const decode = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : new TextDecoder().decode(bytes);
