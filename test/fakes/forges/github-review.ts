// GitHub's API for a pull request that is open: checks, threads, state.
import { checksOf, comment, type Held, type HeldCheck, type HeldComment, type Hub, headOf } from './hub.ts';
import type { Call, Told } from './serve-api.ts';

const absent: Told = { status: 404, body: { message: 'Not Found' } };

export function githubReview(hub: Hub, call: Call, asked: string, shape: (pull: Held) => object): Told | null {
  const [, pulls, number = '', rest = ''] = /^\w+ \/(pulls|issues)\/(\d+)(\/.*)?$/.exec(asked) ?? [];
  const pull = hub.pulls.find((each) => each.number === Number(number));
  if (pull !== undefined && pulls === 'pulls' && rest === '') return one(hub, call, pull, shape);
  if (pull !== undefined && rest !== '') return threads(hub, call, asked, pull);
  const commit = /^GET \/commits\/(\w+)\/(check-runs|status)$/.exec(asked);
  if (commit !== null) return checks(hub, commit[1] ?? '', commit[2] ?? '');
  const job = /^GET \/(?:actions\/jobs|check-runs)\/(\d+)(\/logs)?$/.exec(asked);
  const check = hub.checks.find(({ id }) => id === Number(job?.[1]));
  if (check !== undefined) return job?.[2] === undefined ? { status: 200, body: run(check) } : log(call, check);
  if (/^GET \/rules\/branches\/[^/]+$/.test(asked)) return rules(hub);
  if (/^GET \/branches\/[^/]+$/.test(asked)) return { status: 200, body: { name: 'main', protected: false } };
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
  const { mergeable = true } = pull;
  const state = mergeable === null ? 'unknown' : mergeable ? 'clean' : 'dirty';
  return {
    status: 200,
    body: { ...shape(pull), mergeable, mergeable_state: state, merge_commit_sha: pull.merged ?? 'f'.repeat(40) },
  };
}

const conclusions = { pending: null, passed: 'success', failed: 'failure' } as const;

const run = (check: HeldCheck) => ({
  id: check.id,
  name: check.name,
  status: check.state === 'pending' ? 'in_progress' : 'completed',
  conclusion: conclusions[check.state],
  html_url: `https://github.test/acme/shop/runs/${check.id}`,
  app: { slug: 'github-actions' },
  output: { title: null, summary: null, text: null },
  steps: [
    { name: 'Set up job', conclusion: 'success' },
    { name: 'Run npm test', conclusion: conclusions[check.state] },
  ],
});

function checks(hub: Hub, sha: string, what: string): Told {
  const all = checksOf(hub, sha);
  if (what === 'check-runs') {
    const runs = all.filter(({ kind }) => kind === 'job').map(run);
    return { status: 200, body: { total_count: runs.length, check_runs: runs } };
  }
  const words = { pending: 'pending', passed: 'success', failed: 'failure' } as const;
  const statuses = all
    .filter(({ kind }) => kind === 'status')
    .map(({ id, name, state, log: text }) => ({
      ...{ id, context: name, state: words[state], description: text, target_url: `https://ci.test/${id}` },
    }));
  return { status: 200, body: { state: 'pending', statuses } };
}

/** Logs are kept with others: the first answer sends on, and the other wants no login. */
function log({ query }: Call, check: HeldCheck): Told {
  if (query.get('kept') === null) return { status: 302, body: {}, headers: { location: `?kept=${check.id}` } };
  return { status: 200, body: null, text: check.log };
}

function rules(hub: Hub): Told {
  if (hub.required === null) return { status: 403, body: { message: 'Resource not accessible' } };
  const required = hub.required.map((context) => ({ context }));
  const rule = { type: 'required_status_checks', parameters: { required_status_checks: required } };
  return { status: 200, body: required.length === 0 ? [] : [rule] };
}

const told = (hub: Hub) => (each: HeldComment) => ({
  id: each.id,
  user: { login: each.author, type: each.bot === true ? 'Bot' : 'User' },
  author_association: hub.people.includes(each.author) ? 'MEMBER' : 'NONE',
  body: each.text,
  ...(each.path === undefined ? {} : { path: each.path, line: each.line ?? null }),
  ...(each.thread === null || each.thread === each.id ? {} : { in_reply_to_id: each.thread }),
});

function threads(hub: Hub, call: Call, asked: string, pull: Held): Told | null {
  const of = (inCode: boolean) =>
    hub.comments.filter((each) => each.pull === pull.number && (each.thread !== null) === inCode).map(told(hub));
  if (/^GET \/pulls\/\d+\/comments$/.test(asked)) return { status: 200, body: of(true) };
  if (/^GET \/pulls\/\d+\/reviews$/.test(asked)) return { status: 200, body: [] };
  if (/^GET \/issues\/\d+\/comments$/.test(asked)) return { status: 200, body: of(false) };
  const to = /^POST \/pulls\/\d+\/comments\/(\d+)\/replies$/.exec(asked);
  const aside = /^POST \/issues\/\d+\/comments$/.test(asked);
  if (to === null && !aside) return null;
  const thread = to === null ? null : Number(to[1]);
  if (thread !== null && !hub.comments.some(({ id }) => id === thread)) return absent;
  const said = comment(hub, { pull: pull.number, thread, author: hub.login, text: String(call.body.body) });
  return { status: 201, body: told(hub)(said) };
}

/** The one question that is asked of its other API. */
export function githubGraph(hub: Hub): Told {
  const firsts = hub.comments.filter(({ id, thread }) => thread === id);
  const nodes = firsts.map(({ id }) => ({
    isResolved: hub.resolved.includes(id),
    comments: { nodes: [{ databaseId: id }] },
  }));
  return { status: 200, body: { data: { repository: { pullRequest: { reviewThreads: { nodes } } } } } };
}
