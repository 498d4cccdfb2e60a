// GitLab's API for a merge request that is open: pipeline, discussions, state.
import { checksOf, comment, type Held, type HeldComment, type Hub, headOf } from './hub.ts';
import type { Call, Told } from './serve-api.ts';

export function gitlabReview(hub: Hub, call: Call, asked: string, shape: (pull: Held) => object): Told | null {
  const [, number = '', rest = ''] = /^\w+ \/merge_requests\/(\d+)(\/.*)?$/.exec(asked) ?? [];
  const pull = hub.pulls.find((each) => each.number === Number(number));
  if (pull !== undefined && rest === '') return one(hub, call, pull, shape);
  if (pull !== undefined) return discussions(hub, call, asked, pull);
  if (/^GET \/pipelines\/\d+\/jobs$/.test(asked)) return jobs(hub, asked);
  const trace = /^GET \/jobs\/(\d+)\/trace$/.exec(asked);
  const check = hub.checks.find(({ id }) => id === Number(trace?.[1]));
  if (check !== undefined) return { status: 200, body: null, text: check.log };
  if (asked === 'GET /members/all') {
    if (hub.required === null) return { status: 403, body: { message: '403 Forbidden' } };
    return { status: 200, body: hub.people.map((username) => ({ username, access_level: 40 })) };
  }
  return null;
}

function one(hub: Hub, { method, body }: Call, pull: Held, shape: (pull: Held) => object): Told {
  if (method === 'PUT') {
    if (body.state_event === 'close' && pull.state === 'open') pull.state = 'closed';
    if (typeof body.title === 'string') pull.title = body.title;
    if (typeof body.description === 'string') pull.body = body.description;
    if (typeof body.target_branch === 'string') pull.base = body.target_branch;
  }
  const sha = headOf(hub, pull);
  const { mergeable = true } = pull;
  return {
    status: 200,
    body: {
      ...shape(pull),
      has_conflicts: mergeable === false,
      detailed_merge_status: mergeable === null ? 'checking' : mergeable ? 'mergeable' : 'conflict',
      merge_commit_sha: pull.merged ?? null,
      head_pipeline: checksOf(hub, sha).length === 0 ? null : { id: 5, sha, ref: pull.branch, status: 'failed' },
    },
  };
}

const words = { pending: 'running', passed: 'success', failed: 'failed' } as const;

function jobs(hub: Hub, _asked: string): Told {
  const open = hub.pulls.find(({ state }) => state === 'open');
  const all = checksOf(hub, open?.sha ?? '');
  const body = all.map(({ id, name, state, mayFail }) => ({
    ...{ id, name, status: words[state], allow_failure: mayFail === true, web_url: `https://gitlab.test/jobs/${id}` },
    ...{ failure_reason: state === 'failed' ? 'script_failure' : null },
  }));
  return { status: 200, body };
}

const note = (each: HeldComment, resolved: boolean) => ({
  id: each.id,
  body: each.text,
  author: { username: each.author, bot: each.bot === true },
  system: false,
  resolvable: each.thread !== null,
  resolved,
  position: each.path === undefined ? null : { new_path: each.path, new_line: each.line ?? null },
});

function discussions(hub: Hub, { body }: Call, asked: string, pull: Held): Told | null {
  const own = hub.comments.filter((each) => each.pull === pull.number);
  const key = (each: HeldComment) => String(each.thread ?? each.id).padStart(40, 'd');
  if (/^GET .*\/discussions$/.test(asked)) {
    const keys = [...new Set(own.map(key))];
    const all = keys.map((id) => ({
      id,
      notes: own.filter((each) => key(each) === id).map((each) => note(each, hub.resolved.includes(each.thread ?? 0))),
    }));
    return { status: 200, body: all };
  }
  const to = /^POST .*\/discussions\/(\w+)\/notes$/.exec(asked)?.[1];
  const first = own.find((each) => key(each) === to);
  if (first === undefined) return null;
  const thread = first.thread ?? first.id;
  const said = comment(hub, { pull: pull.number, thread, author: hub.login, text: String(body.body) });
  return { status: 201, body: note(said, false) };
}
