// A pull request as a forge tells of it at one moment. Names, texts and comments are data of strangers.

export type Check = {
  /** Another run of the same check has another one. */
  readonly id: string;
  readonly name: string;
  /** Where nobody said which are, all of them. */
  readonly required: boolean;
  /** `pending`: nobody knows yet, or a person must do something first. */
  readonly state: 'pending' | 'passed' | 'failed';
  /** In the forge's words; '' where it has none. */
  readonly why: string;
  readonly address: string | null;
};

export type Comment = {
  readonly id: string;
  readonly author: string;
  /** `own`: written by Drover; `member`: may write to the repository; `bot`: a program that is no member. */
  readonly right: 'own' | 'member' | 'stranger' | 'bot';
  readonly text: string;
};

export type Thread = {
  readonly id: string;
  readonly resolved: boolean;
  readonly path: string | null;
  readonly line: number | null;
  /** Oldest first. */
  readonly comments: readonly Comment[];
};

export type Look = {
  readonly number: number;
  readonly address: string;
  readonly title: string;
  readonly body: string;
  readonly author: string;
  readonly state: 'open' | 'merged' | 'closed';
  readonly draft: boolean;
  /** The commit by which it came into the base. */
  readonly merged: string | null;
  readonly branch: string;
  /** Its branch is in another repository. */
  readonly fork: boolean;
  readonly head: string | null;
  readonly base: string;
  readonly mergeable: 'yes' | 'conflict' | 'unknown';
  readonly checks: readonly Check[];
  readonly threads: readonly Thread[];
  /** What could not be found out, in sentences. */
  readonly notes: readonly string[];
};
