// Files of the place that have another name elsewhere: a hard link shows what lies outside as if it were inside, and no path tells it.
import { Failed, failed } from '../domain/error.ts';
import type { Host } from './host.ts';

const patience = { timeoutMs: 30_000, bytes: 1024 * 1024 };
/** So many can be passed by in one search. */
const mostPassed = 50;

/** `paths`, `roots`: resolved. Throws `Failed(COMMAND_DENIED)` where a file has a name that is in no root. What is not there is not looked at. */
export async function refuseOtherNames(host: Host, paths: readonly string[], roots: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const ran = await host.exec([['stat', '-L', '--printf=%h %F\\0%n\\0', '--', ...paths]], patience);
  const words = ran.ok ? ran.value.output.split('\0').slice(0, -1) : [];
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [, links = '1'] = /^(\d+) regular/.exec(words[at] ?? '') ?? [];
    const path = words[at + 1] ?? '';
    if (Number(links) > 1 && (await namesIn(host, path, roots)) < Number(links))
      throw failed('COMMAND_DENIED', `${path} has another name outside of ${roots.join(' and ')}: it may be anything.`);
  }
}

/** Why this file is not read; null: it may be. */
export const whyOtherNames = (host: Host, path: string, roots: readonly string[]): Promise<string | null> =>
  refuseOtherNames(host, [path], roots).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Failed) return 'it has another name elsewhere';
      throw error;
    },
  );

async function namesIn(host: Host, path: string, roots: readonly string[]): Promise<number> {
  const ran = await host.exec([['find', ...roots, '-samefile', path, '-printf', '.']], patience);
  return ran.ok && !ran.value.cut ? ran.value.output.length : 0;
}

/** What a search through folders passes by: the names of such files. Throws `Failed(COMMAND_DENIED)` where they are too many. */
export async function namesToPass(host: Host, folders: readonly string[], roots: readonly string[]): Promise<string[]> {
  const ran = await host.exec([['find', ...folders, '-type', 'f', '-links', '+1', '-printf', '%p\\0']], patience);
  const paths = ran.ok ? ran.value.output.split('\0').slice(0, -1) : [];
  const names = new Set<string>();
  for (const path of ran.ok && !ran.value.cut && paths.length <= 20 * mostPassed ? paths : []) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (names.has(name)) continue;
    if ((await whyOtherNames(host, path, roots)) !== null) names.add(name);
    if (names.size > mostPassed) break;
  }
  if (!ran.ok || ran.value.cut || paths.length > 20 * mostPassed || names.size > mostPassed)
    throw failed(
      'COMMAND_DENIED',
      `${folders.join(' ')} holds many files with names elsewhere; name a narrower folder.`,
    );
  return [...names].map((name) => `--exclude=${name.replaceAll(/[\\*?[\]]/g, '\\$&')}`);
}
