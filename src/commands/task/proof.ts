// What proves a task, as payloads for whoever signs them: this process has no keys, and signs nothing.

import { version } from '../../contract/version.ts';
import { ifKind } from '../../domain/any-thing.ts';
import type { CarriedPlan, Proof, ProvenCriterion } from '../../domain/bundle/forms.ts';
import { makeStatements, redAndGreen } from '../../domain/bundle/make-statements.ts';
import type { Criterion } from '../../domain/criterion/criterion.ts';
import { startOf } from '../../domain/criterion/judge-attempt.ts';
import { failed } from '../../domain/error.ts';
import { canonical } from '../../domain/evidence/canonical.ts';
import { verifyChain } from '../../domain/evidence/chain.ts';
import type { GatePlan, GateSettings } from '../../domain/evidence/gate-plan.ts';
import { judgeEvidence } from '../../domain/evidence/judge-evidence.ts';
import { rowOfCheck } from '../../domain/evidence/proof-rows.ts';
import type { Evidence } from '../../domain/evidence/verdict.ts';
import type { Question } from '../../domain/question/question.ts';
import { childOf } from '../../domain/task/features/child.ts';
import { leftOfFeatures, unverifiedIn } from '../../domain/task/judge-outcome.ts';
import type { Known, Task } from '../../domain/task/task.ts';
import type { Reads } from '../../ports/store.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { viewCriteria } from './criteria-view.ts';
import { findTaskHere } from './find.ts';
import { lookAtTask, type TaskSnapshot } from './load.ts';

/** What is known of one task. */
type KnownTask = {
  readonly seen: TaskSnapshot;
  readonly chain: readonly Evidence[];
  readonly answered: readonly Question[];
};
/** `feature`: its id. */
type Part = KnownTask & { readonly feature: string };
type Sources = KnownTask & { readonly parts: readonly Part[]; readonly copies: readonly string[] };

export const proveTask: Command<'task.proof'> = async (ports, { task: given, cwd }) => {
  const sources = await ports.store.read(async (reads): Promise<Sources> => {
    const found = await findTaskHere(reads, given, cwd);
    const copies = await reads.copies({ removed: false });
    return {
      ...(await knownOf(reads, found)),
      parts: await partsOf(reads, found),
      copies: copies.map(({ path }) => path),
    };
  });
  const { seen, chain, parts, copies } = sources;
  const { task } = seen;
  const proof = wholeProof(ports, sources);
  const { path } = task.spec.settings.workspace;
  const chains = new Map(parts.map((part) => [part.seen.task.id, part.chain]));
  const where = { resource: await resourceOf(ports, task), version, at: ports.clock.now() };
  return {
    task: task.id,
    payloads: makeStatements({ proof, chain, chains, ...where }, ports.sha256),
    subject: { commit: proof.gitCommit, tree: proof.gitTree },
    proven: proof.proven,
    missing: proof.missing,
    checkout: path,
    copies,
  };
};

async function knownOf(reads: Reads, task: Task): Promise<KnownTask> {
  return {
    seen: await lookAtTask(reads, task),
    chain: await reads.evidence(task.task),
    answered: await reads.questions({ task: task.task }),
  };
}

/** Of a task that was split: its features that tasks have done, or are doing. Of one that several did: the one that was taken. */
async function partsOf(reads: Reads, { id, state }: Task): Promise<readonly Part[]> {
  const { features, taken } = state.known.work;
  const rival = taken === undefined ? null : ifKind(await reads.root(taken), 'task');
  if (rival !== null) return [{ feature: rival.spec.part?.id ?? rival.id, ...(await knownOf(reads, rival)) }];
  if (features === undefined) return [];
  const children = await reads.things({ kind: 'task', parent: id });
  const parts: Part[] = [];
  for (const feature of features.features) {
    const child = childOf({ children }, feature);
    if (child !== undefined) parts.push({ feature: feature.id, ...(await knownOf(reads, child)) });
  }
  return parts;
}

/** A whole is proven where all its features are, and their gates have passed together. */
function wholeProof(ports: CommandPorts, { parts, ...sources }: Sources): Proof {
  const own = proofOf(ports, sources);
  if (parts.length === 0 && sources.seen.task.state.known.work.features === undefined) return own;
  const features = parts
    .filter(({ chain }) => chain.length > 0)
    .map(({ feature, ...part }) => ({ feature, proof: proofOf(ports, part) }));
  const wanting = features.flatMap(({ feature, proof }) => proof.missing.map((why) => `${feature}: ${why}`));
  const { open, doubts } = leftOfFeatures(sources.seen.task.state);
  const untold = (sources.seen.task.state.known.work.features?.features ?? [])
    .filter(({ id, state }) => state.kind === 'done' && !features.some(({ feature }) => feature === id))
    .map(({ id }) => `nothing speaks for ${id}`);
  const missing = [...own.missing, ...open.map((each) => `not done: ${each}`), ...doubts, ...untold, ...wanting];
  return { ...own, features, proven: missing.length === 0, missing };
}

/** Where the repository is, for whoever meets the bundle elsewhere; the workspace by its name where it has no remote, or its checkout is gone. */
async function resourceOf({ git }: CommandPorts, { spec }: Task): Promise<string> {
  const { name, path } = spec.settings.workspace;
  const remote = await git.remoteAddress(path);
  return remote.ok && remote.value !== null
    ? `git+${remote.value}`
    : `urn:drover:workspace:${encodeURIComponent(name)}`;
}

