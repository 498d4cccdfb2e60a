// Success criteria as they are told: those of the plan, then what was added while the whole was mended.
import type { AttemptView, CriterionView, EvidenceLine, GateView } from '../../contract/task.ts';
import { beatAt } from '../../domain/criterion/beat.ts';
import { sayConfidence } from '../../domain/criterion/confidence.ts';
import {
  type Attempt,
  type Counsel,
  type Criterion,
  type CriterionOutcome,
  isOfOne,
} from '../../domain/criterion/criterion.ts';
import { failing } from '../../domain/criterion/judge-attempt.ts';
import { turnKey } from '../../domain/criterion/moves.ts';
import { defined } from '../../domain/defined.ts';
import type { Evidence, GateResult } from '../../domain/evidence/verdict.ts';
import type { Beat } from '../../domain/plan/plan.ts';
import type { Run } from '../../domain/run/run.ts';
import { standingIn } from '../../domain/task/criteria/standing.ts';
import type { Task } from '../../domain/task/task.ts';
import type { TaskSnapshot } from './load.ts';

export function viewCriteria(seen: TaskSnapshot): readonly CriterionView[] {
  const planned = seen.task.state.known.work.plan?.criteria ?? [];
  // What several were checked by at once is told by the log.
  const rounds = Map.groupBy(seen.criteria.filter(isOfOne), ({ spec }) => spec.label);
  const inPlan = new Set(planned.map(({ label }) => label));
  const more = [...rounds.keys()].filter((label) => !inPlan.has(label));
  const runs = Map.groupBy(seen.runs, ({ parent }) => parent);
  const standing = standingIn(seen, seen.task.state.at.kind === 'ended');
  /** A blocked criterion that went on has several rounds; the last one says how it stands. */
  const view = (id: string, text: string, first: readonly string[] = []): CriterionView => {
    const attempts = (rounds.get(id) ?? []).flatMap((round) => attemptsOf(round, runs.get(round.id) ?? []));
    return {
      id,
      text,
      depends_on: first,
      ...standing(id),
      attempts,
      tried: attempts.filter(({ strategy: way }) => way !== beside).length,
    };
  };
  return [
    ...planned.map(({ label, text, dependsOn }) => view(label, text, dependsOn)),
    ...more.map((label) => view(label, rounds.get(label)?.[0]?.spec.text ?? '')),
  ];
}

/** `runs`: its own. */
function attemptsOf(round: Criterion, runs: readonly Run[]): readonly AttemptView[] {
  const { history, attempt, agent, at } = round.state;
  const { counsel, earlier = null } = round.spec;
  const before = counsel === undefined ? earlier : counsel;
  const made = history.map((each, index) => viewAttempt(each, history[index - 1] ?? before, runOf(runs, each)));
  const turn = runs.findLast(({ key }) => key.startsWith('turn-'));
  const isOver = at.kind === 'ended' ? !wasLost(history, turn) : history.some(({ number }) => number === attempt);
  if (isOver) return made;
  const beat = beatAt(round);
  const worker = round.spec.agents[agent] ?? '';
  const lookedAt = 'found' in at && { turn: turnKey(round.state.runs) };
  const way = strategy({ agent: worker, ...(beat !== null && { beat }), ...lookedAt }, history.at(-1) ?? before);
  const result = at.kind === 'ended' ? `${noGateRan} ${whyOver(at.outcome)}` : 'under way';
  const run = turn?.id ?? null;
  return [...made, { number: attempt, agent: worker, strategy: way, run, result, ...nothingYet }];
}

const noGateRan = 'no gate ran, because';

/** A turn after which nothing was judged: it ended with its criterion. Rows of older versions do not say whose their turns were. */
function wasLost(history: readonly Attempt[], turn: Run | undefined): boolean {
  const last = history.at(-1);
  if (turn === undefined) return false;
  return last === undefined || (last.turn !== undefined && last.turn !== turn.key);
}

