// Does a proof hold? Signatures by the verifier's trust, statements with one another, the chain of evidence, the commit's tree.
import { createHash } from 'node:crypto';
import type { VerifiedProof } from '../../contract/task.ts';
import type { ProvenCriterion } from '../../domain/bundle/forms.ts';
import { type JudgedProof, judgeBundle } from '../../domain/bundle/judge-bundle.ts';
import { type Bundle, readBundle } from '../../domain/bundle/read-bundle.ts';
import { fail, ok, type Result } from '../../domain/error.ts';
import { type BundleSigner, checkSignatures, findTrust } from './check-signatures.ts';
import { type FoundBundle, findBundle } from './find-bundle.ts';
import { mostBytes } from './limits.ts';
import { openRepository, type Repository } from './repository.ts';
import type { Environment } from './run-program.ts';

export type Verify = {
  readonly given: string;
  readonly cwd: string;
  readonly env: Environment;
  /** The commit that a file must prove. */
  readonly commit: string | null;
  readonly allowedSigners: string | null;
  readonly unsigned: boolean;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What holds, with what is told of it. */
export type HeldProof = { readonly judged: JudgedProof; readonly told: VerifiedProof };

export function verifyProof(wanted: Verify): Result<VerifiedProof> {
  const held = holdProof(wanted, openRepository(wanted.cwd, wanted.env, mostBytes));
  return held.ok ? ok(held.value.told) : held;
}

export function holdProof(wanted: Verify, repository: Repository): Result<HeldProof> {
  const trust = findTrust(wanted.allowedSigners, wanted.cwd, repository);
  if (!trust.ok) return trust;
  const found = findBundle(wanted.given, wanted.cwd, repository);
  if (!found.ok) return found;
  const read = readBundle(found.value.bytes);
  if (!read.ok) return fail('PROOF_UNREADABLE', `${wanted.given} is no bundle of statements: ${read.failure.message}.`);
  const signers = checkSignatures(read.value.lines, trust.value, wanted);
  if (!signers.ok) return signers;
  const judged = judgeBundle(read.value, sha256);
  if (!judged.ok)
    return fail('PROOF_BROKEN', `The proof does not hold: ${judged.failure.message}.`, judged.failure.details);
  const commit = checkTree(judged.value, wanted, found.value, repository);
  if (!commit.ok) return commit;
  const { proof } = judged.value;
  if (!proof.proven)
    return fail(
      'PROOF_WANTING',
      `It holds, and says that ${proof.task.id} is not proven: ${proof.missing.join('; ')}.`,
      {
        missing: proof.missing,
      },
    );
  return ok({ judged: judged.value, told: tell(judged.value, commit.value, signers.value, read.value) });
}

/** The commit whose tree is proven. */
function checkTree(
  { proof }: JudgedProof,
  { commit: named }: Verify,
  found: FoundBundle,
  repository: Repository,
): Result<string> {
  const wanted = named === null ? null : repository.commit(named);
  if (named !== null && wanted === null) return fail('COMMIT_NOT_FOUND', `There is no commit ${named} here.`);
  if (wanted !== null && found.commit !== null && wanted !== found.commit)
    return fail('PROOF_OTHER_TREE', `The proof was looked for at ${found.commit}, and ${wanted} is meant.`);
  const commit = wanted ?? found.commit ?? proof.gitCommit;
  if (commit === null)
    return fail('USAGE', `It proves the tree ${proof.gitTree}, which was not committed yet.`, {
      hint: 'Say which commit is to have that tree: `--commit HEAD`.',
    });
  const tree = /^[0-9a-f]{40,64}$/.test(commit) ? repository.treeOf(commit) : null;
  if (tree === null) return fail('COMMIT_NOT_FOUND', `The commit ${commit} is not in this repository.`, { commit });
  if (tree === proof.gitTree) return ok(commit);
  const of = proof.gitCommit === null ? '' : ` of ${proof.gitCommit.slice(0, 12)}`;
  return fail(
    'PROOF_OTHER_TREE',
    `It proves the tree ${proof.gitTree.slice(0, 12)}${of}, and ${commit.slice(0, 12)} has the tree ${tree.slice(0, 12)}.`,
    {
      commit,
      tree,
      proven: proof.gitTree,
    },
  );
}

function tell(
  { proof, chain, summary, parts }: JudgedProof,
  commit: string,
  signers: readonly BundleSigner[],
  bundle: Bundle,
): VerifiedProof {
  const newest = new Map(chain.filter(({ tree }) => tree === proof.gitTree).map(({ result }) => [result.gate, result]));
  return {
    task: proof.task.id,
    commit,
    tree: proof.gitTree,
    base: proof.base.gitCommit,
    signers,
    statements: bundle.lines.length,
    ignored: bundle.others + bundle.strange.length,
    links: [chain, ...parts.map((part) => part.chain)].reduce((sum, { length }) => sum + length, 0),
    made_at: summary.timeVerified,
    gates: [...newest.values()].map(({ gate, verdict, counts }) => ({ gate, verdict, counts })),
    criteria: [
      ...proof.criteria.map((each) => countCriterion(each.label, each)),
      ...parts.flatMap(({ feature, proof: { criteria } }) =>
        criteria.map((each) => countCriterion(`${feature} ${each.label}`, each)),
      ),
    ],
  };
}

const countCriterion = (label: string, { red, green }: ProvenCriterion) => ({
  label,
  red: red.length,
  green: green.length,
});
