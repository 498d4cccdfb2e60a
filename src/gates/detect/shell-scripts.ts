// Scripts for a shell that stand in the tree: what a gate's command may come to.
import type { Sources } from '../sources.ts';

const most = { files: 200, text: 64 * 1024 };

/** Bodies by `sh PATH`, without their comments; of very many none, and of a very long one nothing. */
export async function shellScripts(sources: Sources): Promise<Readonly<Record<string, string>>> {
  const paths = sources.paths.filter((path) => /\.(?:ba)?sh$/.test(path));
  if (paths.length > most.files) return {};
  const found = await Promise.all(paths.map(async (path) => [`sh ${path}`, (await sources.text(path)) ?? ''] as const));
  return Object.fromEntries(
    found
      .filter(([, text]) => text.length <= most.text)
      .map(([name, text]) => [
        name,
        text
          .replace(/\\\n/g, ' ')
          .replace(/^[ \t]*#[^\n]*$/gm, '')
          .trim(),
      ]),
  );
}
