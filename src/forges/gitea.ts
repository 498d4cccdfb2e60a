// Gitea's and Forgejo's words: https://docs.gitea.com/api/
import * as v from 'valibot';
import type { PullRequestDraft } from '../ports/forge.ts';
import { attempt, missing, newestFirst, wanted, wantedIssue } from './answers.ts';
import { asIssue } from './as-issue.ts';
import type { Client } from './client.ts';
import { giteaReview } from './gitea-review.ts';
import { count, readAs, webAddress } from './read-as.ts';
import type { Dialect, ForgePullRequest } from './rest-forge.ts';

const title = 'Gitea';
const pull = v.object({
  number: count,
  html_url: webAddress,
  state: v.picklist(['open', 'closed']),
  merged: v.nullish(v.boolean(), false),
  head: v.object({ ref: v.string(), sha: v.nullish(v.string()), repo_id: v.number() }),
  base: v.object({ repo_id: v.number() }),
  labels: v.nullish(v.array(v.object({ name: v.string() })), []),
  requested_reviewers: v.nullish(v.array(v.object({ login: v.string() })), []),
});
const label = v.object({ id: v.number(), name: v.string() });

const asSeen = (found: v.InferOutput<typeof pull>): ForgePullRequest => ({
  address: found.html_url,
  number: found.number,
  state: found.state === 'open' ? 'open' : found.merged === true ? 'merged' : 'closed',
  head: found.head.sha || null,
  labels: (found.labels ?? []).map(({ name }) => name),
  reviewers: (found.requested_reviewers ?? []).map(({ login }) => login),
});

export function gitea(repository: string): Dialect {
  const root = `/repos/${repository.split('/').map(encodeURIComponent).join('/')}`;
  return {
    name: 'gitea',
    title,
    review: giteaReview(repository),
    list: (client, branch) => list(client, root, branch),
    make: (client, draft) => make(client, root, draft),
    dress: (client, made, draft) => dress(client, root, made, draft),
    issue: async (client, number) => {
      const answer = await client.read(`${root}/issues/${number}`);
      const found = wantedIssue(client, answer, repository, number);
      return asIssue(title, found, await client.pages(`${root}/issues/${number}/comments?limit=50`, 20));
    },
    login: async (client) => {
      const answer = await client.read('/user');
      return readAs(title, v.object({ login: v.string() }), wanted(client, answer, 200, 'say who is logged in')).login;
    },
    numberIn: (path) => Number(/^issues\/(\d{1,15})(?:\/|$)/.exec(path)?.[1] ?? 0) || null,
  };
}

/** There is no question for one head: all open ones are gone through, of the ended ones those that changed last. */
async function list(client: Client, root: string, branch: string): Promise<readonly ForgePullRequest[]> {
  const ofState = async (state: 'open' | 'closed', pages: number) => {
    const all = await client.pages(`${root}/pulls?state=${state}&sort=recentupdate&limit=50`, pages);
    return all
      .map((each) => readAs(title, pull, each))
      .filter(({ head, base }) => head.ref === branch && head.repo_id === base.repo_id)
      .map(asSeen);
  };
  const open = await ofState('open', 40);
  return newestFirst(open.length > 0 ? open : await ofState('closed', 2));
}

async function make(client: Client, root: string, draft: PullRequestDraft) {
  const answer = await client.write('POST', `${root}/pulls`, {
    title: draft.draft ? `WIP: ${draft.title}` : draft.title,
    body: draft.body,
    head: draft.branch,
    base: draft.base,
  });
  return { made: asSeen(readAs(title, pull, wanted(client, answer, 201, 'open the pull request'))), notes: [] };
}

/** Labels are known by their numbers: the repository's own, and its organisation's. */
async function labelIds(client: Client, root: string, labels: readonly string[]) {
  const organisation = `/orgs/${root.split('/')[2]}/labels?limit=50`;
  const own = await client.pages(`${root}/labels?limit=50`, 10);
  const shared = (await client.read(organisation)).status === 200 ? await client.pages(organisation, 10) : [];
  const all = [...own, ...shared].map((each) => readAs(title, label, each));
  const ids = labels.map((name) => all.find((each) => each.name.toLowerCase() === name.toLowerCase())?.id);
  return {
    known: ids.filter((id) => id !== undefined),
    unknown: labels.filter((_, at) => ids[at] === undefined),
  };
}

async function dress(
  client: Client,
  root: string,
  made: ForgePullRequest,
  draft: PullRequestDraft,
): Promise<readonly string[]> {
  const notes: string[] = [];
  const labels = missing(draft.labels, made.labels);
  const { known, unknown } = labels.length === 0 ? noLabels : await labelIds(client, root, labels);
  notes.push(...unknown.map((name) => `There is no label ${name} in this repository: it was not set.`));
  const setLabels = () => client.write('POST', `${root}/issues/${made.number}/labels`, { labels: known });
  if (known.length > 0) notes.push(await attempt(client, 'set the labels', setLabels));
  for (const reviewer of missing(draft.reviewers, made.reviewers)) {
    const path = `${root}/pulls/${made.number}/requested_reviewers`;
    const ask = () => client.write('POST', path, { reviewers: [reviewer] });
    notes.push(await attempt(client, `ask ${reviewer} for a review`, ask));
  }
  return notes.filter((note) => note !== '');
}

const noLabels = { known: [], unknown: [] } as const;
