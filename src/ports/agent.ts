import type { Result } from '../domain/error.ts';
import type { RunId } from '../domain/ids.ts';
import type { Confined, Program } from '../domain/run/program.ts';
import type { AgentEvent, Usage } from '../domain/run/turn.ts';
import type { McpServer } from '../domain/task/settings/settings.ts';
import type { EditFolder } from './edits.ts';
import type { Keeper } from './keeper.ts';

export type Driver = 'plain' | 'native' | 'acp' | 'pty';

/** What an agent can do through a driver; data, shown by `drover agents`. */
export type Capabilities = {
  readonly resume: boolean;
  readonly fork: boolean;
  /** Words of ours reach it in the middle of a turn. */
  readonly steer: boolean;
  readonly readOnly: 'mode' | 'tools' | 'none';
  /** Its permission questions come through and can be answered. */
  readonly permissions: boolean;
  readonly usage: 'turn' | 'cumulative' | 'none';
  readonly money: boolean;
  readonly limitTime: boolean;
  /** It tells how full its context is. */
  readonly context: boolean;
  /** Who says that a turn has ended. */
  readonly turnEnd: 'protocol' | 'hook' | 'screen' | 'exit';
  readonly hooks: boolean;
  readonly images: boolean;
  /** It can be told how much to think; over ACP its own list decides when it starts. */
  readonly effort?: boolean;
  /** A hook of ours tells its edits while it works, and gives it what tests say of them; given at its start alone. */
  readonly edits?: boolean;
  /** Servers of tools can be given to it. */
  readonly mcp?: boolean;
  /** Files with instructions that it reads by itself, as they lie in a repository's top folder */
  readonly instructions?: readonly string[];
};

/** `ask`: questions come to a person. `auto`: the agent's own mode for working unattended inside its sandbox. `bypass`: no questions and no sandbox of its own. */
export type Permissions = 'read-only' | 'ask' | 'auto' | 'bypass';

export type AgentSpec = {
  readonly runId: RunId;
  readonly cwd: string;
  /** The first prompt, in a file; it never stands in argv. Null: it starts and waits to be told. */
  readonly promptFile: string | null;
  readonly mode: 'analysis' | 'write';
  readonly permissions: Permissions;
  /** One turn, then it is ended politely; else it stays for more. */
  readonly once: boolean;
  /** Resume this conversation of the agent's own. */
  readonly resume: string | null;
  /** The resumed conversation is left as it is, and a new one goes on from it. */
  readonly fork: boolean;
  /** A conversation id chosen by us for a fresh start, where the agent takes one (a UUID). */
  readonly conversation: string;
  readonly model: string | null;
  readonly effort: string | null;
  /** Servers of tools that it is given; absent: none. */
  readonly mcp?: readonly McpServer[];
  /** Further words of a person's own for the program, unchanged. */
  readonly args: readonly string[];
  readonly turns: number;
  readonly deadlineMs: number;
  readonly quietMs: number | null;
  /** The terminal's size, where the driver has one. */
  readonly columns: number;
  readonly rows: number;
  /** The person's environment, already cleaned; the agent adds its own. */
  readonly env: Readonly<Record<string, string>>;
  /** A private folder of this run for what the driver writes down for the program: hooks, settings, what they tell. Made already, absolute. */
  readonly folder: string;
  /** Its edits are told there; absent: nobody wants to know. */
  readonly edits?: EditFolder;
  /** Usage totals this conversation had reported before, for programs that count on. */
  readonly usageBefore: { readonly inputTokens: number; readonly cachedTokens: number; readonly outputTokens: number };
  /** Puts the program into the sandbox; the identity where there is none. `state`: what the agent keeps of its own; `reads`: files of its own that it must find. */
  readonly confine: (
    program: Program,
    state: readonly AgentState[],
    reads: readonly string[],
  ) => Promise<Result<Confined>>;
};

/** One place where an agent keeps what is its own, as data. What is not named of it is not there for a confined run, and what such a run leaves there is thrown away. */
export type AgentState = {
  /** Absolute. */
  readonly at: string;
  /** Its files lie loose in the home: the place itself is not shown. */
  readonly loose?: true;
  /** Nothing in it is ever run or read as settings: it is shared as it is. */
  readonly open?: true;
  readonly login?: readonly LoginFile[];
  /** Files of which it gets a copy. */
  readonly settings?: readonly SettingsFile[];
  /** Folders that it may read. */
  readonly shown?: readonly string[];
  /** What it makes in those by itself, where a person has none. */
  readonly makes?: readonly string[];
  /** Folders of its conversations, kept for the task; `.`: the place itself. */
  readonly kept?: readonly string[];
  /** What of a conversation's id stands in the names of its files and folders; absent: they do not tell whose they are. */
  readonly named?: (conversation: string) => string;
};

/** JSON by which it is logged in. `fresh`: what of it a refresh may change, `a.*.b`; nothing else is carried back. */
export type LoginFile = { readonly path: string; readonly fresh: readonly string[] };

export type SettingsFile = {
  readonly path: string;
  /** What of it a run in this folder may see. */
  readonly trim?: (text: string, cwd: string) => string;
  /** Its top words that are settings: the agent itself writes the others at each start. */
  readonly words?: readonly string[];
};

