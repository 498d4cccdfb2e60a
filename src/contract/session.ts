// Sessions: live agents that are talked to. What may be asked about them and their inbox, and what is told. Times are milliseconds since 1970.
import * as v from 'valibot';
import { type Declarations, type } from './command.ts';
import { absolutePath, duration, id, line, text, wholeWithin } from './fields.ts';
import type { Spend } from './task.ts';

/** A session by its name, its row (`s12`) or a unique beginning of its name. */
const session = () => v.pipe(v.string(), v.minLength(1, 'must not be empty'), v.maxLength(256, 'is too long'));

/** Without a name: the only one here. `cwd` is the folder one stands in; its repository is looked through first. */
const here = { session: v.optional(session()), cwd: absolutePath() };
const patterns = () => v.pipe(v.array(line(1024)), v.maxLength(256, 'has too many patterns'));
const count = (most: number) => wholeWithin(0, most);
/** A side of a terminal; what is no size is taken for a common one. */
const side = () => v.optional(count(10_000));

export const permissionWords = ['read-only', 'ask', 'auto', 'bypass'] as const;
export const transports = ['auto', 'native', 'acp', 'pty'] as const;
/** What `wait` waits for. */
export const waitedFor = ['ended', 'ready', 'turn', 'asks', 'done'] as const;

export const startSession = v.strictObject({
  /** Said again under the same key, it is the same session. */
  once: v.optional(line(128)),
  /** One of the registry, or any program. */
  agent: line(4096),
  /** Everything after `--`, unchanged. */
  args: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(131_072))), v.maxLength(1024)), []),
  /** The folder one stands in; `folder`, if given, is seen from it. */
  cwd: absolutePath(),
  folder: v.optional(line(4096)),
  name: v.optional(session()),
  description: v.optional(line(2048)),
  context: v.optional(text()),
  /** As configured for the agent, else `ask`. */
  permissions: v.optional(v.picklist(permissionWords)),
  allow: v.optional(patterns(), []),
  deny: v.optional(patterns(), []),
  model: v.optional(line()),
  effort: v.optional(line()),
  transport: v.optional(v.picklist(transports), 'auto'),
  max_runtime: v.optional(duration()),
  inbox_ttl: v.optional(duration()),
  watch_file: v.optional(line(4096)),
  /** A program and its words; never a shell's line. */
  on_done: v.optional(v.pipe(v.array(line(4096)), v.minLength(1, 'must not be empty'), v.maxLength(256))),
  /** Any JSON; comes back as it is. */
  meta: v.optional(v.unknown(), null),
  /** How long the start is waited for. */
  timeout: v.optional(duration()),
  sandbox: v.optional(v.boolean(), false),
  /** A conversation of the agent's own. */
  resume: v.optional(line()),
  fork: v.optional(v.boolean(), false),
  /** US dollars. */
  budget: v.optional(v.pipe(v.number(), v.minValue(0, 'must not be negative'))),
  columns: side(),
  rows: side(),
  /** The tmux pane one stands in. */
  pane: v.optional(line()),
  /** A ticket to attach comes with the reply. */
  attach: v.optional(v.boolean(), false),
});

export const sendToSession = v.strictObject({
  session: session(),
  cwd: absolutePath(),
  /** '' only with `submit_only`. */
  text: v.optional(v.string(), ''),
  no_submit: v.optional(v.boolean(), false),
  submit_only: v.optional(v.boolean(), false),
  force: v.optional(v.boolean(), false),
  /** Control characters are keys. */
  keys: v.optional(v.boolean(), false),
  steer: v.optional(v.boolean(), false),
  /** Absent: where another session sends it. */
  relay: v.optional(v.boolean()),
  /** Until it is delivered (default), until its turn has ended, or not at all. */
  until: v.optional(v.picklist(['queued', 'delivered', 'turn']), 'delivered'),
  /** One budget over everything: finding the session, delivery, the turn. */
  timeout: v.optional(duration()),
  /** A message that is not delivered within the budget stays in the inbox. */
  leave_queued: v.optional(v.boolean(), false),
  /** A session that is not there yet is waited for. */
  wait_for_start: v.optional(v.boolean(), false),
  /** Said again under the same key, it is the same message. */
  once: v.optional(line(128)),
});

export const waitFor = v.strictObject({
  /** A session, task, run or message. */
  id: v.optional(session()),
  cwd: absolutePath(),
  until: v.optional(v.picklist(waitedFor)),
  timeout: v.optional(duration()),
  heartbeat: v.optional(duration()),
});

export const stopSession = v.strictObject({
  ...here,
  now: v.optional(v.boolean(), false),
  /** Every agent is ended and every task paused. */
  all: v.optional(v.boolean(), false),
  /** Returns when it has ended. */
  wait: v.optional(v.boolean(), true),
  timeout: v.optional(duration()),
});

export const paneOfSession = v.strictObject({
  ...here,
  /** The last so many lines. */
  lines: v.optional(count(100_000)),
  /** Lines that have scrolled off the top, before the screen. */
  history: v.optional(count(100_000), 0),
  /** Colours and styles as escape sequences. */
  ansi: v.optional(v.boolean(), false),
  /** An event whenever it changes, until the session ends. */
  follow: v.optional(v.boolean(), false),
});

