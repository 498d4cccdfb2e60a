import type { Applied } from '../../decision.ts';
import { defined } from '../../defined.ts';
import { goneOnWith } from '../../delivery/review.ts';
import type { Failure } from '../../error.ts';
import { isRival } from '../../feature/part.ts';
import {
  afterPreparing,
  furnishing,
  isNameTaken,
  mostNames,
  nextSetUp,
  preparing,
  sealing,
} from '../../parts/place.ts';
import type { Base } from '../../place/hub.ts';
import { choice } from '../../question/choice.ts';
import type { Choice } from '../../question/question.ts';
import { branchName } from '../../text/branch-name.ts';
import { trouble } from '../ask.ts';
import {
  advance,
  copyOf,
  go,
  known,
  lastRun,
  placeOf,
  type Step,
  startRun,
  type TaskDecision,
  type TaskView,
  wait,
} from '../moves.ts';
import { plainRun, waitForRoom } from '../run-step.ts';
import { atWork, type Done, type StepRows, type Undone } from '../step-row.ts';
import type { Task, TaskState, TaskStep } from '../task.ts';
import { ontoOf } from './pull-request/unstack.ts';
import { howToMend, renewing, testsAnswers, unclearFirst } from './renew.ts';
import { remembered, trustAnswers, trustFirst } from './trust.ts';

/** For as long as nobody waits with a task and then wonders that a change is not heeded. */
const seenMs = 60_000;

/** It is decided only where there is one. */
const takePlan = ({ thing: { state, spec } }: TaskView): TaskDecision =>
  spec.planFile === undefined
    ? advance(state, { kind: 'opening' })
    : { kind: 'perform', effect: { name: 'take-plan', input: spec.planFile } };

function open({ thing, now }: TaskView): TaskDecision {
  const { settings, seen } = thing.spec;
  const { name: workspace, path } = settings.workspace;
  const isFresh = seen !== undefined && now - seen.at >= 0 && now - seen.at < seenMs;
  const input = { workspace, path, ...(isFresh && { seen: seen.checkout }) };
  return { kind: 'perform', effect: { name: 'open-hub', input } };
}

/** It was stated already when that fetch began, waits for nothing that was pushed since, and begins for the first time. */
const isServedBy = ({ spec, state, createdAt }: Task, fetchedAt: number): boolean =>
  fetchedAt >= createdAt && state.runs === 0 && spec.part === undefined && spec.pull === undefined;

function fetch(view: TaskView): TaskDecision {
  const { state, spec } = view.thing;
  const run = plainRun(view, { kind: 'fetch', hub: known(state, 'place', 'hub') }, 10, 'the fetch');
  if (run.kind === 'under_way') return run.decision;
  switch (run.came.kind) {
    case 'cut':
      return advance(run.state, state.at);
    case 'done':
      return advance(run.state, { kind: 'surveying' }, [{ kind: 'base_fetched' }]);
    case 'failed':
      return trouble(run.state, spec, 'unreachable', run.came.why, state.at, [
        choice('without', 'go on with what was fetched before'),
      ]);
  }
}

function survey(view: TaskView): TaskDecision {
  const { thing } = view;
  return {
    kind: 'perform',
    effect: {
      name: 'survey-base',
      input: {
        hub: known(thing.state, 'place', 'hub'),
        wanted:
          ontoOf(view) ?? thing.state.known.place.startFrom ?? thing.spec.base ?? thing.spec.settings.workspace.base,
        ...defined({ from: baseOfWhole(thing) }),
        ...(thing.spec.pull === undefined ? {} : { head: thing.spec.pull.branch }),
      },
    },
  };
}

/** Several at one task begin from one commit, which its whole has fetched; undefined: it is none of them. */
const baseOfWhole = ({ spec, state }: Task): Base | undefined =>
  isRival(spec) ? (state.known.place.base ?? undefined) : undefined;

/** So many branches are offered in the place of one that is gone. */
const mostBranches = 4;

function otherBases(_thing: Task, _at: Step<'surveying'>, { error_code, details }: Failure): readonly Choice[] {
  if (error_code !== 'BASE_UNKNOWN' || !Array.isArray(details?.branches)) return [];
  return details.branches
    .filter((branch) => typeof branch === 'string')
    .slice(0, mostBranches)
    .map((branch) => choice(`base_${branch}`, `start from ${branch}`));
}

