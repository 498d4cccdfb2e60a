// An issue as a text: from the workspace's forge by its number or address, or as a person wrote it.
import { textLimit } from '../contract/limits.ts';
import type { Issue } from '../domain/chain/chain.ts';
import { orFail } from './or-fail.ts';
import type { CommandPorts } from './ports.ts';

type IssueSource = { readonly ref: string } | { readonly path: string; readonly text: string };

/** `remote`: the checkout's. Throws what the forge refuses with; a bare one knows no issues. */
export async function readIssue(
  { forges }: Pick<CommandPorts, 'forges'>,
  given: IssueSource,
  remote: string | null,
): Promise<Issue> {
  if ('text' in given) return { title: titleOf(given), text: given.text, address: null };
  const forge = orFail(await forges.of(remote));
  const { title, text, comments, address } = orFail(await forge.issue(given.ref));
  const said = comments.map((comment) => `${comment.author} says:\n${comment.text}`);
  return { title, text: [text, ...said].join('\n\n').slice(0, textLimit), address };
}

/** Its first heading, else its first line, else its file's name. */
function titleOf({ path, text }: { readonly path: string; readonly text: string }): string {
  const heading = /^#+ +(.+)$/m.exec(text)?.[1] ?? text.trim().split('\n')[0] ?? '';
  return heading.trim().slice(0, 200) || path;
}
