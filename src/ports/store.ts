import type { AnyThing, ThingOf } from '../domain/any-thing.ts';
import type { Criterion } from '../domain/criterion/criterion.ts';
import type { Evidence } from '../domain/evidence/verdict.ts';
import type { Said } from '../domain/fact/fact.ts';
import type {
  CriterionId,
  EffectId,
  HostId,
  Instant,
  QuestionId,
  RunId,
  TaskId,
  ThingId,
  ThingKind,
} from '../domain/ids.ts';
import type { Lease } from '../domain/lease/lease.ts';
import type { NewNotice, Notice } from '../domain/notice.ts';
import type { Isolation } from '../domain/place/isolation.ts';
import type { PlanFile } from '../domain/plan/plan-file.ts';
import type { Answer, Question, QuestionDraft } from '../domain/question/question.ts';
import type { Root } from '../domain/root.ts';
import type { Epoch } from '../domain/run/epoch.ts';
import type { Run } from '../domain/run/run.ts';
import type { MessageThingId, SessionId } from '../domain/session/ids.ts';
import type { Message } from '../domain/session/message.ts';
import type { Session } from '../domain/session/session.ts';
import type { CreatedRecord } from '../domain/task/created.ts';
import type { EffectResult, Fact, Intent, Thing } from '../domain/thing.ts';

