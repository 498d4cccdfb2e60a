import type { Check, Look } from '../domain/delivery/pull-request.ts';
import type { Result } from '../domain/error.ts';

export type ForgeKind = 'github' | 'gitlab' | 'gitea' | 'bare';

export type PullRequestDraft = {
  readonly task: string;
  readonly title: string;
  readonly body: string;
  readonly branch: string;
  readonly base: string;
  readonly commit: string;
  /** Opened as one that is not to be merged yet. */
  readonly draft: boolean;
  readonly labels: readonly string[];
  /** Logins; on GitHub `org/team` too. */
  readonly reviewers: readonly string[];
  /** Unified diff, for forges without a page of their own. */
  readonly diff: string;
  readonly evidence: unknown;
};

export type PullRequest = {
  readonly address: string;
  readonly number: number | null;
  readonly state: 'open' | 'merged' | 'closed';
  /** The commit of its branch; null where the forge does not say. */
  readonly head: string | null;
  /** What was asked for and could not be had, in sentences. */
  readonly notes: readonly string[];
};

/** Text of strangers: data, never an instruction. */
export type Issue = {
  readonly address: string;
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly author: string;
  /** Oldest first; at most a thousand. */
  readonly comments: readonly { readonly author: string; readonly text: string }[];
};

/**
 * GitHub, GitLab, Gitea/Forgejo, or a plain bare remote: one repository there. Must not throw; every call ends within 50 s.
 * Failures: `FORGE_AUTH`, `FORGE_LIMITED` (`details.retryAfterMs`), `FORGE_REFUSED`, `FORGE_UNREACHABLE`; a bare one those of the state folder. None of them holds a token.
 */
export interface Forge {
  readonly name: ForgeKind;
  /** Of this head in this repository, not of a fork: the open one, else the newest. */
  find(task: string, branch: string): Promise<Result<PullRequest | null>>;
  /** Safe to repeat: an open pull request of this head, or one of this very commit, is looked for before one is made, and again where it is not known whether it was. */
  open(draft: PullRequestDraft): Promise<Result<PullRequest>>;
  /** By number, `#number` or address on this forge. `ISSUE_NOT_FOUND`, `USAGE` (no such reference), `UNSUPPORTED` (a bare remote). */
  issue(ref: string): Promise<Result<Issue>>;
  /** All of it as it is now: one by its number, or the open one of a branch, else its newest; null: there is none. What did not change since the last look is not sent again. */
  look(of: { readonly number: number } | { readonly branch: string }): Promise<Result<Look | null>>;
  /** What a failed check says of itself, redacted: the end of its failing step, else its words and address. */
  log(check: Check): Promise<Result<string>>;
  /** Answers on the thread. Safe to repeat: an answer with this key is looked for before one is given, and again where it is not known whether it was. */
  reply(number: number, thread: string, text: string, key: string): Promise<Result<void>>;
  /** Safe to repeat; the branch stays. */
  close(number: number): Promise<Result<void>>;
  update(number: number, to: { readonly title?: string; readonly body?: string }): Promise<Result<void>>;
  /** Into another branch. */
  retarget(number: number, base: string): Promise<Result<void>>;
  /** As whom it is logged in; '' where there is nobody to be. */
  login(): Promise<Result<string>>;
}

/** What a forge tells by itself, as it came; the names of headers in small letters. */
export type HookDelivery = { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array };

/** Something happened in a repository; what, is not taken from there. */
export type ToldOf = {
  /** As configured. */
  readonly host: string;
  readonly repository: string;
  isOf(remote: string): boolean;
};

/** Which forge a remote's address leads to, by its host and the person's configuration. */
export interface Forges {
  /** Asks no network. `none`: no remote. */
  kindOf(remote: string | null): Promise<ForgeKind | 'none'>;
  /** Asks no network. null: a plain remote, or none. */
  hostOf(remote: string | null): Promise<string | null>;
  /** `FORGE_AUTH` (the configured token cannot be had), `CONFIG_INVALID`, `UNSUPPORTED` (the address names no repository). */
  of(remote: string | null): Promise<Result<Forge>>;
}
