// What a round of a criterion is begun with: by itself in the task's copy, or beside others in one of its own.

import { beatsOf } from '../../criterion/beat.ts';
import { doubtsOf } from '../../criterion/confidence.ts';
import {
  type Criterion,
  type CriterionSpec,
  type CriterionState,
  firstCriterionState,
  type Member,
} from '../../criterion/criterion.ts';
import { lean } from '../../criterion/end-attempt.ts';
import { failing, testOf } from '../../criterion/judge-attempt.ts';
import type { Rewound } from '../../criterion/rewound.ts';
import type { ChildDraft } from '../../decision.ts';
import { defined } from '../../defined.ts';
import { settledNeeds } from '../../flow/before.ts';
import { agentsFor, attemptsOf, nodeOf } from '../../flow/flow-run.ts';
import type { NodeRecord } from '../../flow/node.ts';
import { planNear } from '../../flow/plan-near.ts';
import { sayForDependants } from '../../flow/summary.ts';
import { allowanceOf, budgetOf } from '../../parts/budget.ts';
import { pathBelow } from '../../place/within.ts';
import type { Plan, PlannedCriterion } from '../../plan/plan.ts';
import { spentBy } from '../budget/budget-of-task.ts';
import { copyOf, criteria, known, labelAt, minutes, placeOf, type Step, type TaskView } from '../moves.ts';
import { looksAt } from '../phases/advise.ts';
import { textWithAttachments } from '../settings/attachments.ts';
import type { GroupMember, LeftCriterion, Task, TaskState } from '../task.ts';
import { flowOf } from './flow-of.ts';
import { goOnWith } from './go-on.ts';
import { summariesOf } from './kept-pages.ts';
import { redTestsFor, redTestsIn } from './still-red.ts';

export type Assignment = Omit<Step<'developing'>, 'kind' | 'left'>;

export function criterionAt(view: TaskView, at: Assignment): ChildDraft {
  const { state } = view.thing;
  const spec = specOf(view, at, { copy: copyOf(state).path });
  const before = at.goesOn === true ? roundBefore(view, spec.label) : undefined;
  const first = {
    ...firstState(spec, before, madeElsewhere(view, spec.label)),
    ...redTestsFor(view, at, roundBefore(view, spec.label)),
  };
  const from = at.checks === at.key ? { ...first, ...asWhole(spec), at: { kind: 'capturing' } as const } : first;
  return { kind: 'criterion', key: at.key, spec, state: from };
}

/** `members`: all that are begun at once. */
export function memberAt(
  view: TaskView,
  { index, key }: GroupMember,
  members: readonly GroupMember[],
  advice: string | null,
): ChildDraft {
  const { state, spec } = view.thing;
  const { criteria: all } = known(state, 'work', 'plan');
  const { files = [], tests = [] } = all[index] ?? {};
  const copy = copyOf(state);
  const member: Member = {
    workspace: spec.settings.workspace.name,
    branch: `${copy.branch}--${key}`,
    tree: standingTree(state),
    copyFiles: state.known.place.copyFiles,
    owned: { files, tests },
    foreign: all.filter((_, at) => at !== index).flatMap((each) => [...each.files, ...(each.tests ?? [])]),
    among: members.map(({ label }) => label),
  };
  const at = { index, key, advice, agents: null };
  const child = specOf(view, at, { copy: `${copy.path}.${key}`, member });
  const { allowance, ...rest } = child;
  const shared = allowance && { ...allowance, among: members.length };
  const own: CriterionSpec = { ...rest, ...(shared && { allowance: shared }) };
  return { kind: 'criterion', key, spec: own, state: { ...firstCriterionState, at: { kind: 'copying' } } };
}

/** All that their works are checked by, once and on what is proven so far: each has been proven by itself. */
export function togetherAt(view: TaskView, members: readonly LeftCriterion[], key: string): ChildDraft {
  const { state } = view.thing;
  const plan = known(state, 'work', 'plan').criteria;
  const planned = members.flatMap(({ label }) => plan.find((each) => each.label === label) ?? []);
  const last = members.at(-1);
  const round = criteria(view).find((each) => each.key === last?.key);
  const worker = round?.spec.agents[round.state.agent];
  const index = plan.findIndex(({ label }) => label === last?.label);
  const at: Assignment = { index, key, advice: null, agents: worker === undefined ? null : [worker] };
  const own = specOf(view, at, { copy: copyOf(state).path });
  const { beats, looks, doubts, handover, expected, ...shared } = own;
  const { node, below, lookups, builtOn, loop, given, gathers, goesOn, ...spec } = shared;
  const checked: CriterionSpec = {
    ...spec,
    label: planned.map(({ label }) => label).join(', '),
    text: planned
      .map(({ label, text, verify }) => `${label}: ${text}${verify === null ? '' : ` (${verify})`}`)
      .join('\n'),
    verify: null,
    files: planned.flatMap(({ files }) => files),
    attempts: 1,
    together: planned.map(({ label, verify, ...more }) => ({ label, verify, ...defined({ expected: more.expected }) })),
  };
  return { kind: 'criterion', key, spec: checked, state: { ...firstCriterionState, at: { kind: 'capturing' } } };
}

