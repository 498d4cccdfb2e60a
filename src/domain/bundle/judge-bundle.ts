// Do the statements of a bundle agree with one another, and with the chain that they carry?

import { type Failure, fail, ok, type Result } from '../error.ts';
import { canonical } from '../evidence/canonical.ts';
import { type Sha256, verifyChain } from '../evidence/chain.ts';
import { judgeEvidence } from '../evidence/judge-evidence.ts';
import type { Evidence } from '../evidence/verdict.ts';
import {
  linkField,
  type Proof,
  partField,
  predicateTypes,
  provenLevel,
  type Summary,
  type TestResult,
} from './forms.ts';
import { linkOf, redAndGreen, subjectOf, tellRun } from './make-statements.ts';
import { type Bundle, type BundleLine, isRecord } from './read-bundle.ts';

/** One task with the chain that bears it. */
export type BorneProof = { readonly proof: Omit<Proof, 'features'>; readonly chain: readonly Evidence[] };
/** `parts`: of a task that was split, in their order. */
export type JudgedProof = BorneProof & {
  readonly summary: Summary;
  readonly parts: readonly (BorneProof & { readonly feature: string })[];
};

const broken = (
  message: string,
  details?: Record<string, unknown>,
): { readonly ok: false; readonly failure: Failure } => fail('PROOF_BROKEN', message, details);

/** Whole and of one piece; whether it is proven stands in it. */
export function judgeBundle(bundle: Bundle, sha256: Sha256): Result<JudgedProof> {
  const taken = takeLines(bundle);
  if (!taken.ok) return taken;
  const { summary, proof, runs } = taken.value;
  const named = compareInputs(bundle, summary, [proof, ...runs], sha256);
  if (named !== null) return broken(named);
  if (!isProof(proof.statement.predicate)) return broken(`line ${proof.line} tells no proof`);
  const chains = chainsOf(runs);
  if (!chains.ok) return chains;
  const told = proof.statement.predicate;
  const borne = (of: Omit<Proof, 'features'>, part: string | null) => ({
    proof: of,
    chain: chains.value.get(part) ?? [],
  });
  const parts = (told.features ?? []).map(({ feature, proof: of }) => ({ feature, ...borne(of, of.task.id) }));
  const judged = { ...borne(told, null), parts, summary: summary.statement.predicate as Summary };
  const all = [judged, ...parts];
  const why =
    againstParts(judged, [...chains.value.keys()]) ??
    firstOf(all, (each) => againstChain(each, sha256)) ??
    againstSubjects(judged, [summary, proof], runs) ??
    firstOf(all, (each) => againstClaims(each, sha256)) ??
    againstSummary(judged);
  return why === null ? ok(judged) : broken(why);
}

const firstOf = (all: readonly BorneProof[], look: (each: BorneProof) => string | null): string | null =>
  all.map(look).find((why) => why !== null) ?? null;

type Lines = { readonly summary: BundleLine; readonly proof: BundleLine; readonly runs: readonly BundleLine[] };

function takeLines({ lines, strange }: Bundle): Result<Lines> {
  const of = (kind: keyof typeof predicateTypes) =>
    lines.filter(({ statement }) => statement.predicateType === predicateTypes[kind]);
  const [summaries, proofs] = [of('summary'), of('proof')];
  const [summary] = summaries;
  const [proof] = proofs;
  if (summary === undefined || proof === undefined)
    return broken(
      `it is cut short: ${summary === undefined ? 'the summary' : 'the proof itself'} is missing${unread(strange)}`,
    );
  if (summaries.length > 1 || proofs.length > 1) return broken('it holds more than one proof');
  return ok({ summary, proof, runs: of('testResult') });
}

const unread = (strange: readonly number[]): string =>
  strange.length === 0 ? '' : `, and line ${strange.slice(0, 5).join(', ')} cannot be read`;

/** The summary names all others by their digests, each once; the order of lines is no matter. */
function compareInputs(
  { strange }: Bundle,
  { statement }: BundleLine,
  others: readonly BundleLine[],
  sha256: Sha256,
): string | null {
  const summary = statement.predicate;
  if (!isSummary(summary)) return 'its summary names nothing';
  const wanted = summary.inputAttestations.map(({ digest }) => digest?.sha256);
  const there = others.map((each) => ({ line: each.line, digest: sha256(each.payload) }));
  const added = there.find(({ digest }) => !wanted.includes(digest));
  if (added !== undefined) return `the summary does not name what line ${added.line} says`;
  const lost = wanted.filter((digest) => !there.some((each) => each.digest === digest)).length;
  if (lost > 0) return `${lost} of ${wanted.length} statements that the summary names are missing${unread(strange)}`;
  return wanted.length === there.length ? null : 'a statement stands in it twice';
}

const isSummary = (value: unknown): value is Summary =>
  isRecord(value) &&
  Array.isArray(value.inputAttestations) &&
  value.inputAttestations.every((each) => isRecord(each) && isRecord(each.digest)) &&
  isRecord(value.policy) &&
  isRecord(value.policy.digest) &&
  typeof value.timeVerified === 'string';

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isProof = (value: unknown): value is Proof =>
  isOneProof(value) &&
  (!('features' in value) ||
    (Array.isArray(value.features) &&
      value.features.every(
        (each) =>
          isRecord(each) && typeof each.feature === 'string' && isOneProof(each.proof) && !('features' in each.proof),
      )));

