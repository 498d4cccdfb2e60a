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
  for (const { feature, lacking: _, ...found } of all) {
    const one = await rerunProof({ ...world, ...found });
    if (!one.ok) return one;
    came = join(came, one.value, feature);
  }
  if (came.differences.length > 0) return differs(came);
  const lacking = all.flatMap((each) => each.lacking);
  return lacking.length === 0 ? ok({ ...told, rerun: came }) : notWhole(lacking, came);
}

/** What is there came to the same; what is not there is no pass. */
function notWhole(lacking: readonly string[], came: RerunProof): Result<never> {
  const named = `${lacking.slice(0, mostNamed).join('; ')}${lacking.length > mostNamed ? `; and ${lacking.length - mostNamed} more` : ''}`;
  const rest = `the rest was run and comes to the same (${came.gates.length} gates)`;
  return fail('PROOF_NOT_RERUN', `It cannot be run again whole: ${named}. Of it ${rest}.`, { ...came });
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
type Found = {
  readonly feature: string | null;
  readonly rerun: Rerun;
  readonly base: string;
  /** What of it cannot be run, and why. */
  readonly lacking: readonly string[];
};

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
  const { trees, reds, gates } = rerun.value;
  const isHere = (tree: string): boolean => isTree(tree) && repository.hasTree(tree);
  const sayLacking = (tree: string): string => {
    const red = reds.find((each) => each.start === tree || each.tree === tree);
    const of = red === undefined ? '' : `, which ${red.label} ${red.start === tree ? 'began from' : 'was proven on'},`;
    return `the tree ${tree}${of} is not in this repository whole`;
  };
  // Without these nothing of it can be said; of what lies between, what is here is run.
  const [whole = base] = trees;
  const needed = [base, whole].find((tree) => !isHere(tree));
  if (needed !== undefined)
    return fail('PROOF_NOT_RERUN', `It cannot be run again: ${sayLacking(needed)}.`, { tree: needed });
  const gone = new Set([...trees, ...reds.map(({ start }) => start)].filter((tree) => !isHere(tree)));
  const kept: Rerun = {
    ...rerun.value,
    trees: trees.filter(isHere),
    reds: reds.filter(({ start, tree }) => !gone.has(start) && !gone.has(tree)),
    gates: gates.filter(({ tree }) => !gone.has(tree)),
  };
  return ok({ feature, rerun: kept, base, lacking: [...gone].map(sayLacking) });
}

const isTree = (name: string): boolean => /^[0-9a-f]{40,64}$/.test(name);
