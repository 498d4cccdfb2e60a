// A real Postgres from the machine's own packages, in a folder of its own, on a free loopback port.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

export type Postgres = {
  readonly url: string;
  /** A database of its own, as the first `prepare` left one that is copied since. It must leave no connection to it. */
  readonly fresh: (prepare: (url: string) => Promise<void>) => Promise<string>;
  readonly close: () => Promise<void>;
};

const installed = '/usr/lib/postgresql';

/** The folder of the newest version's programs, or null. */
export function postgresPrograms(): string | null {
  if (!existsSync(installed)) return null;
  const versions = readdirSync(installed).sort((one, other) => Number(other) - Number(one));
  return (
    versions.map((version) => join(installed, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null
  );
}

/** Nothing in it is synced to the disk. */
export async function startPostgres(): Promise<Postgres> {
  const bin = postgresPrograms();
  if (bin === null) throw new Error(`no Postgres in ${installed}`);
  // Not in the test's own temporary folder: the user postgres could not enter that.
  const folder = mkdtempSync('/tmp/drover-postgres-');
  const as = asPostgres(folder);
  const data = join(folder, 'data');
  run(
    [...as, join(bin, 'initdb'), '-D', data, '-U', 'drover', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    folder,
  );
  const port = await freePort();
  const flags = ['fsync=off', 'full_page_writes=off', 'max_connections=100', `unix_socket_directories=${folder}`];
  const argv = [
    ...as,
    join(bin, 'postgres'),
    '-D',
    data,
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    ...flags.flatMap((flag) => ['-c', flag]),
  ];
  const server = spawn(argv[0] ?? '', argv.slice(1), { cwd: folder, stdio: 'ignore' });
  const url = `postgres://drover@127.0.0.1:${port}/postgres`;
  const close = () => end(server, folder);
  try {
    await untilReady(server, url);
  } catch (error) {
    await close();
    throw error;
  }
  // By its log, as it would be by itself, a copy takes more than twice the time. Older ones know no other way than files.
  const strategy = Number(basename(dirname(bin))) >= 15 ? 'strategy file_copy' : '';
  return { url, fresh: freshDatabases(url, strategy), close };
}

function freshDatabases(url: string, strategy: string): Postgres['fresh'] {
  let made = 0;
  let template: Promise<string> | null = null;
  const urlOf = (name: string) => url.replace(/postgres$/, name);
  const create = async (name: string, like: string): Promise<string> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`create database ${name} template ${like} ${strategy}`).finally(() => client.end());
    return name;
  };
  return async (prepare) => {
    template ??= create('prepared', 'template1').then(async (name) => {
      await prepare(urlOf(name));
      return name;
    });
    made += 1;
    return urlOf(await create(`fresh_${made}`, await template));
  };
}

/** It refuses root. */
function asPostgres(folder: string): readonly string[] {
  if (process.getuid?.() !== 0) return [];
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const [user, group] = [id('-u'), id('-g')];
  chownSync(folder, user, group);
  return ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups'];
}

function run([program = '', ...flags]: readonly string[], cwd: string): void {
  execFileSync(program, flags, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await wait(50)) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline) throw error;
    }
  }
}

/** SIGINT is its fast way down: nobody is waited for. */
async function end(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGINT');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
}
