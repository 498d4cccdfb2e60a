// Settings of a checkout that were read before, given again as long as no file that has a word in them has changed: git is started for them once, not for every look.
import { join, resolve } from 'node:path';
import type { Env } from './environments.ts';
import { entryOf, isAtRest, mostRemembered, stampOf } from './file-stamp.ts';
import { readSettings, type Setting } from './settings.ts';

export type ReadSettings = (env: Env, checkout: string) => Promise<readonly Setting[]>;

type Known = { readonly stamp: string; readonly settings: readonly Setting[]; readonly more: readonly string[] };

/** The plain case alone is remembered: a `.git` folder, and no file that includes others. `now`: milliseconds since 1970, as files have it. */
export function rememberSettings(read: ReadSettings = readSettings, now: () => number = Date.now): ReadSettings {
  const known = new Map<string, Known>();
  return async (env, checkout) => {
    const key = JSON.stringify([checkout, ...Object.entries(env).filter(([name]) => matters.test(name))]);
    const usual = usualFiles(env, checkout);
    const there = known.get(key);
    if (there !== undefined && stampOfAll(checkout, [...usual, ...there.more]) === there.stamp) return there.settings;
    known.delete(key);
    const [begun, before] = [now(), stampOfAll(checkout, usual)];
    const settings = await read(env, checkout);
    const more = systemFiles(settings, checkout).filter((path) => !usual.includes(path));
    const files = [...usual, ...more];
    const isPlain = settings.every((one) => isRemembered(one, checkout, files)) && settings.some(isLocal);
    if (!isPlain || before !== stampOfAll(checkout, usual) || !files.every((path) => rests(path, begun)))
      return settings;
    if (known.size >= mostRemembered) known.clear();
    known.set(key, { stamp: stampOfAll(checkout, files), settings, more });
    return settings;
  };
}

/** What git looks for its settings by. */
const matters = /^(?:HOME|XDG_CONFIG_HOME|GIT_\w+)$/;

const usualFiles = (env: Env, checkout: string): readonly string[] => {
  const home = env.HOME ?? '/';
  const own = env.GIT_CONFIG_GLOBAL === undefined ? [] : [env.GIT_CONFIG_GLOBAL];
  const system = env.GIT_CONFIG_SYSTEM ?? '/etc/gitconfig';
  const xdg = join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'git', 'config');
  return [join(checkout, '.git', 'config'), join(home, '.gitconfig'), xdg, system, ...own];
};

/** Where the system's stand depends on how git was built. */
const systemFiles = (settings: readonly Setting[], checkout: string): readonly string[] => [
  ...new Set(settings.filter(({ scope }) => scope === 'system').flatMap((one) => fileOf(one, checkout) ?? [])),
];

const fileOf = ({ origin }: Setting, checkout: string): string | null =>
  origin.startsWith('file:') ? resolve(checkout, origin.slice('file:'.length)) : null;

const isLocal = ({ scope }: Setting): boolean => scope === 'local';

function isRemembered(setting: Setting, checkout: string, files: readonly string[]): boolean {
  if (/^(?:include|includeif)\.|^extensions\.worktreeconfig$/.test(setting.key)) return false;
  const file = fileOf(setting, checkout);
  return file === null ? setting.scope === 'command' : files.includes(file);
}

const rests = (path: string, at: number): boolean => {
  const found = entryOf(path);
  return found === undefined || isAtRest(found, at);
};

/** Changes with every change of one of the files, and with whose repository it is, or whether it is one at all. */
function stampOfAll(checkout: string, files: readonly string[]): string {
  const content = files.map((path) => {
    const found = entryOf(path);
    return found && stampOf(found);
  });
  const folders = ['', '.git'].map((name) => {
    const found = entryOf(join(checkout, name));
    return found && [found.dev, found.ino, found.uid, found.mode].join();
  });
  const parts = ['HEAD', 'objects', 'refs', 'commondir'].map(
    (name) => entryOf(join(checkout, '.git', name)) !== undefined,
  );
  return [...content, ...folders, ...parts].join(' ');
}
