import type { NewPackage, PackageFacts } from '../domain/evidence/judge-package.ts';
import type { Instant } from '../domain/ids.ts';
import type { SessionId } from '../domain/session/ids.ts';

/**
 * Time, passed in. What is shown, and what is kept over restarts, is told by `now`, which somebody may set; what may last so long, within one process, by `ticks` and `wait`, which go on
 * whatever becomes of it. `wait` resolves after `ms` or at once when the signal fires (it never rejects).
 */
export interface Clock {
  now(): Instant;
  /** Milliseconds of a clock that nobody sets; like `now` when the process began. */
  ticks(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls once when the instant has come (late by at most 30 s, clock jumps included), or as much time has gone by as was left until then: a clock that is set back holds nothing up. The returned function withdraws it. */
  at(when: Instant, call: () => void): () => void;
}

/** Randomness, passed in. */
export interface Ids {
  /** 256 bits, base64url: lease tokens, tickets. */
  secret(): string;
  /** A random UUID. */
  uuid(): string;
}

/** What the daemon tells its own log file. Must not throw. Values are redacted by the implementation. */
export interface Log {
  info(message: string, about?: Record<string, unknown>): void;
  warn(message: string, about?: Record<string, unknown>): void;
  /** Returns the id under which a person finds the stack. */
  bug(error: unknown, about?: Record<string, unknown>): string;
}

/** Ports of this machine. */
export interface LocalPorts {
  /** Nothing listens there at this moment, on any address. */
  isFree(port: number): Promise<boolean>;
}

/** Of this machine, or of the part of it that this process may use. */
export interface Memory {
  /** Bytes that nobody uses now. */
  free(): number;
}

export type { NewPackage, PackageFacts };

/** Registries of packages, asked and never written to. Must not throw: what cannot be reached is `unknown`. */
export interface Packages {
  look(asked: NewPackage, signal: AbortSignal): Promise<PackageFacts>;
  /** Which registries the person's own installers ask. */
  settings(): Promise<InstallerSettings>;
}

/** Addresses and never a login: variables, and the lines of an `.npmrc` (empty: none). */
export type InstallerSettings = { readonly env: Readonly<Record<string, string>>; readonly npmrc: string };

/** The person Drover works for: their environment (as their login shell has it), looked at afresh; never stored. */
export interface Person {
  env(): Readonly<Record<string, string>>;
  readonly home: string;
}

/** Sockets of sessions' own, for those in a sandbox: whoever comes through one is that session's agent, without further proof, and never a person. */
export interface SessionSockets {
  /** Opens it, or finds it open. Returns its folder, absolute, with `drover.sock` in it: DROVER_HOME for whoever stands inside. Throws where it cannot listen. */
  open(session: SessionId): Promise<string>;
  /** Once the session is over. Safe to repeat. */
  shut(session: SessionId): Promise<void>;
}

/** What a caller handed over for one start. `env`: of the shell it was typed in; null: the person's own. `secret`: its SHA-256 is the session's credential. */
export type Handed = { readonly env: Readonly<Record<string, string>> | null; readonly secret: string };

/** Kept in memory only, never written down: a session whose start a dead daemon took with it ends as refused. */
export interface StartSecrets {
  /** Before the session's row is there for others to see. Safe to repeat. */
  keep(session: SessionId, handed: Handed): void;
  of(session: SessionId): Handed | null;
  /** Once it is started, or never will be. */
  forget(session: SessionId): void;
}
