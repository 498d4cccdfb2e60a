// What a criterion needs next: a turn of the agent, a look at what it did, a gate, a judgement.
import type { Decision } from '../decision.ts';
import { type Instant, instant } from '../ids.ts';
import type { Run } from '../run/run.ts';
import { isUsedUp, nothingSpent, reaches } from '../run/spent.ts';
import type { Notice } from '../thing.ts';
import { allowedOf } from './allowed.ts';
import { ended } from './apply.ts';
import type { Criterion, CriterionState, CriterionView, Step } from './criterion.ts';
import { gate, green, red } from './gate.ts';
import { isPaused } from './is-paused.ts';
import { afterTurn, prompt } from './turn.ts';

export function decideCriterion(view: CriterionView, now: Instant): Decision<CriterionState> {
  const { thing, children } = view;
  const { state } = thing;
  const living = children.filter((run) => !run.ended);
  if (isCriterionStopped(thing, view.notices)) return stop(view, living);
  const paused = isPaused(view.notices);
  if (state.at.kind !== 'ended' && living.length === 0 && paused !== state.paused)
    return {
      kind: 'advance',
      state: { ...state, paused },
      said: [{ kind: paused ? 'criterion_paused' : 'criterion_resumed' }],
    };
  if (paused && state.paused && state.at.kind !== 'ended')
    return { kind: 'wait', until: null, on: 'a person to resume' };
  return decideStep(view, now);
}

function decideStep(view: CriterionView, now: Instant): Decision<CriterionState> {
  const { thing } = view;
  const { state, spec } = thing;
  const { at } = state;
  switch (at.kind) {
    case 'prompting':
      return meterDay(view) ?? stopForBudget(view, at) ?? prompt(view, at);
    case 'out_of_budget':
      return afterBudget(view, at);
    case 'working':
      return afterTurn(view, at, now);
    case 'keeping':
      return {
        kind: 'perform',
        effect: {
          name: 'snapshot',
          input: { hub: spec.hub, copy: spec.copy, base: spec.base.tree, label: `${thing.id}/cut-${state.cuts}` },
        },
      };
    case 'capturing':
      return {
        kind: 'perform',
        effect: {
          name: 'snapshot',
          input: {
            hub: spec.hub,
            copy: spec.copy,
            base: spec.base.tree,
            label: `${thing.id}/attempt-${state.attempt}`,
          },
        },
      };
    case 'inspecting':
      return {
        kind: 'perform',
        effect: {
          name: 'inspect-change',
          input: {
            hub: spec.hub,
            base: spec.base.tree,
            tree: at.tree,
            plan: spec.gatePlan,
            settings: spec.gateSettings,
          },
        },
      };
    case 'staging':
      return {
        kind: 'perform',
        effect: {
          name: 'stage-tree',
          input: { ...staged(thing, at.found.tree), overlay: null, label: `${thing.id}/${state.attempt}` },
        },
      };
    case 'staging_red':
      return {
        kind: 'perform',
        effect: {
          name: 'stage-tree',
          input: {
            ...staged(thing, at.found.tree),
            overlay: at.found.moreTests ? { globs: spec.gatePlan.tests } : at.found.tests,
            label: `${thing.id}/${state.attempt}-red`,
          },
        },
      };
    case 'gating':
      return gate(view, at);
    case 'green':
      return green(view, at);
    case 'red':
      return red(view, at);
    case 'recording':
      return {
        kind: 'perform',
        effect: {
          name: 'record-evidence',
          input: {
            base: spec.base.commit,
            tree: at.found.tree,
            definitions: spec.gatePlan.definitions,
            criterion: spec.label,
            attempt: state.attempt,
            results: at.results,
          },
        },
      };
    case 'limited':
      return afterLimit(view, at, now);
    case 'ended':
      return {
        kind: 'finish',
        state,
        said: [
          {
            kind: 'criterion_ended',
            data: {
              criterion: spec.label,
              outcome: at.outcome.kind,
              ...('why' in at.outcome ? { why: at.outcome.why } : {}),
            },
          },
        ],
      };
  }
}

/** Anew before each turn. */
function meterDay(view: CriterionView): Decision<CriterionState> | null {
  const { state } = view.thing;
  if (allowedOf(view).allowance?.day === undefined || state.metered?.runs === state.runs) return null;
  return { kind: 'perform', effect: { name: 'meter-day', input: {} } };
}

/** The task asks for it. */
function stopForBudget(view: CriterionView, at: Step<'prompting'>): Decision<CriterionState> | null {
  const { state, spec } = view.thing;
  const { allowance } = allowedOf(view);
  if (allowance === undefined) return null;
  const today = allowance.day !== undefined && reaches(allowance.day, state.metered?.used ?? nothingSpent);
  if (!today && !isUsedUp(allowance, state.spent ?? nothingSpent)) return null;
  const stopped: Step<'out_of_budget'> = { kind: 'out_of_budget', cut: at.cut, round: allowance.round };
  return {
    kind: 'advance',
    state: { ...state, at: stopped },
    said: [{ kind: 'budget_used_up', data: { criterion: spec.label } }],
  };
}

function afterBudget(view: CriterionView, at: Step<'out_of_budget'>): Decision<CriterionState> {
  const { allowance } = allowedOf(view);
  if (allowance !== undefined && allowance.round === at.round)
    return { kind: 'wait', until: null, on: 'a person to allow more' };
  return { kind: 'advance', state: { ...view.thing.state, at: { kind: 'prompting', cut: at.cut } }, said: [] };
}

/** The task wakes it: it may have to wait for a slot. */
function afterLimit({ thing, notices }: CriterionView, at: Step<'limited'>, now: Instant): Decision<CriterionState> {
  const told = notices.some(
    ({ kind, body }) => kind === 'limit_over' && (body as { until?: unknown } | null)?.until === at.until,
  );
  if (now >= at.until && told)
    return { kind: 'advance', state: { ...thing.state, at: { kind: 'prompting', cut: false } }, said: [] };
  const until = now < at.until ? instant(at.until) : null;
  return { kind: 'wait', until, on: `the agent's limit: ${at.message}` };
}

const staged = ({ spec }: Criterion, tree: string) => ({
  hub: spec.hub,
  tree,
  base: spec.base.tree,
  dependencies: spec.dependencies,
  folders: spec.gatePlan.dependencyFolders,
  repository: false,
});

function stop({ thing, notices }: CriterionView, living: readonly Run[]): Decision<CriterionState> {
  const told = notices.findLast((notice) => notice.kind === 'cancel')?.seq ?? 0;
  if (living.length > 0 && thing.state.heard < told)
    return {
      kind: 'advance',
      state: { ...thing.state, heard: told },
      said: [],
      notices: living.map((run) => ({ to: run.id, kind: 'cancel', body: null })),
    };
  if (living.length > 0) return { kind: 'wait', until: null, on: 'the end of what runs' };
  return { kind: 'advance', state: { ...thing.state, at: ended({ kind: 'cancelled' }) }, said: [] };
}

export const isCriterionStopped = ({ state }: Criterion, notices: readonly Notice[]): boolean =>
  state.at.kind !== 'ended' && notices.some((notice) => notice.kind === 'cancel');
