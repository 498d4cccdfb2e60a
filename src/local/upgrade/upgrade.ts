// `drover upgrade`: a newer package in the place of this one, tried first, and taken back where its daemon does not come up.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reply } from '../../contract/protocol.ts';
import { toReply } from '../../contract/to-reply.ts';
import { compareVersions } from '../start-daemon.ts';
import { takeStartLock } from '../start-lock.ts';
import { findInstall, type Install } from './find-install.ts';
import { askProgram, type Staged, sayWhy, stage } from './stage.ts';
import { goBack, swap, sweep } from './swap.ts';

type Env = Readonly<Record<string, string | undefined>>;

export type Prepared = {
  readonly from: string;
  readonly staged: Staged;
  readonly newer: boolean;
  /** Puts it in the place of the old one; with `starts` its daemon has to come up there. */
  finish(starts: boolean): Promise<Reply<{ readonly version: string }>>;
  /** Nothing was changed. */
  discard(): void;
};

export type UpgradeOptions = {
  readonly stateFolder: string;
  /** Of this program. */
  readonly version: string;
  /** undefined: from where it came the last time. */
  readonly from: string | undefined;
  readonly cwd: string;
  readonly env: Env;
  readonly say: (line: string) => void;
};

/** Where the last one came from; a file was what it was then. */
const remembered = (stateFolder: string): string => join(stateFolder, 'upgrade-from');

/** Fails with `UNSUPPORTED`, `INSTALL_READ_ONLY`, `USAGE` or `UPGRADE_FAILED`; nothing is left of it then. */
export async function prepareUpgrade(options: UpgradeOptions): Promise<Reply<Prepared>> {
  const found = findInstall();
  if (!found.ok) return found;
  const from = options.from ?? lastFrom(options.stateFolder);
  if (from === undefined) return nowhere();
  const lock = join(found.data.modules, '.drover-upgrade.lock');
  const held = takeStartLock(lock);
  if (held === null) return toReply({ error_code: 'UPGRADE_FAILED', message: 'Another upgrade is under way.' });
  const release = () => {
    rmSync(lock, { force: true });
    held.release();
  };
  sweep(found.data);
  const staged = await stage({ ...options, install: found.data, from });
  if (!staged.ok) {
    release();
    return staged;
  }
  return { ok: true, data: prepared(options, found.data, from, staged.data, release) };
}

const nowhere = () =>
  toReply({
    error_code: 'USAGE',
    message: 'Nobody said yet where newer versions of this Drover come from.',
    details: {
      hint: '`drover upgrade ./drover-0.2.0.tgz` takes a package file, `drover upgrade drover@latest` asks your registry.',
    },
  });

function prepared(
  options: UpgradeOptions,
  install: Install,
  from: string,
  staged: Staged,
  release: () => void,
): Prepared {
  const discard = () => {
    staged.discard();
    release();
  };
  return {
    from,
    staged,
    newer: compareVersions(staged.version, options.version) > 0,
    discard,
    async finish(starts) {
      try {
        swap(install, staged.root);
        const came = starts ? await askProgram(install.root, ['ps'], { ...options, ms: 90_000 }) : null;
        if (came?.ok === false) return await backAgain(options, install, came);
        remember(options.stateFolder, from, options.cwd);
        sweep(install);
        return { ok: true, data: { version: staged.version } };
      } finally {
        discard();
      }
    },
  };
}

/** What it was started over is as it was: a schema that is newer now was written by it alone, and the copy that it made before goes back. */
async function backAgain(options: UpgradeOptions, install: Install, why: Reply): Promise<Reply<never>> {
  const how = { ...options, ms: 90_000 };
  goBack(install);
  const old = await askProgram(install.root, ['ps'], how);
  const newer = !old.ok && old.error_code === 'STATE_NEWER';
  const copy = newer ? await newestCopy(install, how) : null;
  if (copy !== null) await askProgram(install.root, ['restore', copy, '--yes'], how);
  const again = newer ? await askProgram(install.root, ['ps'], how) : old;
  const end = again.ok ? `${options.version} is back and runs` : `${options.version} is back; it says: ${again.error}`;
  return toReply({ error_code: 'UPGRADE_FAILED', message: `The new version does not start: ${sayWhy(why)} ${end}.` });
}

async function newestCopy(install: Install, how: Parameters<typeof askProgram>[2]): Promise<string | null> {
  const listed = await askProgram(install.root, ['restore'], how);
  return listed.ok
    ? ((listed.data as { readonly copies: readonly { readonly path: string }[] }).copies[0]?.path ?? null)
    : null;
}

function lastFrom(stateFolder: string): string | undefined {
  const file = remembered(stateFolder);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || undefined : undefined;
}

/** A file is asked for by its name each time. */
function remember(stateFolder: string, from: string, cwd: string): void {
  if (existsSync(join(cwd, from)) || existsSync(from)) return;
  mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
  writeFileSync(remembered(stateFolder), `${from}\n`, { mode: 0o600 });
}
