// The two trees of a change that a person names in their own checkout, which the hub can see.
import { fail, ok, type Result } from '../../domain/error.ts';
import type { ChangeAsked } from '../../domain/run/change-asked.ts';
import type { ChangedTrees, Hub } from '../../ports/git.ts';
import { inHub, line, runInCheckout, type Tools } from '../process/git.ts';

/** `now`: the folder as it is. What a name means is said by the checkout; a name that begins like an option is none. */
export async function changedTrees(
  tools: Tools,
  hub: Hub,
  change: ChangeAsked,
  now: string,
): Promise<Result<ChangedTrees>> {
  const ask = async (...argv: readonly string[]): Promise<string | null> => {
    const run = await runInCheckout(tools, hub.checkout, argv);
    return run.code === 0 ? line(run.stdout) : null;
  };
  const find = (name: string) => ask('rev-parse', '--verify', '--quiet', '--end-of-options', name);
  const nothing = async (): Promise<Result<string>> => {
    const empty = await inHub(hub, 'write a tree', ['hash-object', '-w', '-t', 'tree', '/dev/null']);
    return empty.ok ? ok(line(empty.value)) : empty;
  };
  const treeOr = async (name: string): Promise<Result<string>> => {
    const tree = await find(`${name}^{tree}`);
    return tree === null ? nothing() : ok(tree);
  };
  if (change.kind === 'uncommitted') {
    const from = await treeOr('HEAD');
    return from.ok ? ok({ from: from.value, to: now }) : from;
  }
  const named = change.kind === 'commit' ? change.commit : change.base;
  const commit = await find(`${named}^{commit}`);
  if (commit === null) return fail('BASE_UNKNOWN', `There is no commit ${named} in ${hub.checkout}.`, { base: named });
  if (change.kind === 'commit') {
    const [from, to] = [await treeOr(`${commit}^`), await treeOr(commit)];
    if (!from.ok) return from;
    return to.ok ? ok({ from: from.value, to: to.value }) : to;
  }
  const parted = await ask('merge-base', commit, 'HEAD');
  if (parted === null)
    return fail('BASE_UNKNOWN', `${named} and what is checked out have nothing in common.`, { base: named });
  const from = await treeOr(parted);
  return from.ok ? ok({ from: from.value, to: now }) : from;
}
