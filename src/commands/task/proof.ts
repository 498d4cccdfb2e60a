// What proves a task, as payloads for whoever signs them: this process has no keys, and signs nothing.

import { version } from '../../contract/version.ts';
import type { CarriedPlan, Proof, ProvenCriterion } from '../../domain/bundle/forms.ts';
import { makeStatements, redAndGreen } from '../../domain/bundle/make-statements.ts';
import type { Criterion } from '../../domain/criterion/criterion.ts';
import { startOf } from '../../domain/criterion/judge-attempt.ts';
import { failed } from '../../domain/error.ts';
import { canonical } from '../../domain/evidence/canonical.ts';
import { verifyChain } from '../../domain/evidence/chain.ts';
import type { GatePlan, GateSettings } from '../../domain/evidence/gate-plan.ts';
import { judgeEvidence } from '../../domain/evidence/judge-evidence.ts';
import type { Evidence } from '../../domain/evidence/verdict.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Known, Task } from '../../domain/task/task.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { viewCriteria } from './criteria-view.ts';
import { findTaskHere } from './find.ts';
import { lookAtTask, type TaskSnapshot } from './load.ts';

type Sources = {
  readonly seen: TaskSnapshot;
  readonly chain: readonly Evidence[];
  readonly answered: readonly Question[];
  readonly copies: readonly string[];
};

export const proveTask: Command<'task.proof'> = async (ports, { task: given, cwd }) => {
  const sources = await ports.store.read(async (reads): Promise<Sources> => {
    const found = await findTaskHere(reads, given, cwd);
    const copies = await reads.copies({ removed: false });
    return {
      seen: await lookAtTask(reads, found),
      chain: await reads.evidence(found.task),
      answered: await reads.questions({ task: found.task }),
      copies: copies.map(({ path }) => path),
    };
  });
  const { task } = sources.seen;
  const proof = proofOf(ports, sources);
  const { path } = task.spec.settings.workspace;
  const told = { proof, chain: sources.chain, resource: await resourceOf(ports, task), version, at: ports.clock.now() };
  return {
    task: task.id,
    payloads: makeStatements(told, ports.sha256),
    subject: { commit: proof.gitCommit, tree: proof.gitTree },
    ...{ proven: proof.proven, missing: proof.missing },
    checkout: path,
    copies: sources.copies,
  };
};

/** Where the repository is, for whoever meets the bundle elsewhere; the workspace by its name where it has no remote, or its checkout is gone. */
async function resourceOf({ git }: CommandPorts, { spec }: Task): Promise<string> {
  const { name, path } = spec.settings.workspace;
  const remote = await git.remoteAddress(path);
  return remote.ok && remote.value !== null
    ? `git+${remote.value}`
    : `urn:drover:workspace:${encodeURIComponent(name)}`;
}

function proofOf({ sha256 }: CommandPorts, { seen, chain, answered }: Sources): Proof {
  const { task } = seen;
  const { known } = task.state;
  const last =
    (known.work.proven === null ? undefined : chain.findLast(({ tree }) => tree === known.work.proven)) ?? chain.at(-1);
  if (last === undefined) throw failed('EVIDENCE_MISSING', `No gate of ${task.id} has run yet.`, { task: task.id });
  const state = verifyChain(chain, sha256);
  if (!state.whole) throw failed('STATE_CORRUPT', `The chain of evidence of ${task.id} is broken: ${state.why}.`);
  const missing = missingIn(known, chain, last);
  return {
    task: { id: task.id, text: task.spec.text },
    base: { gitCommit: last.base, branch: known.place.base?.branch ?? '' },
    gitTree: last.tree,
    gitCommit: commitOf(known, last.tree),
    ...{ proven: missing.length === 0, missing },
    criteria: viewCriteria(seen).map(
      ({ id, text, state: how }): ProvenCriterion => ({
        ...{ label: id, text, state: how, ...redAndGreen(chain, id) },
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

function missingIn(
  { work: { proven, unverified }, delivery: { override } }: Known,
  chain: readonly Evidence[],
  last: Evidence,
): readonly string[] {
  const judged = judgeEvidence(chain, last);
  return [
    ...(proven === last.tree ? [] : ['its gates have not all passed on one tree']),
    ...unverified.map((gate) => `nothing speaks for ${gate}`),
    ...(override === null ? [] : [`${override} took it upon them although something was not verified`]),
    ...(judged.ok ? [] : [judged.failure.message]),
  ];
}

/** The newest word of each check of ours on each criterion's tree, and on the whole. */
function checksOf(chain: readonly Evidence[]): Proof['checks'] {
  const own = chain.filter(({ result }) => result.source === 'built-in');
  const newest = new Map(own.map((link) => [`${link.criterion ?? ''} ${link.result.gate}`, link]));
  return [...newest.values()].map(({ criterion, result: { gate, verdict, why, findings } }) => ({
    ...{ criterion, gate, verdict, why },
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
