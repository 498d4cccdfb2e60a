// What is known of a task as statements: one for each run of a gate, one of our own, and the summary that names them all.
import { defined } from '../defined.ts';
import { canonical } from '../evidence/canonical.ts';
import type { Sha256 } from '../evidence/chain.ts';
import type { Evidence, TestIds, Verdict } from '../evidence/verdict.ts';
import {
  linkField,
  type Proof,
  partField,
  predicateTypes,
  provenLevel,
  type Statement,
  type Summary,
  statementType,
  type TestResult,
} from './forms.ts';

export type ProofToTell = {
  readonly proof: Proof;
  readonly chain: readonly Evidence[];
  /** Chains of its parts, by their tasks. Absent: it was not split. */
  readonly chains?: ReadonlyMap<string, readonly Evidence[]>;
  /** Where the repository is. */
  readonly resource: string;
  readonly version: string;
  readonly at: number;
};

/** Payloads as they are signed, the summary last. */
export function makeStatements(told: ProofToTell, sha256: Sha256): readonly string[] {
  const { proof, chain } = told;
  const ofParts = (proof.features ?? []).flatMap(({ proof: part }) => {
    const links = told.chains?.get(part.task.id) ?? [];
    return links.map((link) => statementOf(subjectOf(part, link.tree), 'testResult', tellRun(link, part.task.id)));
  });
  const own = chain.map((link) => statementOf(subjectOf(proof, link.tree), 'testResult', tellRun(link)));
  const inputs = [...ofParts, ...own, statementOf(subjectOf(proof, proof.gitTree), 'proof', proof)].map(canonical);
  const summary = statementOf(subjectOf(proof, proof.gitTree), 'summary', summarise(told, inputs.map(sha256)));
  return [...inputs, canonical(summary)];
}

const statementOf = <Predicate>(
  subject: Statement['subject'],
  kind: keyof typeof predicateTypes,
  predicate: Predicate,
): Statement<Predicate> => ({ _type: statementType, subject, predicateType: predicateTypes[kind], predicate });

/** The commit is a subject of what was checked on its very tree. */
export function subjectOf(
  { gitTree, gitCommit }: Pick<Proof, 'gitTree' | 'gitCommit'>,
  tree: string,
): Statement['subject'] {
  const whole = { name: 'tree', digest: { gitTree: tree } };
  return gitCommit === null || tree !== gitTree ? [whole] : [{ name: 'commit', digest: { gitCommit } }, whole];
}

const results: Readonly<Record<Verdict, TestResult['result']>> = {
  passed: 'PASSED',
  failed: 'FAILED',
  timeout: 'FAILED',
  skipped: 'WARNED',
  not_configured: 'WARNED',
};

/** What failed as it should, before the change, is no failed test of this tree: its names stay in the link. */
const listedIds = ({ gate, ids }: Evidence['result']): TestIds | null => (gate === 'red-first' ? null : ids);

/** `part`: the task of the part that it is of. */
export function tellRun({ result, ...link }: Evidence, part?: string): TestResult {
  const listed = listedIds(result);
  const ids = listed === null ? result.ids : { skipped: listed.skipped };
  return {
    result: results[result.verdict],
    configuration: [{ name: result.gate, digest: { sha256: link.definitions } }],
    ...(listed !== null && { passedTests: listed.passed, warnedTests: [], failedTests: listed.failed }),
    [linkField]: { ...link, result: { ...result, ids } },
    ...defined({ [partField]: part }),
  };
}

/** The link as it was chained. */
export function linkOf({ passedTests = [], failedTests = [], [linkField]: { result, ...link } }: TestResult): Evidence {
  const { ids } = result;
  const whole =
    ids === null || 'passed' in ids ? ids : { passed: passedTests, failed: failedTests, skipped: ids.skipped };
  return { ...link, result: { ...result, ids: whole } };
}

function summarise({ proof, resource, version, at }: ProofToTell, digests: readonly string[]): Summary {
  return {
    verifier: { id: 'urn:drover', version: { drover: version } },
    timeVerified: new Date(at).toISOString(),
    resourceUri: resource,
    policy: { uri: 'urn:drover:gates', digest: { sha256: proof.definitions.sha256 } },
    inputAttestations: digests.map((digest) => ({ digest: { sha256: digest } })),
    verificationResult: proof.proven ? 'PASSED' : 'FAILED',
    verifiedLevels: [proof.proven ? provenLevel : 'FAILED'],
    slsaVersion: '1.0',
  };
}

/** Of one criterion, from the chain alone: what failed without its change, and which of it passed with it. */
export function redAndGreen(
  chain: readonly Evidence[],
  label: string,
): { readonly red: readonly string[]; readonly green: readonly string[] } {
  const mine = chain.filter(({ criterion }) => criterion === label);
  const red = mine.findLast(({ result }) => result.gate === 'red-first' && result.verdict === 'passed');
  const ids = red?.result.ids?.failed ?? [];
  const after = mine.findLast(({ result, tree }) => result.gate === 'test' && tree === red?.tree);
  const passed = new Set(after?.result.ids?.passed ?? []);
  return { red: ids, green: ids.filter((id) => passed.has(id)) };
}
