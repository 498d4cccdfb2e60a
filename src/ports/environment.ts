import type { LogLook, Mark } from '../domain/environment/finding.ts';
import type { Result } from '../domain/error.ts';
import type { Instant } from '../domain/ids.ts';

/** Where the software runs. */
export type Site = {
  readonly name: string;
  readonly type: 'local' | 'ssh';
  /** `user@host` as ssh takes it; null here. */
  readonly user_host: string | null;
  /** Absolute, or beginning with the `~` of who is logged in there. */
  readonly path: string;
  /** Absolute; beside the path itself, what may be looked into. */
  readonly allow_paths: readonly string[];
  /** A file; absolute or from the path. null: journal, container or usual places. */
  readonly log: string | null;
  /** A systemd unit. */
  readonly service: string | null;
};

/** A command that was asked for, and what it said; secrets hidden. */
export type Ran = {
  readonly command: string;
  /** null: it was ended when its time was over, or had said too much. */
  readonly exit: number | null;
  readonly output: string;
  readonly error: string;
  /** `output` is only its beginning. */
  readonly cut: boolean;
};

export type SeenProcess = { readonly pid: number; readonly seconds: number; readonly command: string };
export type SeenModule = {
  readonly name: string;
  /** Who names it. */
  readonly source: 'compose' | 'procfile' | 'unit' | 'folder';
  /** null: it cannot be told. */
  readonly running: boolean | null;
  /** Of containers none are told. */
  readonly processes: readonly SeenProcess[];
};

export type Look = {
  readonly at: Instant;
  /** Links resolved. */
  readonly root: string;
  readonly modules: readonly SeenModule[];
  readonly logs: readonly LogLook[];
  readonly uptime: string;
  readonly disk: string;
  readonly ran: readonly Ran[];
};

export type EnvironmentRequest = {
  /** As written; all of them are judged before any of them runs. */
  readonly commands: readonly string[];
  /** Logs are read from there on; by what `LogLook.where` says. An instant: all of them from then on. null: their last part. */
  readonly since: ReadonlyMap<string, Mark> | Instant | null;
};

/** Looks, and changes nothing: what is run is allowed word by word. */
export interface Environments {
  /**
   * Fails with `COMMAND_DENIED` (nothing was run), `PATH_NOT_FOUND` (no such folder there), `SSH_UNREACHABLE` (whatever the reason; never an empty look).
   * At most two minutes.
   */
  look(site: Site, asked: EnvironmentRequest, signal: AbortSignal): Promise<Result<Look>>;
  /** Ends shared connections. */
  close(): Promise<void>;
}
