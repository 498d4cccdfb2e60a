// What the function of a request is handed: its ports, who asks, and what the daemon alone can do.

import type { CommandName, StreamName } from '../contract/commands.ts';
import type { Input } from '../contract/read-input.ts';
import type { Events, Replies } from '../contract/replies.ts';
import type { Check } from '../contract/service.ts';
import type { HostId, Instant } from '../domain/ids.ts';
import type { Session } from '../domain/session/session.ts';
import type { TaskSpec } from '../domain/task/task.ts';
import type { Agents } from '../ports/agent.ts';
import type { Channels } from '../ports/channel.ts';
import type { Config } from '../ports/config.ts';
import type { Conformance } from '../ports/conformance.ts';
import type { Environments } from '../ports/environment.ts';
import type { Files } from '../ports/files.ts';
import type { Forges } from '../ports/forge.ts';
import type { Gates } from '../ports/gates.ts';
import type { Git, Tree } from '../ports/git.ts';
import type { Keeper } from '../ports/keeper.ts';
import type { PutOffs } from '../ports/put-off.ts';
import type { Queue } from '../ports/queue.ts';
import type { Sandboxes } from '../ports/sandbox.ts';
import type { Search } from '../ports/search.ts';
import type { Store } from '../ports/store.ts';
import type { Clock, Ids, Log, Person, StartSecrets } from '../ports/system.ts';

/** Rings after every commit. `wait` resolves at the next ring, or when the signal fires. */
export type CommitSignal = { ring(): void; wait(signal: AbortSignal): Promise<void> };

/** This computer as requests look at it. */
export type Computer = {
  /** What lasts as long as the one who asks: the session leader of a terminal among the ancestors of this process; null where there is none. */
  ownerOf(pid: number): Promise<{ readonly pid: number; readonly startedAt: number } | null>;
  /** The process that started this one; null where that is gone. */
  parentOf(pid: number): Promise<{ readonly pid: number; readonly startedAt: number } | null>;
  isAlive(pid: number, startedAt: number | null): Promise<boolean>;
  /** What a program says of itself with these arguments (default `--version`), its first line; null where it is not on PATH. */
  version(program: string, env: Readonly<Record<string, string>>, argv?: readonly string[]): Promise<string | null>;
  /** Bytes free where the state is. */
  diskFree(): Promise<number>;
  /** Links resolved; null where there is nothing. */
  realPath(absolute: string): Promise<string | null>;
  /** False where it is there already. */
  createFile(absolute: string, text: string): Promise<boolean>;
  /** 0700. False where it is there already. */
  createFolder(absolute: string): Promise<boolean>;
  /** The files of a working folder as they are now, repository and dependencies left out. */
  folder(absolute: string): Tree;
  /** null where there is no file. */
  fileState(absolute: string): Promise<{ readonly bytes: number; readonly changedAt: number } | null>;
  /** At most `length` bytes from `from` on; fewer at the end of the file, none where there is no file. */
  readBytes(absolute: string, from: number, length: number): Promise<Uint8Array>;
  /** A process that was told to stand still (SIGSTOP). */
  isStopped(pid: number): Promise<boolean>;
};

/** The daemon's door for browsers. */
export type WebDoor = {
  /** Of the page; null: it is not served. */
  address(): string | null;
  /** Where it was, while another program has that port. */
  moved(): string | null;
  /** Its address, after the door was opened where it was not. Throws `Failed(PORT_BUSY)`. */
  open(): Promise<string>;
  /** What is told to these sessions ends. */
  hangUp(sessions: readonly string[]): void;
};

export type CommandPorts = {
  readonly store: Store;
  readonly queue: Queue;
  readonly keeper: Keeper;
  readonly git: Git;
  readonly forges: Forges;
  readonly gates: Gates;
  readonly agents: Agents;
  readonly conformance: Conformance;
  readonly sandboxes: Sandboxes;
  readonly config: Config;
  readonly files: Files;
  readonly person: Person;
  readonly clock: Clock;
  readonly held: StartSecrets;
  readonly putOffs: PutOffs;
  readonly ids: Ids;
  readonly log: Log;
  /** SHA-256, hex. */
  readonly sha256: (text: string) => string;
  readonly machine: Computer;
  readonly environments: Environments;
  readonly search: Search;
  /** A person's PIN as it is kept. */
  readonly pins: { hash(pin: string): Promise<string>; matches(pin: string, hash: string): Promise<boolean> };
  /** Those that are configured; none where absent. */
  readonly channels?: Channels;
  /** Where browsers come in; none where absent. */
  readonly web?: WebDoor;
  readonly bell: CommitSignal;
  readonly host: HostId;
  readonly started: Instant;
  readonly version: string;
  /** Begins the end of the daemon; replies under way still go out. `all`: ends the keeper as well, whose runs are `lost` then and go on with the next one. */
  shutDown(all: boolean): void;
  /** Everything that is bound to a host which is dead for good comes to this one. */
  bringOver(from: HostId): Promise<unknown>;
  /** What only the daemon can look at; `fix`: mends what can be mended. */
  doctorChecks(fix: boolean): Promise<readonly Check[]>;
};

/** Who asks, as the daemon found out. */
export type Asker =
  /** `id`: as a channel knows them, where it gives them one. `guest`: of a browser that was given to somebody else than whose terminal asked. */
  | { readonly kind: 'person'; readonly name: string; readonly id?: string; readonly guest?: true }
  /** `run`: the one it belongs to, where that is known. `session`: the one whose secret it showed. */
  | {
      readonly kind: 'agent';
      readonly why: string;
      readonly run?: string | null;
      readonly session?: Session | null;
    }
  /** `trigger`: an event of one. */
  | { readonly kind: 'unknown'; readonly why: string; readonly trigger?: AskingTrigger };

/** `by`: who caused the event, as they are called there. `issue`: where. */
export type AskingTrigger = NonNullable<TaskSpec['trigger']> & Pick<TaskSpec, 'issue'>;

export type Peer = {
  readonly person: Asker;
  readonly pid: number | null;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>> | null;
  readonly channel: 'terminal' | 'http' | 'web' | 'mcp' | 'telegram' | 'trigger';
};

/** One request. Throws `Failed` for what is refused; the door turns it into a reply. */
export type Command<Name extends CommandName> = (
  ports: CommandPorts,
  input: Input<Name>,
  peer: Peer,
  signal: AbortSignal,
) => Promise<Replies[Name]>;

/** A request that tells events before its reply. */
export type Stream<Name extends StreamName> = (
  ports: CommandPorts,
  input: Input<Name>,
  peer: Peer,
  signal: AbortSignal,
) => AsyncGenerator<Events[Name], Replies[Name]>;