function copy(view: TaskView, at: Step<'copying'>): TaskDecision {
  const { thing } = view;
  const { state, spec } = thing;
  const seen = unclearFirst(view) ?? trustFirst(view);
  if (seen !== null) return seen;
  if (spec.pull !== undefined && at.tried > 0)
    return trouble(
      state,
      spec,
      'setup_failed',
      `The branch ${spec.pull.branch} is taken: another task has a copy of it, or your checkout has it at another commit.`,
      { kind: 'copying', tried: 0 },
    );
  if (at.taken !== undefined)
    return trouble(
      state,
      spec,
      'setup_failed',
      `${at.taken} You named this branch, so no other is taken for it without your word.`,
      { kind: 'copying', tried: 0 },
      [choice('numbered', `go on as ${branchName(spec, thing.id, 1, at.flat)}, or the next number that is free`)],
    );
  const branch = spec.pull?.branch ?? branchName(spec, thing.id, at.tried, at.flat);
  const { hub, base } = placeOf(state);
  return {
    kind: 'perform',
    effect: {
      name: 'make-copy',
      input: {
        hub,
        base: { ...base, ...state.known.delivery.head },
        branch,
        isolation: spec.settings.workspace.isolation,
        ...(state.known.place.preview === undefined ? {} : { ports: state.known.place.preview.ports }),
      },
    },
  };
}

function prepareDependencies(view: TaskView): TaskDecision {
  const { state } = view.thing;
  const seen = trustFirst(view);
  if (seen !== null) return seen;
  if (placeOf(state).gatePlan.setup.length === 0) return advance(state, { kind: 'furnishing' });
  return { kind: 'perform', effect: { name: 'prepare-dependencies', input: preparing(placeOf(state)) } };
}

/** `state.fetched` keeps the number of the last run that was dealt with. */
function setUp(view: TaskView, at: Step<'setting_up'>): TaskDecision {
  const { state, spec } = view.thing;
  const run = state.fetched >= state.runs ? null : lastRun(view);
  const over = run?.state.kind === 'ended';
  const ground = { gatePlan: placeOf(state).gatePlan, sandbox: spec.settings.sandbox };
  const came = nextSetUp(ground, at, over || state.fetched >= state.runs ? run : 'wait');
  const next = { ...state, fetched: state.runs };
  switch (came.kind) {
    case 'ready':
      return advance(state, { kind: 'sealing', folder: at.folder });
    case 'begin':
      return startRun(state, came.run, [{ kind: 'setup_started', data: { argv: came.argv } }]);
    case 'wait':
      return wait(came.on);
    case 'lost':
      return advance(next, { kind: 'preparing' });
    case 'done':
      return advance(next, { ...at, index: at.index + 1 });
    case 'failed': {
      const room = run === null ? null : waitForRoom(view, run);
      if (room !== null) return room.kind === 'advance' ? advance(next, { kind: 'preparing' }, room.said) : room;
      const text = `${came.why}\n${howToMend(spec.settings.workspace.name)}`;
      return trouble(next, spec, 'setup_failed', text, { kind: 'preparing' }, [renewing]);
    }
  }
}

const seal = ({ thing: { state } }: TaskView, { folder }: Step<'sealing'>): TaskDecision => ({
  kind: 'perform',
  effect: { name: 'seal-dependencies', input: sealing(placeOf(state), folder) },
});

const furnish = ({ thing: { id, state } }: TaskView): TaskDecision => ({
  kind: 'perform',
  effect: { name: 'furnish-copy', input: furnishing(placeOf(state), copyOf(state).path, `${id}/start`) },
});

// What came of each of these acts.

function opened({ thing, state, output }: Done<'opening', 'open-hub'>): Applied<TaskState> {
  const { hub, dirty, notes, fetchedAt } = output;
  const pushes = state.known.place.pushes ?? output.pushes;
  const place = { hub, dirty, notes, ...defined({ pushes }) };
  if (baseOfWhole(thing) !== undefined) return go(state, { kind: 'surveying' }, [], { place });
  const isFetched = fetchedAt !== undefined && isServedBy(thing, fetchedAt);
  return isFetched
    ? go(state, { kind: 'surveying' }, [{ kind: 'base_fetched' }], { place })
    : go(state, { kind: 'fetching' }, [], { place });
}

function surveyed({ thing, state, output }: Done<'surveying', 'survey-base'>): Applied<TaskState> {
  const { base, plan, settings, copy, hooks, sandbox, template, toTrust, preview, teardown, head } = output;
  return go(
    state,
    { kind: 'confirming' },
    [
      {
        kind: 'base_surveyed',
        data: {
          base: base.commit,
          branch: base.branch,
          kinds: plan.kinds,
          gates: plan.gates.map(({ gate, absent }) => ({ gate, absent })),
        },
      },
    ],
    {
      place: {
        base,
        gatePlan: plan,
        gateSettings: settings,
        copyFiles: copy,
        hooks,
        sandbox,
        ...defined({ template, toTrust, preview, teardown }),
      },
      ...(head === undefined ? {} : { delivery: goneOnWith(thing.spec.pull, head) }),
    },
  );
}

