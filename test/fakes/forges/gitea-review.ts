// Gitea's API for a pull request that is open: statuses, reviews, state.
import { checksOf, comment, type Held, type HeldComment, type Hub, headOf } from './hub.ts';
import type { Call, Told } from './serve-api.ts';

export function giteaReview(hub: Hub, call: Call, asked: string, shape: (pull: Held) => object): Told | null {
  const [, pulls, number = '', rest = ''] = /^\w+ \/(pulls|issues)\/(\d+)(\/.*)?$/.exec(asked) ?? [];
  const pull = hub.pulls.find((each) => each.number === Number(number));
  if (pull !== undefined && pulls === 'pulls' && rest === '') return one(hub, call, pull, shape);
  if (pull !== undefined && rest !== '') return talk(hub, call, asked, pull);
  const commit = /^GET \/commits\/(\w+)\/status$/.exec(asked);
  if (commit !== null) return statuses(hub, commit[1] ?? '');
  if (/^GET \/branch_protections\/[^/]+$/.test(asked))
    return hub.required === null
      ? { status: 403, body: { message: 'user should be an owner' } }
      : { status: 200, body: { enable_status_check: true, status_check_contexts: hub.required } };
  if (asked === 'GET /assignees') return { status: 200, body: hub.people.map((login) => ({ login })) };
  return null;
}

function one(hub: Hub, { method, body }: Call, pull: Held, shape: (pull: Held) => object): Told {
  if (method === 'PATCH') {
    if (body.state === 'closed' && pull.state === 'open') pull.state = 'closed';
    if (typeof body.title === 'string') pull.title = body.title;
    if (typeof body.body === 'string') pull.body = body.body;
    if (typeof body.base === 'string') pull.base = body.base;
  }
  headOf(hub, pull);
  const mergeable = pull.mergeable ?? pull.mergeable !== null;
  const full = { ...shape(pull), mergeable, merge_commit_sha: pull.merged ?? null };
  return { status: method === 'PATCH' ? 201 : 200, body: full };
}

const words = { pending: 'pending', passed: 'success', failed: 'failure' } as const;

function statuses(hub: Hub, sha: string): Told {
  const all = checksOf(hub, sha).map(({ id, name, state, log }) => ({
    ...{ id, context: name, status: words[state], description: log, target_url: `https://ci.test/${id}` },
  }));
  return { status: 200, body: { state: 'pending', statuses: all } };
}

const told = (each: HeldComment) => ({
  id: each.id,
  user: { login: each.author },
  body: each.text,
  path: each.path ?? '',
  position: each.line ?? null,
  resolver: null,
});

/** Comments in the code belong to reviews: here each review has one. */
function talk(hub: Hub, { body }: Call, asked: string, pull: Held): Told | null {
  const own = hub.comments.filter((each) => each.pull === pull.number);
  const inCode = own.filter(({ thread }) => thread !== null);
  if (/^GET \/issues\/\d+\/comments$/.test(asked))
    return { status: 200, body: own.filter(({ thread }) => thread === null).map(told) };
  if (/^GET \/pulls\/\d+\/reviews$/.test(asked))
    return {
      status: 200,
      body: inCode.map(({ id, author }) => ({ id, user: { login: author }, body: '', state: 'COMMENT' })),
    };
  const review = /^GET \/pulls\/\d+\/reviews\/(\d+)\/comments$/.exec(asked)?.[1];
  if (review !== undefined) {
    const found = inCode.filter(({ id }) => id === Number(review));
    const resolved = hub.resolved.includes(found[0]?.thread ?? 0) ? { login: 'grace' } : null;
    return { status: 200, body: found.map((each) => ({ ...told(each), resolver: resolved })) };
  }
  if (/^POST \/issues\/\d+\/comments$/.test(asked))
    return {
      status: 201,
      body: told(comment(hub, { pull: pull.number, thread: null, author: hub.login, text: String(body.body) })),
    };
  if (!/^POST \/pulls\/\d+\/reviews$/.test(asked)) return null;
  for (const each of body.comments as { path: string; body: string; new_position: number }[]) {
    const first = inCode.find(({ path, line }) => path === each.path && line === each.new_position);
    const place = { path: each.path, line: each.new_position };
    comment(hub, { ...place, pull: pull.number, thread: first?.id ?? null, author: hub.login, text: each.body });
  }
  return { status: 200, body: { id: 1 } };
}
