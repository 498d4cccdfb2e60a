// Takes away all that Drover has put on this machine beside its own package: service, skills, state, configuration.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Places } from '../contract/places.ts';
import { isWithin } from '../domain/place/within.ts';
import { uninstallSkill } from './skills.ts';
import type { Skill } from './texts.ts';

export type Uninstall = {
  readonly places: Places;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly skills: readonly Skill[];
  /** Checkouts in which skills may stand. */
  readonly checkouts: readonly string[];
  /** Copies of tasks that are on record; other folders where copies stand are somebody else's. */
  readonly made: readonly string[];
  /** State and configuration stay. */
  readonly keepState: boolean;
};
export type Uninstalled = { readonly removed: readonly string[]; readonly notes: readonly string[] };

/** Safe to repeat. Nothing is removed that others put there. */
export function uninstall(what: Uninstall): Uninstalled {
  const skills = [what.home, ...what.checkouts].flatMap((root) =>
    what.skills.map(({ name }) => uninstallSkill({ root, global: root === what.home }, name)),
  );
  const unit = removeUnit(what);
  const state = what.keepState ? { removed: [], notes: [] } : removeState(what);
  const parts = [...skills, unit, state];
  return { removed: parts.flatMap(({ removed }) => removed), notes: parts.flatMap(({ notes }) => notes) };
}

function removeUnit({ home, platform, env }: Uninstall): Uninstalled {
  const mac = platform === 'darwin';
  const file = join(home, mac ? 'Library/LaunchAgents/drover.plist' : '.config/systemd/user/drover.service');
  if (!existsSync(file)) return { removed: [], notes: [] };
  const argv = mac ? ['launchctl', 'unload', file] : ['systemctl', '--user', 'disable', '--now', 'drover.service'];
  const [program = '', ...args] = argv;
  // Where there is no such service manager there is nothing to switch off.
  spawnSync(program, args, { stdio: 'ignore', timeout: 20_000, env: { ...env } });
  rmSync(file, { force: true });
  return { removed: [file], notes: [] };
}

function removeState({ places, home, env, checkouts, made }: Uninstall): Uninstalled {
  const { state, config, socket } = places;
  const unsafe = whyUnsafe(state, home, checkouts);
  if (unsafe !== null) return { removed: [], notes: [`${state} ${unsafe}, so it is left as it is.`] };
  const notes: string[] = [];
  const gone = [];
  if (!isWithin(socket, state)) rmSync(socket, { force: true });
  if (existsSync(state)) {
    const others = foreignIn(join(state, 'copies'), made);
    removeBut(state, others);
    notes.push(...others.map((path) => `${path} is not on record as made by Drover, so it is left as it is.`));
    if (others.length === 0) gone.push(state);
  }
  if (env.DROVER_CONFIG) {
    if (existsSync(config)) notes.push(`${config} was named by DROVER_CONFIG and is yours; it is left as it is.`);
  } else if (existsSync(config)) {
    for (const file of [config, `${config}.lock`]) rmSync(file, { force: true });
    gone.push(config);
    removeEmpty(dirname(config));
  }
  return { removed: gone, notes };
}

/** DROVER_HOME may have been set to anything: a folder that is not Drover's alone is nobody's to remove. */
function whyUnsafe(state: string, home: string, checkouts: readonly string[]): string | null {
  if (lstatSync(state, { throwIfNoEntry: false })?.isSymbolicLink()) return 'is a link';
  if ([home, ...checkouts].some((path) => isWithin(path, state))) return 'holds more than what is Drover\u2019s';
  const names = existsSync(state) ? readdirSync(state) : [];
  return names.length > 0 && !names.includes('drover.db') && !names.includes('host') ? 'is no state of Drover' : null;
}

function foreignIn(copies: string, made: readonly string[]): readonly string[] {
  const ours = new Set(made.flatMap((path) => [path, `${path}.making`, `${path}.removing`]));
  const there = existsSync(copies) && !lstatSync(copies).isSymbolicLink() ? readdirSync(copies) : [];
  return there.map((name) => join(copies, name)).filter((path) => !ours.has(path));
}

/** All of a folder but these paths in it, and what leads to them. */
function removeBut(folder: string, kept: readonly string[]): void {
  if (kept.includes(folder)) return;
  if (!kept.some((path) => isWithin(path, folder))) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    return;
  }
  for (const name of readdirSync(folder)) removeBut(join(folder, name), kept);
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something of others is in it.
  }
}
