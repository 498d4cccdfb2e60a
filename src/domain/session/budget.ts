// A session that has used up its money pauses, and a person is asked.
import type { Decision } from '../decision.ts';
import type { Question } from '../question/question.ts';
import { type Driven, drivenOf } from './driven.ts';
import type { Session, SessionLive, SessionState } from './session.ts';

type View = { readonly thing: Session; readonly questions: readonly Question[] };

const warnAt = 0.8;
/** What is proposed where no sum is named. */
const doubled = (used: number, budget: number): number => 2 * Math.max(used, budget);
const money = (dollars: number): string => `$${dollars.toFixed(2)}`;

export function decideBudget({ thing, questions }: View, state: SessionLive): Decision<SessionState> | null {
  const driven = drivenOf(state);
  const budget = driven.budget.raised ?? thing.spec.budget;
  const used = state.usage.money ?? 0;
  const asked = questions.find(({ key }) => key === `budget-${driven.budget.questions}`);
  if (asked?.state.kind === 'answered' && state.paused !== null)
    return heed(state, driven, { used, budget: budget ?? used }, asked.state.answer);
  if (budget === null || state.paused !== null) return null;
  if (used >= budget) return pause(thing, state, driven, used, budget);
  if (driven.budget.warned || used < budget * warnAt) return null;
  return {
    kind: 'advance',
    state: { ...state, driven: { ...driven, budget: { ...driven.budget, warned: true } } },
    said: [{ kind: 'budget_low', data: { used, budget } }],
  };
}

function pause(
  { spec }: Session,
  state: SessionLive,
  driven: Driven,
  used: number,
  budget: number,
): Decision<SessionState> {
  const questions = driven.budget.questions + 1;
  const why = `its budget of ${money(budget)} is used up`;
  return {
    kind: 'ask',
    question: {
      key: `budget-${questions}`,
      kind: 'budget',
      text: `${spec.name} has used ${money(used)} of ${money(budget)}. It is paused: nothing more is given to it.`,
      choices: [
        {
          id: 'raise',
          label: `raise the budget (to ${money(doubled(used, budget))}, or to the sum you name)`,
          words: 'optional',
        },
        { id: 'stop', label: 'end the session', words: 'none' },
      ],
      binding: `${used}/${budget}`,
      shown: { used, budget },
    },
    answeredBy: null,
    state: { ...state, paused: { why }, driven: { ...driven, budget: { ...driven.budget, questions } } },
    said: [{ kind: 'session_paused', data: { why } }],
  };
}

function heed(
  state: SessionLive,
  driven: Driven,
  { used, budget }: { readonly used: number; readonly budget: number },
  answer: { readonly choice: string; readonly words: string | null; readonly by: string },
): Decision<SessionState> | null {
  if (answer.choice === 'stop')
    return state.endAsked !== null
      ? null
      : { kind: 'perform', effect: { name: 'end-session', input: { by: answer.by, now: false } } };
  const named = Number(/\d+(?:[.,]\d+)?/.exec(answer.words ?? '')?.[0]?.replace(',', '.') ?? Number.NaN);
  const raised = named > used ? named : doubled(used, budget);
  return {
    kind: 'advance',
    state: { ...state, paused: null, driven: { ...driven, budget: { ...driven.budget, raised, warned: false } } },
    said: [{ kind: 'budget_raised', data: { to: raised, by: answer.by } }],
  };
}
