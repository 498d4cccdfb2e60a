// What a forge holds of one repository, whichever words its API has.

export type Held = {
  readonly number: number;
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
  /** Number of the repository that the branch is in: 1 is the own one, 2 a fork. */
  readonly from: number;
  sha: string;
  state: 'open' | 'closed' | 'merged';
  labels: string[];
  reviewers: string[];
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