/** A started program: everything that is needed to find it again after any restart. Plain JSON. */
export type Live = Pick<
  AgentSpec,
  'runId' | 'usageBefore' | 'once' | 'promptFile' | 'folder' | 'cwd' | 'permissions'
> & {
  readonly mode: AgentSpec['mode'];
  readonly resume: string | null;
  readonly fork: boolean;
  readonly model: string | null;
  readonly effort?: string | null;
  readonly mcp?: readonly McpServer[];
  /** Who reads for it says nothing to the program and leaves nothing behind. */
  readonly mute?: true;
};

export type Message = {
  /** Given once: the same id is never delivered twice. */
  readonly id: string;
  readonly text: string;
  /** Presses Enter. */
  readonly submit: boolean;
  /** While it is busy too; else the caller has seen it ready. */
  readonly steer: boolean;
  /** Bytes are keys: control characters are passed on. Terminals only. */
  readonly keys: boolean;
};

export type Delivery =
  | { readonly kind: 'delivered' }
  /** Nothing of it reached the program: it may be given again. */
  | { readonly kind: 'not_taken'; readonly why: string }
  /** Some of it may have reached the program; only a person can know. */
  | { readonly kind: 'uncertain'; readonly why: string };

/**
 * One coding program through one driver. It must not throw for what the program does: every outcome is an event.
 * What is said to a program goes through the keeper, numbered and journaled, so that a driver rebuilds its state from the journals after any restart
 * and says nothing twice. Whatever a driver must say by itself (handshakes, the first prompt, the polite end of `once`) it says while its events are followed.
 */
export interface Agent {
  readonly name: string;
  readonly driver: Driver;
  readonly capabilities: Capabilities;
  /** Names of variables with this agent's own credentials and settings, which its runs may see. */
  readonly passEnv: readonly string[];
  /** Is the program there? `version` as it says itself, where that is wanted: it costs a process, of some programs seconds; `hint` how to install it. */
  find(
    env: Readonly<Record<string, string>>,
    how?: { readonly version?: true },
  ): Promise<{
    readonly found: boolean;
    readonly path: string | null;
    readonly version: string | null;
    readonly hint: string;
  }>;
  /** Idempotent by run id. `ENGINE_ERROR` where the program is not on PATH. */
  start(keeper: Keeper, spec: AgentSpec): Promise<Result<Live>>;
  /**
   * From the first event to the ending; follows while it lives, and says what the protocol wants said. The last two are always `turn_ended` and `ended`.
   * Drivers with a protocol fold the journals, so reading again gives the same; a terminal's tells how it stands from now on.
   */
  events(keeper: Keeper, live: Live, signal: AbortSignal): AsyncIterable<AgentEvent>;
  /** Safe to repeat by the message's id. Drivers that cannot take another prompt say `not_taken`. */
  prompt(keeper: Keeper, live: Live, message: Message, signal: AbortSignal): Promise<Delivery>;
  /** The turn under way is ended, the program stays where it can. Safe to repeat. */
  interrupt(keeper: Keeper, live: Live): Promise<void>;
  /** Chooses for it. `gone`: it asks this no more. `note`: words for the agent with a refusal. Safe to repeat by the asked id. */
  answer(keeper: Keeper, live: Live, asked: string, choice: string, note: string | null): Promise<'answered' | 'gone'>;
  /** Asks it to leave in its own way; returns at once, the keeper ends what does not go. */
  end(keeper: Keeper, live: Live): Promise<void>;
}

/** What an agent reads, writes and leaves behind wherever it works, as data: who must heed it knows it from here, and by no name. */
export type Footprint = {
  /** Files of a repository with instructions for it; `AGENTS.md` is everybody's. */
  readonly instructionFiles: readonly string[];
  /** Globs of a repository's files that decide how it works, those with instructions among them. */
  readonly protectedFiles: readonly string[];
  /** Where it looks for skills; null: nowhere that is known. */
  readonly skillsFolder: { readonly repository: string; readonly home: string } | null;
  /** Variables by which it tells what it starts that this runs inside of it; null: none are known. */
  readonly foreign: RegExp | null;
  /** Where in a home its logins, settings and conversations are. */
  readonly homes: readonly string[];
};

export interface Agents {
  /** Through this driver; null: there is none. Without a driver: the one its runs of tasks use. */
  get(name: string, driver?: Driver): Agent | null;
  /** In the order of preference. */
  names(): readonly string[];
  /** The same without those that play a script: they do no work unless they are named. */
  real(): readonly string[];
  /** Those this agent can be driven through, the preferred first. */
  drivers(name: string): readonly Driver[];
  /** With whom it speaks about its model, by its own settings too; null: not known. */
  hosts(name: string, env: Readonly<Record<string, string>>): Promise<readonly string[] | null>;
  /** US dollars by the dated price list; null: the model is not in it. */
  priceOf(model: string, usage: Usage): number | null;
  /** Of all that have one, installed or not, in the order of preference. */
  footprints(): readonly Footprint[];
  /** Any program in a terminal, whose state is unknown unless it says. */
  program(argv0: string): Agent;
}
