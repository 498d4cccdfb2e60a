// GitLab's words for a merge request that is open: its pipeline, its discussions, and what may be done to it.

import * as v from 'valibot';
import { defined } from '../domain/defined.ts';
import type { Check, Look } from '../domain/delivery/pull-request.ts';
import { Failed } from '../domain/error.ts';
import { wanted } from './answers.ts';
import type { Client } from './client.ts';
import { inWords, logTail } from './log-tail.ts';
import { gather, mark, type SaidThread } from './marks.ts';
import { count, readAs, webAddress, words } from './read-as.ts';
import type { ReviewWords } from './rest-forge.ts';

const title = 'GitLab';
const user = v.nullish(v.object({ username: v.string(), bot: v.nullish(v.boolean(), false) }));
const request = v.object({
  iid: count,
  web_url: webAddress,
  title: v.string(),
  description: words,
  state: v.picklist(['opened', 'closed', 'locked', 'merged']),
  draft: v.nullish(v.boolean(), false),
  author: user,
  merge_commit_sha: v.nullish(v.string()),
  squash_commit_sha: v.nullish(v.string()),
  sha: v.nullish(v.string()),
  source_branch: v.string(),
  target_branch: v.string(),
  source_project_id: v.nullish(v.number()),
  target_project_id: v.number(),
  has_conflicts: v.nullish(v.boolean(), false),
  detailed_merge_status: words,
  head_pipeline: v.nullish(v.object({ id: v.number(), sha: v.string(), ref: words, status: words })),
});
const job = v.object({
  id: v.number(),
  name: v.string(),
  status: v.string(),
  allow_failure: v.nullish(v.boolean(), false),
  failure_reason: words,
  web_url: v.nullish(v.string()),
});
const note = v.object({
  id: v.number(),
  body: words,
  author: user,
  system: v.nullish(v.boolean(), false),
  resolvable: v.nullish(v.boolean(), false),
  resolved: v.nullish(v.boolean(), false),
  position: v.nullish(v.object({ new_path: words, new_line: v.nullish(v.number()) })),
});
const discussion = v.object({ id: v.string(), notes: v.array(note) });

const states = { opened: 'open', locked: 'open', closed: 'closed', merged: 'merged' } as const;

export function gitlabReview(repository: string): ReviewWords {
  const root = `/projects/${encodeURIComponent(repository)}`;
  const change = async (client: Client, number: number, body: object, doing: string) => {
    wanted(client, await client.write('PUT', `${root}/merge_requests/${number}`, body), 200, doing);
  };
  const list = (client: Client, number: number) =>
    client.pages(`${root}/merge_requests/${number}/discussions?per_page=100`, 10);
  return {
    look: (client, number, login) => look(client, root, number, login),
    log: async (client, check) => {
      const text = await client.text(`${root}/jobs/${check.id.replace('job:', '')}/trace`);
      return text === null || text.trim() === '' ? inWords(check) : logTail(text);
    },
    answers: async (client, number) =>
      (await list(client, number)).flatMap((each) =>
        readAs(title, discussion, each).notes.map(({ body }) => body ?? ''),
      ),
    reply: async (client, number, thread, text, key) => {
      const path = `${root}/merge_requests/${number}/discussions/${thread.slice(1)}/notes`;
      const body = { body: mark(text, thread, key) };
      wanted(client, await client.write('POST', path, body), 201, 'answer on the thread');
    },
    close: (client, number) => change(client, number, { state_event: 'close' }, 'close the merge request'),
    update: (client, number, { title: name, body }) =>
      change(client, number, { ...defined({ title: name, description: body }) }, 'change the merge request'),
    retarget: (client, number, base) =>
      change(client, number, { target_branch: base }, 'lead the merge request elsewhere'),
  };
}