/** What is proven, or the copy as it was made where nothing is. */
export const standingTree = (state: TaskState): string => state.known.work.proven ?? copyOf(state).tree;

/** What is there already is no turn for the tests alone. */
const asWhole = ({ beats }: CriterionSpec): Partial<CriterionState> => (beats === undefined ? {} : { beat: 'code' });

function specOf(view: TaskView, at: Assignment, where: Pick<CriterionSpec, 'copy' | 'member'>): CriterionSpec {
  const { state, spec } = view.thing;
  const planned: PlannedCriterion = known(state, 'work', 'plan').criteria[at.index] ?? {
    label: labelAt(state, at),
    text: at.advice ?? spec.text,
    verify: null,
    files: [],
    kind: 'refactor',
  };
  const role = roleAt(view, at);
  const node = role === 'fix' ? null : nodeOf(flowOf(view.thing), planned.label);
  const whole = planText(state, spec.text);
  const workers = workersFor(view, at);
  const agents = at.agents ?? (node === null ? workers : agentsFor(node, workers, flowOf(view.thing)?.tools));
  const context = spec.settings.role?.[role]?.context;
  const budget = budgetOf(view.thing);
  const { hub, base, gatePlan, gateSettings } = placeOf(state);
  const doubts = role === 'fix' ? null : doubtsOf(planned, known(state, 'work', 'plan'));
  const before = at.goesOn === true ? roundBefore(view, planned.label) : undefined;
  const earlier = before?.state.history.at(-1);
  return {
    label: planned.label,
    text: planned.text,
    verify: planned.verify,
    ...defined({ expected: planned.expected }),
    kind: planned.kind,
    task: textWithAttachments(spec),
    plan: node === null ? whole : whole && planNear(whole, [node.id, ...(planned.dependsOn ?? [])]),
    hub,
    ...where,
    base,
    gatePlan,
    gateSettings,
    baseline: state.known.work.baseline,
    ...startFrom(state),
    ...(node !== null && ofNode(node, view.thing, planned.dependsOn ?? [])),
    ...(node !== null && before === undefined && wayOn(view, node, { copy: where.copy, agents })),
    ...(role === 'develop' &&
      node?.loop?.enabled !== true &&
      beatsOf(planned, { ...placeOf(state), kind: planned.kind })),
    ...scopeOf(known(state, 'work', 'plan')),
    ...(planned.files.length > 0 && { files: planned.files }),
    ...(known(state, 'work', 'plan').criteria.length === 1 && { alone: true }),
    dependencies: state.known.place.dependencies,
    agents,
    attempts: node === null ? spec.settings.limits.attempts : attemptsOf(node),
    agentDeadlineMs: spec.settings.agent[agents[0] ?? '']?.maxRuntimeMs ?? minutes(120),
    sandbox: spec.settings.sandbox,
    advice: at.advice,
    ...(role === 'fix' && { role }),
    ...defined({ context, holds: spec.settings.limits.holds, editMs: spec.settings.limits.editMs }),
    ...(doubts !== null && { doubts }),
    looks: looksAt(view, planned.label),
    ...(earlier && { earlier }),
    ...(at.counsel && { counsel: at.counsel }),
    ...(at.clash && { clash: at.clash }),
    ...handedOver(view, planned.label, at.rewound),
    ...(at.rewound && { rewound: at.rewound }),
    ...(budget !== null && { allowance: allowanceOf(budget, spentBy(view)), models: budget.models }),
  };
}

function scopeOf({ criteria: all, frame }: Plan): Pick<CriterionSpec, 'scope'> {
  if (frame === undefined || frame.scope.inside.length + frame.scope.outside.length === 0) return {};
  return { scope: { ...frame.scope, named: all.flatMap(({ files, tests = [] }) => [...files, ...tests]) } };
}

function wayOn(
  view: TaskView,
  node: NodeRecord,
  where: Pick<CriterionSpec, 'copy' | 'agents'>,
): Pick<CriterionSpec, 'goesOn'> {
  const goesOn = goOnWith({ task: view.thing, criteria: criteria(view) }, node, where);
  return goesOn === null ? {} : { goesOn };
}

