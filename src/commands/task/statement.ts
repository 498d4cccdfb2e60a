// What a task is about: the person's words, an issue of the workspace's forge, or both.
import { textLimit } from '../../contract/limits.ts';
import type { Issue } from '../../domain/chain/chain.ts';
import type { Look, Thread } from '../../domain/delivery/pull-request.ts';
import { failed } from '../../domain/error.ts';
import type { TaskSpec } from '../../domain/task/task.ts';
import type { CommandPorts } from '../ports.ts';
import { unwrap } from '../shared/request.ts';

type Statement = {
  readonly text?: string | undefined;
  readonly issue?: string | undefined;
  readonly pr?: string | undefined;
  readonly base?: string | undefined;
  readonly branch?: string | undefined;
};

type Stated = {
  readonly spec: Pick<TaskSpec, 'text' | 'issue' | 'pull'>;
  /** Where a pull request leads; absent: as asked for. */
  readonly base?: string;
};

type Ports = Pick<CommandPorts, 'git' | 'forges'>;

/** Throws `TEXT_EMPTY`, or what the forge refuses with. The person's words come first. */
export async function stateTask(ports: Ports, given: Statement, path: string): Promise<Stated> {
  const { text, issue: ref, pr } = given;
  if (ref !== undefined && pr !== undefined)
    throw failed('USAGE', 'A task is of an issue or of a pull request, not of both.');
  if (pr !== undefined) return statePull(ports, given, pr, path);
  if (ref === undefined) {
    if (text === undefined)
      throw failed('TEXT_EMPTY', 'A task needs a text, an issue (--issue) or a pull request (--pr).');
    return { spec: { text } };
  }
  const remote = unwrap(await ports.git.remoteAddress(path));
  const { title, text: said, address } = await readIssue(ports, { ref }, remote);
  const number = Number(/(\d+)\/?$/.exec(address ?? '')?.[1] ?? 0);
  const known = address === null || number === 0 ? {} : { issue: { address, number } };
  return { spec: { text: whole([text, title, said]), ...known } };
}

const whole = (parts: readonly (string | undefined)[]): string =>
  cut(parts.filter((part) => part !== undefined && part !== '').join('\n\n'));

async function statePull(ports: Ports, { text, base, branch }: Statement, ref: string, path: string): Promise<Stated> {
  if (base !== undefined || branch !== undefined)
    throw failed('USAGE', 'A pull request has its base and its branch; leave --base and --branch out.');
  const remote = unwrap(await ports.git.remoteAddress(path));
  const pull = await readPull(ports, ref, remote);
  const { address, number, branch: own, asked } = pull;
  return {
    spec: { text: whole([text, pull.title, pull.text]), pull: { address, number, branch: own, asked } },
    base: pull.base,
  };
}

const cut = (text: string): string => {
  const bytes = Buffer.from(text);
  return bytes.length <= textLimit ? text : bytes.subarray(0, textLimit).toString('utf8').replace(/�$/, '');
};

// An issue as a text: from the workspace's forge by its number or address, or as a person wrote it.

type IssueSource = { readonly ref: string } | { readonly path: string; readonly text: string };

/** `remote`: the checkout's. Throws what the forge refuses with; a bare one knows no issues. */
export async function readIssue(
  { forges }: Pick<CommandPorts, 'forges'>,
  given: IssueSource,
  remote: string | null,
): Promise<Issue> {
  if ('text' in given) return { title: titleOf(given), text: given.text, address: null };
  const forge = unwrap(await forges.of(remote));
  const { title, text, comments, address } = unwrap(await forge.issue(given.ref));
  const said = comments.map((comment) => `${comment.author} says:\n${comment.text}`);
  return { title, text: [text, ...said].join('\n\n').slice(0, textLimit), address };
}

/** Its first heading, else its first line, else its file's name. */
function titleOf({ path, text }: { readonly path: string; readonly text: string }): string {
  const heading = /^#+ +(.+)$/m.exec(text)?.[1] ?? text.trim().split('\n')[0] ?? '';
  return heading.trim().slice(0, 200) || path;
}

// An open pull request that a task is to go on with: what it says, and what is still asked for on it.

type Pull = {
  readonly address: string;
  readonly number: number;
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly text: string;
  readonly asked: readonly { readonly thread: string; readonly comments: readonly string[] }[];
};

/** `ref`: number, `#number` or address. Throws what the forge refuses with, and where there is nothing to go on with. */
async function readPull({ forges }: Pick<CommandPorts, 'forges'>, ref: string, remote: string | null): Promise<Pull> {
  const plain = /^#?(\d{1,9})$/.exec(ref.trim())?.[1];
  const number = Number(plain ?? /\/(?:pull|pulls|merge_requests)\/(\d{1,9})(?:[/?#].*)?$/.exec(ref)?.[1] ?? 0);
  if (number === 0) throw failed('USAGE', `"${ref}" is neither the number of a pull request nor its address.`, { ref });
  const forge = unwrap(await forges.of(remote));
  if (forge.name === 'bare') throw failed('UNSUPPORTED', 'A plain remote has no pull requests.');
  const look = unwrap(await forge.look({ number }));
  if (look === null || (plain === undefined && !ref.startsWith(look.address)))
    throw failed('USAGE', `There is no pull request ${ref} here, or this login may not see it.`, { ref });
  refuse(look);
  const { address, branch, base, title, body } = look;
  const threads = look.threads.filter(isOpen);
  const text = [body, ...threads.map(sayThread)].join('\n\n').trim();
  const asked = threads.map(({ id, comments }) => ({ thread: id, comments: comments.map((each) => each.id) }));
  return { address, number, branch, base, title, text, asked };
}

function refuse({ state, fork, address, branch }: Look): void {
  if (state !== 'open')
    throw failed('UNSUPPORTED', `${address} is ${state}; only an open pull request can be continued.`);
  if (fork)
    throw failed(
      'UNSUPPORTED',
      `${address} comes from a fork, and its branch ${branch} cannot be pushed to from here.`,
      {
        hint: 'State a task of its own with the text of the pull request.',
      },
    );
}

/** Not resolved, and not answered by Drover. */
const isOpen = ({ resolved, comments }: Thread): boolean =>
  !resolved && comments.some(({ right }) => right !== 'bot') && comments.at(-1)?.right !== 'own';

const sayThread = ({ path, line, comments }: Thread): string =>
  [
    path === null ? 'On the pull request:' : `On ${path}${line === null ? '' : `:${line}`}:`,
    ...comments.map(({ author, text }) => `${author} says:\n${text}`),
  ].join('\n');
