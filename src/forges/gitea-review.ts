// Gitea's and Forgejo's words for a pull request that is open: its statuses, its comments, and what may be done to it.
import * as v from 'valibot';
import type { Check, Look } from '../domain/delivery/pull-request.ts';
import { Failed } from '../domain/error.ts';
import { wanted } from './answers.ts';
import type { Client } from './client.ts';
import { inWords } from './log-tail.ts';
import { alone, gather, mark, type Said, type SaidThread } from './marks.ts';
import { count, readAs, webAddress, words } from './read-as.ts';
import { judgeRequired, type Required } from './required.ts';
import type { ReviewWords } from './rest-forge.ts';

const title = 'Gitea';
const user = v.nullish(v.object({ login: v.string() }));
const pull = v.object({
  number: count,
  html_url: webAddress,
  title: v.string(),
  body: words,
  state: v.picklist(['open', 'closed']),
  merged: v.nullish(v.boolean(), false),
  merge_commit_sha: v.nullish(v.string()),
  draft: v.nullish(v.boolean(), false),
  mergeable: v.nullish(v.boolean(), false),
  user,
  head: v.object({ ref: v.string(), sha: v.nullish(v.string()), repo_id: v.number() }),
  base: v.object({ ref: v.string(), repo_id: v.number() }),
});
const status = v.object({
  id: v.number(),
  context: v.string(),
  status: v.string(),
  description: words,
  target_url: words,
});
const comment = v.object({
  id: v.number(),
  user,
  body: words,
  state: words,
  path: words,
  position: v.nullish(v.number()),
  resolver: v.nullish(v.unknown()),
});

type Found = v.InferOutput<typeof comment>;

export function giteaReview(repository: string): ReviewWords {
  const root = `/repos/${repository.split('/').map(encodeURIComponent).join('/')}`;
  const change = async (client: Client, number: number, body: object, doing: string) => {
    wanted(client, await client.write('PATCH', `${root}/pulls/${number}`, body), 201, doing);
  };
  return {
    look: (client, number, login, pause) => look(client, root, number, login, pause),
    log: async (_client, check) => inWords(check),
    answers: async (client, number, thread) => {
      const all = thread.startsWith('p') ? await inCodeOf(client, root, number) : await asideOf(client, root, number);
      return all.map(({ body }) => body ?? '');
    },
    reply: (client, number, thread, text, key) => reply(client, root, number, thread, mark(text, thread, key)),
    close: (client, number) => change(client, number, { state: 'closed' }, 'close the pull request'),
    update: (client, number, to) => change(client, number, to, 'change the pull request'),
    retarget: (client, number, base) => change(client, number, { base }, 'lead the pull request elsewhere'),
  };
}

/** It says `not mergeable` while it still computes, so that is asked twice. */
async function look(
  client: Client,
  root: string,
  number: number,
  login: string,
  pause: () => Promise<void>,
): Promise<Look | null> {
  const ask = () => client.read(`${root}/pulls/${number}`);
  let answer = await ask();
  if (answer.status === 404) return null;
  let found = readAs(title, pull, wanted(client, answer, 200, 'show the pull request'));
  if (found.state === 'open' && found.mergeable !== true) {
    await pause();
    answer = await ask();
    found = readAs(title, pull, wanted(client, answer, 200, 'show the pull request'));
  }
  const open = found.state === 'open';
  const checks = open ? await checksOf(client, root, found.head.sha ?? '', found.base.ref) : { checks: [], notes: [] };
  const threads = open ? await threadsOf(client, root, number, login) : { threads: [], notes: [] };
  const draft = found.draft === true || /^(wip:|\[wip\])/i.test(found.title);
  return {
    number: found.number,
    address: found.html_url,
    title: found.title,
    body: found.body ?? '',
    author: found.user?.login ?? '',
    state: open ? 'open' : found.merged === true ? 'merged' : 'closed',
    draft,
    merged: found.merged === true ? (found.merge_commit_sha ?? null) : null,
    branch: found.head.ref,
    fork: found.head.repo_id !== found.base.repo_id,
    head: found.head.sha || null,
    base: found.base.ref,
    mergeable: found.mergeable === true ? 'yes' : draft ? 'unknown' : 'conflict',
    checks: checks.checks,
    threads: threads.threads,
    notes: [...checks.notes, ...threads.notes],
  };
}

async function checksOf(client: Client, root: string, head: string, base: string) {
  const answer = await client.read(`${root}/commits/${head}/status?limit=50`);
  const shape = v.object({ statuses: v.nullish(v.array(status)) });
  const { statuses } = readAs(title, shape, wanted(client, answer, 200, 'list the statuses'));
  const all = (statuses ?? []).map(({ id, context, status: state, description, target_url: address }) => ({
    id: `status:${id}`,
    name: context,
    state: stateOf(state),
    why: description || state,
    address: address || null,
  }));
  return judgeRequired(all, await requiredBy(client, root, base));
}

