// What a forge tells of an issue, in one form for all of them. What is none, or of a pull request, is nobody's.
import * as v from 'valibot';
import type { IssueEvent } from '../domain/trigger/trigger.ts';

const text = v.optional(v.nullable(v.string(), ''), '');
const user = v.object({ login: v.optional(v.string()), username: v.optional(v.string()) });
const issue = v.object({
  number: v.number(),
  html_url: v.string(),
  title: text,
  body: text,
  user,
  labels: v.optional(v.array(v.object({ name: v.string() })), []),
  pull_request: v.optional(v.unknown()),
});

/** GitHub and Gitea. */
const hub = v.object({
  action: v.string(),
  issue,
  label: v.optional(v.object({ name: v.string() })),
  comment: v.optional(v.object({ id: v.union([v.number(), v.string()]), body: text, user })),
  sender: v.optional(user),
});
const lab = v.object({
  object_kind: v.picklist(['issue', 'note']),
  user,
  object_attributes: v.object({
    id: v.optional(v.number()),
    iid: v.optional(v.number()),
    url: v.optional(v.string()),
    title: text,
    description: text,
    note: text,
    action: v.optional(v.string()),
    noteable_type: v.optional(v.string()),
  }),
  labels: v.optional(v.array(v.object({ title: v.string() })), []),
  issue: v.optional(v.object({ iid: v.number(), title: text, description: text })),
});

const beginnings = ['opened', 'reopened', 'labeled', 'label_updated'];

/** null: it is nothing that a task could be made of. */
export function readIssueEvent(body: Uint8Array): IssueEvent | null {
  const told = parse(body);
  const ofHub = v.safeParse(hub, told);
  if (ofHub.success) return readHub(ofHub.output);
  const ofLab = v.safeParse(lab, told);
  return ofLab.success ? readLab(ofLab.output) : null;
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return null;
  }
}

const nameOf = ({ login, username }: v.InferOutput<typeof user>): string => login ?? username ?? '';

function readHub({ action, issue: of, label, comment, sender }: v.InferOutput<typeof hub>): IssueEvent | null {
  // A field of every issue of Gitea's, null where it is none.
  if (of.pull_request != null) return null;
  const about = {
    issue: { address: of.html_url, number: of.number },
    title: of.title ?? '',
    text: of.body ?? '',
  };
  if (comment !== undefined)
    return action === 'created'
      ? {
          ...about,
          kind: 'comment',
          by: nameOf(comment.user),
          comment: `${of.html_url} ${comment.id}`,
          said: comment.body ?? '',
        }
      : null;
  if (!beginnings.includes(action)) return null;
  const labels = [...of.labels, ...(label === undefined ? [] : [label])].map(({ name }) => name);
  return { ...about, kind: 'issue', by: nameOf(action.startsWith('label') && sender ? sender : of.user), labels };
}

function readLab({
  object_kind,
  user: by,
  object_attributes: of,
  labels,
  issue: on,
}: v.InferOutput<typeof lab>): IssueEvent | null {
  if (of.url === undefined) return null;
  if (object_kind === 'note') {
    if (of.noteable_type !== 'Issue' || on === undefined) return null;
    const address = of.url.replace(/#.*$/, '');
    const about = { issue: { address, number: on.iid }, title: on.title ?? '', text: on.description ?? '' };
    return { ...about, kind: 'comment', by: nameOf(by), comment: of.url, said: of.note ?? '' };
  }
  if (of.iid === undefined || !['open', 'reopen', 'update'].includes(of.action ?? '')) return null;
  const about = { issue: { address: of.url, number: of.iid }, title: of.title ?? '', text: of.description ?? '' };
  return { ...about, kind: 'issue', by: nameOf(by), labels: labels.map(({ title }) => title) };
}
