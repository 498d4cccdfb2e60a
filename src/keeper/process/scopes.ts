// Children in a systemd scope of their own, where a user manager is there: its cgroup is a further witness of who belongs to a run.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../../domain/run/program.ts';
import { findOnPath } from './find-program.ts';

const patience = 5_000;
const always = ['--user', '--scope', '--quiet', '--collect'];

/** The name of a run's scope; the same in every keeper of this state folder. */
export const scopeOf = (mark: string, runId: string): string => `drover-${mark}-${runId}.scope`;

/** `cgroup`: the text of /proc/PID/cgroup. */
export const isInScope = (cgroup: string, scope: string): boolean =>
  cgroup.split('\n').some((line) => line.split('/').includes(scope));

/** Lives as long as the keeper. */
export class Scopes {
  readonly #program: string;
  readonly #runtime: string;
  readonly #mark: string;
  #works: Promise<boolean> | null = null;

  constructor(program: string, runtime: string, mark: string) {
    this.#program = program;
    this.#runtime = runtime;
    this.#mark = mark;
  }

  /** The program within its scope; as it is where the manager makes none. `path`: the file that argv names. */
  async put(
    runId: string,
    program: Program,
    path: string,
  ): Promise<{ readonly program: Program; readonly path: string }> {
    this.#works ??= this.#try();
    if (!(await this.#works)) return { program, path };
    const unit = `--unit=${scopeOf(this.#mark, runId)}`;
    // The manager is found by a variable; the program does not see it unless it was given it.
    const given = program.env.XDG_RUNTIME_DIR !== undefined;
    const hide = given ? [] : ['/usr/bin/env', '-u', 'XDG_RUNTIME_DIR'];
    const argv = [this.#program, ...always, unit, '--', ...hide, path, ...program.argv.slice(1)];
    const env = { ...program.env, XDG_RUNTIME_DIR: program.env.XDG_RUNTIME_DIR ?? this.#runtime };
    return { program: { ...program, argv, env }, path: this.#program };
  }

  /** A manager may be there and refuse. */
  #try(): Promise<boolean> {
    const env = { PATH: '/usr/bin:/bin', XDG_RUNTIME_DIR: this.#runtime };
    return new Promise((resolve) => {
      execFile(this.#program, [...always, '--', '/bin/sh', '-c', ':'], { env, timeout: patience }, (error) =>
        resolve(error === null),
      );
    });
  }
}

/** null: no user manager, or no way to ask it. */
export function openScopes(env: Readonly<Record<string, string | undefined>>, mark: string): Scopes | null {
  const runtime = env.XDG_RUNTIME_DIR;
  if (!runtime?.startsWith('/') || !existsSync(join(runtime, 'systemd', 'private'))) return null;
  const program = findOnPath('systemd-run', env.PATH ?? '');
  return program === null ? null : new Scopes(program, runtime, mark);
}
