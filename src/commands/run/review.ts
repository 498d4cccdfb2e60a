// A run that reviews: the change that it is asked to look at is found before it starts, and told to it.
import { failed } from '../../domain/error.ts';
import { type ChangeAsked, reviewRunPrompt, sayChangeAsked, sayLeftOut } from '../../domain/run/change-asked.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { unwrap } from '../shared/request.ts';

type Asked = Parameters<Command<'run.create'>>[1];
/** Whoever reviews reads only. */
export type RunAsked = Omit<Asked, 'mode'> & { readonly mode: 'analysis' | 'write' };

/** Of a larger change the rest is named. In bytes. */
const readLimit = 8 * 1024 * 1024;
const label = 'once/review';

/** Throws `BASE_UNKNOWN`; `NOT_READY` where there is no change. */
export async function withChange(
  { git, sha256 }: Pick<CommandPorts, 'git' | 'sha256'>,
  input: Asked,
): Promise<{ readonly input: RunAsked; readonly notes: readonly string[] }> {
  const { mode, prompt, cwd } = input;
  const change = changeOf(input);
  if (mode !== 'review') {
    if (change !== null) throw failed('USAGE', '--uncommitted, --base and --commit say what `--mode review` looks at.');
    return { input: { ...input, mode }, notes: [] };
  }
  const asked = change ?? { kind: 'uncommitted' };
  const workspace = `once-${sha256(unwrap(await git.inspect(cwd)).root).slice(0, 16)}`;
  const { hub, tree } = unwrap(await git.recordCheckout(workspace, cwd, label));
  const { from, to } = unwrap(await git.changedTrees(hub, asked, tree));
  const diff = unwrap(await git.diff(hub, from, to, readLimit));
  if (diff.trim() === '')
    throw failed('NOT_READY', `There is nothing to review: nothing differs in ${sayChangeAsked(asked)}.`, {
      hint: 'Say what else is meant: `--base BRANCH` or `--commit COMMIT`.',
    });
  const paths = unwrap(await git.changes(hub, from, to)).map(({ path }) => path);
  const left = sayLeftOut(diff);
  return {
    input: { ...input, mode: 'analysis', prompt: reviewRunPrompt(asked, prompt, diff, paths) },
    notes: [`Reviewed is ${sayChangeAsked(asked)}.`, ...(left === null ? [] : [left])],
  };
}

function changeOf({ uncommitted, base, commit }: Asked): ChangeAsked | null {
  const said: readonly ChangeAsked[] = [
    ...(uncommitted ? [{ kind: 'uncommitted' } as const] : []),
    ...(base === undefined ? [] : [{ kind: 'since', base } as const]),
    ...(commit === undefined ? [] : [{ kind: 'commit', commit } as const]),
  ];
  if (said.length > 1) throw failed('USAGE', 'Say one of --uncommitted, --base and --commit.');
  return said[0] ?? null;
}
