// What `npm install --global` has put on this machine and is upgraded in its place; whatever else may run this program is somebody else's.
import { accessSync, constants, existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reply } from '../../contract/protocol.ts';
import { toReply } from '../../contract/to-reply.ts';

export type Install = {
  /** Of npm's packages; the package is in it under its name. */
  readonly modules: string;
  readonly root: string;
  /** What a shell finds. */
  readonly link: string;
};

const program = 'bin/drover.cjs';

/** The package this file is part of; it may be called otherwise while one takes the place of another. */
export function ownRoot(file = fileURLToPath(import.meta.url)): string {
  for (let at = dirname(file); at !== dirname(at); at = dirname(at)) if (packageAt(at) !== null) return at;
  return dirname(file);
}

/** Its version; null: no package of ours stands there. */
export function packageAt(folder: string): { readonly version: string } | null {
  try {
    const { name, version, bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly name?: unknown;
      readonly version?: unknown;
      readonly bin?: { readonly drover?: unknown };
    };
    const isOurs = name === 'drover' && bin?.drover === program && existsSync(join(folder, program));
    return isOurs && typeof version === 'string' ? { version } : null;
  } catch {
    return null;
  }
}

export const programOf = (root: string): string => join(root, program);

/** Fails with `UNSUPPORTED` where it is no global package of npm's, with `INSTALL_READ_ONLY` where it is not this user's. */
export function findInstall(running = ownRoot()): Reply<Install> {
  const modules = dirname(running);
  const root = join(modules, 'drover');
  const prefix = dirname(dirname(modules));
  const install = { modules, root, link: join(prefix, 'bin', 'drover') };
  const why = whyOther(running, modules, install.link);
  if (why !== null) return toReply({ error_code: 'UNSUPPORTED', message: why[0], details: { hint: why[1] } });
  const closed = [modules, running, dirname(install.link)].find((folder) => !isOurs(folder));
  if (closed === undefined) return { ok: true, data: install };
  return toReply({
    error_code: 'INSTALL_READ_ONLY',
    message: `${closed} is not this user's to write; nothing was changed.`,
    details: { path: closed },
  });
}

function whyOther(running: string, modules: string, link: string): readonly [why: string, hint: string] | null {
  if (existsSync(join(running, 'src')))
    return [
      `This Drover runs from the checkout ${running}, which is yours.`,
      `There: git pull && npm ci && npm run build; \`drover down\` has the next command start it anew.`,
    ];
  if (running.includes('/_npx/'))
    return ['npx fetched this Drover for one command; nothing is installed.', 'Name the newer package to npx.'];
  if (basename(modules) !== 'node_modules' || basename(dirname(modules)) !== 'lib')
    return [
      `${running} belongs to something else, which says what version it wants.`,
      'Change it there, with what installed it.',
    ];
  return leadsTo(link, running)
    ? null
    : [`${link} is not how this Drover is started.`, 'Upgrade with what put it there.'];
}

function leadsTo(link: string, root: string): boolean {
  try {
    return lstatSync(link).isSymbolicLink() && realpathSync(link) === realpathSync(programOf(root));
  } catch {
    return false;
  }
}

/** A root who upgrades for somebody would leave files that they cannot change. */
function isOurs(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return lstatSync(folder).uid === process.getuid?.();
  } catch {
    return false;
  }
}
