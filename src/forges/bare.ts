// A plain remote has no pull requests: the branch is pushed, and this forge writes the page a reviewer would look for.
import { pathToFileURL } from 'node:url';
import { Failed, fail, ok, type Result } from '../domain/error.ts';
import type { Files } from '../ports/files.ts';
import type { Forge, PullRequest, PullRequestDraft } from '../ports/forge.ts';
import { escapeHtml } from './clean.ts';
import { renderPage } from './page.ts';

type Shelf = Pick<Files, 'path' | 'read' | 'write'>;

/** Pages stand at `evidence/TASK/pull-request.html` in the state folder, one a task; addresses are `file://`, numbers null, states `open`. */
export function createBareForge(files: Shelf): Forge {
  return {
    name: 'bare',
    find: (task, branch) => atTheDoor(() => find(files, task, branch)),
    open: (draft) => atTheDoor(() => open(files, draft)),
    issue: async () =>
      fail('UNSUPPORTED', 'A plain remote has no issues.', {
        hint: 'Put the issue into a file, or configure which forge it is: `forges: { HOST: { kind: gitlab } }`.',
      }),
    look: async () => ok(null),
    log: async () => ok(''),
    reply: async () => nothingThere,
    close: async () => nothingThere,
    update: async () => nothingThere,
    retarget: async () => nothingThere,
    login: async () => ok(''),
  };
}

const nothingThere = fail('UNSUPPORTED', 'A plain remote has no pull requests.');

const placeOf = (task: string): string =>
  `evidence/${task.replace(/[^\w.-]/g, '_').replace(/^\.+/, '_')}/pull-request.html`;

const marks = (name: string, value: string): string => `<meta name="drover:${name}" content="${escapeHtml(value)}">`;

async function find(files: Shelf, task: string, branch: string): Promise<PullRequest | null> {
  const page = await read(files, task);
  return page?.includes(marks('branch', branch)) ? at(files, task) : null;
}

/** A page of the same head is left as it is; one of an older commit of the branch is written anew, at the same address. */
async function open(files: Shelf, draft: PullRequestDraft): Promise<PullRequest> {
  const head = marks('branch', draft.branch) + marks('commit', draft.commit);
  const page = await read(files, draft.task);
  if (!page?.includes(head)) await files.write(placeOf(draft.task), renderPage(draft, head));
  return at(files, draft.task);
}

async function read(files: Shelf, task: string): Promise<string | null> {
  const bytes = await files.read(placeOf(task));
  return bytes === null ? null : Buffer.from(bytes).toString('utf8');
}

const at = (files: Shelf, task: string): PullRequest => ({
  address: pathToFileURL(files.path(placeOf(task))).href,
  number: null,
  state: 'open',
  head: null,
  notes: [],
});

async function atTheDoor<T>(act: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await act());
  } catch (error) {
    if (error instanceof Failed) return { ok: false, failure: error.failure };
    return fail('INTERNAL', `The page of the pull request could not be written: ${String(error)}`);
  }
}
