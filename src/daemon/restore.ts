// Instead of a daemon: a copy of the database becomes the database again (`--restore FILE`), or one is begun beside what is there (`--anew`). Says in one line of JSON what came of it.
import { hostname } from 'node:os';
import { createConfig } from '../config/create-config.ts';
import type { Places } from '../contract/places.ts';
import { toReply } from '../contract/to-reply.ts';
import { Failed, failed } from '../domain/error.ts';
import type { HostId } from '../domain/ids.ts';
import { systemClock } from '../keeper/system-clock.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';
import { putAside, putBack } from '../store/sqlite/put-back.ts';
import { databaseOf } from './store.ts';
import { createStateFiles } from './system/files.ts';
import { createJsonLog, writeError } from './system/log.ts';
import { randomIds } from './system/secrets.ts';

export type RestoreRequest = { readonly file: string | null; readonly moved: boolean };

/** null file: one is begun anew. The reply as the command line prints it. */
export async function restoreInstead(places: Places, home: string, { file, moved }: RestoreRequest): Promise<string> {
  try {
    return JSON.stringify({ ok: true, data: await restore(places, home, file, moved) });
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    return JSON.stringify(toReply(error.failure));
  }
}

async function restore(places: Places, home: string, file: string | null, moved: boolean) {
  const config = await createConfig({ file: places.config, home }).read();
  if (config.ok && config.value.store !== 'sqlite')
    throw failed(
      'UNSUPPORTED',
      'The state is in Postgres, which puts back its own copies: `pg_restore`, while every host is down.',
    );
  const path = databaseOf(places.state);
  if (file === null) {
    const aside = putAside(path, systemClock.now());
    const store = await openSqliteStore({ path, clock: systemClock, log: createJsonLog(writeError) });
    const { schema } = await store.describe();
    await store.close();
    return { restored: null, aside, schema };
  }
  const files = createStateFiles(places.state, randomIds.uuid);
  const known = await files.read('host');
  const host = (known === null ? hostname() : new TextDecoder().decode(known).trim()) as HostId;
  const done = await putBack({ path, file, now: systemClock.now(), host, moved });
  if (done.host !== host || known === null) await files.write('host', `${done.host}\n`);
  return { restored: file, aside: done.aside, schema: done.schema };
}
