// Makes a copy's work tree equal to a tree; what differed is kept first, ignored files stay.
import { basename, join } from 'node:path';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { commitAsDrover, preserve } from '../hub/preserve.ts';
import { inHub, type Tools } from '../process/git.ts';
import { type Index, indexEnv, withScratch } from '../process/scratch.ts';
import { changes } from './changes.ts';
import { writeWorkTree } from './snapshot.ts';
import { compose } from './tree.ts';

type Wanted = {
  readonly hub: Hub;
  readonly copy: string;
  readonly tree: string;
  readonly label: string;
  readonly without: readonly string[];
};

/** `seen`: what differed when it was first looked at. */
type Round = { readonly seen: readonly string[] | null; readonly changed: readonly string[]; readonly done: boolean };

/** Ignore files, each in a folder that another one hid. */
const deepest = 20;

/** Ignore files come first and by themselves: what is ignored is told by those of the tree, not by what was made of them in the copy. */
export async function restore(
  tools: Tools,
  hub: Hub,
  copy: string,
  tree: string,
  label: string,
  without: readonly string[] = [],
): Promise<Result<{ readonly changed: readonly string[] }>> {
  let round: Round = { seen: null, changed: [], done: false };
  for (let count = 0; !round.done; count += 1) {
    if (count > deepest) return fail('GIT_FAILED', `In ${copy} more than ${deepest} ignore files hide one another.`);
    const gone = await restoreOnce(tools, { hub, copy, tree, label, without }, round);
    if (!gone.ok) return gone;
    round = gone.value;
  }
  return ok({ changed: [...new Set(round.changed)].sort() });
}

async function restoreOnce(
  tools: Tools,
  { hub, copy, tree, label, without }: Wanted,
  { seen, changed }: Round,
): Promise<Result<Round>> {
  return withScratch<Round>(hub, `restore ${copy}`, async (folder) => {
    const index = { hub, folder: copy, file: join(folder, 'index') };
    const looked = await writeWorkTree(tools, index, tree, without);
    if (!looked.ok) return looked;
    const now = looked.value.tree;
    if (now === tree) return ok({ seen, changed, done: true });
    const differing = await changes(hub, tree, now);
    if (!differing.ok) return differing;
    const all = differing.value.flatMap(({ path, from }) => (from === null ? [path] : [from, path]));
    // What comes to light in a person's own checkout may be theirs.
    const left = copy === hub.checkout && seen !== null ? all.filter((path) => !seen.includes(path)) : [];
    const paths = all.filter((path) => !left.includes(path));
    const ignoring = paths.filter((path) => basename(path) === '.gitignore');
    const commit = await commitAsDrover(hub, now, [], `What was in ${copy} before it was restored`);
    const kept = commit.ok ? await preserve(hub, label, commit.value) : commit;
    if (!kept.ok) return kept;
    const done = ignoring.length === 0;
    const wanted = await (done ? laid(tools, hub, tree, now, left) : compose(tools, hub, now, tree, ignoring));
    if (!wanted.ok) return wanted;
    const sparse = copy === hub.checkout ? await leaveOut(index) : ok(undefined);
    if (!sparse.ok) return sparse;
    const written = await inHub(hub, `restore ${copy}`, ['read-tree', '-u', '--reset', wanted.value], {
      cwd: copy,
      env: indexEnv(index),
    });
    return written.ok ? ok({ seen: seen ?? all, changed: [...changed, ...(done ? paths : ignoring)], done }) : written;
  });
}

/** What is in the index of a person's own checkout and not in its folder is kept out of it by them (`sparse-checkout`), and is not laid out. */
async function leaveOut(index: Index): Promise<Result<unknown>> {
  const where = { cwd: index.folder, env: indexEnv(index) };
  const absent = await inHub(index.hub, 'look for what is left out', ['ls-files', '-z', '--deleted'], where);
  if (!absent.ok || absent.value.length === 0) return absent;
  const argv = ['update-index', '-z', '--skip-worktree', '--stdin'];
  return inHub(index.hub, 'leave out what is left out', argv, { ...where, input: absent.value });
}

const laid = async (
  tools: Tools,
  hub: Hub,
  tree: string,
  now: string,
  paths: readonly string[],
): Promise<Result<string>> => (paths.length === 0 ? ok(tree) : compose(tools, hub, tree, now, paths));
