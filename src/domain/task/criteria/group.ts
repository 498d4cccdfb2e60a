// Several criteria at once, each in a copy of its own: they are begun together, and what they came to is dealt with when all have ended.
import type { Criterion, CriterionOutcome } from '../../criterion/criterion.ts';
import { sayCriterionStep } from '../../criterion/steps.ts';
import { type Instant, instant } from '../../ids.ts';
import { type NoticeBody, type NoticeDraft, noticesOf } from '../../notice.ts';
import { allowanceOf, budgetOf } from '../../parts/budget.ts';
import { addSpent, nothingSpent } from '../../run/spent.ts';
import { budgetAnswers } from '../budget/answer.ts';
import { stopCriterion } from '../budget/ask.ts';
import { spentBy } from '../budget/budget-of-task.ts';
import { endUndone } from '../judge-outcome.ts';
import { advance, go, membersOf, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { atWork, type StepRows, type TaskSeen } from '../step-row.ts';
import type { GroupMember, LeftCriterion } from '../task.ts';
import { mayGroup, nextStep, plannedAt, readyOf, roundKey, single } from './next.ts';
import { memberAt } from './spec.ts';

/** As many as there is room for and nothing speaks against; one alone is worked on in the task's copy. */
function group(view: TaskView, at: Step<'grouping'>): TaskDecision {
  const { state, spec } = view.thing;
  const { together = 1 } = spec.settings.limits;
  const atMost = together === 'auto' ? at.atMost : together;
  if (atMost === null) return { kind: 'perform', effect: { name: 'find-room', input: {} } };
  const ready = readyOf(view, at.left, mayGroup(view.thing) ? atMost : 1);
  const [one] = ready;
  if (one === undefined) return advance(state, nextStep(view, -1, at.left));
  if (ready.length === 1) return advance(state, single(view, one, at.left, at.advice));
  const members = ready.map((index): GroupMember => {
    const { label } = plannedAt(view, index);
    return { index, label, key: roundKey(view, label) };
  });
  const labels = members.map(({ label }) => label);
  const { advice, left } = at;
  return advance(state, { kind: 'developing_group', members, advice, left, told: {} }, [
    { kind: 'group_started', data: { criteria: labels } },
  ]);
}

function developGroup(view: TaskView, at: Step<'developing_group'>): TaskDecision {
  const { state } = view.thing;
  const children = membersOf(view.children, at);
  if (children.length < at.members.length) return beginAll(view, at);
  const living = children.filter(({ ended }) => !ended);
  const left = leaveGroup(view, at, children);
  if (left !== null) return left;
  const news = [...sayOn(view, living), ...toldAnew(view, at, living)];
  if (news.length > 0) {
    const told = Object.fromEntries(news.flatMap(({ mark }) => (mark === undefined ? [] : [mark])));
    const heard = noticesOf(view.notices, 'say').at(-1)?.seq ?? 0;
    return {
      kind: 'advance',
      ...go({ ...state, heard: Math.max(state.heard, heard) }, { ...at, told: { ...at.told, ...told } }),
      notices: news.map(({ notice }) => notice),
    };
  }
  return stopAllForBudget(view, at, living) ?? restWith(living);
}

/** In one transaction: none is begun without the others. */
function beginAll(view: TaskView, at: Step<'developing_group'>): TaskDecision {
  return {
    kind: 'spawn',
    children: at.members.map((member) => memberAt(view, member, at.members, at.advice)),
    state: view.thing.state,
    said: at.members.map(({ index, label }) => ({
      kind: 'criterion_started',
      data: { criterion: label, text: plannedAt(view, index).text },
    })),
  };
}

/** What they came to is put together while their copies are removed: neither needs the other. Whatever else comes next waits until they have ended. Null: not yet. */
function leaveGroup(view: TaskView, at: Step<'developing_group'>, children: readonly Criterion[]): TaskDecision | null {
  if (children.some((child) => outcomeOf(child) === null)) return null;
  const next = endGroup(view, at, children);
  const isOver = children.every(({ ended }) => ended);
  return isOver || ('state' in next && next.state.at.kind === 'joining_group') ? next : null;
}

/** Null: it is at work. */
const outcomeOf = ({ state: { at } }: Criterion): CriterionOutcome | null =>
  at.kind === 'ended' || at.kind === 'leaving' ? at.outcome : null;

/** Who passed is put together with the others; with all else it is a person who says how it goes on. */
function endGroup(view: TaskView, at: Step<'developing_group'>, children: readonly Criterion[]): TaskDecision {
  const { state } = view.thing;
  const outcomes = children.map((child) => outcomeOf(child)?.kind ?? 'blocked');
  if (outcomes.includes('cancelled'))
    return advance(state, endUndone('a criterion was cancelled', view.thing, 'cancelled', at));
  const left = at.members.map(
    ({ label, key }, which): LeftCriterion => ({ label, key, how: outcomes[which] === 'passed' ? 'join' : 'ask' }),
  );
  const named = (how: LeftCriterion['how']) => left.filter((each) => each.how === how).map(({ label }) => label);
  return advance(state, nextStep(view, -1, [...at.left, ...left]), [
    { kind: 'group_ended', data: { passed: named('join'), blocked: named('ask') } },
  ]);
}

type News = { readonly notice: NoticeDraft; readonly mark?: readonly [string, string] };

/** A person's words go to those that they name, and where they name none to all that are at work. */
function sayOn({ thing: { state }, notices }: TaskView, living: readonly Criterion[]): readonly News[] {
  return noticesOf(notices, 'say')
    .filter(({ seq }) => seq > state.heard)
    .flatMap(({ body }) => {
      const named = living.filter(({ spec }) => new RegExp(`\\b${spec.label}\\b`, 'i').test(body));
      return (named.length > 0 ? named : living).map(({ id }): News => ({ notice: { to: id, kind: 'say', body } }));
    });
}

/** What each may use, whenever another has used more of it, and that a limit is over: told once each. */
function toldAnew(view: TaskView, at: Step<'developing_group'>, living: readonly Criterion[]): readonly News[] {
  const budget = budgetOf(view.thing);
  const all = spentBy(view);
  return living.flatMap((child) => {
    const { until } = child.state.at.kind === 'limited' ? child.state.at : { until: null };
    const own = child.state.spent ?? nothingSpent;
    const before = addSpent(all, { money: -own.money, tokens: -own.tokens, unpriced: -own.unpriced });
    const allowance = budget && { ...allowanceOf(budget, before), among: living.length };
    return [
      ...(until === null || view.now < until
        ? []
        : tell(at, child, { kind: 'limit_over', body: { until } }, String(until))),
      ...(budget === null || allowance === null
        ? []
        : tell(
            at,
            child,
            { kind: 'allowance', body: { allowance, models: budget.models } },
            JSON.stringify([before, living.length, budget.round]),
          )),
    ];
  });
}

function tell(
  { told }: Step<'developing_group'>,
  { id, key }: Criterion,
  notice: NoticeBody,
  what: string,
): readonly News[] {
  const mark = [`${key} ${notice.kind}`, what] as const;
  return told[mark[0]] === what ? [] : [{ notice: { to: id, ...notice }, mark }];
}

/** A person is asked once nobody can go on without it. */
function stopAllForBudget(
  view: TaskView,
  at: Step<'developing_group'>,
  living: readonly Criterion[],
): TaskDecision | null {
  const waiting = living.filter(({ state }) => state.at.kind === 'out_of_budget');
  const [first] = waiting;
  const busy = living.some(
    ({
      state: {
        at: { kind },
      },
    }) => kind !== 'out_of_budget' && kind !== 'limited',
  );
  return first === undefined || busy ? null : stopCriterion(view, first, at);
}

/** Until one of them moves, or a limit is over. */
function restWith(living: readonly Criterion[]): TaskDecision {
  const untils = living.flatMap(({ state: { at } }) => (at.kind === 'limited' ? [at.until] : []));
  const until: Instant | null = untils.length === 0 ? null : instant(Math.min(...untils));
  return { kind: 'wait', until, on: `criteria ${living.map(({ spec }) => spec.label).join(', ')}` };
}

/** `develops SC-1, attempt 3; checks SC-2, attempt 1`. */
function sayGroup({ criteria: all }: TaskSeen, at: Step<'developing_group'>): string {
  const said = membersOf(all, at)
    .filter(({ ended }) => !ended)
    .map(sayCriterionStep);
  return said.length === 0 ? `develops ${at.members.map(({ label }) => label).join(', ')}` : said.join('; ');
}

export const groupSteps: StepRows<'grouping' | 'developing_group'> = {
  grouping: {
    ...atWork,
    phase: 'develop',
    says: 'looks how many criteria there is room for',
    decide: group,
    applied: {
      'find-room': ({ state, at, output: { atMost } }) => go(state, { ...at, atMost }),
    },
  },
  developing_group: {
    ...atWork,
    phase: 'develop',
    handover: 'later',
    says: sayGroup,
    hears: 'words',
    decide: developGroup,
    answers: budgetAnswers,
  },
};
