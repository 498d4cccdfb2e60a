// What a test needs of the machine besides Node: a row of the table, tried and not guessed.
import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { TestOptions } from 'vitest';
import rows from './table.json' with { type: 'json' };

export type Need = keyof typeof rows;

export type Row = {
  /** Of Debian. */
  readonly package?: string;
  /** A line for `sh` that succeeds where it is there and works. */
  readonly try: string;
  /** What no package brings. */
  readonly also?: string;
};

declare module 'vitest' {
  interface TaskMeta {
    /** Why it is skipped. */
    readonly lacks?: readonly Need[];
  }
}

export const table: Readonly<Record<Need, Row>> = rows;

/** Beside the name of a test or of a `describe`: it is skipped where one of them is missing, and the end of the run says what brings it. In CI that is an error. */
export function needs(...names: readonly Need[]): TestOptions {
  const lacks = names.filter((name) => !works(table[name].try));
  if (lacks.length === 0) return {};
  if (process.env.CI) throw new Error(`CI must have ${lacks.map(bringing).join(', ')}`);
  return { skip: true, meta: { lacks } };
}

function bringing(name: Need): string {
  const { package: brought, also } = table[name];
  const how = [...(brought === undefined ? [] : [`the package ${brought}`]), ...(also === undefined ? [] : [also])];
  return `${name} (${how.join(', ')})`;
}

/** What lies in the home of the person who runs the tests, each of which has a home of its own. */
export const ofPerson = { RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(userInfo().homedir, '.rustup') };

/** Programs of the system's administrator may stand outside of the PATH. */
function works(line: string): boolean {
  const env = { ...process.env, ...ofPerson, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin:/usr/bin:/bin` };
  return spawnSync('sh', ['-c', line], { env, stdio: 'ignore', timeout: 120_000 }).status === 0;
}
