// GitHub's words for a pull request that is open: its checks, its threads, and what may be done to it.
import * as v from 'valibot';
import type { Check, Look } from '../domain/delivery/pull-request.ts';
import { Failed } from '../domain/error.ts';
import { wanted } from './answers.ts';
import type { Answer, Client } from './client.ts';
import { inWords, logTail } from './log-tail.ts';
import { alone, gather, mark, type Said, type SaidThread } from './marks.ts';
import { count, readAs, webAddress, words } from './read-as.ts';
import { judgeRequired, type Required } from './required.ts';
import type { ReviewWords } from './rest-forge.ts';

const title = 'GitHub';
const repo = v.nullish(v.object({ id: v.number() }));
const pull = v.object({
  number: count,
  html_url: webAddress,
  title: v.string(),
  body: words,
  state: v.picklist(['open', 'closed']),
  merged_at: v.nullish(v.string()),
  merge_commit_sha: v.nullish(v.string()),
  draft: v.nullish(v.boolean(), false),
  mergeable: v.nullish(v.boolean()),
  mergeable_state: words,
  user: v.nullish(v.object({ login: v.string() })),
  head: v.object({ ref: v.string(), sha: v.string(), repo }),
  base: v.object({ ref: v.string(), repo }),
});
const run = v.object({
  id: v.number(),
  name: v.string(),
  status: v.string(),
  conclusion: v.nullish(v.string()),
  html_url: v.nullish(v.string()),
  app: v.nullish(v.object({ slug: v.nullish(v.string()) })),
  output: v.nullish(v.object({ title: words, summary: words, text: words })),
});
const status = v.object({
  id: v.number(),
  context: v.string(),
  state: v.string(),
  description: words,
  target_url: words,
});
const user = v.nullish(v.object({ login: v.string(), type: words }));
const comment = v.object({
  id: v.number(),
  user,
  author_association: words,
  body: words,
  state: words,
  path: words,
  line: v.nullish(v.number()),
  in_reply_to_id: v.nullish(v.number()),
});

export function githubReview(repository: string): ReviewWords {
  const root = `/repos/${repository.split('/').map(encodeURIComponent).join('/')}`;
  const change = async (client: Client, number: number, body: object, doing: string) => {
    wanted(client, await client.write('PATCH', `${root}/pulls/${number}`, body), 200, doing);
  };
  return {
    look: (client, number, login) => look(client, root, repository, number, login),
    log: (client, check) => log(client, root, check),
    answers: async (client, number, thread) => {
      const path = thread.startsWith('r') ? `pulls/${number}` : `issues/${number}`;
      const all = await client.pages(`${root}/${path}/comments?per_page=100`, 10);
      return all.map((each) => readAs(title, comment, each).body ?? '');
    },
    reply: async (client, number, thread, text, key) => {
      const id = thread.slice(1);
      const path = thread.startsWith('r') ? `pulls/${number}/comments/${id}/replies` : `issues/${number}/comments`;
      const body = { body: mark(text, thread, key) };
      wanted(client, await client.write('POST', `${root}/${path}`, body), 201, 'answer on the thread');
    },
    close: (client, number) => change(client, number, { state: 'closed' }, 'close the pull request'),
    update: (client, number, to) => change(client, number, to, 'change the pull request'),
    retarget: (client, number, base) => change(client, number, { base }, 'lead the pull request elsewhere'),
  };
}

