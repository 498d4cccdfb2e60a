// A place where allowed programs can be run: this machine, or another one by ssh.
import type { Result } from '../domain/error.ts';

export type Limits = { readonly timeoutMs: number; readonly bytes: number };

export type HostRun = {
  /** null: its time was over, or it had said more than `bytes`. */
  readonly exit: number | null;
  readonly output: string;
  readonly error: string;
  readonly cut: boolean;
};

/** Programs joined by pipes, run in the place's folder; never a shell's text. */
export type Programs = readonly (readonly string[])[];

export interface Host {
  /** Fails with `SSH_UNREACHABLE` or `PATH_NOT_FOUND`; a program that is not there has the exit 127. */
  exec(programs: Programs, limits?: Partial<Limits>): Promise<Result<HostRun>>;
}

export const usualLimits: Limits = { timeoutMs: 30_000, bytes: 256 * 1024 };
