// Loaded by OpenCode itself, in its own process: tells its events into the spool that `DROVER_HOOKS` names, and gives it the answers that come back.
import { existsSync, readdirSync, readFileSync, renameSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foundEdits } from '../../edits/found.ts';
import { asText, type Json, parseRecord } from '../../json.ts';
import { editHooks } from './edits.ts';
import { Events } from './events.ts';
import type { Told } from './told.ts';

type Post = (request: object) => Promise<unknown>;
type Client = { readonly _client?: { readonly post: Post }; readonly client?: { readonly post: Post } };
type Shared = { readonly events: Events; readonly open: Map<string, Client>; count: number; listens: boolean };

/** How often it looks for answers while it waits for one, should it not be told of the file. */
const lookMs = 1000;

export const Drover = async ({ client }: { readonly client: Client }): Promise<object> => {
  const edits = foundEdits();
  if (edits !== null) return editHooks(edits);
  const spool = process.env.DROVER_HOOKS ?? '';
  if (!isOwner(spool)) return {};
  const shared = sharedOf(spool);
  const tell = (told: Told) => {
    shared.count += 1;
    put(spool, `e.${process.pid}.${String(shared.count).padStart(8, '0')}`, told);
    if (told.type === 'asked') shared.open.set(told.id, client);
    if (told.type === 'closed') shared.open.delete(told.id);
    if (told.type === 'asked') void listen(spool, shared, tell);
  };
  return {
    event: async ({ event }: { readonly event: Json }) => {
      for (const told of shared.events.take(event)) tell(told);
    },
  };
};

/** The first process of this start. Another one that its tools start has inherited the plugin, and tells nothing. */
function isOwner(spool: string): boolean {
  const file = join(spool, 'owner');
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    return existsSync(file) && readFileSync(file, 'utf8') === String(process.pid);
  }
}

/** It is made once for each folder that is worked in, and each hears all events. */
function sharedOf(spool: string): Shared {
  const all = globalThis as unknown as Record<symbol, Shared | undefined>;
  const key = Symbol.for(`drover ${spool}`);
  all[key] ??= { events: new Events(), open: new Map(), count: 0, listens: false };
  return all[key];
}

/** Aside and renamed: nothing half is read. A full disk must not end the program that is watched. */
function put(spool: string, name: string, told: Told): void {
  try {
    writeFileSync(join(spool, name), JSON.stringify(told), { mode: 0o600 });
    renameSync(join(spool, name), join(spool, `${name}.json`));
  } catch {}
}

/** Until nothing is open any more. Never throws: that could end the program. */
async function listen(spool: string, shared: Shared, tell: (told: Told) => void): Promise<void> {
  if (shared.listens) return;
  shared.listens = true;
  try {
    await takeAnswers(join(spool, 'answers'), shared.open, tell);
  } catch {
    for (const id of shared.open.keys()) tell({ type: 'closed', id });
  } finally {
    shared.listens = false;
  }
}

async function takeAnswers(folder: string, open: Map<string, Client>, tell: (told: Told) => void): Promise<void> {
  let ring = () => {};
  const watcher = watch(folder, () => ring());
  watcher.on('error', () => undefined);
  try {
    while (open.size > 0) {
      const heard = new Promise<void>((resolve) => {
        ring = resolve;
        setTimeout(resolve, lookMs).unref();
      });
      for (const name of readdirSync(folder)) await takeAnswer(join(folder, name), name, open, tell);
      if (open.size > 0) await heard;
    }
  } finally {
    watcher.close();
  }
}

/** Taken or not, it is not asked here any more; what was not taken its dialog still shows. */
async function takeAnswer(
  path: string,
  name: string,
  open: Map<string, Client>,
  tell: (told: Told) => void,
): Promise<void> {
  const [id, client] = [...open].find(([each]) => `${each.replaceAll(/\W/g, '')}.json` === name) ?? [];
  if (id === undefined || client === undefined) return;
  open.delete(id);
  if (!(await reply(client, id, parseRecord(readFileSync(path, 'utf8')) ?? {}))) tell({ type: 'closed', id });
}

const replies: Readonly<Record<string, string>> = { allow_once: 'once', allow_always: 'always' };

async function reply(client: Client, id: string, { means, note }: Json): Promise<boolean> {
  const post = client._client?.post ?? client.client?.post;
  const message = asText(note);
  const said = { reply: replies[asText(means)] ?? 'reject', ...(message === '' ? {} : { message }) };
  const headers = { 'Content-Type': 'application/json' };
  const request = { url: '/permission/{requestID}/reply', path: { requestID: id }, body: said, headers };
  try {
    await post?.({ ...request, throwOnError: true });
    return post !== undefined;
  } catch {
    return false;
  }
}