const isOneProof = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) &&
  isRecord(value.task) &&
  typeof value.task.id === 'string' &&
  isRecord(value.base) &&
  typeof value.base.gitCommit === 'string' &&
  typeof value.gitTree === 'string' &&
  (value.gitCommit === null || typeof value.gitCommit === 'string') &&
  typeof value.proven === 'boolean' &&
  areTexts(value.missing) &&
  Array.isArray(value.criteria) &&
  value.criteria.every(
    (each) => isRecord(each) && typeof each.label === 'string' && areTexts(each.red) && areTexts(each.green),
  ) &&
  isRecord(value.definitions) &&
  typeof value.definitions.sha256 === 'string' &&
  Array.isArray(value.definitions.gates) &&
  value.definitions.gates.every((each) => isRecord(each) && typeof each.gate === 'string' && areTexts(each.argv)) &&
  Array.isArray(value.definitions.setup) &&
  value.definitions.setup.every(areTexts) &&
  isRecord(value.chain) &&
  typeof value.chain.count === 'number' &&
  typeof value.chain.head === 'string';

const isTestResult = (value: unknown): value is TestResult => {
  if (!isRecord(value)) return false;
  const {
    [linkField]: link,
    passedTests = [],
    failedTests = [],
    [partField]: part = '',
  } = value as Partial<TestResult>;
  return (
    isRecord(link) &&
    isRecord(link.result) &&
    typeof link.number === 'number' &&
    typeof part === 'string' &&
    areTexts(passedTests) &&
    areTexts(failedTests) &&
    hasIds(link.result.ids)
  );
};

const hasIds = (ids: unknown): boolean =>
  ids === null || (isRecord(ids) && Object.values(ids).every(areTexts) && Array.isArray(ids.skipped));

/** By the task of the part; null: the task's own. */
function chainsOf(runs: readonly BundleLine[]): Result<ReadonlyMap<string | null, readonly Evidence[]>> {
  const links: { readonly part: string | null; readonly link: Evidence }[] = [];
  for (const { line, statement } of runs) {
    if (!isTestResult(statement.predicate)) return broken(`line ${line} tells no run of a gate`);
    const { [partField]: part } = statement.predicate;
    const link = linkOf(statement.predicate);
    if (canonical(tellRun(link, part)) !== canonical(statement.predicate))
      return broken(`line ${line} says something else of the run than its evidence`);
    links.push({ part: part ?? null, link });
  }
  const ordered = links.toSorted((one, other) => one.link.number - other.link.number);
  const grouped = Map.groupBy(ordered, ({ part }) => part);
  return ok(new Map([...grouped].map(([part, each]) => [part, each.map(({ link }) => link)])));
}

/** Each part once, and no run of what is none; a whole is no more proven than its parts. */
function againstParts({ proof, parts }: JudgedProof, chains: readonly (string | null)[]): string | null {
  const tasks = parts.map((part) => part.proof.task.id);
  if (new Set([...tasks, proof.task.id]).size !== tasks.length + 1) return 'it tells of one part twice';
  const astray = chains.find((part) => part !== null && !tasks.includes(part));
  if (astray !== undefined) return `it has runs of ${astray}, which is none of its parts`;
  const wanting = parts.find((part) => !part.proof.proven);
  return proof.proven && wanting !== undefined ? `it claims to be proven, and ${wanting.feature} is not` : null;
}

function againstChain({ proof, chain }: BorneProof, sha256: Sha256): string | null {
  const { count, head } = proof.chain;
  if (chain.length !== count) return `the chain has ${chain.length} links, and ${count} are told of`;
  const state = verifyChain(chain, sha256, head);
  return state.whole ? null : `its chain is broken: ${state.why}`;
}

function againstSubjects(
  { proof, parts }: JudgedProof,
  whole: readonly BundleLine[],
  runs: readonly BundleLine[],
): string | null {
  const differs = ({ statement }: BundleLine, of: BorneProof['proof'], tree: string) =>
    canonical(statement.subject) !== canonical(subjectOf(of, tree));
  const astray =
    whole.find((line) => differs(line, proof, proof.gitTree)) ??
    runs.find((line) => {
      const run = line.statement.predicate as TestResult;
      const part = parts.find((each) => each.proof.task.id === run[partField]);
      return differs(line, part?.proof ?? proof, linkOf(run).tree);
    });
  return astray === undefined ? null : `line ${astray.line} is about something else than the proof`;
}

/** Nothing is taken on trust that the chain tells by itself. */
function againstClaims({ proof, chain }: BorneProof, sha256: Sha256): string | null {
  for (const { label, red, green } of proof.criteria)
    if (canonical({ red, green }) !== canonical(redAndGreen(chain, label)))
      return `the red and green tests of ${label} are not those of the chain`;
  const wanted = { base: proof.base.gitCommit, tree: proof.gitTree, definitions: proof.definitions.sha256 };
  const judged = judgeEvidence(chain, wanted);
  if (proof.proven && !judged.ok) return `it claims to be proven, and its evidence does not: ${judged.failure.message}`;
  const { plan } = proof.definitions;
  if (plan !== undefined && sha256(canonical(plan)) !== proof.definitions.sha256)
    return 'the gates that it carries are not those that its chain is bound to';
  return null;
}

function againstSummary({ proof, summary }: JudgedProof): string | null {
  if (summary.policy.digest?.sha256 !== proof.definitions.sha256) return 'its summary is of other definitions';
  const passes =
    summary.verificationResult === 'PASSED' && canonical(summary.verifiedLevels) === canonical([provenLevel]);
  if (passes !== proof.proven) return 'summary and proof do not agree whether it is proven';
  return null;
}
