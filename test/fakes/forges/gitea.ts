// Gitea's API, as much of it as opening pull requests and reading issues takes.

import { giteaReview } from './gitea-review.ts';
import type { FakeForge } from './github.ts';
import { add, type Held, type Hub, headOf, newHub, openOf, page, spoken } from './hub.ts';
import { type Call, serveApi, type Told } from './serve-api.ts';

export async function startGitea(change: Partial<Hub> = {}): Promise<FakeForge> {
  const hub = newHub(change);
  const web = 'https://gitea.test';
  return { hub, web, api: await serveApi('/api/v1', (call) => answer(hub, web, call)) };
}

const absent: Told = { status: 404, body: { message: "The target couldn't be found.", errors: [] } };

function answer(hub: Hub, web: string, call: Call): Told {
  const given = call.headers.authorization;
  const known = given === `token ${hub.token}`;
  if (given !== undefined && !known) return { status: 401, body: { message: 'invalid username, password or token' } };
  if (!known && (call.method !== 'GET' || call.path === '/user'))
    return { status: 401, body: { message: 'token is required' } };
  if (call.path === '/user') return { status: 200, body: { id: 1, login: hub.login } };
  const root = `/repos/${hub.repository}`;
  if (!call.path.startsWith(`${root}/`)) return absent;
  return route(hub, web, call, `${call.method} ${call.path.slice(root.length)}`);
}

function route(hub: Hub, web: string, call: Call, asked: string): Told {
  if (asked === 'GET /pulls') return list(hub, web, call);
  if (asked === 'POST /pulls') return create(hub, web, call);
  const open = giteaReview(hub, call, asked, (pull) => shape(web, hub, pull));
  if (open !== null) return open;
  if (asked === 'GET /labels') {
    const all = hub.labels.map((name, id) => ({ id: id + 1, name }));
    const { items, headers } = page(all, call.query, 'limit', `${web}/elsewhere`);
    return { status: 200, body: items, ...(headers && { headers }) };
  }
  const labelled = /^POST \/issues\/(\d+)\/labels$/.exec(asked);
  const target = hub.pulls.find(({ number }) => number === Number(labelled?.[1]));
  if (target !== undefined) {
    const names = (call.body.labels as number[]).flatMap((id) => hub.labels[id - 1] ?? []);
    target.labels = [...new Set([...target.labels, ...names])];
    return { status: 200, body: target.labels.map((name) => ({ name })) };
  }
  const review = /^POST \/pulls\/(\d+)\/requested_reviewers$/.exec(asked);
  const pull = hub.pulls.find(({ number }) => number === Number(review?.[1]));
  if (pull !== undefined) return reviewers(hub, web, pull, call);
  const issue = /^GET \/issues\/(\d+)(\/comments)?$/.exec(asked);
  return issue === null ? absent : issues(hub, web, issue);
}

const shape = (web: string, hub: Hub, pull: Held) => ({
  number: pull.number,
  html_url: `${web}/${hub.repository}/pulls/${pull.number}`,
  state: pull.state === 'open' ? 'open' : 'closed',
  merged: pull.state === 'merged',
  title: pull.title,
  body: pull.body,
  head: { ref: pull.branch, sha: headOf(hub, pull), repo_id: pull.from },
  base: { ref: pull.base, repo_id: 1 },
  labels: pull.labels.map((name) => ({ id: hub.labels.indexOf(name) + 1, name })),
  requested_reviewers: pull.reviewers.length === 0 ? null : pull.reviewers.map((login) => ({ login })),
});

/** It knows no filter for the head. */
function list(hub: Hub, web: string, { query }: Call): Told {
  const state = query.get('state') ?? 'open';
  const found = hub.pulls.filter((pull) => state === 'all' || (pull.state === 'open') === (state === 'open')).reverse();
  const { items, headers } = page(found, query, 'limit', `${web}/elsewhere`);
  return { status: 200, body: items.map((pull) => shape(web, hub, pull)), ...(headers && { headers }) };
}

function create(hub: Hub, web: string, { body }: Call): Told {
  const [branch, base, title] = [String(body.head), String(body.base), String(body.title)];
  const sha = hub.commitOf(branch);
  if (sha === null) return absent;
  if (openOf(hub, branch, base) !== undefined)
    return { status: 409, body: { message: `pull request already exists for these targets [id: 1, head: ${branch}]` } };
  const ids = (body.labels ?? []) as number[];
  if (ids.some((id) => typeof id !== 'number')) return { status: 422, body: { message: 'labels are numbers' } };
  const made = add(hub, {
    ...{ branch, base, sha, title: title.replace(/^WIP: /, ''), draft: title.startsWith('WIP: ') },
    body: String(body.body),
    labels: ids.flatMap((id) => hub.labels[id - 1] ?? []),
  });
  return { status: 201, body: shape(web, hub, made) };
}

function reviewers(hub: Hub, web: string, pull: Held, { body }: Call): Told {
  const asked = (body.reviewers ?? []) as string[];
  if (asked.includes(hub.login)) return { status: 422, body: { message: "poster of pr can't be reviewer" } };
  if (asked.some((name) => !hub.people.includes(name)))
    return { status: 404, body: { message: 'user does not exist' } };
  pull.reviewers.push(...asked);
  return { status: 201, body: [shape(web, hub, pull)] };
}

/** All comments at once: they have no pages here. */
function issues(hub: Hub, web: string, [, number, comments]: RegExpExecArray): Told {
  const found = hub.issues.find((each) => each.number === Number(number));
  if (found === undefined) return absent;
  if (comments !== undefined)
    return { status: 200, body: spoken(found).map(({ author, text }) => ({ body: text, user: { login: author } })) };
  return {
    status: 200,
    body: {
      number: found.number,
      html_url: `${web}/${hub.repository}/issues/${found.number}`,
      title: found.title,
      body: found.text,
      user: { login: found.author },
    },
  };
}
