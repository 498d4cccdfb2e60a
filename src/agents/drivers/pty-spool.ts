// The folder through which a program's hooks tell what they saw: written aside and renamed, so that nothing half is read and nothing is lost while nobody listens.
import { open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type HeldFolder, within } from '../../disk/held-folder.ts';
import { type Json, parseRecord } from '../json.ts';

export type SpoolEvent = { readonly name: string; readonly at: number; readonly event: Json };

/** Read events are kept for a driver that begins anew; older ones go. */
const kept = 200;

/** The program can write it, and put links anywhere in it: none is followed. */
export class Spool {
  readonly folder: string;
  readonly #run: string;

  /** Below the run's own folder, in which nobody but the daemon writes. */
  constructor(folder: string) {
    this.#run = folder;
    this.folder = join(folder, 'hooks');
  }

  async make(): Promise<void> {
    for (const name of ['read', 'answers'])
      if ((await within(this.#run, ['hooks', name], async () => true, 0o700)) !== true)
        throw new Error(`${this.folder} cannot be made`);
  }

  /** A command for `/bin/sh` that puts its stdin into the spool; quick, and no other program of ours. */
  get command(): string {
    return `f=$(mktemp ${quote(join(this.folder, 'e.XXXXXXXX'))}) && cat >"$f" && mv "$f" "$f.json"`;
  }

  /** In the order they came. */
  fresh = (): Promise<readonly SpoolEvent[]> => this.#in([], [], readEvents);
  earlier = (): Promise<readonly SpoolEvent[]> => this.#in(['read'], [], readEvents);

  taken(event: SpoolEvent): Promise<void> {
    return this.#in([], undefined, (spool) =>
      this.#in(['read'], undefined, (read) => rename(spool.at(event.name), read.at(event.name)).catch(() => undefined)),
    );
  }

  async forgetOld(): Promise<void> {
    const all = await this.earlier();
    const old = all.slice(0, Math.max(0, all.length - kept));
    await this.#in(['read'], undefined, async (read) => {
      for (const { name } of old) await unlink(read.at(name)).catch(() => undefined);
    });
  }

  /** null: not answered through here. */
  answered = (id: string): Promise<Json | null> =>
    this.#in(['answers'], null, async (answers) => parseRecord((await readText(answers, nameOf(id)))?.text ?? ''));

  /** For a question that is open and not answered. */
  answer(id: string, answer: Json): Promise<void> {
    return this.#in(['answers'], undefined, async (answers) => {
      const aside = answers.at(`${nameOf(id)}.${process.pid}`);
      await unlink(aside).catch(() => undefined);
      {
        await using file = await open(aside, 'wx', 0o600);
        await file.writeFile(JSON.stringify(answer));
      }
      await rename(aside, answers.at(nameOf(id)));
    });
  }

  async #in<T>(names: readonly string[], none: T, work: (folder: HeldFolder) => Promise<T>): Promise<T> {
    const found = await within(this.#run, ['hooks', ...names], async (folder) => ({ got: await work(folder) }));
    return typeof found === 'string' ? none : found.got;
  }
}

const nameOf = (id: string): string => `${id.replaceAll(/\W/g, '')}.json`;

async function readEvents(folder: HeldFolder): Promise<readonly SpoolEvent[]> {
  const names = (await readdir(folder.itself)).filter((name) => name.endsWith('.json'));
  const events = await Promise.all(names.map((name) => readEvent(folder, name)));
  return events
    .filter((event) => event !== null)
    .sort((one, other) => one.at - other.at || (one.name < other.name ? -1 : 1));
}

/** null: taken by somebody else meanwhile. What is no JSON is an event without words. */
async function readEvent(folder: HeldFolder, name: string): Promise<SpoolEvent | null> {
  const found = await readText(folder, name);
  return found === null ? null : { name, at: found.at, event: parseRecord(found.text) ?? {} };
}

/** null: nothing that is a file. */
async function readText(folder: HeldFolder, name: string) {
  const opened = await folder.file(name);
  if (typeof opened === 'string') return null;
  await using file = opened;
  return { text: await file.readFile('utf8'), at: (await file.stat()).mtimeMs };
}

/** For a shell: one word, whatever is in it. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
