// GitLab's words: https://docs.gitlab.com/api/merge_requests/
import * as v from 'valibot';
import type { PullRequestDraft } from '../ports/forge.ts';
import { attempt, missing, newestFirst, wanted, wantedIssue } from './answers.ts';
import type { Client } from './client.ts';
import { gitlabReview } from './gitlab-review.ts';
import { count, readAs, webAddress, words } from './read-as.ts';
import type { Dialect, ForgePullRequest } from './rest-forge.ts';

const title = 'GitLab';
const user = v.nullish(v.object({ username: v.string() }));
const request = v.object({
  iid: count,
  web_url: webAddress,
  state: v.picklist(['opened', 'closed', 'locked', 'merged']),
  sha: v.nullish(v.string()),
  source_branch: v.string(),
  source_project_id: v.nullish(v.number()),
  target_project_id: v.number(),
  labels: v.nullish(v.array(v.string()), []),
  reviewers: v.nullish(v.array(v.object({ username: v.string() })), []),
});
const issue = v.object({ iid: count, web_url: webAddress, title: v.string(), description: words, author: user });
const note = v.object({ body: words, author: user, system: v.nullish(v.boolean(), false) });

/** `locked`: while it is being merged. */
const states = { opened: 'open', locked: 'open', closed: 'closed', merged: 'merged' } as const;

const asSeen = (found: v.InferOutput<typeof request>): ForgePullRequest => ({
  address: found.web_url,
  number: found.iid,
  state: states[found.state],
  head: found.sha ?? null,
  labels: found.labels ?? [],
  reviewers: (found.reviewers ?? []).map(({ username }) => username),
});

export function gitlab(repository: string): Dialect {
  const root = `/projects/${encodeURIComponent(repository)}`;
  return {
    name: 'gitlab',
    title,
    review: gitlabReview(repository),
    list: async (client, branch) => {
      const query = new URLSearchParams({ source_branch: branch, state: 'all', per_page: '100' });
      const all = (await client.pages(`${root}/merge_requests?${query}`, 5)).map((each) =>
        readAs(title, request, each),
      );
      return newestFirst(
        all
          .filter((each) => each.source_branch === branch && each.source_project_id === each.target_project_id)
          .map(asSeen),
      );
    },
    make: (client, draft) => make(client, root, draft),
    dress: (client, made, draft) => dress(client, root, made, draft),
    issue: async (client, number) => {
      const answer = await client.read(`${root}/issues/${number}`);
      const found = readAs(title, issue, wantedIssue(client, answer, repository, number));
      const notes = await client.pages(`${root}/issues/${number}/notes?sort=asc&order_by=created_at&per_page=100`, 10);
      return {
        address: found.web_url,
        number: found.iid,
        title: found.title,
        text: found.description ?? '',
        author: found.author?.username ?? 'somebody',
        comments: notes
          .map((each) => readAs(title, note, each))
          .filter(({ system }) => system !== true)
          .map(({ body, author }) => ({ author: author?.username ?? 'somebody', text: body ?? '' })),
      };
    },
    login: async (client) => {
      const answer = await client.read('/user');
      const body = wanted(client, answer, 200, 'say who is logged in');
      return readAs(title, v.object({ username: v.string() }), body).username;
    },
    numberIn: (path) => Number(/^(?:-\/)?(?:issues|work_items)\/(\d{1,15})(?:\/|$)/.exec(path)?.[1] ?? 0) || null,
  };
}

/** Labels are made on the way where they are not known. */
async function make(client: Client, root: string, draft: PullRequestDraft) {
  const answer = await client.write('POST', `${root}/merge_requests`, {
    title: draft.draft ? `Draft: ${draft.title}` : draft.title,
    description: draft.body,
    source_branch: draft.branch,
    target_branch: draft.base,
    labels: draft.labels.join(','),
  });
  const made = asSeen(readAs(title, request, wanted(client, answer, 201, 'open the merge request')));
  return { made, notes: [] };
}

/** What is asked for replaces all reviewers, so those who are there are named again. */
async function dress(
  client: Client,
  root: string,
  made: ForgePullRequest,
  draft: PullRequestDraft,
): Promise<readonly string[]> {
  const notes: string[] = [];
  const labels = missing(draft.labels, made.labels);
  const asked = missing(draft.reviewers, made.reviewers);
  const wantedOnes = asked.length === 0 ? [] : [...made.reviewers, ...asked];
  const ids: number[] = [];
  for (const name of wantedOnes) {
    const id = await userId(client, name);
    if (id === null) notes.push(`${title} knows nobody called ${name}: no review was asked for.`);
    else ids.push(id);
  }
  if (labels.length === 0 && ids.length === 0) return notes;
  const change = {
    ...(labels.length > 0 ? { add_labels: labels.join(',') } : {}),
    ...(ids.length > 0 ? { reviewer_ids: ids } : {}),
  };
  const put = () => client.write('PUT', `${root}/merge_requests/${made.number}`, change);
  return [...notes, await attempt(client, 'set labels and reviewers', put)].filter((each) => each !== '');
}

async function userId(client: Client, name: string): Promise<number | null> {
  const answer = await client.read(`/users?username=${encodeURIComponent(name)}`);
  const found = readAs(title, v.array(v.object({ id: v.number() })), wanted(client, answer, 200, `find ${name}`));
  return found[0]?.id ?? null;
}