const stateOf = (word: string): Check['state'] =>
  ['success', 'warning', 'skipped'].includes(word)
    ? 'passed'
    : ['failure', 'error'].includes(word)
      ? 'failed'
      : 'pending';

const protection = v.object({
  enable_status_check: v.nullish(v.boolean(), false),
  status_check_contexts: v.nullish(v.array(v.string())),
});

/** 404: no rule of this very name, or one that may not be seen; either way nobody said. */
async function requiredBy(client: Client, root: string, base: string): Promise<Required> {
  try {
    const answer = await client.read(`${root}/branch_protections/${encodeURIComponent(base)}`);
    if (answer.status !== 200) return { kind: 'unknown' };
    const found = readAs(title, protection, answer.body);
    return { kind: 'named', names: found.enable_status_check === true ? (found.status_check_contexts ?? []) : [] };
  } catch (error) {
    if (error instanceof Failed && /AUTH|REFUSED/.test(error.failure.error_code)) return { kind: 'unknown' };
    throw error;
  }
}

const asideOf = async (client: Client, root: string, number: number): Promise<readonly Found[]> =>
  (await client.pages(`${root}/issues/${number}/comments?limit=50`, 20)).map((each) => readAs(title, comment, each));

const reviewsOf = async (client: Client, root: string, number: number): Promise<readonly Found[]> =>
  (await client.pages(`${root}/pulls/${number}/reviews?limit=50`, 10)).map((each) => readAs(title, comment, each));

async function inCodeOf(client: Client, root: string, number: number): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const { id } of await reviewsOf(client, root, number)) {
    const answer = await client.read(`${root}/pulls/${number}/reviews/${id}/comments`);
    const body = wanted(client, answer, 200, 'list the comments');
    found.push(...readAs(title, v.array(comment), body ?? []));
  }
  return found.sort((one, other) => one.id - other.id);
}

/** Comments on the same line are one conversation, named after its first. */
async function threadsOf(client: Client, root: string, number: number, login: string) {
  const inCode = await inCodeOf(client, root, number);
  const reviews = (await reviewsOf(client, root, number)).filter(
    ({ state, body }) => ['REQUEST_CHANGES', 'COMMENT'].includes(state ?? '') && (body ?? '') !== '',
  );
  const aside = await asideOf(client, root, number);
  const { members, notes } =
    inCode.length + reviews.length + aside.length === 0 ? nobody : await membersOf(client, root);
  const said = (each: Found): Said => ({
    id: String(each.id),
    author: each.user?.login ?? 'somebody',
    bot: false,
    member: members.includes(each.user?.login ?? ''),
    text: each.body ?? '',
  });
  const place = ({ path, position }: Found) => `${path}:${position}`;
  const firsts = inCode.filter((each) => inCode.find((other) => place(other) === place(each)) === each);
  const threads = firsts.map(
    (first): SaidThread => ({
      id: `p${first.id}`,
      resolved: first.resolver != null,
      path: first.path || null,
      line: first.position ?? null,
      comments: inCode.filter((each) => place(each) === place(first)).map(said),
    }),
  );
  const single = [
    ...reviews.map((each) => alone(`v${each.id}`, { ...said(each), id: `v${each.id}` })),
    ...aside.map((each) => alone(`c${each.id}`, said(each))),
  ];
  return { threads: gather(login, threads, single), notes };
}

type Members = { readonly members: readonly string[]; readonly notes: readonly string[] };
const nobody: Members = { members: [], notes: [] };

/** All who may write to the repository. */
async function membersOf(client: Client, root: string): Promise<Members> {
  try {
    const answer = await client.read(`${root}/assignees`);
    const all = readAs(
      title,
      v.array(v.object({ login: v.string() })),
      wanted(client, answer, 200, 'list who may write'),
    );
    return { members: all.map(({ login }) => login), notes: [] };
  } catch (error) {
    if (!(error instanceof Failed) || !/AUTH|REFUSED/.test(error.failure.error_code)) throw error;
    return { members: [], notes: ['Who may write may not be seen: everybody counts as a stranger.'] };
  }
}

/** An answer in the code is a review of one comment on the same line. */
async function reply(client: Client, root: string, number: number, thread: string, body: string): Promise<void> {
  const first = thread.startsWith('p')
    ? (await inCodeOf(client, root, number)).find(({ id }) => String(id) === thread.slice(1))
    : undefined;
  if (first === undefined) {
    const answer = await client.write('POST', `${root}/issues/${number}/comments`, { body });
    wanted(client, answer, 201, 'answer');
    return;
  }
  const comments = [{ path: first.path, body, new_position: first.position ?? 0 }];
  const answer = await client.write('POST', `${root}/pulls/${number}/reviews`, {
    event: 'COMMENT',
    body: '',
    comments,
  });
  wanted(client, answer, 200, 'answer on the thread');
}
