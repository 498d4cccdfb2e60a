// What a task is about: the person's words, an issue of the workspace's forge, or both.
import { textLimit } from '../contract/limits.ts';
import { failed } from '../domain/error.ts';
import type { TaskSpec } from '../domain/task/task.ts';
import { orFail } from './or-fail.ts';
import type { CommandPorts } from './ports.ts';
import { readIssue } from './read-issue.ts';

type Given = { readonly text?: string | undefined; readonly issue?: string | undefined };

/** Throws `TEXT_EMPTY`, or what the forge refuses with. The person's words come first. */
export async function stateTask(
  ports: Pick<CommandPorts, 'git' | 'forges'>,
  { text, issue: ref }: Given,
  path: string,
): Promise<Pick<TaskSpec, 'text' | 'issue'>> {
  if (ref === undefined) {
    if (text === undefined) throw failed('TEXT_EMPTY', 'A task needs a text, or an issue (--issue).');
    return { text };
  }
  const remote = orFail(await ports.git.remoteAddress(path));
  const { title, text: said, address } = await readIssue(ports, { ref }, remote);
  const whole = [text, title, said].filter((part) => part !== undefined && part !== '').join('\n\n');
  const number = Number(/(\d+)\/?$/.exec(address ?? '')?.[1] ?? 0);
  const known = address === null || number === 0 ? {} : { issue: { address, number } };
  return { text: cut(whole), ...known };
}

const cut = (text: string): string => {
  const bytes = Buffer.from(text);
  return bytes.length <= textLimit ? text : bytes.subarray(0, textLimit).toString('utf8').replace(/�$/, '');
};
