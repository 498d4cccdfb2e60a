// Runs a program that is waited for: what it needs goes in, what it says comes back.

import { spawnSync } from 'node:child_process';
import { defined } from '../../domain/defined.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type Ran = {
  /** null: it was not there, or was ended. */
  readonly code: number | null;
  readonly out: Buffer;
  /** The first line it complained with. */
  readonly complaint: string;
};

type Call = {
  readonly env: Environment;
  readonly cwd?: string;
  readonly input?: Uint8Array;
  /** It may ask the person something: what it complains of goes to their terminal. */
  readonly asks?: boolean;
};

/** A person takes their time at a key that wants to be touched; nothing waits for ever. */
const deadlineMs = 300_000;
const mostOut = 256 * 1024 * 1024;

export function runProgram([file = '', ...rest]: readonly string[], { env, cwd, input, asks }: Call): Ran {
  const ran = spawnSync(file, rest, {
    env: { ...env, LC_ALL: 'C' },
    ...defined({ cwd, input }),
    stdio: ['pipe', 'pipe', asks === true && process.stderr.isTTY ? 'inherit' : 'pipe'],
    timeout: deadlineMs,
    maxBuffer: mostOut,
  });
  const why = ran.error === undefined ? String(ran.stderr ?? '') : `${file}: ${ran.error.message}`;
  return { code: ran.status, out: ran.stdout ?? Buffer.alloc(0), complaint: why.trim().split('\n')[0] ?? '' };
}