function copied({ thing, state, output }: Done<'copying', 'make-copy'>): Applied<TaskState> {
  const { path, branch } = output;
  const { spec } = thing;
  const first = spec.pull?.branch ?? branchName(spec, thing.id, 0);
  const wanted = first === branch ? {} : { wanted: first };
  return go(state, { kind: 'preparing' }, [{ kind: 'copy_made', data: { path, branch, ...wanted } }], {
    place: {
      copy: { path, branch, tree: (state.known.delivery.head ?? placeOf(state).base).tree, ...wanted },
    },
  });
}

/** The next name, or a person's word where they gave it. Only where the name of the branch is taken; its place stays the same whatever the branch. */
function nextName({ effect, thing: { spec }, state, at, failure }: Undone<'copying'>): Applied<TaskState> | null {
  if (effect.name !== 'make-copy' || !isNameTaken(failure) || at.tried >= mostNames) return null;
  const flat = failure.details?.above === undefined ? {} : ({ flat: true } as const);
  if (spec.branch !== null && spec.pull === undefined && at.numbered !== true)
    return go(state, { ...at, ...flat, taken: failure.message });
  return go(state, 'flat' in flat && at.flat !== true ? { ...at, ...flat } : { ...at, tried: at.tried + 1 });
}

function prepared({ state, output }: Done<'preparing', 'prepare-dependencies'>): Applied<TaskState> {
  return go(state, afterPreparing(output), [], { place: { dependencies: output.folder } });
}

function furnished({ thing, state, output }: Done<'furnishing', 'furnish-copy'>): Applied<TaskState> {
  const first: TaskStep = thing.spec.driven === 'hand' ? { kind: 'by_hand' } : { kind: 'staging_base' };
  const { afterwards: next, ...rest } = state;
  return go(rest, next ?? first, [], { place: { copy: { ...copyOf(state), tree: output.tree } } });
}

export const setupSteps: StepRows<
  | 'taking_plan'
  | 'opening'
  | 'fetching'
  | 'surveying'
  | 'copying'
  | 'preparing'
  | 'setting_up'
  | 'sealing'
  | 'furnishing'
> = {
  taking_plan: {
    ...atWork,
    phase: 'confirm',
    says: 'takes its plan from those that wait',
    slot: 'frees',
    host: 'free',
    decide: takePlan,
    applied: { 'take-plan': ({ state }) => go(state, { kind: 'opening' }) },
  },
  opening: {
    ...atWork,
    phase: 'confirm',
    says: 'looks at the checkout',
    host: 'free',
    decide: open,
    applied: { 'open-hub': opened },
  },
  fetching: {
    ...atWork,
    phase: 'confirm',
    says: 'fetches the base',
    host: 'free',
    fault: 'outside',
    decide: fetch,
    answers: {
      // What it failed on may be the hub; it is looked over first.
      retry: ({ thing: { state } }) => advance(state, { kind: 'opening' }),
      without: ({ thing: { state } }) => advance(state, { kind: 'surveying' }),
    },
  },
  surveying: {
    ...atWork,
    phase: 'confirm',
    says: 'looks at the base',
    host: 'free',
    decide: survey,
    applied: { 'survey-base': surveyed },
    waysAround: otherBases,
    answers: {
      base_: ({ thing: { state } }, back, { rest }) => advance(state, back, [], { place: { startFrom: rest } }),
    },
  },
  copying: {
    ...atWork,
    phase: 'confirm',
    says: 'makes a copy',
    host: 'free',
    decide: copy,
    applied: { 'make-copy': copied, 'remember-trust': remembered },
    failed: nextName,
    answers: {
      ...trustAnswers,
      ...testsAnswers,
      numbered: ({ thing: { state } }) => advance(state, { kind: 'copying', tried: 1, numbered: true }),
    },
  },
  preparing: {
    ...atWork,
    phase: 'confirm',
    says: 'sets up the copy',
    decide: prepareDependencies,
    applied: { 'prepare-dependencies': prepared, 'remember-trust': remembered },
    answers: trustAnswers,
  },
  setting_up: { ...atWork, phase: 'confirm', says: 'sets up the copy', decide: setUp },
  sealing: {
    ...atWork,
    phase: 'confirm',
    says: 'sets up the copy',
    decide: seal,
    applied: { 'seal-dependencies': ({ state }) => go(state, { kind: 'furnishing' }) },
  },
  furnishing: {
    ...atWork,
    phase: 'confirm',
    says: 'furnishes the copy',
    decide: furnish,
    applied: { 'furnish-copy': furnished },
  },
};
