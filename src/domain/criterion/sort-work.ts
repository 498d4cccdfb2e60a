// What is taken for the work of an attempt: beside others only what the criterion owns, and never what tools leave. All else is set aside and told.
import type { Applied } from '../decision.ts';
import type { EffectInput, EffectOutput } from '../effect/effect.ts';
import type { Change } from '../evidence/gate-plan.ts';
import type { Finding, GateResult } from '../evidence/verdict.ts';
import type { Said } from '../fact/fact.ts';
import type { Criterion, CriterionSpec, CriterionState, Step } from './criterion.ts';
import { startOf } from './judge-attempt.ts';
import { leftoversIn, spokenOf } from './leftovers.ts';
import { type CriterionRows, to } from './moves.ts';

/** In a person's own checkout nothing is taken away. `cut`: `changes` are only the first of them. */
export const isToSort = (spec: CriterionSpec, changes: readonly Change[], cut: boolean): boolean =>
  spec.member !== undefined ||
  (spec.copy !== spec.hub.checkout && (cut || leftoversIn(changes, new Set(spokenIn(spec))).size > 0));

const spokenIn = ({ task, plan, text, files = [] }: CriterionSpec): readonly string[] =>
  spokenOf([task, plan ?? '', text, ...files].join('\n'));

function sorting({ id, spec, state }: Criterion, { tree }: Step<'sorting'>): EffectInput<'keep-own'> {
  const { member } = spec;
  return {
    hub: spec.hub,
    copy: spec.copy,
    base: spec.base.tree,
    start: member?.tree ?? startOf(spec).tree,
    tree,
    ...(member && { owned: member.owned }),
    foreign: member?.foreign ?? [],
    spoken: spokenIn(spec),
    tests: spec.gatePlan.tests,
    label: `${id}/own-${state.attempt}`,
  };
}

/** What is not its own is told with the results. */
function sorted(
  { spec: { label }, state }: Criterion,
  { tree, changes, outside, more = 0, leftovers = [] }: EffectOutput<'keep-own'>,
): Applied<CriterionState> {
  if (outside.length + leftovers.length === 0) return to(state, { kind: 'inspecting', tree, changes });
  const others = [
    ...leftovers.map((file) => setAside('was left by a tool and is no part of the change', file, leftBy)),
    ...outside.map((file) => setAside(`is not among what ${label} owns: the change was set aside`, file)),
    ...(more > 0 ? [setAside(`and ${more} more that were set aside`, null)] : []),
  ];
  const said: readonly Said[] = [
    ...(leftovers.length > 0
      ? [{ kind: 'leftovers_set_aside' as const, data: { criterion: label, files: leftovers } }]
      : []),
    ...(outside.length > 0
      ? [{ kind: 'edits_set_aside' as const, data: { criterion: label, files: outside, ...(more > 0 && { more }) } }]
      : []),
  ];
  return to(state, { kind: 'inspecting', tree, changes, others }, said);
}

/** Of the attempt that these are of. */
export const setAsideIn = (results: readonly GateResult[]): readonly string[] => foundBy(notOwned, results);
export const toolsLeftIn = (results: readonly GateResult[]): readonly string[] => foundBy(leftBy, results);

/** In any attempt: what is taken out once is found no more. */
export const leftoversOf = ({ state }: Criterion): readonly string[] =>
  state.history.flatMap(({ results }) => toolsLeftIn(results));

const foundBy = (gate: string, results: readonly GateResult[]): readonly string[] =>
  results.flatMap((each) => (each.gate === gate ? each.findings.map(({ file, what }) => file ?? what) : []));

const notOwned = 'ownership';
const leftBy = 'leftovers';

const setAside = (what: string, file: string | null, gate: string = notOwned): Finding => ({
  gate,
  what,
  file,
  line: null,
  weight: 'note',
});

export const sortSteps: CriterionRows<'sorting'> = {
  sorting: {
    says: (where) => `checks ${where}`,
    act: 'keep-own',
    input: ({ thing }, at) => sorting(thing, at),
    applied: (thing, _, output) => sorted(thing, output),
  },
};