/** What a queue may do in a store's open transaction. Parameters are positional `?`; a Postgres store rewrites them. */
export interface OpenTransaction {
  readonly dialect: 'sqlite' | 'postgres';
  query(sql: string, parameters: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Called once after the commit, never after a roll-back; durable unless `later`, `soon` or `ahead` was said. */
  afterCommit(call: () => void): void;
  /** It is no matter if a power cut takes this transaction back, until another is committed: so its commit need not wait for the disk. Only where nothing outside of the store was done, or is told, because of it. */
  later(): void;
  /** What it wakes begins at once, and whoever waits for `transact` is told when it is on the disk: with the next that is put there, or in a few milliseconds by itself. Only where the first that is done outside because of it has a transaction of its own before. */
  soon(): void;
  /** Whoever committed goes on at once, and commits again before anything is done outside because of this. It is put on the disk with the next, or in a few milliseconds by itself; whoever else reads it waits for that. */
  ahead(): void;
}

export type Copy = {
  readonly task: TaskId;
  readonly path: string;
  readonly branch: string;
  readonly base: string;
  readonly isolation: Isolation;
  readonly host: HostId;
  readonly createdAt: Instant;
  readonly removedAt: Instant | null;
  readonly created?: CreatedRecord;
  /** Its own on its host until it is removed; absent: none. */
  readonly ports?: readonly number[];
};

/** An agent's own memory of a task, resumable by its id. Totals as the program last reported them (some count over the whole conversation). */
export type Conversation = {
  readonly task: TaskId;
  readonly agent: string;
  readonly id: string;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly usedAt: Instant;
};

export type Host = {
  readonly id: HostId;
  readonly seenAt: Instant;
  /** How many tasks that Drover drives may be at work there at once; absent: nothing was said. */
  readonly atMost?: number;
};

/** Whose turn for a slot it is. Slots count from 1; `ahead` are the holders, then those before it in the line: what it waits for; a long line is named at its front, and `more` is how many stand behind those. `atMost`: the slot would be free, but so many are at work on its host, and `ahead` are those. */
export type SlotPlace =
  | { readonly kind: 'held'; readonly slot: number }
  | { readonly kind: 'waiting'; readonly ahead: readonly TaskId[]; readonly more?: number; readonly atMost?: number }
  | { readonly kind: 'none' };

/** A copy of the database. */
export type Backup = {
  readonly path: string;
  readonly schema: number;
  readonly at: Instant;
  readonly bytes: number;
};

/** Everything `decide` may look at, read in one snapshot. `notices` are all of the thing's, oldest first; `children` in the order of their creation; `intent` is the one without a result. */
export type View = {
  readonly thing: AnyThing;
  readonly parent: AnyThing | null;
  readonly children: readonly AnyThing[];
  readonly intent: Intent | null;
  readonly notices: readonly Notice[];
  readonly questions: readonly Question[];
  /** Who is before it does not matter to it. */
  readonly slot: Exclude<SlotPlace, { kind: 'waiting' }> | { readonly kind: 'waiting' };
  /** Of messages: none before it in its session's inbox waits or is being delivered. */
  readonly first?: boolean;
};

/** What a person allowed for good in a repository: see `Wanted` for what patterns are matched against. */
export type Permission = {
  readonly repository: string;
  readonly pattern: string;
  readonly by: string;
  readonly at: Instant;
};

/** What a channel keeps between restarts: by channel, kind and key; `at` is what they are listed by. */
export type ChannelRow = {
  readonly channel: string;
  readonly kind: string;
  readonly key: string;
  readonly at: Instant;
  /** Plain JSON. */
  readonly body: unknown;
};

/** What an id says of the thing that has it; a task's may be a chain's, where something belongs to either. */
export type ThingAt<Id extends ThingId> = [Id] extends [never]
  ? AnyThing
  : [Id] extends [RunId]
    ? Run
    : [Id] extends [SessionId]
      ? Session
      : [Id] extends [MessageThingId]
        ? Message
        : [Id] extends [CriterionId]
          ? Criterion
          : AnyThing;

/** What one task at a time works on: the folder of a flow, or a plan that is a file. */
export type Work = { readonly flow: string } | { readonly plan: PlanFile };

/** Absent: whichever. */
export type EvidenceOf = { readonly tree?: string; readonly gate?: string };

export interface Reads {
  view(id: ThingId): Promise<View | null>;
  thing<Id extends ThingId>(id: Id): Promise<ThingAt<Id> | null>;
  root(id: TaskId): Promise<Root | null>;
  /** Newest first by creation. `ended: false` = only those still driven. `since`: those whose row was last written then or later. */
  things<Kind extends ThingKind>(filter: {
    readonly kind?: Kind;
    readonly task?: TaskId;
    /** Of any of these. */
    readonly tasks?: readonly TaskId[];
    /** null: of nobody's children. */
    readonly parent?: ThingId | null;
    readonly workspace?: string;
    readonly ended?: boolean;
    readonly since?: Instant;
    readonly limit?: number;
  }): Promise<readonly ThingOf<Kind>[]>;
  /** What `make` makes of these reads alone, which may be what it made before where nothing was committed since. `key`: what is made. Nobody may change it. */
  made<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** How many tasks of the workspace have not ended. `tasks`: only any of these count. */
  openTasks(filter: { readonly workspace: string; readonly tasks?: readonly TaskId[] }): Promise<number>;
  /** The task not ended that works on it; null: none does. `ended`: one that has ended will do. */
  atWorkOn(work: Work, ended?: 'too'): Promise<TaskId | null>;
  /** Ids of things not ended, of this host. For 10,000 parked things in well under a second. */
  unended(host: HostId): Promise<readonly ThingId[]>;
  /** Things (not ended) whose timer is due at or before `at`. */
  due(at: Instant): Promise<readonly ThingId[]>;
  /** Timers that are due after `at`. */
  timers(at: Instant): Promise<readonly { readonly thing: ThingId; readonly due: Instant }[]>;
  /** In order of position. `after`: positions above this. */
  facts(filter: {
    readonly task?: TaskId;
    readonly thing?: ThingId;
    /** Of any of these. */
    readonly tasks?: readonly TaskId[];
    /** Of any of these. */
    readonly things?: readonly ThingId[];
    readonly kind?: string;
    readonly after?: number;
    readonly since?: Instant;
    readonly limit: number;
    /** The last so many, and not the first; in order of position all the same. */
    readonly last?: true;
  }): Promise<readonly Fact[]>;
  /** Of the last fact; 0: there is none. */
  position(): Promise<number>;
  intents(thing: ThingId): Promise<readonly Intent[]>;
  question(id: QuestionId): Promise<Question | null>;
  /** Oldest first. */
  questions(filter: { readonly task?: TaskId; readonly open?: boolean }): Promise<readonly Question[]>;
  lease(task: TaskId): Promise<Lease | null>;
  /** Not released, whether expired or not. */
  leases(workspace: string): Promise<readonly Lease[]>;
  slot(workspace: string, task: TaskId): Promise<SlotPlace>;
  /** Of all that have a place, in one look; without a lock. */
  slots(): Promise<ReadonlyMap<TaskId, SlotPlace>>;
  /** Tasks that hold a slot of the workspace. */
  holders(workspace: string): Promise<readonly TaskId[]>;
  /** In the order of the chain; `of`: only that of one tree, or of one gate, or the last alone. Of a long chain that is far less to read. */
  evidence(task: TaskId, of?: EvidenceOf | 'last'): Promise<readonly Evidence[]>;
  copy(task: TaskId): Promise<Copy | null>;
  /** `ended`: of tasks that have ended alone; of all where absent. */
  copies(filter: { readonly removed: boolean; readonly ended?: true }): Promise<readonly Copy[]>;
  conversation(task: TaskId, agent: string): Promise<Conversation | null>;
  hosts(): Promise<readonly Host[]>;
  /** In the order they began. */
  epochs(host: HostId): Promise<readonly Epoch[]>;
  /** The host by whose name a backup was put back here and which has not taken it yet; null: nobody is to take one. */
  hostOfBackup(): Promise<HostId | null>;
  /** The last number that each counter gave out. */
  numbers(): Promise<Readonly<Record<string, number>>>;
  /** Newest first. `key`: see `nameKey`. */
  sessions(filter: {
    readonly repository?: string;
    readonly key?: string;
    readonly run?: RunId;
    readonly credential?: string;
    readonly ended?: boolean;
    readonly limit?: number;
  }): Promise<readonly Session[]>;
  /** Oldest first. `pending`: those that wait or are being delivered; `ended: false`: also those delivered whose turn goes on. `last`: the newest so many. */
  messages(filter: {
    /** Of all sessions where absent. */
    readonly session?: SessionId;
    readonly pending?: boolean;
    readonly ended?: boolean;
    readonly last?: number;
    readonly limit?: number;
  }): Promise<readonly Message[]>;
  permissions(repository: string): Promise<readonly Permission[]>;
  channelRow(channel: string, kind: string, key: string): Promise<ChannelRow | null>;
  /** Oldest first. */
  channelRows(channel: string, kind: string): Promise<readonly ChannelRow[]>;
}

export interface Transaction extends Reads, OpenTransaction {
  /** Counts from 1; given out once, gaps only after a roll-back never happen since it is part of the transaction. Names: `task:WORKSPACE`, `run`, `question`, `session`, `message`, `chain`. */
  next(counter: string): Promise<number>;
  /** What this counter gives out next is above `number`. */
  skip(counter: string, number: number): Promise<void>;
  /** It has its name. */
  forgetHostOfBackup(): Promise<void>;
  /** Runs given out from now on are of this epoch; one in which none was given is over and gone. */
  beginEpoch(host: HostId, id: string): Promise<void>;
  /** A session whose key another living one of its repository has: throws `Failed(ALREADY_EXISTS)`. */
  insert(thing: Thing): Promise<void>;
  /** Compare-and-set: writes state, ended, effects and a version one higher, if the row still has `expected`; false if not. */
  update(
    id: ThingId,
    expected: number,
    change: { readonly state: unknown; readonly ended: boolean; readonly effects: number; readonly at: Instant },
  ): Promise<boolean>;
  /** Version one higher: something this thing looks at has changed. */
  touch(id: ThingId, at: Instant): Promise<void>;
  /** Fence one higher; returns it. */
  raiseFence(id: ThingId): Promise<number>;
  /** Of one that lives and is bound to `from`; false where it is not, or not any more. */
  moveToHost(id: ThingId, from: HostId, to: HostId): Promise<boolean>;
  /** Gapless number within the thing, position in commit order. */
  say(thing: ThingId, task: TaskId, at: Instant, said: readonly Said[]): Promise<void>;
  /** Adds the notice with the next seq and touches the thing. */
  notify(notice: NewNotice): Promise<Notice>;
  /** With `tries` 1 its performing begins with this transaction. */
  decide(intent: Omit<Intent, 'result'>): Promise<void>;
  /** Another performing begins (`begun`), or one ended without a crash and will be begun again (`reset`). Returns the tries so far. */
  tries(id: EffectId, change: 'begun' | 'reset'): Promise<number>;
  /** Records once that it is done, or why it failed, whatever the thing's version. Its input and output are not kept: who settles applies the result in the same transaction. `fenced`: the thing's fence is not the intent's any more, nothing was written. Throws `Failed(RESULT_TOO_LARGE)` beyond 256 KiB of JSON, 8 MiB where it holds verdicts of gates. */
  settle(id: EffectId, fence: number, result: EffectResult): Promise<'recorded' | 'already' | 'fenced'>;
  /** Safe to repeat by (thing, key): the second time the first question comes back. */
  ask(thing: ThingId, task: TaskId, draft: QuestionDraft, at: Instant): Promise<Question>;
  /** The open question of that key says this, and its revision goes up; false where it is open no more. */
  reword(thing: ThingId, draft: QuestionDraft): Promise<boolean>;
  /** First wins: `already` carries who and when. Touches the question's thing. */
  answer(
    id: QuestionId,
    answer: Answer,
  ): Promise<
    | { readonly kind: 'recorded'; readonly question: Question }
    | { readonly kind: 'already'; readonly question: Question }
    | { readonly kind: 'unknown' }
  >;
  /** Open questions of the thing are closed without an answer. */
  closeQuestions(thing: ThingId, why: string, at: Instant): Promise<readonly QuestionId[]>;
  /** One open question is closed without an answer; false where it is open no more. */
  closeQuestion(id: QuestionId, why: string, at: Instant): Promise<boolean>;
  /** Allowed for good in its repository. Safe to repeat: the first stays. */
  allow(permission: Permission): Promise<void>;
  /** In the place of one that is there. */
  putChannelRow(row: ChannelRow): Promise<void>;
  /** False where there is one already, which stays. */
  addChannelRow(row: ChannelRow): Promise<boolean>;
  dropChannelRow(channel: string, kind: string, key: string): Promise<boolean>;
  /** Those that are older than `before`. */
  dropChannelRows(channel: string, kind: string, before: Instant): Promise<void>;
  setTimer(thing: ThingId, due: Instant | null): Promise<void>;
  /** Takes a free slot if the task is the first in line (priority high to low, then age) and its host may have one more at work, else stands in line. What is done by hand neither counts for the host nor waits for it. Safe to repeat. */
  claimSlot(
    workspace: string,
    slots: number,
    task: TaskId,
    priority: number,
    at: Instant,
    how?: 'by hand',
  ): Promise<SlotPlace>;
  /** Gives it back (or leaves the line); those of any workspace who now hold one are returned, for their wakes. Safe to repeat. */
  freeSlot(workspace: string, slots: number, task: TaskId, at: Instant): Promise<readonly TaskId[]>;
  /** Inserts, with the workspace's next fence; the caller has checked what is free in this same transaction. */
  takeLease(lease: Omit<Lease, 'fence'>): Promise<Lease>;
  /** False if the lease's fence is not this one any more, or it was released. */
  changeLease(
    task: TaskId,
    fence: number,
    change: Partial<
      Pick<Lease, 'phase' | 'history' | 'branch' | 'pushedToRemote' | 'artifacts' | 'expiresAt' | 'releasedAt'>
    >,
  ): Promise<boolean>;
  /** Next number and previous hash are the caller's (read in this transaction); a number already there is left as it is. */
  addEvidence(task: TaskId, evidence: Evidence): Promise<void>;
  putCopy(copy: Copy): Promise<void>;
  putConversation(conversation: Conversation): Promise<void>;
  /** Those who hold a slot now, because more may be at work there than before, are returned for their wakes. */
  beat(host: Host): Promise<readonly TaskId[]>;
}

/**
 * One consistent store. A transaction's body awaits its own handle and nothing else; it runs alone (sqlite) or serialisably enough (Postgres: retried by the store on
 * 40001/40P01, so bodies must be safe to run twice). A body that throws rolls back and the error comes out as it is.
 * Failures of the database itself reject with `Failed(STORE_FAILED | DISK_FULL | STATE_READ_ONLY)` and mean: nothing was written.
 */
export interface Store {
  /** What it finds is on the disk when it resolves. `ahead`: it may not be yet: for who tells nobody, and does nothing outside because of it, before a commit of its own. */
  read<T>(work: (reads: Reads) => Promise<T>, how?: { readonly ahead: true }): Promise<T>;
  transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** For the doctor: version of the schema, size, its copies, newest first. */
  describe(): Promise<{
    readonly kind: 'sqlite' | 'postgres';
    readonly schema: number;
    readonly bytes: number;
    readonly backups: readonly Backup[];
    /** When the file was begun; null: nobody can tell. */
    readonly since: Instant | null;
  }>;
  /** Looks at every page: null, or what is wrong. */
  check(): Promise<string | null>;
  /** A copy as it stands at one moment: at that absolute path, where nothing may be yet, or among those that are kept by themselves. Throws `Failed(UNSUPPORTED)` where the database has means of its own. */
  backUp(to: string | null): Promise<Backup>;
  close(): Promise<void>;
}
