import type { SessionId } from '../domain/session/ids.ts';

/** Sockets of sessions' own, for those in a sandbox: whoever comes through one is that session's agent, without further proof, and never a person. */
export interface Doors {
  /** Opens it, or finds it open. Returns its folder, absolute, with `drover.sock` in it: DROVER_HOME for whoever stands inside. Throws where it cannot listen. */
  open(session: SessionId): Promise<string>;
  /** Once the session is over. Safe to repeat. */
  shut(session: SessionId): Promise<void>;
}
