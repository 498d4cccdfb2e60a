// What refuses a person's plan before any agent is started: what cannot be known, what can never begin, and what nobody would check.
import { findCircle, refuseCircle } from '../dependencies.ts';
import { fail, ok, type Result } from '../error.ts';
import { readPlan, type WrittenPlan } from './read-plan.ts';

/** Some of what refuses a plan a person may let pass. */
type Leave = { readonly lenient?: boolean };

/** `notes`: what was let pass, a sentence each. */
export function checkPlan(
  text: string,
  { lenient = false }: Leave = {},
): Result<{ readonly notes: readonly string[] }> {
  const plan = readPlan(text);
  const wrong = repeated(plan) ?? unknown(plan) ?? circular(plan);
  if (wrong !== null) return wrong;
  const notes = [...unread(plan), ...uncovered(plan), ...withoutFile(plan)];
  if (lenient || notes.length === 0) return ok({ notes });
  return fail('PLAN_INVALID', `${notes.join(' ')} With --lenient it is taken as it is.`);
}

function repeated({ repeated: [found] }: WrittenPlan): Result<never> | null {
  if (found === undefined) return null;
  const { label, lines } = found;
  const said = `${label} stands twice in the plan: in line ${lines[0]} and in line ${lines[1]}.`;
  return fail('PLAN_INVALID', said, { criterion: label, lines });
}

function unknown({ criteria, requirements, scenarios }: WrittenPlan): Result<never> | null {
  const labels = new Set(criteria.map(({ label }) => label));
  const named = [
    ...criteria.map(({ label, line, dependsOn }) => ({ label, line, how: 'depends on', names: dependsOn })),
    ...requirements.map(({ label, line, criteria: names }) => ({ label, line, how: 'is fulfilled by', names })),
    ...scenarios.map(({ label, line, criteria: names }) => ({ label, line, how: 'tests', names })),
  ];
  for (const { label, line, how, names } of named) {
    const missing = names.filter((each) => !labels.has(each));
    if (missing.length > 0)
      return fail(
        'PLAN_INVALID',
        `${label} ${how} ${missing.join(', ')}, which the plan does not have (line ${line}).`,
        {
          criterion: label,
          missing,
        },
      );
  }
  return null;
}

function circular({ criteria }: WrittenPlan): Result<never> | null {
  const circle = findCircle(criteria.map(({ label, dependsOn }) => ({ id: label, dependsOn })));
  return circle === null ? null : refuseCircle(circle);
}

const unread = ({ unread: all }: WrittenPlan): readonly string[] =>
  all.map(({ label, line }) => `${label} (line ${line}) is read as no criterion: write \`${label}: what is to hold\`.`);

const uncovered = ({ requirements }: WrittenPlan): readonly string[] =>
  requirements
    .filter(({ inScope, criteria }) => inScope && criteria.length === 0)
    .map(({ label, line }) => `${label} (line ${line}) is fulfilled by no criterion.`);

/** Where only documents are written no test is. */
function withoutFile({ criteria, scenarios }: WrittenPlan): readonly string[] {
  if (criteria.length > 0 && criteria.every(({ kind }) => kind === 'docs' || kind === 'config')) return [];
  return scenarios
    .filter(({ file }) => file === null)
    .map(({ label, line }) => `${label} (line ${line}) names no test file.`);
}
