// What is wanted of a task that is driven by hand: one step, put as a notice; and how the last ones came out.
import type { Failure } from '../../error.ts';
import type { ChangeTotals } from '../../evidence/bound-list.ts';
import type { Instant } from '../../ids.ts';
import { type NoticeMap, noticesOf } from '../../notice.ts';
import { planFrom } from '../../plan/plan-from.ts';
import type { TaskView } from '../moves.ts';
import type { Known, Phase, Task, TaskSpec, TaskState } from '../task.ts';

export type StepWish =
  | { readonly step: 'analyze'; readonly agent: string | null; readonly words: string | null }
  | {
      readonly step: 'develop';
      readonly agent: string | null;
      /** A plan of the caller's own. */
      readonly plan: string | null;
      readonly branch: string | null;
      readonly words: string | null;
      /** A person wants it: they are not asked whether the plan is right. */
      readonly agreed: boolean;
    }
  | { readonly step: 'test' }
  | {
      readonly step: 'submit';
      readonly title: string | null;
      readonly body: string | null;
      /** Who takes it upon them although evidence is missing or stale. */
      readonly override: string | null;
    }
  /** The environment was looked at already; what came of it goes on record. */
  | { readonly step: 'verify'; readonly verdict: string; readonly artifact: string };

export type StepName = StepWish['step'];

/** The phase that each step leaves a task in. */
export const phaseOfStep = {
  analyze: 'analyze',
  develop: 'develop',
  test: 'test',
  submit: 'submit',
  verify: 'verify',
} as const satisfies Readonly<Record<StepName, Phase>>;

/** While a step is under way the task is in its phase, whatever is done for it; null: none is. */
export const phaseByHand = ({ step }: Pick<TaskState, 'step'>): Phase | null =>
  step == null ? null : phaseOfStep[step.wish.step];

/** The step under way. */
export type HandStep = NoticeMap['step'] & {
  /** Number of the notice it was wished with; its name for who waits for its end. */
  readonly seq: number;
  readonly by: string;
  readonly began: Instant;
  /** Where the task was before it, and is again if it fails. */
  readonly from: Phase;
  /** The end of the lease as it was last seen; null before it was looked at. */
  readonly until: Instant | null;
  /** The lease was looked at right before the commit. */
  readonly cleared: boolean;
  /** It has done what it is for; what differs from the base is looked at before it goes on record. */
  readonly over?: true;
  readonly changed?: StepChange;
};

/** What differs from the base, as git sees it: files that are not tracked too. */
export type StepChange = {
  /** Old and new name of a renamed one; the first of them where there are very many. */
  readonly files: readonly string[];
  /** Changes that are not among them. */
  readonly more: number;
  readonly totals: ChangeTotals;
};

/** How a step came out. */
export type StepEnd = {
  readonly seq: number;
  readonly step: StepName;
  /** null: it is done. */
  readonly failure: Failure | null;
  /** Of `verify`. */
  readonly verdict?: string;
  /** Of the last `analyze` and the last `develop`; absent in steps of earlier versions. */
  readonly changed?: StepChange;
};

export const wishOf = ({ thing, notices }: Pick<TaskView, 'thing' | 'notices'>) => {
  const seen = Math.max(thing.state.stepped ?? 0, thing.state.since);
  return noticesOf(notices, 'step').find(({ seq }) => seq > seen) ?? null;
};

/** What a step says stands for what the task says, as long as it is under way: whoever reads the task need not know of steps. */
export function withWish(thing: Task): Task {
  const { spec, state } = thing;
  const wish = state.step?.wish;
  if (wish === undefined || (wish.step !== 'analyze' && wish.step !== 'develop')) return thing;
  const named = wish.agent === null ? spec : byAgent(spec, wish.agent);
  return { ...thing, spec: wish.step === 'develop' ? { ...named, plan: planOf(wish.plan, thing) } : named };
}

const byAgent = (spec: TaskSpec, agent: string): TaskSpec => ({
  ...spec,
  settings: {
    ...spec.settings,
    agents: { ...spec.settings.agents, analyze: [agent], develop: [agent], fix: [agent] },
  },
});

/** A plan of one's own does not do away with what the analysis found. */
function planOf(plan: string | null, { spec, state }: Task): string | null {
  if (plan === null) return null;
  return `${plan.trim()}\n\nWhat the analysis found:\n${summaryOf(state.known.report, spec.text) ?? '(not available)'}`;
}

/** The report of an analysis in words; one that is not complete as it is. */
export function summaryOf(found: Known['report'], task: string): string | null {
  const { report = null, text = '' } = found ?? {};
  if (report === null) return text.trim() === '' ? null : text.trim();
  const chosen = report.proposals.find(({ recommended }) => recommended) ?? report.proposals[0];
  const others = report.proposals.filter((each) => each !== chosen);
  return [
    planFrom(task, null, report, null).text,
    ...others.map((each) => `Another proposal: ${each.title}\n${each.text}`),
    ...(report.wanted.length === 0 ? [] : [`Wanted besides: ${report.wanted.join('; ')}`]),
  ].join('\n');
}
