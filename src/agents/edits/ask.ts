// Asks what the tests near an edit say, and waits for it; whoever is there to answer. Runs in the agent, or in a program that it starts.
import { randomBytes } from 'node:crypto';
import { existsSync, type FSWatcher, readFileSync, renameSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EditFolder } from '../../ports/edits.ts';
import { asText, parseRecord } from '../json.ts';

/** How often it looks besides, should it not be told of a file. */
const lookMs = 500;

/** The words; null: there are none, or nobody answers in time. `gone`: whoever asks has gone. Never throws: an edit is not lost over it. */
export async function askAboutEdit(
  { folder, takenMs, waitMs }: EditFolder,
  paths: readonly string[],
  gone: () => boolean = () => false,
): Promise<string | null> {
  if (paths.length === 0) return null;
  try {
    const id = randomBytes(8).toString('hex');
    put(join(folder, 'asked', id), paths);
    const told = join(folder, 'told');
    const began = Date.now();
    return await until(told, () => {
      const path = join(told, `${id}.json`);
      const answer = existsSync(path) ? parseRecord(readFileSync(path, 'utf8')) : null;
      if (answer !== null) return { words: asText(answer.words) || null };
      const patience = existsSync(join(told, `${id}.taken`)) ? waitMs : takenMs;
      return gone() || Date.now() - began >= patience ? { words: null } : null;
    });
  } catch {
    return null;
  }
}

/** Aside and renamed: nothing half is read. */
function put(path: string, paths: readonly string[]): void {
  writeFileSync(path, JSON.stringify({ paths }), { mode: 0o600 });
  renameSync(path, `${path}.json`);
}

type Answer = { readonly words: string | null };

async function until(folder: string, look: () => Answer | null): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const again = () => {
    try {
      const answer = look();
      if (answer !== null) resolve(answer.words);
    } catch (error) {
      reject(error);
    }
  };
  const watcher = watched(folder, again);
  const round = setInterval(again, lookMs);
  again();
  return promise.finally(() => {
    watcher?.close();
    clearInterval(round);
  });
}

/** Null: the machine watches no more, and it is looked at alone. */
function watched(folder: string, again: () => void): FSWatcher | null {
  try {
    return watch(folder, again).on('error', () => undefined);
  } catch {
    return null;
  }
}
