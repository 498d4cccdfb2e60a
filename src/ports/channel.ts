import type { Result } from '../domain/error.ts';
import type { Instant } from '../domain/ids.ts';
import type { Question } from '../domain/question/question.ts';

/** How a person who is away from the terminal can be reached. */
export type ChannelState =
  | { readonly kind: 'running'; readonly as: string }
  /** It is tried again by itself. `since`: where nobody has heard anything on it from then on. */
  | { readonly kind: 'trouble'; readonly why: string; readonly since?: Instant }
  /** Its service refuses us: nothing is tried before the person changes something. */
  | { readonly kind: 'refused'; readonly why: string; readonly since?: Instant };

/** Who said something on a channel, paired and known by the channel itself. */
export type Speaker = { readonly id: string; readonly name: string };

/** What came of a request. The daemon answers as to anybody else. */
export type Answered =
  | { readonly ok: true; readonly data: unknown }
  | {
      readonly ok: false;
      readonly error: string;
      readonly error_code: string;
      readonly hint: string;
      readonly details?: Readonly<Record<string, unknown>>;
    };

/** What is heard enters as a request of that person's, through the same door as all others. */
export type Dispatch = (speaker: Speaker, command: string, input: object) => Promise<Answered>;

/** `about`: what it is of, as people know it. `again`: the number of this reminder; 0: it is shown the first time. `silent`: without a sound. */
export type Showing = { readonly about: string; readonly again: number; readonly silent: boolean };

/** `told`: when it was shown, or reminded of last; `again`: how many reminders there were. */
export type Shown = {
  readonly question: string;
  readonly to: string;
  readonly told: Instant;
  readonly again: number;
  /** Whether it arrived is not known: while it is open it is shown again, and closed like any other once it is over. */
  readonly unsure?: true;
  /** Of the question, as it is shown there; absent: as it was asked. */
  readonly revision?: number;
};

/** What has waited for a person for days. */
export type Digest = {
  readonly number: number;
  readonly questions: readonly Pick<Question, 'id' | 'task' | 'kind'>[];
};

/**
 * One way to reach people. Answers are heard and handed to `Dispatch`. Every call is safe to repeat and must not throw; what is not known to have arrived
 * is shown again, and an answer to either is one to the same question.
 * Failures: `CHANNEL_AUTH`, `CHANNEL_REFUSED` (this person cannot be reached), `CHANNEL_UNREACHABLE`.
 */
export interface Channel {
  readonly name: string;
  state(): ChannelState;
  /** Everybody who is to hear of what this task asks, by the channel's own names of places. */
  people(task: string): Promise<readonly string[]>;
  /** What was shown and not closed yet. */
  shown(): Promise<readonly Shown[]>;
  showQuestion(to: string, question: Question, how: Showing): Promise<Result<void>>;
  /** The question shows something else since, and is shown so in the same place; nobody is disturbed by it. Absent: what it showed was short and holds. */
  showAnew?(to: string, question: Question): Promise<Result<void>>;
  /** Nobody can answer it there any more; who answered is shown. */
  closeQuestion(to: string, question: Question): Promise<Result<void>>;
  /** In the place of the note of this key, where there is one: nobody is disturbed by it. */
  showNote(to: string, key: string, text: string): Promise<Result<void>>;
  showDigest(to: string, digest: Digest): Promise<Result<void>>;
  /** Brings the notes of tasks that were stated there up to date. */
  keepUp(): Promise<Result<void>>;
  /** Stops hearing and telling; resolves when nothing of it runs. */
  close(): Promise<void>;
}

/** Rings after every commit. */
export type Rings = { wait(signal: AbortSignal): Promise<void> };

/** What does not reach anybody, or a program elsewhere. */
export type StuckDelivery = {
  readonly about: string;
  readonly since: Instant;
  readonly why: string;
  readonly todo: string;
};

export interface Channels {
  list(): readonly Channel[];
  /** What was given up, or has been tried in vain for long. Absent: nothing is looked up. */
  stuck?(): Promise<readonly StuckDelivery[]>;
  /** Opens and closes them as they are configured now. */
  refresh(): Promise<void>;
}
