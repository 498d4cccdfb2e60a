// A proof that holds, run again: by its own gates, on trees of this repository.
import type { RerunProof, VerifiedProof } from '../../contract/task.ts';
import { rerunProof } from '../../daemon/rerun/rerun-proof.ts';
import type { BorneProof } from '../../domain/bundle/judge-bundle.ts';
import { planRerun, type Rerun } from '../../domain/bundle/plan-rerun.ts';
import { fail, ok, type Result } from '../../domain/error.ts';
import { mostBytes } from './limits.ts';
import { openRepository, type Repository } from './repository.ts';
import { holdProof, type Verify } from './verify-proof.ts';

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
  const { judged, told } = held.value;
  const all: Found[] = [];
  for (const each of [{ ...judged, feature: null }, ...judged.parts]) {
    const found = findTrees(each, repository);
    if (!found.ok) return found;
    all.push(found.value);
  }
  const env = Object.fromEntries(
    Object.entries(wanted.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const { cwd, stateFolder, signal, say } = wanted;
  const world = { repository: cwd, env, home: env.HOME ?? '/', stateFolder, signal, say };
  let came: RerunProof = { sandbox: 'none', gates: [], differences: [] };
  for (const { feature, ...found } of all) {
    const one = await rerunProof({ ...world, ...found });
    if (!one.ok) return one;
    came = join(came, one.value, feature);
  }
  return came.differences.length === 0 ? ok({ ...told, rerun: came }) : differs(came);
}

/** What is of a feature says so. */
function join(before: RerunProof, { sandbox, gates, differences }: RerunProof, feature: string | null): RerunProof {
  const named = <Each extends { readonly criterion: string | null }>(each: Each): Each => ({
    ...each,
    criterion: [feature, each.criterion].filter((name) => name !== null).join(' ') || null,
  });
  return {
    sandbox,
    gates: [...before.gates, ...gates.map(named)],
    differences: [...before.differences, ...differences.map(named)],
  };
}

function differs(came: RerunProof): Result<never> {
  const { differences } = came;
  const named = differences.slice(0, mostNamed).map(({ criterion, gate, id, said }) => {
    const where = [criterion, gate, id].filter((each) => each !== null);
    return `${where.join(' > ')}: ${said}`;
  });
  const more = differences.length > mostNamed ? `; and ${differences.length - mostNamed} more` : '';
  return fail('PROOF_DIFFERS', `Run again, the gates come to something else: ${named.join('; ')}${more}.`, { ...came });
}

const mostNamed = 5;

/** `feature` null: it is of the whole. */
type Found = { readonly feature: string | null; readonly rerun: Rerun; readonly base: string };

function findTrees(
  { feature, ...judged }: BorneProof & { readonly feature: string | null },
  repository: Repository,
): Result<Found> {
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
  if (lacking === undefined) return ok({ feature, rerun: rerun.value, base });
  const red = reds.find(({ start, tree }) => start === lacking || tree === lacking);
  const of = red === undefined ? '' : `, which ${red.label} ${red.start === lacking ? 'began from' : 'was proven on'},`;
  return fail('PROOF_NOT_RERUN', `It cannot be run again: the tree ${lacking}${of} is not in this repository whole.`, {
    tree: lacking,
  });
}

const isTree = (name: string): boolean => /^[0-9a-f]{40,64}$/.test(name);
