// Turns a confinement's paths into mounts: makes what may be made, refuses what is missing or would open a hidden folder.
import { existsSync, mkdirSync } from 'node:fs';
import { isAbsolute, join, normalize, relative } from 'node:path';
import { type Failure, fail, ok, type Result } from '../domain/error.ts';
import { isWithin } from '../domain/place/within.ts';
import type { Confinement } from '../ports/sandbox.ts';
import type { Mount } from './mount.ts';
import type { Place } from './place.ts';
import { realPath } from './real-path.ts';
import { holdsSecrets } from './secret-homes.ts';
import { emptied } from './system-mounts.ts';

/** Failures: `PATH_NOT_FOUND` (nothing there to be read), `STATE_READ_ONLY` (cannot be made), `UNSUPPORTED` (would show what must stay hidden). */
export function namePaths(place: Place, confinement: Confinement): Result<Mount[]> {
  const mounts: Mount[] = [];
  for (const [kind, paths] of [
    ['readable', confinement.readable],
    ['writable', [...confinement.writable, confinement.home]],
  ] as const) {
    for (const path of paths.map((one) => trimmed(one))) {
      const failure = refusal(place, kind, path);
      if (failure !== null) return { ok: false, failure };
      // Programs meet a folder by its real name too (git's alternates, node's modules).
      for (const name of new Set([path, realPath(path)])) mounts.push({ kind, path: name });
    }
  }
  for (const { from, at } of confinement.views ?? []) {
    const failure = refusal(place, 'writable', trimmed(from)) ?? refusalOfPlace(place, trimmed(at));

    if (failure !== null) return { ok: false, failure };
    mounts.push({ kind: 'view', path: trimmed(at), from: trimmed(from) });
  }
  return ok(mounts);
}

const trimmed = (path: string): string => normalize(path).replace(/(?<=.)\/+$/, '');

function refusal(place: Place, kind: 'readable' | 'writable', path: string): Failure | null {
  if (!isAbsolute(path)) return fail('UNSUPPORTED', `A sandbox needs absolute paths, not ${path}.`).failure;
  const missing = provide(kind, path);
  if (missing !== null) return missing;
  if (opens(place, path) || leadsAstray(place, path))
    return fail('UNSUPPORTED', `${path} would show what a sandbox must hide.`, { path, leads: realPath(path) }).failure;
  return null;
}

/** Where a view is laid nothing of what is there shows; it must not lie over what is hidden or the system. */
function refusalOfPlace(place: Place, path: string): Failure | null {
  if (!isAbsolute(path)) return fail('UNSUPPORTED', `A sandbox needs absolute paths, not ${path}.`).failure;
  return opens(place, path)
    ? fail('UNSUPPORTED', `${path} would show what a sandbox must hide.`, { path }).failure
    : isWithin(path, place.home)
      ? null
      : provide('writable', path);
}

function provide(kind: 'readable' | 'writable', path: string): Failure | null {
  if (existsSync(path)) return null;
  if (kind === 'readable') return fail('PATH_NOT_FOUND', `There is no ${path} to be read.`, { path }).failure;
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return null;
  } catch (error) {
    return fail('STATE_READ_ONLY', `${path} cannot be made.`, { path, cause: String(error) }).failure;
  }
}

/** A hidden folder itself, or one that holds it. */
function opens(place: Place, path: string): boolean {
  const hidden = [place.home, place.stateFolder, ...emptied];
  const real = realPath(path);
  return hidden.some((folder) => isWithin(folder, path) || isWithin(realPath(folder), real));
}

/** A link that a program has put where it may write could lead into another task or the person's keys. */
function leadsAstray(place: Place, path: string): boolean {
  const { home, stateFolder } = place;
  const real = realPath(path);
  if (real !== path && holdsSecrets(place, real) && !holdsSecrets(place, path)) return true;
  if (isWithin(path, stateFolder)) return real !== join(realPath(stateFolder), relative(stateFolder, path));
  if (isWithin(real, realPath(stateFolder))) return !isWithin(path, realPath(stateFolder));
  return isWithin(real, realPath(home)) && !isWithin(path, home) && !isWithin(path, realPath(home));
}
