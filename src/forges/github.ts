// GitHub's words: https://docs.github.com/rest/pulls/pulls
import * as v from 'valibot';
import { closeFences } from '../domain/text/safe/fence.ts';
import type { PullRequestDraft } from '../ports/forge.ts';
import { attempt, missing, newestFirst, wanted, wantedIssue } from './answers.ts';
import { asIssue } from './as-issue.ts';
import type { Client } from './client.ts';
import { githubReview } from './github-review.ts';
import { count, readAs, webAddress } from './read-as.ts';
import type { Dialect, ForgePullRequest } from './rest-forge.ts';

const title = 'GitHub';
const repo = v.nullish(v.object({ id: v.number() }));
const pull = v.object({
  number: count,
  html_url: webAddress,
  state: v.picklist(['open', 'closed']),
  merged_at: v.nullish(v.string()),
  head: v.object({ ref: v.string(), sha: v.string(), repo }),
  base: v.object({ repo }),
  labels: v.nullish(v.array(v.object({ name: v.string() })), []),
  requested_reviewers: v.nullish(v.array(v.object({ login: v.string() })), []),
  requested_teams: v.nullish(v.array(v.object({ slug: v.string() })), []),
});

const asSeen = (found: v.InferOutput<typeof pull>): ForgePullRequest => ({
  address: found.html_url,
  number: found.number,
  state: found.state === 'open' ? 'open' : found.merged_at == null ? 'closed' : 'merged',
  head: found.head.sha,
  labels: (found.labels ?? []).map(({ name }) => name),
  reviewers: [
    ...(found.requested_reviewers ?? []).map(({ login }) => login),
    ...(found.requested_teams ?? []).map(({ slug }) => `/${slug}`),
  ],
});

/** The longest body that is taken. */
const mostLetters = 65_000;

export function github(repository: string): Dialect {
  const root = `/repos/${repository.split('/').map(encodeURIComponent).join('/')}`;
  return {
    name: 'github',
    title,
    review: githubReview(repository),
    list: (client, branch) => list(client, root, `${repository.split('/')[0]}:${branch}`, branch),
    make: (client, draft) => make(client, root, draft),
    dress: (client, made, draft) => dress(client, root, made, draft),
    issue: async (client, number) => {
      const answer = await client.read(`${root}/issues/${number}`);
      const found = wantedIssue(client, answer, repository, number);
      return asIssue(title, found, await client.pages(`${root}/issues/${number}/comments?per_page=100`, 10));
    },
    login: async (client) => {
      const answer = await client.read('/user');
      return readAs(title, v.object({ login: v.string() }), wanted(client, answer, 200, 'say who is logged in')).login;
    },
    numberIn: (path) => Number(/^issues\/(\d{1,15})(?:\/|$)/.exec(path)?.[1] ?? 0) || null,
  };
}

/** A branch of the same name in a fork is another branch. */
async function list(client: Client, root: string, head: string, branch: string): Promise<readonly ForgePullRequest[]> {
  const query = new URLSearchParams({ head, state: 'all', per_page: '100' });
  const all = (await client.pages(`${root}/pulls?${query}`, 5)).map((each) => readAs(title, pull, each));
  return newestFirst(
    all
      .filter((each) => each.head.ref === branch && each.head.repo != null && each.head.repo.id === each.base.repo?.id)
      .map(asSeen),
  );
}

async function make(client: Client, root: string, draft: PullRequestDraft) {
  const { branch, base, body } = draft;
  const cut =
    body.length > mostLetters ? `${closeFences(body.slice(0, mostLetters))}\n\n(cut here: it is longer)` : body;
  const post = (asDraft: boolean) =>
    client.write('POST', `${root}/pulls`, { title: draft.title, body: cut, head: branch, base, draft: asDraft });
  const first = await post(draft.draft);
  const noDrafts = draft.draft && first.status === 422 && /draft/i.test(JSON.stringify(first.body));
  const answer = noDrafts ? await post(false) : first;
  const made = asSeen(readAs(title, pull, wanted(client, answer, 201, 'open the pull request')));
  return { made, notes: noDrafts ? ['This repository has no drafts: it was opened as ready.'] : [] };
}

/** One reviewer at a time: one who cannot review would take the others along. */
async function dress(
  client: Client,
  root: string,
  made: ForgePullRequest,
  draft: PullRequestDraft,
): Promise<readonly string[]> {
  const notes: string[] = [];
  const labels = missing(draft.labels, made.labels);
  const setLabels = () => client.write('POST', `${root}/issues/${made.number}/labels`, { labels });
  if (labels.length > 0) notes.push(await attempt(client, 'set the labels', setLabels));
  const teams = new Map(draft.reviewers.map((each) => [each.replace(/^[^/]*(?=\/)/, ''), each]));
  for (const reviewer of missing([...teams.keys()], made.reviewers)) {
    const body = reviewer.startsWith('/') ? { team_reviewers: [reviewer.slice(1)] } : { reviewers: [reviewer] };
    const ask = () => client.write('POST', `${root}/pulls/${made.number}/requested_reviewers`, body);
    notes.push(await attempt(client, `ask ${teams.get(reviewer)} for a review`, ask));
  }
  return notes.filter((note) => note !== '');
}