async function look(
  client: Client,
  root: string,
  repository: string,
  number: number,
  login: string,
): Promise<Look | null> {
  const answer = await client.read(`${root}/pulls/${number}`);
  if (answer.status === 404) return null;
  const found = readAs(title, pull, wanted(client, answer, 200, 'show the pull request'));
  const open = found.state === 'open';
  const checks = open ? await checksOf(client, root, found.head.sha, found.base.ref) : { checks: [], notes: [] };
  const threads = open ? await threadsOf(client, root, repository, number, login) : { threads: [], notes: [] };
  return {
    number: found.number,
    address: found.html_url,
    title: found.title,
    body: found.body ?? '',
    author: found.user?.login ?? '',
    state: open ? 'open' : found.merged_at == null ? 'closed' : 'merged',
    draft: found.draft === true,
    merged: found.merged_at == null ? null : (found.merge_commit_sha ?? null),
    branch: found.head.ref,
    fork: found.head.repo == null || found.head.repo.id !== found.base.repo?.id,
    head: found.head.sha,
    base: found.base.ref,
    mergeable: found.mergeable === true ? 'yes' : found.mergeable_state === 'dirty' ? 'conflict' : 'unknown',
    checks: checks.checks,
    threads: threads.threads,
    notes: [...checks.notes, ...threads.notes],
  };
}

const passed = ['success', 'neutral', 'skipped'];
const red = ['failure', 'timed_out', 'startup_failure'];

/** What was cancelled, or wants an act of a person's, is no failure of the change. */
const stateOf = ({ status: at, conclusion }: v.InferOutput<typeof run>): Check['state'] =>
  at !== 'completed'
    ? 'pending'
    : passed.includes(conclusion ?? '')
      ? 'passed'
      : red.includes(conclusion ?? '')
        ? 'failed'
        : 'pending';

async function checksOf(client: Client, root: string, head: string, base: string) {
  const listed = (body: unknown) => (body as { check_runs?: unknown } | null)?.check_runs;
  const runs = await client.pages(`${root}/commits/${head}/check-runs?per_page=100`, 5, listed);
  const combined = wanted(
    client,
    await client.read(`${root}/commits/${head}/status?per_page=100`),
    200,
    'list the statuses',
  );
  const { statuses } = readAs(title, v.object({ statuses: v.array(status) }), combined);
  const all = [
    ...runs.map((each) => {
      const one = readAs(title, run, each);
      const kind = one.app?.slug === 'github-actions' ? 'job' : 'run';
      const why = [one.output?.title, one.output?.summary].filter(Boolean).join('\n') || (one.conclusion ?? one.status);
      return { id: `${kind}:${one.id}`, name: one.name, state: stateOf(one), why, address: one.html_url ?? null };
    }),
    ...statuses.map((one) => ({
      id: `status:${one.id}`,
      name: one.context,
      state:
        one.state === 'success'
          ? ('passed' as const)
          : one.state === 'pending'
            ? ('pending' as const)
            : ('failed' as const),
      why: one.description ?? '',
      address: one.target_url || null,
    })),
  ];
  return judgeRequired(all, await requiredBy(client, root, base));
}

const rule = v.object({
  type: v.string(),
  parameters: v.nullish(v.object({ required_status_checks: v.nullish(v.array(v.object({ context: v.string() }))) })),
});
const protection = v.object({
  protection: v.nullish(
    v.object({ required_status_checks: v.nullish(v.object({ contexts: v.nullish(v.array(v.string()), []) })) }),
  ),
});

/** Rulesets and the branch's own protection, both of which whoever reads the repository may see. */
async function requiredBy(client: Client, root: string, base: string): Promise<Required> {
  try {
    const branch = encodeURIComponent(base);
    const rules = await client.pages(`${root}/rules/branches/${branch}?per_page=100`, 3);
    const own = wanted(client, await client.read(`${root}/branches/${branch}`), 200, 'show the base');
    const named = rules.flatMap((each) => readAs(title, rule, each).parameters?.required_status_checks ?? []);
    const contexts = readAs(title, protection, own).protection?.required_status_checks?.contexts ?? [];
    return { kind: 'named', names: [...new Set([...named.map(({ context }) => context), ...contexts])] };
  } catch (error) {
    if (error instanceof Failed && error.failure.error_code.match(/AUTH|REFUSED/)) return { kind: 'unknown' };
    throw error;
  }
}

const said = (each: v.InferOutput<typeof comment>): Said => ({
  id: String(each.id),
  author: each.user?.login ?? 'somebody',
  bot: each.user?.type === 'Bot' || /\[bot\]$/.test(each.user?.login ?? ''),
  member: ['OWNER', 'MEMBER', 'COLLABORATOR'].includes(each.author_association ?? ''),
  text: each.body ?? '',
});

