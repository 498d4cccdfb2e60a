// A conversation that is loaded over the protocol within the minute it was begun is lost: its file bears that minute, and loading begins a file of its own name there.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const minute = 60_000;

/** Milliseconds until it can be loaded; `places`: the folders of its projects. As of gemini 0.61.0, November 2026. */
export async function untilItsMinuteIsOver(
  places: readonly string[],
  conversation: string | null,
  now: number,
): Promise<number> {
  if (conversation === null) return 0;
  const stamp = new Date(now).toISOString().slice(0, 16).replace(':', '-');
  const name = `session-${stamp}-${conversation.slice(0, 8)}.jsonl`;
  const files = await Promise.all(places.map((folder) => filesNamed(name, folder)));
  const begun = await Promise.all(files.flat().map(holdsWords));
  return begun.includes(true) ? minute - (now % minute) : 0;
}

/** One folder for each project. */
async function filesNamed(name: string, folder: string): Promise<readonly string[]> {
  const projects = await readdir(folder).catch(() => []);
  return projects.map((project) => join(folder, project, 'chats', name));
}

/** One that was only loaded holds nothing but its head. */
const holdsWords = (file: string): Promise<boolean> =>
  readFile(file, 'utf8').then(
    (text) => text.includes('"type":"user"'),
    () => false,
  );
