// A copy of the database becomes the database again. What was there is set aside, never thrown away; a copy that will not do changes nothing.
import { chmodSync, constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { failed } from '../../domain/error.ts';
import { type HostId, type Instant, instant } from '../../domain/ids.ts';
import { released } from '../migrations/released.ts';
import { stampOf, syncFile } from './backup.ts';
import { checkDatabase } from './check.ts';
import { ownDatabase } from './open.ts';

type PutBack = {
  /** The database. */
  readonly path: string;
  readonly file: string;
  readonly now: Instant;
  /** This machine's name in it. */
  readonly host: HostId;
  /** It takes the place of the machine that made the copy. */
  readonly moved: boolean;
};

export type PutBackDone = {
  /** Where what was there is now; null: nothing was. */
  readonly aside: string | null;
  readonly schema: number;
  /** Whose it is from now on. */
  readonly host: HostId;
};

const ends = ['', '-wal', '-shm'];

/** Throws `Failed`: STORE_FAILED (a daemon owns it), PATH_NOT_FOUND, STATE_CORRUPT, STATE_NEWER, BACKUP_FOREIGN. */
export async function putBack({ path, file, now, host, moved }: PutBack): Promise<PutBackDone> {
  const ownership = ownDatabase(path);
  const fresh = `${path}.restoring`;
  const drop = () => {
    for (const end of ends) rmSync(`${fresh}${end}`, { force: true });
  };
  try {
    if (!existsSync(file)) throw failed('PATH_NOT_FOUND', `There is no ${file}.`, { path: file });
    drop();
    copyFileSync(file, fresh, constants.COPYFILE_EXCL);
    chmodSync(fresh, 0o600);
    const { schema, hosts } = await judge(fresh, file);
    const own = hosts.length === 0 || hosts.includes(host) ? host : null;
    const [other] = hosts;
    if (own === null && !(moved && hosts.length === 1))
      throw failed('BACKUP_FOREIGN', `${file} was made on ${hosts.join(', ')}, and this is ${host}.`, {
        path: file,
        hosts,
      });
    // In the database itself, so that one rename brings both: whoever is cut off after it finds the name there.
    if (own === null) noteHost(fresh, other as HostId);
    syncFile(fresh);
    const aside = setAside(path, now);
    renameSync(fresh, path);
    return { aside, schema, host: own ?? (other as HostId) };
  } finally {
    drop();
    ownership.release();
  }
}

/** Looks at the copy of the copy: nobody else can change that. */
async function judge(
  fresh: string,
  file: string,
): Promise<{ readonly schema: number; readonly hosts: readonly string[] }> {
  const wrong = await checkDatabase(fresh);
  if (wrong !== null)
    throw failed('STATE_CORRUPT', `${file} is damaged, or no database (${wrong}); nothing was changed.`, {
      path: file,
    });
  const database = new DatabaseSync(fresh, { readOnly: true });
  try {
    const schema = schemaOf(database);
    const known = released.at(-1)?.schema ?? 0;
    if (schema === 0)
      throw failed('STATE_CORRUPT', `${file} is no database of Drover's; nothing was changed.`, { path: file });
    if (schema > known)
      throw failed('STATE_NEWER', `${file} has schema ${schema}; this program knows ${known}.`, { schema, known });
    const hosts = database.prepare('select id from hosts order by id').all();
    return { schema, hosts: hosts.map(({ id }) => String(id)) };
  } finally {
    database.close();
  }
}

function noteHost(fresh: string, host: HostId): void {
  const database = new DatabaseSync(fresh);
  try {
    database.prepare("insert or replace into meta (name, value) values ('host', ?)").run(host);
  } finally {
    database.close();
  }
}

function schemaOf(database: DatabaseSync): number {
  const meta = database.prepare("select 1 from sqlite_schema where type = 'table' and name = 'meta'").get();
  if (meta === undefined) return 0;
  return Number(database.prepare("select value from meta where name = 'schema'").get()?.value ?? 0);
}

/** What is there goes out of the way, so that one can be begun anew. Returns where it is now; null: nothing was there. */
export function putAside(path: string, now: Instant): string | null {
  const ownership = ownDatabase(path);
  try {
    return setAside(path, now);
  } finally {
    ownership.release();
  }
}

/** Its write-ahead log goes with it, also one that was left when this was cut off: it would be read into whatever stands there next. */
function setAside(path: string, now: Instant): string | null {
  const there = ends.filter((end) => existsSync(`${path}${end}`));
  const aside = freeName(path, now);
  for (const end of there) renameSync(`${path}${end}`, `${aside}${end}`);
  return there.includes('') ? aside : null;
}

/** Named by the second, or by the next one whose name is free. */
function freeName(path: string, at: Instant): string {
  const name = `${path}.before-${stampOf(at)}`;
  return ends.some((end) => existsSync(`${name}${end}`)) ? freeName(path, instant(at + 1000)) : name;
}