function whyOver(outcome: CriterionOutcome): string {
  switch (outcome.kind) {
    case 'blocked':
      return outcome.why;
    case 'amended':
      return 'its agent says that the plan does not fit';
    case 'doubted':
      return 'another agent is to look first';
    case 'cancelled':
      return 'it was ended before';
    case 'passed':
      return 'nothing was left to be checked';
  }
}

const nothingYet = { tree: null, checks: [], differs: [] } as const;

function viewAttempt(attempt: Attempt, before: Attempt | Counsel | null, run: string | null): AttemptView {
  const { results, differs = [] } = attempt;
  const red = failing(results);
  const failures = red.map(({ gate, why }) => `${gate} failed: ${why}`).join('; ');
  const ran = results.some(({ argv }) => argv.length > 0);
  const result = red.length === 0 ? passedWords(attempt) : ran ? failures : `${noGateRan} ${failures}`;
  return {
    number: attempt.number,
    strategy: strategy(attempt, before),
    agent: attempt.agent,
    run,
    result: [
      ...(attempt.noProgress ? ['no progress'] : []),
      result,
      ...(attempt.confidence === undefined ? [] : [sayConfidence(attempt.confidence)]),
      ...differs,
    ].join('; '),
    tree: attempt.tree,
    checks: results.map(({ gate, verdict, why }) => ({ gate, verdict, why })),
    differs,
  };
}

function passedWords({ results }: Attempt): string {
  const silent = results.filter(({ verdict }) => verdict === 'not_configured').map(({ gate }) => gate);
  return silent.length === 0 ? 'all gates passed' : `no gate says no, and none speaks for ${silent.join(', ')}`;
}

const turns: Readonly<Record<Beat, string>> = { test: 'its tests', code: 'the change', refactor: 'its form' };

/** Nobody had a turn: what it came to by itself was checked beside what others came to. */
const together = turnKey(0);
const beside = 'put together with the others';

function strategy(now: Pick<Attempt, 'agent' | 'beat' | 'turn'>, before: Attempt | Counsel | null): string {
  if (now.turn === together) return beside;
  return now.beat === undefined ? wayOn(now, before) : `${turns[now.beat]}: ${wayOn(now, before)}`;
}

function wayOn(now: Pick<Attempt, 'agent'>, before: Attempt | Counsel | null): string {
  if (before === null) return 'first try';
  if ('from' in before) return `the advice of ${before.from}`;
  if (before.green) return 'what is green';
  if (before.agent !== now.agent) return 'another agent';
  return before.noProgress ? 'a fresh conversation' : 'the failures as the next prompt';
}

/** Its last turn; of rows that do not say which that was, the one before its first gate. */
function runOf(runs: readonly Run[], { turn: key, number }: Attempt): string | null {
  return key === undefined ? turnBefore(runs, number) : (runs.find((run) => run.key === key)?.id ?? null);
}

function turnBefore(runs: readonly Run[], attempt: number): string | null {
  let turn: string | null = null;
  for (const { key, id } of runs) {
    if (key.startsWith('turn-')) turn = id;
    if (key.startsWith(`gate-${attempt}-`)) return turn;
  }
  return null;
}

// Results of gates as they are told.

export const viewGate = (result: GateResult): GateView => ({
  gate: result.gate,
  verdict: result.verdict,
  why: result.why,
  command: result.argv.join(' '),
  source: result.source,
  duration_ms: result.durationMs,
  counts: result.counts,
});

export const viewEvidence = (evidence: Evidence): EvidenceLine => ({
  ...viewGate(evidence.result),
  number: evidence.number,
  at: evidence.at,
  ...defined({ started_at: evidence.result.startedAt }),
  criterion: evidence.criterion,
  attempt: evidence.attempt,
  base: evidence.base,
  tree: evidence.tree,
  hash: evidence.hash,
});

/** The newest result of each gate; what is known before there is evidence, otherwise. */
export function newestGates(task: Task, chain: readonly Evidence[]): readonly GateView[] {
  const { baseline, results } = task.state.known.work;
  const newest = new Map([...baseline, ...results].map((result) => [result.gate, result]));
  for (const { result } of chain) newest.set(result.gate, result);
  return [...newest.values()].map(viewGate);
}