function proofOf({ sha256 }: CommandPorts, { seen, chain, answered }: KnownTask): Omit<Proof, 'features'> {
  const { task } = seen;
  const { known } = task.state;
  const last = chain.findLast(({ tree }) => tree === (known.work.together?.tree ?? known.work.proven)) ?? chain.at(-1);
  if (last === undefined) throw failed('EVIDENCE_MISSING', `No gate of ${task.id} has run yet.`, { task: task.id });
  const state = verifyChain(chain, sha256);
  if (!state.whole) throw failed('STATE_CORRUPT', `The chain of evidence of ${task.id} is broken: ${state.why}.`);
  const missing = missingIn(task, chain, last);
  return {
    task: { id: task.id, text: task.spec.text },
    base: { gitCommit: last.base, branch: known.place.base?.branch ?? '' },
    gitTree: last.tree,
    gitCommit: commitOf(known, last.tree),
    proven: missing.length === 0,
    missing,
    criteria: viewCriteria(seen)
      .filter(({ id }) => isToldHere(known, chain, id))
      .map(
        ({ id, text, state: how }): ProvenCriterion => ({
          label: id,
          text,
          state: how,
          ...redAndGreen(chain, id),
          ...startsOf(seen.criteria, id),
        }),
      ),
    checks: checksOf(chain),
    definitions: definitionsOf(known, last, sha256),
    environment: { sha256: last.environment, sandbox: known.place.sandbox },
    agents: agentsOf(task, seen.criteria),
    answers: answered.flatMap((question) => answerOf(question, sha256)),
    chain: { count: chain.length, head: chain.at(-1)?.hash ?? '' },
  };
}

/** What was met by the one that was taken is told with that one's chain. */
const isToldHere = ({ work }: Known, chain: readonly Evidence[], label: string): boolean =>
  work.taken === undefined || chain.some(({ criterion }) => criterion === label);

/** Of its last round. */
function startsOf(criteria: readonly Criterion[], label: string): Pick<ProvenCriterion, 'start'> {
  const last = criteria.findLast(({ spec }) => spec.label === label);
  return last === undefined ? {} : { start: startOf(last.spec).tree };
}

/** Of the very tree alone. */
function commitOf({ delivery: { head, commit } }: Known, tree: string): string | null {
  if (head?.tree === tree) return head.commit;
  return head === undefined ? commit : null;
}

function missingIn(task: Task, chain: readonly Evidence[], last: Evidence): readonly string[] {
  const {
    work: { proven, together },
    delivery: { override },
  } = task.state.known;
  const judged = judgeEvidence(chain, last);
  return [
    ...((together === undefined ? proven : together.tree) === last.tree
      ? []
      : ['its gates have not all passed on one tree']),
    ...unverifiedIn(task).map((gate) => `nothing speaks for ${gate}`),
    ...(override === null ? [] : [`${override} took it upon them although something was not verified`]),
    ...(judged.ok ? [] : [judged.failure.message]),
  ];
}

/** The newest word of each check of ours on each criterion's tree, and on the whole. */
function checksOf(chain: readonly Evidence[]): Proof['checks'] {
  const own = chain.filter(({ result }) => result.source === 'built-in');
  const newest = new Map(own.map((link) => [`${link.criterion ?? ''} ${link.result.gate}`, link]));
  return [...newest.values()].map(({ criterion, result: { gate, verdict, why, findings } }) => ({
    criterion,
    row: rowOfCheck(gate),
    gate,
    verdict,
    why,
    findings: findings.map(({ what, file, line }) => ({ what, file, line })),
  }));
}

function definitionsOf(
  { place: { gatePlan, gateSettings } }: Known,
  last: Evidence,
  sha256: CommandPorts['sha256'],
): Proof['definitions'] {
  const gates = (gatePlan?.gates ?? []).map((definition) => {
    const { gate, source, argv } = definition;
    return { gate, source, argv, sha256: sha256(canonical(definition)) };
  });
  const plan = carriedPlan(gatePlan, gateSettings, last, sha256);
  return { sha256: last.definitions, gates, setup: gatePlan?.setup ?? [], ...(plan && { plan }) };
}

/** Only what the evidence was made by. */
function carriedPlan(
  gatePlan: GatePlan | null,
  settings: GateSettings | null,
  { definitions }: Evidence,
  sha256: CommandPorts['sha256'],
): CarriedPlan | null {
  if (gatePlan === null || settings === null) return null;
  const { definitions: _, ...known } = gatePlan;
  const plan = { ...known, protect: settings.protect, tdd: settings.tdd };
  return sha256(canonical(plan)) === definitions ? plan : null;
}

const agentsOf = ({ spec }: Task, criteria: readonly Criterion[]): Proof['agents'] => ({
  appointed: spec.settings.agents,
  worked: [...new Set(criteria.flatMap(({ state }) => state.history.map(({ agent }) => agent)))].sort(),
});

/** What a person wrote beside their choice stays with them. */
function answerOf({ id, kind, state, binding }: Question, sha256: CommandPorts['sha256']): Proof['answers'] {
  if (state.kind !== 'answered') return [];
  const { choice, by, channel, at, saw } = state.answer;
  return [{ question: id, kind, choice, by, channel, at: new Date(at).toISOString(), shown: saw ?? sha256(binding) }];
}
