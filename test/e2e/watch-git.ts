// Stands before git on the PATH and notes with which words each one was started.
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export type WatchedGit = {
  /** For the environment of what is watched. */
  readonly PATH: string;
  /** One line a process, since the last `forget`; those that git starts by itself are not among them. */
  readonly started: () => readonly string[];
  readonly forget: () => void;
  readonly close: () => void;
};

export function watchGit(path = process.env.PATH ?? '/usr/bin:/bin'): WatchedGit {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'drover-watched-git-')));
  const log = join(folder, 'started');
  const forget = () => writeFileSync(log, '');
  forget();
  // One write a process, so that lines of two at the same time stay whole.
  writeFileSync(join(folder, 'git'), `#!/bin/sh\nprintf '%s\\n' "$*" >>'${log}'\nPATH='${path}' exec git "$@"\n`);
  chmodSync(join(folder, 'git'), 0o755);
  return {
    PATH: `${folder}${delimiter}${path}`,
    started: () => readFileSync(log, 'utf8').split('\n').slice(0, -1),
    forget,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
