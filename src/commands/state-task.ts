// What a task is about: the person's words, an issue of the workspace's forge, or both.
import { textLimit } from '../contract/limits.ts';
import { failed } from '../domain/error.ts';
import type { TaskSpec } from '../domain/task/task.ts';
import { orFail } from './or-fail.ts';
import type { CommandPorts } from './ports.ts';
import { readIssue } from './read-issue.ts';
import { readPull } from './read-pull.ts';

type Statement = {
  readonly text?: string | undefined;
  readonly issue?: string | undefined;
  readonly pr?: string | undefined;
  readonly base?: string | undefined;
  readonly branch?: string | undefined;
};

export type Stated = {
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
  const remote = orFail(await ports.git.remoteAddress(path));
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
  const remote = orFail(await ports.git.remoteAddress(path));
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