function ofNode(
  node: NodeRecord,
  task: Pick<Task, 'spec' | 'state'>,
  needs: readonly string[],
): Pick<CriterionSpec, 'node' | 'below' | 'lookups' | 'builtOn' | 'loop' | 'given' | 'gathers'> {
  const { settings } = task.spec;
  const summaries = summariesOf(task.state);
  const flow = flowOf(task);
  const { preAnalysis: steps, loop } = node;
  const earlier = flow?.before === undefined ? [] : (settledNeeds(flow).get(node.id) ?? []);
  const done = [...earlier, ...needs].flatMap((id) => {
    const before = flow?.before?.find((each) => each.id === id);
    const [summary, title] = [summaries.get(id) ?? before?.summary, nodeOf(flow, id)?.title];
    return summary == null || title === undefined ? [] : [{ id, title, summary }];
  });
  return {
    node,
    ...(flow?.below && { below: flow.below }),
    ...(steps.length > 0 && { lookups: { steps, ...(settings.mcp && { servers: settings.mcp }) } }),
    ...(loop?.enabled && { loop }),
    ...(flow?.given && { given: flow.given }),
    ...defined({ gathers: gathersIn(task) }),
    ...(done.length > 0 && { builtOn: sayForDependants(done) }),
  };
}

/** Where its agent may put task files; undefined: nowhere, for the copy has no folder that is not the person's own. */
function gathersIn({ spec: { flow, settings }, state }: Pick<Task, 'spec' | 'state'>): string | undefined {
  const { checkout } = placeOf(state).hub;
  if (flow === undefined || flow.alone !== undefined || settings.workspace.isolation === 'checkout') return undefined;
  const below = pathBelow(flow.folder, checkout);
  return below ? `${below}/.task` : undefined;
}

/** Where a person went back to an attempt, its agent goes on in its conversation; where another agent has looked, in all it knew. */
function firstState(
  { agents, attempts, rewound, goesOn }: CriterionSpec,
  before: Criterion | undefined,
  made: number,
): CriterionState {
  if (before !== undefined) return { ...firstCriterionState, ...carriedOn(before) };
  if (goesOn?.conversation !== undefined && rewound === undefined) {
    const { agent: name, id } = goesOn.conversation;
    return { ...firstCriterionState, agent: agents.indexOf(name), conversation: id };
  }
  const agent = rewound === undefined ? -1 : agents.indexOf(rewound.agent);
  return agent < 0 || rewound === undefined
    ? { ...firstCriterionState, attempt: Math.min(made + 1, attempts) }
    : { ...firstCriterionState, agent, conversation: rewound.conversation, ...defined({ beat: rewound.beat }) };
}

/** Attempts that were made before this task; whoever raised them since has begun anew. The last one is left in any case. */
const madeElsewhere = (view: TaskView, label: string): number =>
  roundBefore(view, label) === undefined ? (view.thing.spec.continues?.made?.[label] ?? 0) : 0;

/** A conversation belongs to the folder that it was in. */
function carriedOn(round: Criterion): Partial<CriterionState> {
  const { spec, state } = round;
  const { history, agent, idle, answer, report, handover, beat } = state;
  const conversation = spec.member === undefined ? state.conversation : null;
  return {
    attempt: (history.at(-1)?.number ?? 0) + 1,
    agent,
    conversation,
    idle,
    ...defined({ answer, report, beat, redTests: redTestsIn(round) }),
    ...(handover && { handover }),
  };
}

/** Where a tree is proven already, it is the start of what comes next. */
function startFrom({ known: { work } }: TaskState): Pick<CriterionSpec, 'start'> {
  const { proven, results } = work;
  const test = testOf(results);
  return proven === null ? {} : { start: { tree: proven, test: test === null ? null : lean(test) } };
}

/** What comes after the criteria of the plan is a fix of the whole. */
const roleAt = ({ thing: { state } }: TaskView, at: Pick<Assignment, 'index'>): 'develop' | 'fix' =>
  at.index >= known(state, 'work', 'plan').criteria.length ? 'fix' : 'develop';

/** Those who develop fix as well, unless others are appointed for it. */
export function workersFor(view: TaskView, at: Pick<Assignment, 'index'>): readonly string[] {
  const { agents, appointed = [] } = view.thing.spec.settings;
  return roleAt(view, at) === 'fix' && appointed.includes('fix') ? agents.fix : agents.develop;
}

const roundBefore = (view: TaskView, label: string): Criterion | undefined =>
  criteria(view).findLast(({ spec, ended }) => ended && spec.label === label);

/** What an earlier round of this label came to, or the attempt that a person went back to. */
function handedOver(view: TaskView, label: string, rewound?: Rewound): Pick<CriterionSpec, 'handover'> {
  const before =
    rewound === undefined ? roundBefore(view, label) : criteria(view).find(({ id }) => id === rewound.round);
  if (before === undefined) return {};
  const { agents } = before.spec;
  const { agent, answer, history } = before.state;
  const last = rewound === undefined ? history.at(-1) : history.find(({ number }) => number === rewound.attempt);
  return {
    handover: {
      from: rewound?.agent ?? agents[agent] ?? '',
      // What was said last belongs to what a person went back from.
      answer: rewound === undefined ? (answer ?? null) : null,
      failures: failing(last?.results ?? []),
    },
  };
}

/** A plan that only says the task again is none: then the words of the analysis stand for it. */
function planText(state: TaskState, task: string): string | null {
  const { text } = known(state, 'work', 'plan');
  return text === task ? (state.known.work.report?.text ?? null) : text;
}