async function look(client: Client, root: string, number: number, login: string): Promise<Look | null> {
  const answer = await client.read(`${root}/merge_requests/${number}`);
  if (answer.status === 404) return null;
  const found = readAs(title, request, wanted(client, answer, 200, 'show the merge request'));
  const state = states[found.state];
  const open = state === 'open';
  const conflict = found.has_conflicts === true || found.detailed_merge_status === 'conflict';
  const unsure = /^(unchecked|checking|preparing|approvals_syncing|)$/.test(found.detailed_merge_status ?? '');
  return {
    number: found.iid,
    address: found.web_url,
    title: found.title,
    body: found.description ?? '',
    author: found.author?.username ?? '',
    state,
    draft: found.draft === true,
    merged: state === 'merged' ? (found.merge_commit_sha ?? found.squash_commit_sha ?? found.sha ?? null) : null,
    branch: found.source_branch,
    fork: found.source_project_id !== found.target_project_id,
    head: found.sha ?? null,
    base: found.target_branch,
    mergeable: conflict ? 'conflict' : unsure ? 'unknown' : 'yes',
    checks: open ? await checksOf(client, root, found) : [],
    ...(open ? await threadsOf(client, root, number, login) : { threads: [], notes: [] }),
  };
}

const waiting = [
  'created',
  'waiting_for_resource',
  'preparing',
  'pending',
  'running',
  'manual',
  'scheduled',
  'canceled',
  'canceling',
];

/** Jobs that may fail are told apart, whether or not the project wants its pipelines to succeed. A pipeline of an older commit says nothing of this one. */
async function checksOf(client: Client, root: string, { head_pipeline: pipeline, sha }: v.InferOutput<typeof request>) {
  if (pipeline == null) return [];
  if (pipeline.sha !== sha && !/\/merge$/.test(pipeline.ref ?? ''))
    return [
      { id: `pipeline:${sha}`, name: 'pipeline', required: true, why: '', address: null, state: 'pending' as const },
    ];
  const jobs = await client.pages(`${root}/pipelines/${pipeline.id}/jobs?per_page=100`, 5);
  return jobs
    .map((each) => readAs(title, job, each))
    .map(
      (one): Check => ({
        id: `job:${one.id}`,
        name: one.name,
        required: one.allow_failure !== true,
        state: one.status === 'failed' ? 'failed' : waiting.includes(one.status) ? 'pending' : 'passed',
        why: one.failure_reason || one.status,
        address: one.web_url ?? null,
      }),
    );
}

const isBot = (name: string) => /^(project|group)_\d+_bot/.test(name);

async function threadsOf(client: Client, root: string, number: number, login: string) {
  const all = (await client.pages(`${root}/merge_requests/${number}/discussions?per_page=100`, 10))
    .map((each) => readAs(title, discussion, each))
    .filter(({ notes }) => notes.some(({ system }) => system !== true));
  const { members, notes } = all.length === 0 ? nobody : await membersOf(client, root);
  const threads = all.map(({ id, notes: said }): SaidThread => {
    const spoken = said.filter(({ system }) => system !== true);
    const open = spoken.filter(({ resolvable }) => resolvable === true);
    return {
      id: `d${id}`,
      resolved: open.length > 0 && open.every(({ resolved }) => resolved === true),
      path: spoken[0]?.position?.new_path || null,
      line: spoken[0]?.position?.new_line ?? null,
      comments: spoken.map((one) => ({
        id: String(one.id),
        author: one.author?.username ?? 'somebody',
        bot: one.author?.bot === true || isBot(one.author?.username ?? ''),
        member: members.includes(one.author?.username ?? ''),
        text: one.body ?? '',
      })),
    };
  });
  return { threads: gather(login, threads, []), notes };
}

const member = v.object({ username: v.string(), access_level: v.number() });
const developer = 30;

type Members = { readonly members: readonly string[]; readonly notes: readonly string[] };
const nobody: Members = { members: [], notes: [] };

/** Whoever may push. A bot of the project is a member too, and stays a bot. */
async function membersOf(client: Client, root: string): Promise<Members> {
  try {
    const all = (await client.pages(`${root}/members/all?per_page=100`, 20)).map((each) => readAs(title, member, each));
    const able = all.filter(({ access_level: level, username }) => level >= developer && !isBot(username));
    return { members: able.map(({ username }) => username), notes: [] };
  } catch (error) {
    if (!(error instanceof Failed) || !/AUTH|REFUSED/.test(error.failure.error_code)) throw error;
    return { members: [], notes: ['Who is a member may not be seen: everybody counts as a stranger.'] };
  }
}
