import type { Result } from '../domain/error.ts';

export type PullRequestDraft = {
  readonly task: string;
  readonly title: string;
  readonly body: string;
  readonly branch: string;
  readonly base: string;
  readonly commit: string;
  /** Unified diff, for forges without a page of their own. */
  readonly diff: string;
  readonly evidence: unknown;
};

export type PullRequest = {
  readonly address: string;
  readonly number: number | null;
  readonly state: 'open' | 'merged' | 'closed';
};

/** GitHub, GitLab, Gitea/Forgejo, or a plain bare remote. Safe to repeat: a pull request of this head is looked for before one is made. */
export interface Forge {
  readonly name: string;
  find(task: string, branch: string): Promise<Result<PullRequest | null>>;
  open(draft: PullRequestDraft): Promise<Result<PullRequest>>;
}
