// GitLab's API, as much of it as opening merge requests and reading issues takes.
import type { FakeForge } from './github.ts';
import { gitlabReview } from './gitlab-review.ts';
import { add, type Held, type Hub, headOf, newHub, openOf, page } from './hub.ts';
import { type Call, serveApi, type Told } from './serve-api.ts';

export async function startGitlab(change: Partial<Hub> = {}): Promise<FakeForge> {
  const hub = newHub(change);
  const web = 'https://gitlab.test';
  return { hub, web, api: await serveApi('/api/v4', (call) => answer(hub, web, call)) };
}

const unauthorized: Told = { status: 401, body: { message: '401 Unauthorized' } };
const absent = (what: string): Told => ({ status: 404, body: { message: `404 ${what} Not Found` } });

function answer(hub: Hub, web: string, call: Call): Told {
  const given = call.headers['private-token'];
  if (given !== undefined && given !== hub.token) return unauthorized;
  if (given === undefined && (call.method !== 'GET' || call.path === '/user')) return unauthorized;
  if (call.path === '/user') return { status: 200, body: { id: 1, username: hub.login } };
  if (call.path === '/users') {
    const id = hub.people.indexOf(call.query.get('username') ?? '');
    return { status: 200, body: id < 0 ? [] : [{ id: id + 1, username: hub.people[id] }] };
  }
  const root = `/projects/${encodeURIComponent(hub.repository)}`;
  if (!call.path.startsWith(`${root}/`)) return absent('Project');
  return route(hub, web, call, `${call.method} ${call.path.slice(root.length)}`);
}

function route(hub: Hub, web: string, call: Call, asked: string): Told {
  if (asked === 'GET /merge_requests') return list(hub, web, call);
  if (asked === 'POST /merge_requests') return create(hub, web, call);
  const open = gitlabReview(hub, call, asked, (pull) => shape(web, hub, pull));
  if (open !== null && (call.method !== 'PUT' || !/reviewer_ids|labels/.test(JSON.stringify(call.body)))) return open;
  const put = /^PUT \/merge_requests\/(\d+)$/.exec(asked);
  const pull = hub.pulls.find(({ number }) => number === Number(put?.[1]));
  if (pull !== undefined) return change(hub, web, pull, call);
  const issue = /^GET \/issues\/(\d+)(\/notes)?$/.exec(asked);
  return issue === null ? absent('') : issues(hub, web, call, issue);
}

const states = { open: 'opened', closed: 'closed', merged: 'merged' } as const;

const shape = (web: string, hub: Hub, pull: Held) => ({
  id: pull.number + 1000,
  iid: pull.number,
  web_url: `${web}/${hub.repository}/-/merge_requests/${pull.number}`,
  state: states[pull.state],
  title: pull.title,
  description: pull.body,
  draft: pull.draft,
  sha: headOf(hub, pull),
  source_branch: pull.branch,
  target_branch: pull.base,
  source_project_id: pull.from,
  target_project_id: 1,
  labels: pull.labels,
  reviewers: pull.reviewers.map((username) => ({ id: hub.people.indexOf(username) + 1, username })),
});

function list(hub: Hub, web: string, { query }: Call): Told {
  const state = query.get('state') ?? 'all';
  const found = hub.pulls
    .filter(({ branch }) => branch === (query.get('source_branch') ?? branch))
    .filter((pull) => state === 'all' || states[pull.state] === state)
    .reverse();
  const { items, headers } = page(found, query, 'per_page', `${web}/elsewhere`);
  return { status: 200, body: items.map((pull) => shape(web, hub, pull)), ...(headers && { headers }) };
}

function create(hub: Hub, web: string, { body }: Call): Told {
  const [branch, base, title] = [String(body.source_branch), String(body.target_branch), String(body.title)];
  const sha = hub.commitOf(branch);
  if (sha === null) return { status: 400, body: { message: { source_branch: ['does not exist'] } } };
  const there = openOf(hub, branch, base);
  if (there !== undefined)
    return {
      status: 409,
      body: { message: [`Another open merge request already exists for this source branch: !${there.number}`] },
    };
  const made = add(hub, {
    ...{ branch, base, sha, title: title.replace(/^Draft: /, ''), draft: title.startsWith('Draft: ') },
    body: String(body.description),
    labels: String(body.labels ?? '')
      .split(',')
      .filter((name) => name !== ''),
  });
  return { status: 201, body: shape(web, hub, made) };
}

function change(hub: Hub, web: string, pull: Held, { body }: Call): Told {
  if (Array.isArray(body.reviewer_ids))
    pull.reviewers = (body.reviewer_ids as number[]).flatMap((id) => hub.people[id - 1] ?? []);
  if (typeof body.labels === 'string') pull.labels = body.labels.split(',');
  if (typeof body.add_labels === 'string') pull.labels = [...new Set([...pull.labels, ...body.add_labels.split(',')])];
  return { status: 200, body: shape(web, hub, pull) };
}

function issues(hub: Hub, web: string, { query }: Call, [, number, notes]: RegExpExecArray): Told {
  const found = hub.issues.find((each) => each.number === Number(number));
  if (found === undefined) return absent('Issue');
  if (notes === undefined)
    return {
      status: 200,
      body: {
        iid: found.number,
        web_url: `${web}/${hub.repository}/-/issues/${found.number}`,
        title: found.title,
        description: found.text === '' ? null : found.text,
        author: { username: found.author },
      },
    };
  const all = query.get('sort') === 'asc' ? found.comments : [...found.comments].reverse();
  const { items, headers } = page(all, query, 'per_page', `${web}/elsewhere`);
  const body = items.map(({ author, text, system = false }) => ({ body: text, author: { username: author }, system }));
  return { status: 200, body, ...(headers && { headers }) };
}