export const logsOf = v.strictObject({
  /** A session, run or task. */
  id: v.optional(session()),
  cwd: absolutePath(),
  lines: v.optional(count(1_000_000), 200),
  follow: v.optional(v.boolean(), false),
  /** What the agent did, as its protocol tells it. */
  structured: v.optional(v.boolean(), false),
});

export const attachSession = v.strictObject({
  ...here,
  /** Output alone; without it keys are passed on, and only a person may. */
  look: v.optional(v.boolean(), false),
});

/** `message` alone: this one, whatever became of it. */
export const listInbox = v.strictObject({
  ...here,
  message: v.optional(id()),
  /** Those that were delivered or given up too. */
  all: v.optional(v.boolean(), false),
});
export const dropFromInbox = v.strictObject({ message: id(), cwd: absolutePath() });
export const clearInbox = v.strictObject({ session: session(), cwd: absolutePath() });

export const eventsOf = v.strictObject({
  /** A session, run or task; absent: of all. */
  id: v.optional(session()),
  cwd: absolutePath(),
  follow: v.optional(v.boolean(), false),
  /** Inclusive: a `seq` where one thing is named, else a `position`; or a time. */
  from: v.optional(v.union([count(Number.MAX_SAFE_INTEGER), v.pipe(v.string(), v.isoTimestamp())])),
});

export const history = v.strictObject({
  cwd: absolutePath(),
  /** Of every repository. */
  all: v.optional(v.boolean(), false),
  limit: v.optional(count(10_000), 50),
  /** Only those of this name or row. */
  id: v.optional(session()),
  /** Those that ended longer ago are left out. */
  since: v.optional(duration()),
});

export type SessionStateWord = 'starting' | 'ready' | 'busy' | 'asks' | 'limited' | 'unknown' | 'ended';

export type LastTurnView = {
  readonly number: number;
  readonly message: string | null;
  readonly started_at: number;
  readonly ended_at: number;
  /** `answered`, `refused_by_permission`, `api_error` ... */
  readonly outcome: string;
  /** What it said at its end, or why it failed. */
  readonly text: string;
  readonly tools: number;
  /** No tool and no change: an acknowledgement. Null where that is not known. */
  readonly idle: boolean | null;
};

export type SessionView = {
  /** What it is called. */
  readonly id: string;
  /** Its row: `s12`; also `DROVER_SESSION_ID` of its agent. */
  readonly row: string;
  readonly agent: string;
  readonly driver: string;
  readonly state: SessionStateWord;
  /** Who says so: `protocol`, `hook`, `screen`, `process`. */
  readonly source: string;
  readonly since: number;
  /** Why it is unknown, what it asks, how it ended; '' where there is nothing to say. */
  readonly why: string;
  /** Open questions to a person. */
  readonly questions: readonly string[];
  readonly limited_until: number | null;
  /** Messages that wait. */
  readonly queue: number;
  readonly last_output: number | null;
  readonly usage: Spend;
  readonly context: { readonly used: number; readonly window: number | null } | null;
  readonly turns: number;
  readonly turn: { readonly number: number; readonly message: string | null; readonly started_at: number } | null;
  readonly last: LastTurnView | null;
  readonly repository: string;
  readonly cwd: string;
  readonly description: string;
  readonly permissions: string;
  readonly model: string | null;
  readonly sandbox: boolean;
  readonly pid: number | null;
  readonly run: string;
  /** The transcript's file; null before there is one. */
  readonly log: string | null;
  readonly conversation: string | null;
  readonly started_by: string;
  readonly spawner_pane: string | null;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  /** How it ended, in words; '' while it lives. */
  readonly ending: string;
  /** The agent's own code, 128+n for a signal, 125 where it was never started; null while it lives. */
  readonly exit: number | null;
  /** Why nothing is delivered now. */
  readonly paused: string | null;
  /** Why its facts may be old: it does not answer, its process is stopped. Null where all is well. */
  readonly degraded: string | null;
  /** What goes on with its conversation after a crash; null where it did not end so, or goes on already. */
  readonly resume?: string | null;
  readonly meta: unknown;
};

/** What a table tells of one. */
export type SessionLine = Pick<
  SessionView,
  | 'id'
  | 'agent'
  | 'state'
  | 'since'
  | 'limited_until'
  | 'questions'
  | 'queue'
  | 'last_output'
  | 'usage'
  | 'context'
  | 'repository'
  | 'description'
  | 'paused'
  | 'degraded'
>;

export type Ticket = {
  readonly socket: string;
  readonly ticket: string;
  /** How the keeper calls the run; absent: as everybody else does. */
  readonly run?: string;
  /** What the person configured to leave a terminal with. */
  readonly detach_key?: string;
};
export type SessionStarted = {
  readonly session: SessionView;
  readonly ticket: Ticket | null;
  readonly notes: readonly string[];
};

