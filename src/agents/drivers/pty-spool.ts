// The folder through which a program's hooks tell what they saw: written aside and renamed, so that nothing half is read and nothing is lost while nobody listens.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Json, parseRecord } from '../json.ts';

export type SpoolEvent = { readonly name: string; readonly at: number; readonly event: Json };

/** Read events are kept for a driver that begins anew; older ones go. */
const kept = 200;

export class Spool {
  readonly folder: string;
  readonly #read: string;
  readonly #answers: string;

  /** Below the run's own folder. */
  constructor(folder: string) {
    this.folder = join(folder, 'hooks');
    this.#read = join(this.folder, 'read');
    this.#answers = join(this.folder, 'answers');
  }

  async make(): Promise<void> {
    for (const folder of [this.folder, this.#read, this.#answers])
      await mkdir(folder, { recursive: true, mode: 0o700 });
  }

  /** A command for `/bin/sh` that puts its stdin into the spool; quick, and no other program of ours. */
  get command(): string {
    return `f=$(mktemp ${quote(join(this.folder, 'e.XXXXXXXX'))}) && cat >"$f" && mv "$f" "$f.json"`;
  }

  /** In the order they came. */
  fresh = (): Promise<readonly SpoolEvent[]> => readEvents(this.folder);
  earlier = (): Promise<readonly SpoolEvent[]> => readEvents(this.#read);

  async taken(event: SpoolEvent): Promise<void> {
    await rename(join(this.folder, event.name), join(this.#read, event.name)).catch(() => undefined);
  }

  async forgetOld(): Promise<void> {
    const all = await this.earlier();
    for (const { name } of all.slice(0, Math.max(0, all.length - kept)))
      await rm(join(this.#read, name), { force: true });
  }

  /** null: not answered through here. */
  answered = async (id: string): Promise<Json | null> =>
    parseRecord(await readFile(this.#answerTo(id), 'utf8').catch(() => ''));

  /** For a question that is open and not answered. */
  async answer(id: string, answer: Json): Promise<void> {
    const path = this.#answerTo(id);
    const aside = join(this.folder, `a.${process.pid}.${id.replaceAll(/\W/g, '')}`);
    await writeFile(aside, JSON.stringify(answer), { mode: 0o600 });
    await rename(aside, path);
  }

  #answerTo = (id: string): string => join(this.#answers, `${id.replaceAll(/\W/g, '')}.json`);
}

async function readEvents(folder: string): Promise<readonly SpoolEvent[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const events = await Promise.all(names.map((name) => readEvent(folder, name)));
  return events
    .filter((event) => event !== null)
    .sort((one, other) => one.at - other.at || (one.name < other.name ? -1 : 1));
}

/** null: taken by somebody else meanwhile. What is no JSON is an event without words. */
async function readEvent(folder: string, name: string): Promise<SpoolEvent | null> {
  const path = join(folder, name);
  const [text, stats] = await Promise.all([readFile(path, 'utf8').catch(() => null), stat(path).catch(() => null)]);
  return text === null || stats === null ? null : { name, at: stats.mtimeMs, event: parseRecord(text) ?? {} };
}

/** For a shell: one word, whatever is in it. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
