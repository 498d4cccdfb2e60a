// What a task keeps of its pull request from one look to the next; all else is read anew each time.

import type { Failure } from '../error.ts';
import type { BaseMoved } from '../place/hub.ts';
import type { Check, Thread } from './pull-request.ts';

/** A thread that is answered once the commit which follows from it is pushed; `before`: where the branch was. */
type Owed = { readonly thread: string; readonly before: string | null };

export type Review = {
  /** Known after the first look. */
  readonly number: number | null;
  /** How often each cause was worked on: a check, a thread, the conflict. */
  readonly rounds: Readonly<Record<string, number>>;
  /** Checks and comments that were taken up or set aside, by their ids. */
  readonly dealt: readonly string[];
  readonly owed: readonly Owed[];
  /** What a person said and nobody has done yet; absent: nothing. */
  readonly words?: readonly string[];
  /** Counts what was taken up, for the keys of its criteria. */
  readonly taken: number;
  /** Why the next commit is made, in one line. */
  readonly cause: string | null;
  /** How long the last rest was, in milliseconds; absent: there was none. */
  readonly restMs?: number;
  /** Looks that failed, one after another. */
  readonly failures: number;
  /** How it stands, for people. */
  readonly standing: string;
};

export const nothingReviewed: Review = {
  number: null,
  rounds: {},
  dealt: [],
  owed: [],
  taken: 0,
  cause: null,
  failures: 0,
  standing: '',
};

/** A pull request that somebody began, as it stands when a task goes on with it. */
export type BegunPullRequest = {
  readonly address: string;
  readonly number: number;
  readonly branch: string;
  /** Threads that are part of the text, with the comments they had then. */
  readonly asked: readonly { readonly thread: string; readonly comments: readonly string[] }[];
};

/** Its branch is there, and its text is theirs. */
export function goneOnWith(
  pull: BegunPullRequest | undefined,
  head: { readonly commit: string; readonly tree: string },
) {
  const asked = pull?.asked ?? [];
  const review: Review = {
    ...nothingReviewed,
    number: pull?.number ?? null,
    dealt: asked.flatMap(({ comments }) => comments),
    owed: asked.map(({ thread }) => ({ thread, before: head.commit })),
  };
  return { head, commit: head.commit, pushed: true, written: '', pullRequest: pull?.address ?? null, review };
}

// The small steps while a pull request is watched, and while it is rolled back.

/** Why the base, and the branch itself, are fetched. */
type Fetched =
  /** Its head was moved by somebody else. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'conflict' }
  /** It was merged, and there is more to do: a new branch from the new base. */
  | { readonly kind: 'merged'; readonly text: string };

/** What is not at the remote as it was: the branch itself, or the one that it would go into. */
type Missing =
  | { readonly kind: 'gone'; readonly branch: string }
  | { readonly kind: 'base_moved'; readonly how: BaseMoved };

export type Watch =
  /** `asked`: about what a person is asked meanwhile; who says `retry` has it looked at anew. */
  | { readonly kind: 'looking'; readonly asked?: Missing }
  /** Each look that finds nothing new is followed by a longer rest. */
  | { readonly kind: 'resting'; readonly until: number; readonly pauseMs: number }
  | { readonly kind: 'reading_log'; readonly check: Check }
  | { readonly kind: 'fetching'; readonly why: Fetched }
  | { readonly kind: 'following' }
  | { readonly kind: 'surveying'; readonly why: Fetched }
  | { readonly kind: 'joining' }
  | { readonly kind: 'renewing'; readonly text: string }
  /** What strangers said is shown to a person. */
  | { readonly kind: 'strangers'; readonly threads: readonly Thread[] }
  /** Somebody else must say how it goes on. */
  | {
      readonly kind: 'stuck';
      readonly id: string;
      readonly cause: string;
      readonly text: string;
      readonly advice: string;
    }
  | Missing
  /** Title and text of the pull request are brought up to date, then its threads are answered. */
  | { readonly kind: 'updating' }
  | { readonly kind: 'answering' };

/** After a push. `failed`: what is asked where the remote does not have it. `again`: it ended well, and is made once more where the remote does not have it. */
export type AfterPush = { readonly failed?: Failure; readonly again?: true };

export type RollBack =
  | { readonly kind: 'looking' }
  | { readonly kind: 'closing'; readonly number: number }
  | { readonly kind: 'fetching'; readonly commit: string | null }
  | { readonly kind: 'surveying'; readonly commit: string | null }
  | { readonly kind: 'reverting'; readonly commit: string | null }
  | { readonly kind: 'conflict'; readonly files: readonly string[]; readonly commit: string | null }
  | { readonly kind: 'committing'; readonly tree: string; readonly commit: string | null }
  | ({ readonly kind: 'pushing'; readonly tree: string; readonly made: string } & Pick<AfterPush, 'again'>)
  | ({ readonly kind: 'confirming'; readonly tree: string; readonly made: string } & AfterPush)
  | { readonly kind: 'opening'; readonly tree: string; readonly made: string };