export type MessageView = {
  /** `m40` */
  readonly id: string;
  readonly session: string;
  readonly state: 'queued' | 'delivering' | 'delivered' | 'turn_ended' | 'failed' | 'expired' | 'dropped' | 'uncertain';
  /** Why it waits, failed or is uncertain; who dropped it. */
  readonly why: string;
  /** The first line. */
  readonly text: string;
  readonly bytes: number;
  readonly by: string;
  readonly at: number;
  readonly since: number;
  readonly expires_at: number;
  readonly turn: number | null;
  readonly outcome: string | null;
};
export type MessageSent = {
  readonly message: MessageView;
  readonly session: SessionView;
  /** The turn it began, once it ended and was waited for. */
  readonly turn: LastTurnView | null;
};
/** With `--verbose`: on the way to the reply. */
export type SendEvent =
  | { readonly kind: 'looking'; readonly session: string }
  | { readonly kind: 'message'; readonly message: MessageView };

export type WaitBeat = { readonly kind: 'beat'; readonly at: number; readonly id: string; readonly state: string };
export type WaitEnd = {
  readonly id: string;
  readonly kind: 'session' | 'task' | 'run' | 'message';
  readonly until: (typeof waitedFor)[number];
  /** How it stands: a session's state, a task's outcome, how a run ended. */
  readonly state: string;
  /** In a sentence. */
  readonly why: string;
  /** For the one who waits: as product.md has it. */
  readonly exit: number;
  readonly session: SessionView | null;
};

export type SessionsStopped = {
  readonly sessions: readonly SessionView[];
  /** Tasks that are paused now (`all`). */
  readonly tasks: readonly string[];
  /** Runs of tasks that are being ended (`all`). */
  readonly runs: readonly string[];
};

export type PaneView = {
  readonly session: string;
  readonly state: SessionStateWord;
  readonly source: string;
  readonly since: number;
  readonly columns: number;
  readonly rows: number;
  readonly cursor: { readonly row: number; readonly column: number; readonly visible: boolean } | null;
  readonly title: string;
  readonly lines: readonly string[];
  readonly changed_at: number | null;
};

/** Output as it is, base64; then what follows. Or what the agent did. */
export type LogEvent =
  | { readonly kind: 'bytes'; readonly bytes: string }
  | { readonly kind: 'event'; readonly event: { readonly kind: string } }
  | { readonly kind: 'line'; readonly at: number; readonly thing: string; readonly text: string };
export type LogEnd = {
  readonly id: string;
  readonly kind: 'session' | 'run' | 'task';
  /** It has ended. */
  readonly ended: boolean;
};

export type Attached = { readonly session: SessionView; readonly ticket: Ticket; readonly right: 'look' | 'type' };

export type Inbox = { readonly session: string | null; readonly messages: readonly MessageView[] };
export type InboxChanged = { readonly dropped: readonly MessageView[] };

/** One line of the journal. `seq` counts within its thing without gaps, `position` over all in the order they happened. */
export type JournalEvent = {
  readonly schema_version: 1;
  readonly seq: number;
  readonly position: number;
  /** ISO 8601. */
  readonly ts: string;
  /** The session's name, or the id of a task, criterion or run. */
  readonly id: string;
  readonly thing: string;
  /** The task, chain or session that it belongs to. */
  readonly task?: string;
  readonly type: string;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
};
export type EventsEnd = { readonly position: number; readonly ended: boolean };

export type HistoryEntry = {
  readonly id: string;
  readonly kind: 'session' | 'run';
  readonly row: string;
  readonly agent: string;
  readonly task: string | null;
  readonly role: string;
  readonly repository: string;
  readonly description: string;
  /** How it came out: the ending in words, of a run's turn the outcome. */
  readonly outcome: string;
  readonly started_at: number | null;
  readonly ended_at: number;
  readonly duration_ms: number | null;
  readonly turns: number;
  readonly usage: Spend;
  /** Null where no receipt was written. */
  readonly changed_files: readonly string[] | null;
  readonly conversation: string | null;
};
/** Newest first. */
export type History = { readonly entries: readonly HistoryEntry[] };

export const commands = {
  'inbox.clear': { input: clearInbox, reply: type<InboxChanged>() },
  'inbox.drop': { input: dropFromInbox, reply: type<InboxChanged>() },
  'inbox.list': { input: listInbox, reply: type<Inbox>() },
  'service.events': { input: eventsOf, reply: type<EventsEnd>(), event: type<JournalEvent>() },
  'service.history': { input: history, reply: type<History>() },
  'service.logs': { input: logsOf, reply: type<LogEnd>(), event: type<LogEvent>() },
  'service.wait': { input: waitFor, reply: type<WaitEnd>(), event: type<WaitBeat>() },
  'session.attach': { input: attachSession, reply: type<Attached>() },
  'session.pane': { input: paneOfSession, reply: type<PaneView>(), event: type<PaneView>() },
  'session.send': { input: sendToSession, reply: type<MessageSent>(), event: type<SendEvent>() },
  'session.start': { input: startSession, reply: type<SessionStarted>() },
  'session.stop': { input: stopSession, reply: type<SessionsStopped>() },
} satisfies Declarations;
