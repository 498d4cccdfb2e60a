// A tree in memory: path to text or bytes.
import type { Tree } from '../../src/ports/git.ts';

export function memoryTree(
  files: Readonly<Record<string, string | Uint8Array>>,
  id = 'memory',
  links: Readonly<Record<string, string>> = {},
): Tree {
  const bytes = (content: string | Uint8Array) =>
    typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    id,
    paths: async () => [...Object.keys(files), ...Object.keys(links)].sort(),
    read: async (path) => (Object.hasOwn(files, path) ? bytes(files[path] ?? '') : null),
    link: async (path) => links[path] ?? null,
  };
}
