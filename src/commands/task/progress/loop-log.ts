// The attempts of a task as a log in Markdown, in the form that others keep theirs in: per iteration what was verified, what was done, and how it stood.

import { sayConfidence } from '../../../domain/criterion/confidence.ts';
import { type Attempt, type Criterion, isOfOne } from '../../../domain/criterion/criterion.ts';
import { failing } from '../../../domain/criterion/judge-attempt.ts';
import type { GateResult } from '../../../domain/evidence/verdict.ts';
import { describeFact } from '../../../domain/fact/fact.ts';
import { tidy } from '../../../domain/text/safe/strip-control.ts';
import type { Fact } from '../../../domain/thing.ts';

type Told = { readonly id: string; readonly text: string };

/** `criteria`: oldest first; `facts`: of the whole task, in order. */
export function tellLoop(task: Told, criteria: readonly Criterion[], facts: readonly Fact[]): string {
  const byThing = Map.groupBy(facts, ({ thing }) => thing);
  const counted = criteria.map(({ state }) => state.history.length);
  const parts = criteria.map((criterion, index) => {
    const before = counted.slice(0, index).reduce((sum, made) => sum + made, 0);
    return partOf(criterion, byThing.get(criterion.id) ?? [], before);
  });
  return `${['# Ralph Loop Log', `${task.id}: ${oneLine(task.text)}`, ...parts, summaryOf(criteria)].join('\n\n')}\n`;
}

const oneLine = (text: string): string => tidy(text).replaceAll(/\s+/g, ' ').trim();

function partOf({ spec, state }: Criterion, facts: readonly Fact[], before: number): string {
  const done = actionsIn(facts);
  const { at, history } = state;
  return [
    `## ${spec.label}: ${oneLine(spec.text)}`,
    ...history.map((attempt, index) => {
      const last = index === history.length - 1 && at.kind === 'ended' ? at.outcome.kind : 'open';
      return iterationOf(attempt, before + index + 1, done[index] ?? [], last);
    }),
  ].join('\n\n');
}

/** What was done up to each verdict, attempt after attempt. */
function actionsIn(facts: readonly Fact[]): readonly (readonly Fact[])[] {
  const parts: Fact[][] = [[]];
  for (const fact of facts)
    if (fact.kind === 'attempt_judged') parts.push([]);
    else parts.at(-1)?.push(fact);
  return parts;
}

/** Those that a log of this form has, by the names of their gates; others follow. */
const always: readonly (readonly [gate: string, title: string])[] = [
  ['test', 'Tests'],
  ['types', 'Type Check'],
  ['lint', 'Lint'],
  ['coverage', 'Coverage'],
];
const words: Readonly<Record<GateResult['verdict'], string>> = {
  passed: 'PASS',
  failed: 'FAIL',
  timeout: 'FAIL (timeout)',
  skipped: 'SKIPPED',
  not_configured: 'NOT CONFIGURED',
};
const standings: Readonly<Record<string, string>> = {
  passed: 'COMPLETE',
  blocked: 'BLOCKED',
  doubted: 'CONTINUE',
  open: 'CONTINUE',
};

function iterationOf(attempt: Attempt, number: number, done: readonly Fact[], last: string): string {
  const { results, agent, tree, differs = [], noProgress, confidence } = attempt;
  const named = new Set(always.map(([gate]) => gate));
  const others = results.filter(({ gate }) => !named.has(gate));
  const verified = [
    ...always.map(([gate, title]) =>
      lineOf(
        title,
        results.find((each) => each.gate === gate),
      ),
    ),
    ...others.map((result) => lineOf(result.gate, result)),
  ];
  const actions = [
    ...done.map((fact) => `- ${oneLine(describeFact(fact))}`),
    `- ${agent} left tree ${tree.slice(0, 12)}`,
  ];
  const more = [
    ...(noProgress ? ['no progress'] : []),
    ...(confidence === undefined ? [] : [sayConfidence(confidence)]),
    ...differs,
  ];
  return [
    `### Iteration ${number}`,
    `**Verification Results**:\n${verified.join('\n')}`,
    `**Actions Taken**:\n${actions.join('\n')}`,
    `**Iteration Status**: ${standings[last] ?? last.toUpperCase()}${more.length === 0 ? '' : ` (${oneLine(more.join('; '))})`}`,
  ].join('\n\n');
}

function lineOf(title: string, result: GateResult | undefined): string {
  if (result === undefined) return `- ${title}: not run`;
  const { verdict, counts, why } = result;
  const ran = counts === null ? '' : ` (${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped)`;
  return `- ${title}: ${words[verdict]}${ran}${why === '' ? '' : `: ${oneLine(why)}`}`;
}

function summaryOf(criteria: readonly Criterion[]): string {
  const attempts = criteria.reduce((sum, { state }) => sum + state.history.length, 0);
  const own = criteria.filter(isOfOne);
  const newest = [...new Map(own.map((each) => [each.spec.label, each])).values()];
  const outcomes = newest.map(({ state: { at } }) => (at.kind === 'ended' ? at.outcome.kind : 'open'));
  const whole = outcomes.every((each) => each === 'passed')
    ? 'passed'
    : (outcomes.find((each) => each !== 'passed') ?? 'open');
  const red = newest.flatMap(({ spec, state }) =>
    failing(state.history.at(-1)?.results ?? []).map(({ gate }) => `${spec.label} ${gate}`),
  );
  return [
    '## Summary',
    [
      `- Total iterations: ${attempts}`,
      `- Criteria met: ${outcomes.filter((each) => each === 'passed').length} of ${newest.length}`,
      ...(red.length === 0 ? [] : [`- Still failing: ${red.join(', ')}`]),
      `- Final status: ${criteria.length === 0 ? 'NOT BEGUN' : (standings[whole] ?? whole.toUpperCase())}`,
    ].join('\n'),
  ].join('\n\n');
}
