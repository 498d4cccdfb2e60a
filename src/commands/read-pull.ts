// An open pull request that a task is to go on with: what it says, and what is still asked for on it.
import { failed } from '../domain/error.ts';
import type { Look, Thread } from '../domain/review/pull-request.ts';
import { orFail } from './or-fail.ts';
import type { CommandPorts } from './ports.ts';

export type Pull = {
  readonly address: string;
  readonly number: number;
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly text: string;
  readonly asked: readonly { readonly thread: string; readonly comments: readonly string[] }[];
};

/** `ref`: number, `#number` or address. Throws what the forge refuses with, and where there is nothing to go on with. */
export async function readPull(
  { forges }: Pick<CommandPorts, 'forges'>,
  ref: string,
  remote: string | null,
): Promise<Pull> {
  const plain = /^#?(\d{1,9})$/.exec(ref.trim())?.[1];
  const number = Number(plain ?? /\/(?:pull|pulls|merge_requests)\/(\d{1,9})(?:[/?#].*)?$/.exec(ref)?.[1] ?? 0);
  if (number === 0) throw failed('USAGE', `"${ref}" is neither the number of a pull request nor its address.`, { ref });
  const forge = orFail(await forges.of(remote));
  if (forge.name === 'bare') throw failed('UNSUPPORTED', 'A plain remote has no pull requests.');
  const look = orFail(await forge.look({ number }));
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
    throw failed('UNSUPPORTED', `${address} is ${state}; only an open pull request can be gone on with.`);
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
