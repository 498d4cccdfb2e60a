// What a forge holds of one repository, whichever words its API has.

export type Held = {
  readonly number: number;
  readonly branch: string;
  base: string;
  title: string;
  body: string;
  draft: boolean;
  /** Number of the repository that the branch is in: 1 is the own one, 2 a fork. */
  readonly from: number;
  sha: string;
  state: 'open' | 'closed' | 'merged';
  labels: string[];
  reviewers: string[];
  /** Absent: it can be merged; null: not known yet. */
  mergeable?: boolean | null;
  /** The commit by which it was merged. */
  merged?: string;
};

export type HeldCheck = {
  readonly id: number;
  /** null: of whatever commit is asked about. */
  readonly sha: string | null;
  readonly name: string;
  state: 'pending' | 'passed' | 'failed';
  /** `job`: with a log; `status`: words and an address alone. Forges without one of them have the other. */
  readonly kind: 'job' | 'status';
  readonly log: string;
  readonly mayFail?: boolean;
};

export type HeldComment = {
  readonly id: number;
  readonly pull: number;
  /** Its thread's first comment; its own id for the first. null: it stands by itself. */
  readonly thread: number | null;
  readonly author: string;
  readonly text: string;
  readonly path?: string;
  readonly line?: number;
  readonly bot?: true;
};

export type HeldIssue = {
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly author: string;
  readonly comments: readonly { readonly author: string; readonly text: string; readonly system?: true }[];
};

export type Hub = {
  readonly repository: string;
  /** What a login must be. */
  readonly token: string;
  readonly login: string;
  readonly pulls: Held[];
  readonly issues: HeldIssue[];
  /** Labels that are known; others are made, or refused, as the forge does. */
  readonly labels: string[];
  /** Who may be asked for a review. */
  readonly people: string[];
  readonly checks: HeldCheck[];
  /** What must pass before a merge; null: that may not be seen. */
  required: string[] | null;
  readonly comments: HeldComment[];
  /** Threads that were resolved, by their first comments. */
  readonly resolved: number[];
  /** Has the repository drafts? */
  drafts: boolean;
  /** The commit of a branch; null: it was never pushed. */
  commitOf: (branch: string) => string | null;
};

export const newHub = (change: Partial<Hub> = {}): Hub => ({
  repository: 'acme/shop',
  token: 'forge-token-0123456789',
  login: 'ada',
  pulls: [],
  issues: [],
  labels: ['bug', 'drover'],
  people: ['ada', 'grace', 'linus'],
  drafts: true,
  checks: [],
  required: [],
  comments: [],
  resolved: [],
  commitOf: () => 'a'.repeat(40),
  ...change,
});

export const openOf = (hub: Hub, branch: string, base: string): Held | undefined =>
  hub.pulls.find((each) => each.from === 1 && each.state === 'open' && each.branch === branch && each.base === base);

export function add(
  hub: Hub,
  pull: Omit<Held, 'number' | 'state' | 'labels' | 'reviewers' | 'from'> & Partial<Held>,
): Held {
  const held: Held = { from: 1, state: 'open', labels: [], reviewers: [], number: hub.pulls.length + 1, ...pull };
  hub.pulls.push(held);
  return held;
}

/** An open one follows its branch. */
export function headOf(hub: Hub, pull: Held): string {
  if (pull.state === 'open' && pull.from === 1) pull.sha = hub.commitOf(pull.branch) ?? pull.sha;
  return pull.sha;
}

export const checksOf = (hub: Hub, sha: string): readonly HeldCheck[] =>
  hub.checks.filter((check) => check.sha === null || check.sha === sha);

/** The next free number of a comment. */
export const nextComment = (hub: Hub): number => 100 + hub.comments.length;

export function comment(
  hub: Hub,
  said: Omit<HeldComment, 'id' | 'thread'> & { readonly thread?: number | null },
): HeldComment {
  const id = nextComment(hub);
  const held: HeldComment = { ...said, id, thread: said.thread === undefined ? id : said.thread };
  hub.comments.push(held);
  return held;
}

/** What people said; GitLab alone lists what happened among it. */
export const spoken = (issue: HeldIssue) => issue.comments.filter(({ system }) => system !== true);

/** One page of a list, by `page` and whichever word for its length, with a link to the next one. */
export function page<T>(all: readonly T[], query: URLSearchParams, length: string, address: string) {
  const size = Math.min(Number(query.get(length) ?? 30), 100);
  const at = Number(query.get('page') ?? 1);
  const next = new URLSearchParams(query);
  next.set('page', String(at + 1));
  const more = all.length > at * size;
  return {
    items: all.slice((at - 1) * size, at * size),
    headers: more ? { link: `<${address}?${next}>; rel="next", <${address}?page=99>; rel="last"` } : undefined,
  };
}