async function threadsOf(client: Client, root: string, repository: string, number: number, login: string) {
  const list = async (path: string) =>
    (await client.pages(`${root}/${path}?per_page=100`, 10)).map((each) => readAs(title, comment, each));
  const inCode = await list(`pulls/${number}/comments`);
  const reviews = (await list(`pulls/${number}/reviews`)).filter(
    ({ state, body }) => ['CHANGES_REQUESTED', 'COMMENTED'].includes(state ?? '') && (body ?? '') !== '',
  );
  const aside = await list(`issues/${number}/comments`);
  const roots = inCode.filter(({ in_reply_to_id: to }) => to == null);
  const resolved = roots.length === 0 ? [] : await resolvedOf(client, repository, number);
  const threads = roots.map(
    (first): SaidThread => ({
      id: `r${first.id}`,
      resolved: resolved?.includes(first.id) === true,
      path: first.path || null,
      line: first.line ?? null,
      comments: [first, ...inCode.filter(({ in_reply_to_id: to }) => to === first.id)].map(said),
    }),
  );
  const single = [
    ...reviews.map((each) => alone(`v${each.id}`, { ...said(each), id: `v${each.id}` })),
    ...aside.map((each) => alone(`c${each.id}`, said(each))),
  ];
  const notes = resolved === null ? ['GitHub did not say which threads are resolved; all count as open.'] : [];
  return { threads: gather(login, threads, single), notes };
}

const query = `query($owner: String!, $name: String!, $number: Int!) { repository(owner: $owner, name: $name) {
  pullRequest(number: $number) { reviewThreads(first: 100) { nodes { isResolved comments(first: 1) { nodes { databaseId } } } } } } }`;
const nodes = v.array(
  v.object({
    isResolved: v.boolean(),
    comments: v.object({ nodes: v.array(v.object({ databaseId: v.number() })) }),
  }),
);
const resolvedShape = v.object({
  data: v.object({ repository: v.object({ pullRequest: v.object({ reviewThreads: v.object({ nodes }) }) }) }),
});

/** The first comments of resolved threads, which its other API alone tells; null: not told. */
async function resolvedOf(client: Client, repository: string, number: number): Promise<readonly number[] | null> {
  const [owner, name] = repository.split('/');
  const answer = await client
    .write('POST', '/../graphql', { query, variables: { owner, name, number } })
    .catch((error: unknown): Answer | null => {
      if (error instanceof Failed) return null;
      throw error;
    });
  const read = v.safeParse(resolvedShape, answer?.body);
  if (!read.success) return null;
  return read.output.data.repository.pullRequest.reviewThreads.nodes
    .filter(({ isResolved }) => isResolved)
    .flatMap(({ comments }) => comments.nodes.map(({ databaseId }) => databaseId));
}

const step = v.object({
  steps: v.nullish(v.array(v.object({ name: v.string(), conclusion: v.nullish(v.string()) })), []),
});

async function log(client: Client, root: string, check: Check): Promise<string> {
  const [kind, id] = check.id.split(':');
  if (kind === 'status') return inWords(check);
  const text = kind === 'job' ? await client.text(`${root}/actions/jobs/${id}/logs`) : null;
  if (text !== null) {
    const job = await client.read(`${root}/actions/jobs/${id}`);
    const steps = job.status === 200 ? (readAs(title, step, job.body).steps ?? []) : [];
    const failing = steps.find(({ conclusion }) => conclusion === 'failure');
    return [...(failing === undefined ? [] : [`Step: ${logTail(failing.name)}`]), logTail(text)].join('\n');
  }
  const answer = await client.read(`${root}/check-runs/${id}`);
  const output = answer.status === 200 ? readAs(title, run, answer.body).output : null;
  const own = [output?.title, output?.summary, output?.text].filter(Boolean).join('\n');
  return own === '' ? inWords(check) : logTail(own);
}
