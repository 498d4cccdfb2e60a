// What the task knows of its work once criteria are met, by themselves or several checked at once.
import type { Criterion, CriterionOutcome } from '../../criterion/criterion.ts';
import { leftoversOf } from '../../criterion/sort-work.ts';
import { labelsOfLine, type ProofLine, proofOfCriterion, proofTogether } from '../../evidence/proof-table.ts';
import type { Finding, GateResult } from '../../evidence/verdict.ts';
import { criteria, learning, type TaskView } from '../moves.ts';
import type { TaskState } from '../task.ts';
import type { Claim, Work } from '../work.ts';

type Met = { readonly label: string; readonly round: Criterion };

/** What was checked last, with all of them in it. `together`: their labels, where they were checked at once. */
type Whole = Pick<CriterionOutcome & { readonly kind: 'passed' }, 'tree' | 'unverified'> & {
  readonly results: readonly GateResult[];
  readonly together?: string;
};

export function withMet(view: TaskView, met: readonly Met[], whole: Whole): TaskState {
  const { tree, unverified, results } = whole;
  const { state } = view.thing;
  const { work } = state.known;
  const leftovers = [...new Set([...(work.leftovers ?? []), ...criteria(view).flatMap(leftoversOf)])];
  const flaky = flakyOf(view);
  const own = met.flatMap(({ round: { state: of } }) =>
    of.at.kind === 'ended' && of.at.outcome.kind === 'passed' ? of.at.outcome.unverified : [],
  );
  return learning(state, {
    work: {
      done: [...work.done, ...met.map(({ label }) => label)],
      unverified: [...new Set([...work.unverified, ...own, ...unverified])],
      proven: tree,
      results,
      proofs: proofsWith(work, met, whole),
      claims: claimsWith(work, met),
      ...(leftovers.length > 0 && { leftovers }),
      ...(flaky.length > 0 && { flaky }),
    },
  });
}

const mostFlaky = 20;

/** Of all attempts, and of the checks of the whole so far: another may find nothing. */
function flakyOf(view: TaskView): readonly Finding[] {
  const { flaky = [], results } = view.thing.state.known.work;
  const ran = [...results, ...criteria(view).flatMap(({ state }) => state.history.flatMap((each) => each.results))];
  const found = [...flaky, ...ran.flatMap(({ findings }) => findings.filter((each) => each.flaky === true))];
  return [...new Map(found.map((each) => [`${each.file}: ${each.what}`, each])).values()].slice(0, mostFlaky);
}

const isOneOf = (met: readonly Met[], of: string): boolean => met.some(({ label }) => label === of);

/** A criterion that is met again, after a change of mind or a fix, has the rows of the last time. */
const proofsWith = ({ proofs = [] }: Work, met: readonly Met[], { together, results }: Whole): readonly ProofLine[] => [
  ...proofs.filter((line) => !labelsOfLine(line).some((label) => isOneOf(met, label))),
  ...met.flatMap(({ label, round }) => proofOfCriterion(label, round.state.history.at(-1)?.results ?? [])),
  ...(together === undefined ? [] : [proofTogether(together, results)]),
];

/** As told in the report of the attempt that was proven. */
const claimsWith = ({ claims = [] }: Work, met: readonly Met[]): readonly Claim[] => [
  ...claims.filter(({ of }) => !isOneOf(met, of)),
  ...met.flatMap(({ label: of, round }) => {
    const says = round.state.history.at(-1)?.differs ?? [];
    return says.length === 0 ? [] : [{ of, says }];
  }),
];
