// Skills put where coding agents look for them: one copy, links to it for the others. Only what was put there by us, unchanged, is taken away again.
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { footprints } from '../agents/footprints.ts';
import type { Skill } from './texts.ts';

/** `root`: top of the repository, or the person's home. */
export type Where = { readonly root: string; readonly global: boolean };
export type InstalledSkill = {
  readonly path: string;
  readonly links: readonly string[];
  readonly notes: readonly string[];
};

/** The first agent's has the copy, those of the others lead there. */
function foldersOf({ global }: Where): { readonly copy: string; readonly links: readonly string[] } {
  const [copy = '', ...links] = footprints().flatMap(({ skillsFolder }) =>
    skillsFolder === null ? [] : [global ? skillsFolder.home : skillsFolder.repository],
  );
  return { copy, links };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
const mark = (name: string, text: string): string => `<!-- drover skill ${name} ${hash(text)} -->\n`;

/** Ours and as we wrote it. */
function isOurs(text: string): boolean {
  const [whole, name = '', told = ''] = /<!-- drover skill (\S+) ([0-9a-f]{32}) -->\n$/.exec(text) ?? [];
  return whole !== undefined && name !== '' && hash(text.slice(0, -whole.length)) === told;
}

/** A different file that stands there is kept beside it, and said. */
export function installSkill(where: Where, { name, text }: Skill): InstalledSkill {
  const file = join(where.root, foldersOf(where).copy, name, 'SKILL.md');
  const notes: string[] = [];
  mkdirSync(dirname(file), { recursive: true });
  const there = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (there !== null && !isOurs(there) && there !== text) {
    const kept = freeName(`${file}.bak`);
    renameSync(file, kept);
    notes.push(`${file} was another one; it is kept as ${kept}.`);
  }
  writeFileSync(file, text + mark(name, text));
  const links = foldersOf(where).links.map((folder) => link(where, folder, name, notes));
  return { path: file, links: links.filter((path) => path !== null), notes };
}

const freeName = (path: string, nth = 1): string => {
  const name = nth === 1 ? path : `${path}-${nth}`;
  return existsSync(name) ? freeName(path, nth + 1) : name;
};

function link(where: Where, folder: string, name: string, notes: string[]): string | null {
  const at = join(where.root, folder, name);
  const target = relative(dirname(at), join(where.root, foldersOf(where).copy, name));
  mkdirSync(dirname(at), { recursive: true });
  const there = lstatSync(at, { throwIfNoEntry: false });
  if (there?.isSymbolicLink()) {
    if (readlinkSync(at) === target) return at;
    notes.push(`${at} led to ${readlinkSync(at)}; it leads to the skill now.`);
    rmSync(at);
  } else if (there !== undefined) {
    notes.push(`${at} is there already and no link; it is left as it is.`);
    return null;
  }
  symlinkSync(target, at);
  return at;
}

/** What was removed; empty where nothing of ours was there. */
export function uninstallSkill(
  where: Where,
  name: string,
): { readonly removed: readonly string[]; readonly notes: readonly string[] } {
  const folder = join(where.root, foldersOf(where).copy, name);
  const file = join(folder, 'SKILL.md');
  if (lookAtSkill(where, name) === 'changed')
    return { removed: [], notes: [`${file} was changed since; it is left as it is.`] };
  const links = foldersOf(where)
    .links.map((each) => join(where.root, each, name))
    .filter((at) => leadsTo(at, folder));
  const removed = [...links, ...(existsSync(file) ? [file] : [])];
  for (const path of removed) rmSync(path);
  for (const path of removed) removeEmpty(path, where.root);
  return { removed, notes: [] };
}

const leadsTo = (at: string, folder: string): boolean =>
  lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true &&
  readlinkSync(at) === relative(dirname(at), folder);

/** Folders that hold nothing any more, up to the top. */
function removeEmpty(path: string, root: string): void {
  const folder = dirname(path);
  if (folder === root || !existsSync(folder)) return;
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
  removeEmpty(folder, root);
}

/** Whether it is there, and as we wrote it. */
export function lookAtSkill(where: Where, name: string): 'absent' | 'installed' | 'changed' {
  const file = join(where.root, foldersOf(where).copy, name, 'SKILL.md');
  if (!existsSync(file)) return 'absent';
  return isOurs(readFileSync(file, 'utf8')) ? 'installed' : 'changed';
}
