// A proof that holds, run again: by its own gates, on trees of this repository.
import type { VerifiedProof } from '../../contract/task.ts';
import { rerunProof } from '../../daemon/rerun/rerun-proof.ts';
import { planRerun, type Rerun } from '../../domain/bundle/plan-rerun.ts';
import { fail, ok, type Result } from '../../domain/error.ts';
import { mostBytes } from './limits.ts';
import { openRepository, type Repository } from './repository.ts';
import { type HeldProof, holdProof, type Verify } from './verify-proof.ts';

export type RerunBundle = Verify & {
  readonly stateFolder: string;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
};

/** Nothing is run of a proof that does not hold. */
export async function rerunBundle(wanted: RerunBundle): Promise<Result<VerifiedProof>> {
  const repository = openRepository(wanted.cwd, wanted.env, mostBytes);
  const held = holdProof(wanted, repository);
  if (!held.ok) return held;
  const found = findTrees(held.value, repository);
  if (!found.ok) return found;
  const env = Object.fromEntries(
    Object.entries(wanted.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const came = await rerunProof({
    ...found.value,
    ...{ repository: wanted.cwd, env, home: env.HOME ?? '/', stateFolder: wanted.stateFolder },
    ...{ signal: wanted.signal, say: wanted.say },
  });
  if (!came.ok) return came;
  const { differences } = came.value;
  if (differences.length === 0) return ok({ ...held.value.told, rerun: came.value });
  const named = differences.slice(0, mostNamed).map(({ criterion, gate, id, said }) =>
    [criterion, gate, id]
      .filter((each) => each !== null)
      .join(' > ')
      .concat(`: ${said}`),
  );
  const more = differences.length > mostNamed ? `; and ${differences.length - mostNamed} more` : '';
  return fail('PROOF_DIFFERS', `Run again it comes to something else: ${named.join('; ')}${more}.`, { ...came.value });
}

const mostNamed = 5;

function findTrees(
  { judged }: HeldProof,
  repository: Repository,
): Result<{ readonly rerun: Rerun; readonly base: string }> {
  const { gitCommit } = judged.proof.base;
  const base = repository.commit(gitCommit) === gitCommit ? repository.treeOf(gitCommit) : null;
  if (base === null)
    return fail('PROOF_NOT_RERUN', `It cannot be run again: its base ${gitCommit} is not in this repository.`, {
      commit: gitCommit,
    });
  const rerun = planRerun(judged, base);
  if (!rerun.ok) return rerun;
  const { trees, reds } = rerun.value;
  const lacking = [base, ...trees, ...reds.map(({ start }) => start)].find(
    (tree) => !isTree(tree) || !repository.hasTree(tree),
  );
  if (lacking === undefined) return ok({ rerun: rerun.value, base });
  const red = reds.find(({ start, tree }) => start === lacking || tree === lacking);
  const of = red === undefined ? '' : `, which ${red.label} ${red.start === lacking ? 'began from' : 'was proven on'},`;
  return fail('PROOF_NOT_RERUN', `It cannot be run again: the tree ${lacking}${of} is not in this repository whole.`, {
    tree: lacking,
  });
}

const isTree = (name: string): boolean => /^[0-9a-f]{40,64}$/.test(name);
