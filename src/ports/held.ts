import type { SessionId } from '../domain/session/ids.ts';

/** What a caller handed over for one start. `env`: of the shell it was typed in; null: the person's own. `secret`: its SHA-256 is the session's credential. */
export type Handed = { readonly env: Readonly<Record<string, string>> | null; readonly secret: string };

/** Kept in memory only, never written down: a session whose start a dead daemon took with it ends as refused. */
export interface Held {
  /** Before the session's row is there for others to see. Safe to repeat. */
  keep(session: SessionId, handed: Handed): void;
  of(session: SessionId): Handed | null;
  /** Once it is started, or never will be. */
  forget(session: SessionId): void;
}
