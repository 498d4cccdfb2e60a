// Installs the pinned real programs once per machine, outside the repository (they are 2.6 GB), and says where they are.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const here = import.meta.dirname;
const files = ['package.json', 'package-lock.json'];
const patience = 10 * 60_000;

/** Safe to call again, and from two processes at once: one installs, the other waits for it. `bin`: the folder for PATH. */
export async function installAgents(): Promise<{ readonly bin: string }> {
  const place = join(cacheFolder(), `agents-${lockHash()}`);
  const bin = join(place, 'node_modules', '.bin');
  const ready = join(place, 'ready');
  if (existsSync(ready)) return { bin };
  mkdirSync(dirname(place), { recursive: true });
  const release = await lock(`${place}.lock`);
  try {
    if (!existsSync(ready)) await install(place);
  } finally {
    release();
  }
  return { bin };
}

/** The person's own home, whatever HOME a test has. */
const cacheFolder = () => process.env.DROVER_TEST_CACHE ?? join(userInfo().homedir, '.cache', 'drover-test');

function lockHash(): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(here, file)));
  return hash.digest('hex').slice(0, 16);
}

async function install(place: string): Promise<void> {
  const half = `${place}.half`;
  for (const folder of [half, place]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  for (const file of files) copyFileSync(join(here, file), join(half, file));
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...process.env, HOME: userInfo().homedir, PATH: path, npm_config_update_notifier: 'false' };
  // Not `npm ci`: it refuses a lock without entries for the optional packages of platforms that the registry did not have when it was made.
  // `npm install` keeps what the lock names all the same, and what came of it is looked at.
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: half,
    env,
    timeout: patience,
    maxBuffer: 1 << 26,
  });
  mustBePinned(half);
  writeFileSync(join(half, 'ready'), '');
  renameSync(half, place);
}

/** The versions that are tested, by package. */
export const pinnedVersions = (): Readonly<Record<string, string>> => dependenciesIn(here);

/** Throws where another version was installed than the one that is asked for. */
export function mustBePinned(folder: string): void {
  for (const [name, version] of Object.entries(dependenciesIn(folder))) {
    const found = versionIn(join(folder, 'node_modules', name));
    if (found !== version) throw new Error(`${name} is ${found ?? 'missing'} and not ${version}`);
  }
}

const readPackage = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const dependenciesIn = (folder: string): Record<string, string> => readPackage(folder).dependencies;
const versionIn = (folder: string): string | null =>
  existsSync(join(folder, 'package.json')) ? readPackage(folder).version : null;

/** A folder as lock: making it is atomic. One whose owner died is taken over when it is older than any installation may last. */
async function lock(folder: string): Promise<() => void> {
  for (const deadline = Date.now() + 2 * patience; Date.now() < deadline; await wait(250)) {
    try {
      mkdirSync(folder);
      return () => rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      if (ageOf(folder) > patience) rmSync(folder, { recursive: true, force: true });
    }
  }
  throw new Error(`another process keeps ${folder}`);
}

function ageOf(folder: string): number {
  try {
    return Date.now() - statSync(folder).mtimeMs;
  } catch {
    return 0;
  }
}
