// GitHub's API, as much of it as opening pull requests and reading issues takes.
import { githubGraph, githubReview } from './github-review.ts';
import { add, type Held, type Hub, headOf, newHub, openOf, page, spoken } from './hub.ts';
import { type Api, type Call, serveApi, type Told } from './serve-api.ts';

export type FakeForge = { readonly api: Api; readonly hub: Hub; readonly web: string };

export async function startGithub(change: Partial<Hub> = {}): Promise<FakeForge> {
  const hub = newHub(change);
  const web = 'https://github.test';
  return { hub, web, api: await serveApi('/api/v3', (call) => answer(hub, web, call)) };
}

const invalid = (error: object): Told => ({
  status: 422,
  body: { message: 'Validation Failed', errors: [error], documentation_url: 'https://docs.github.com/rest' },
});

function answer(hub: Hub, web: string, call: Call): Told {
  if (call.headers['user-agent'] === undefined) return { status: 403, body: { message: 'no user agent' } };
  const known = call.headers.authorization === `Bearer ${hub.token}`;
  if (call.headers.authorization !== undefined && !known) return { status: 401, body: { message: 'Bad credentials' } };
  if (!known && call.method !== 'GET') return { status: 401, body: { message: 'Requires authentication' } };
  if (call.path === '/user')
    return known
      ? { status: 200, body: { login: hub.login } }
      : { status: 401, body: { message: 'Requires authentication' } };
  if (call.path === 'outside:/api/graphql') return githubGraph(hub);
  const root = `/repos/${hub.repository}`;
  if (!call.path.startsWith(`${root}/`)) return { status: 404, body: { message: 'Not Found' } };
  return route(hub, web, call, `${call.method} ${call.path.slice(root.length)}`);
}

function route(hub: Hub, web: string, call: Call, asked: string): Told {
  if (asked === 'GET /pulls') return list(hub, web, call);
  if (asked === 'POST /pulls') return create(hub, web, call);
  const open = githubReview(hub, call, asked, (pull) => shape(web, hub, pull));
  if (open !== null) return open;
  const labels = /^POST \/issues\/(\d+)\/labels$/.exec(asked);
  const review = /^POST \/pulls\/(\d+)\/requested_reviewers$/.exec(asked);
  const issue = /^GET \/issues\/(\d+)(\/comments)?$/.exec(asked);
  const pull = hub.pulls.find(({ number }) => number === Number((labels ?? review)?.[1]));
  if (labels !== null && pull !== undefined) {
    pull.labels = [...new Set([...pull.labels, ...(call.body.labels as string[])])];
    return { status: 200, body: pull.labels.map((name) => ({ name })) };
  }
  if (review !== null && pull !== undefined) return reviewers(hub, web, pull, call);
  return issue === null ? { status: 404, body: { message: 'Not Found' } } : issues(hub, web, call, issue);
}

const shape = (web: string, hub: Hub, pull: Held) => ({
  number: pull.number,
  html_url: `${web}/${hub.repository}/pull/${pull.number}`,
  state: pull.state === 'open' ? 'open' : 'closed',
  merged_at: pull.state === 'merged' ? '2026-01-01T00:00:00Z' : null,
  title: pull.title,
  body: pull.body,
  draft: pull.draft,
  user: { login: hub.login },
  head: { ref: pull.branch, sha: headOf(hub, pull), label: `acme:${pull.branch}`, repo: { id: pull.from } },
  base: { ref: pull.base, repo: { id: 1 } },
  labels: pull.labels.map((name) => ({ name })),
  requested_reviewers: pull.reviewers.filter((each) => !each.startsWith('/')).map((name) => ({ login: name })),
  requested_teams: pull.reviewers.filter((each) => each.startsWith('/')).map((name) => ({ slug: name.slice(1) })),
});

/** `head` is `owner:branch`; an owner may have a fork of their own repository. */
function list(hub: Hub, web: string, { query }: Call): Told {
  const head = query.get('head');
  const [owner, branch] = [head?.split(':')[0], head?.slice(head.indexOf(':') + 1)];
  const state = query.get('state') ?? 'open';
  const found = hub.pulls
    .filter((pull) => head === null || (pull.branch === branch && owner === hub.repository.split('/')[0]))
    .filter((pull) => state === 'all' || (pull.state === 'open') === (state === 'open'))
    .reverse();
  const { items, headers } = page(found, query, 'per_page', `${web}/elsewhere/pulls`);
  return { status: 200, body: items.map((pull) => shape(web, hub, pull)), ...(headers && { headers }) };
}

function create(hub: Hub, web: string, { body }: Call): Told {
  const [branch, base] = [String(body.head), String(body.base)];
  if (String(body.body).length > 65_536) return invalid({ field: 'body', code: 'custom', message: 'body is too long' });
  if (body.draft === true && !hub.drafts)
    return { status: 422, body: { message: 'Draft pull requests are not supported in this repository.' } };
  const sha = hub.commitOf(branch);
  if (sha === null) return invalid({ resource: 'PullRequest', field: 'head', code: 'invalid' });
  if (openOf(hub, branch, base) !== undefined)
    return invalid({
      resource: 'PullRequest',
      code: 'custom',
      message: `A pull request already exists for acme:${branch}.`,
    });
  const { title, draft } = body as { title: string; draft: boolean };
  const made = add(hub, { branch, base, title, draft, body: String(body.body), sha });
  return { status: 201, body: shape(web, hub, made) };
}

function reviewers(hub: Hub, web: string, pull: Held, { body }: Call): Told {
  const asked = (body.reviewers ?? []) as string[];
  if (asked.includes(hub.login))
    return { status: 422, body: { message: 'Review cannot be requested from pull request author.' } };
  if (asked.some((name) => !hub.people.includes(name)))
    return { status: 422, body: { message: 'Reviews may only be requested from collaborators.' } };
  pull.reviewers.push(...asked, ...((body.team_reviewers ?? []) as string[]).map((team) => `/${team}`));
  return { status: 201, body: shape(web, hub, pull) };
}

function issues(hub: Hub, web: string, { query }: Call, [, number, comments]: RegExpExecArray): Told {
  const found = hub.issues.find((each) => each.number === Number(number));
  if (found === undefined) return { status: 404, body: { message: 'Not Found' } };
  if (comments === undefined)
    return {
      status: 200,
      body: {
        number: found.number,
        html_url: `${web}/${hub.repository}/issues/${found.number}`,
        title: found.title,
        body: found.text === '' ? null : found.text,
        user: { login: found.author },
      },
    };
  const { items, headers } = page(spoken(found), query, 'per_page', `${web}/elsewhere/comments`);
  const body = items.map(({ author, text }) => ({ body: text, user: { login: author } }));
  return { status: 200, body, ...(headers && { headers }) };
}
