// Loaded by OpenCode itself, in its own process: tells its events into the spool that `DROVER_HOOKS` names, and gives it the answers that come back.
import { existsSync, readdirSync, readFileSync, renameSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asText, type Json, parseRecord } from '../../json.ts';
import { Events } from './events.ts';
import type { Told } from './told.ts';

type Post = (request: object) => Promise<unknown>;
type Client = { readonly _client?: { readonly post: Post }; readonly client?: { readonly post: Post } };
type Shared = { readonly events: Events; readonly open: Map<string, Client>; count: number };

/** How often it looks for answers while it waits for one, should it not be told of the file. */
const lookMs = 1000;

export const Drover = async ({ client }: { readonly client: Client }): Promise<object> => {
  const spool = process.env.DROVER_HOOKS ?? '';
  if (!isOwner(spool)) return {};
  const shared = sharedOf(spool);
  const tell = (told: Told) => {
    shared.count += 1;
    put(spool, `e.${process.pid}.${String(shared.count).padStart(8, '0')}`, told);
    if (told.type === 'asked') shared.open.set(told.id, client);
    if (told.type === 'closed') shared.open.delete(told.id);
    if (told.type === 'asked') void answers(spool, shared, tell);
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
  all[key] ??= { events: new Events(), open: new Map(), count: 0 };
  return all[key];
}

/** Aside and renamed: nothing half is read. A full disk must not end the program that is watched. */
function put(spool: string, name: string, told: Told): void {
  try {
    writeFileSync(join(spool, name), JSON.stringify(told), { mode: 0o600 });
    renameSync(join(spool, name), join(spool, `${name}.json`));
  } catch {}
}

/** Until nothing is open any more. */
async function answers(spool: string, { open }: Shared, tell: (told: Told) => void): Promise<void> {
  if (open.size > 1) return;
  const folder = join(spool, 'answers');
  let ring = () => {};
  const watcher = watch(folder, () => ring());
  watcher.on('error', () => undefined);
  while (open.size > 0) {
    const heard = new Promise<void>((resolve) => {
      ring = resolve;
      setTimeout(resolve, lookMs).unref();
    });
    for (const name of readdirSync(folder)) {
      const id = [...open.keys()].find((each) => `${each.replaceAll(/\W/g, '')}.json` === name);
      const client = id === undefined ? undefined : open.get(id);
      if (id === undefined || client === undefined) continue;
      open.delete(id);
      // Taken or not, it is not asked here any more; what was not taken its dialog still shows.
      if (!(await reply(client, id, parseRecord(readFileSync(join(folder, name), 'utf8')) ?? {})))
        tell({ type: 'closed', id });
    }
    if (open.size > 0) await heard;
  }
  watcher.close();
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
