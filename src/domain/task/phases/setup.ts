// From the statement to a proven base: the hub, the base, the copy, set-up, and the gates on the base before any agent is paid.
import { programGates, resultOf } from '../../criterion/gate.ts';
import { absentResult, failing } from '../../criterion/judge-attempt.ts';
import type { Applied } from '../../decision.ts';
import type { Failure } from '../../error.ts';
import { tellsFailures } from '../../evidence/compare-base.ts';
import type { GateSettings } from '../../evidence/gate-plan.ts';
import { howToInstall, missingTool } from '../../evidence/missing-tool.ts';
import type { DefinitionSource, GateResult } from '../../evidence/verdict.ts';
import type { Choice } from '../../question/question.ts';
import type { Ending } from '../../run/ending.ts';
import type { RunResult } from '../../run/run.ts';
import { asLine } from '../../text/as-line.ts';
import { branchName } from '../../text/branch-name.ts';
import { ask, choice, trouble } from '../ask.ts';
import {
  advance,
  go,
  known,
  lastRun,
  minutes,
  type Step,
  startRun,
  type TaskDecision,
  type TaskView,
  wait,
} from '../moves.ts';
import { afterBaseIsJudged } from '../next-phase.ts';
import { plainRun, waitForRoom } from '../run-step.ts';
import type { Settings } from '../settings/settings.ts';
import { atWork, type Done, type StepRows, type Undone } from '../step-row.ts';
import type { Task, TaskState, TaskStep } from '../task.ts';
import { goneOnWith } from './pull-request/state.ts';
import { ontoOf } from './pull-request/unstack.ts';
import { howToMend, renewing, testsAnswers, unclearFirst } from './renew.ts';
import { remembered, trustAnswers, trustFirst } from './trust.ts';

/** For as long as nobody waits with a task and then wonders that a change is not heeded. */
const seenMs = 60_000;

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
  const run = plainRun(view, { kind: 'fetch', hub: known(state, 'hub') }, 10, 'the fetch');
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
        hub: known(thing.state, 'hub'),
        wanted: ontoOf(view) ?? thing.state.known.startFrom ?? thing.spec.base ?? thing.spec.settings.workspace.base,
        ...(thing.spec.pull === undefined ? {} : { head: thing.spec.pull.branch }),
      },
    },
  };
}

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
      [choice('numbered', `go on as ${branchName(spec, thing.id, 1)}, or the next number that is free`)],
    );
  const branch = spec.pull?.branch ?? branchName(spec, thing.id, at.tried);
  return {
    kind: 'perform',
    effect: {
      name: 'make-copy',
      input: {
        hub: known(state, 'hub'),
        base: { ...known(state, 'base'), ...state.known.head },
        branch,
        isolation: spec.settings.workspace.isolation,
        ...(state.known.preview === undefined ? {} : { ports: state.known.preview.ports }),
      },
    },
  };
}

function prepareDependencies(view: TaskView): TaskDecision {
  const { state } = view.thing;
  const seen = trustFirst(view);
  if (seen !== null) return seen;
  const plan = known(state, 'gatePlan');
  if (plan.setup.length === 0) return advance(state, { kind: 'furnishing' });
  return {
    kind: 'perform',
    effect: {
      name: 'prepare-dependencies',
      input: { hub: known(state, 'hub'), tree: known(state, 'base').tree, key: plan.dependencyKey, setup: plan.setup },
    },
  };
}

/** `state.fetched` keeps the number of the last run that was dealt with. */
function setUp(view: TaskView, at: Step<'setting_up'>): TaskDecision {
  const { state, spec } = view.thing;
  const argv = known(state, 'gatePlan').setup[at.index];
  if (argv === undefined) return advance(state, { kind: 'sealing', folder: at.folder });
  if (state.fetched >= state.runs)
    return startRun(
      state,
      { purpose: { kind: 'setup', argv, folder: at.folder }, deadlineMs: minutes(20), sandbox: spec.settings.sandbox },
      [{ kind: 'setup_started', data: { argv } }],
    );
  const run = lastRun(view);
  if (run === null || run.state.kind !== 'ended') return wait(`set-up: ${argv.join(' ')}`);
  const next = { ...state, fetched: state.runs };
  const { result, ending } = run.state;
  if (ending?.kind === 'lost') return advance(next, { kind: 'preparing' });
  const room = waitForRoom(view, run);
  if (room !== null) return room.kind === 'advance' ? advance(next, { kind: 'preparing' }, room.said) : room;
  if (result.kind === 'plain' && result.ok) return advance(next, { ...at, index: at.index + 1 });
  const why =
    result.kind === 'plain'
      ? `${result.why}\n${result.tail}`
      : result.kind === 'refused'
        ? result.failure.message
        : 'the set-up failed';
  const missing = missingOf(argv, ending, result);
  return trouble(
    next,
    spec,
    'setup_failed',
    `Set-up \`${argv.join(' ')}\` does not work on the base: ${why}\n${missing}${howToMend(spec.settings.workspace.name)}`,
    { kind: 'preparing' },
    [renewing],
  );
}

/** Which program is not there, and what brings it. */
function missingOf(argv: readonly string[], ending: Ending | null, result: RunResult): string {
  if (result.kind !== 'plain') return '';
  const exit = ending?.kind === 'exited' ? ending.code : null;
  const said = { gate: 'setup', verdict: 'failed', argv, exit, ids: null, tail: result.tail, why: result.why } as const;
  const tool = missingTool(said);
  return tool === null ? '' : `${tool} was not found on this machine: ${howToInstall(tool)}.\n`;
}

function seal({ thing }: TaskView, at: Step<'sealing'>): TaskDecision {
  return {
    kind: 'perform',
    effect: {
      name: 'seal-dependencies',
      input: { folder: at.folder, folders: known(thing.state, 'gatePlan').dependencyFolders },
    },
  };
}

function furnish({ thing }: TaskView): TaskDecision {
  const { state } = thing;
  return {
    kind: 'perform',
    effect: {
      name: 'furnish-copy',
      input: {
        hub: known(state, 'hub'),
        base: known(state, 'base').tree,
        copy: known(state, 'copy').path,
        dependencies: state.known.dependencies,
        folders: known(state, 'gatePlan').dependencyFolders,
        files: state.known.copyFiles,
        label: `${thing.id}/start`,
      },
    },
  };
}

function stageBase({ thing }: TaskView): TaskDecision {
  const { state, spec } = thing;
  const asked = spec.fresh === true ? {} : { definitions: known(state, 'gatePlan').definitions };
  return {
    kind: 'perform',
    effect: {
      name: 'stage-tree',
      input: { ...staging(thing.state, known(state, 'base').tree, `${thing.id}/base`), ...asked },
    },
  };
}

export const staging = (state: TaskView['thing']['state'], tree: string, label: string, repository = false) => ({
  hub: known(state, 'hub'),
  tree,
  base: known(state, 'base').tree,
  overlay: null,
  label,
  dependencies: state.known.dependencies,
  folders: known(state, 'gatePlan').dependencyFolders,
  repository,
});

function baseGates(view: TaskView, at: Step<'base_gates'>): TaskDecision {
  return eachGate(view, at, (results) => advance(view.thing.state, { kind: 'recording_base', results }));
}

/** Runs the gates that need a program, one after another, in the staged folder; `done` when all have spoken. */
export function eachGate(
  view: TaskView,
  at: Step<'base_gates'> | Step<'test_gates'>,
  done: (results: readonly GateResult[]) => TaskDecision,
  kept: (results: readonly GateResult[]) => TaskStep = (results) => ({ ...at, results }),
): TaskDecision {
  const { state, spec } = view.thing;
  const next = programGates(known(state, 'gatePlan').gates)[at.results.length];
  if (next === undefined) return done(at.results);
  const add = (result: GateResult, from: typeof state): TaskDecision =>
    advance(from, kept([...at.results, result]), [
      {
        kind: 'gate_judged',
        data: {
          on: at.kind === 'base_gates' ? 'base' : 'tree',
          gate: next.gate,
          verdict: result.verdict,
          why: result.why,
        },
      },
    ]);
  const absent = absentResult(next);
  if (absent !== null) return add(absent, state);
  if (state.fetched >= state.runs)
    return startRun(state, {
      purpose: {
        kind: 'gate',
        definition: next,
        folder: at.folder,
        only: null,
        dependencies: state.known.dependencies,
      },
      deadlineMs: next.deadlineMs,
      sandbox: spec.settings.sandbox,
    });
  const run = lastRun(view);
  if (run === null || run.state.kind !== 'ended') return wait(`the gate ${next.gate}`);
  const dealt = { ...state, fetched: state.runs };
  return run.state.ending?.kind === 'lost' ? advance(dealt, kept(at.results)) : add(resultOf(run, next), dealt);
}

const recordBase = ({ thing: { state } }: TaskView, at: Step<'recording_base'>): TaskDecision =>
  record(state, known(state, 'base').tree, at.results);

/** What the gates said of a tree as a whole, belonging to no criterion. */
export const record = (state: TaskState, tree: string, results: readonly GateResult[]): TaskDecision => ({
  kind: 'perform',
  effect: {
    name: 'record-evidence',
    input: {
      base: known(state, 'base').commit,
      tree,
      definitions: known(state, 'gatePlan').definitions,
      criterion: null,
      attempt: null,
      results,
    },
  },
});

/** After the base was judged: straight on, or one question with the output. */
function afterBase(view: TaskView): TaskDecision {
  const { state, spec } = view.thing;
  const red = failing(state.known.baseline);
  if (red.length === 0) throw new Error('the base is green');
  const untold = red.filter((result) => !tellsFailures(result)).map(({ gate }) => gate);
  return ask(
    state,
    spec,
    {
      kind: 'base_red',
      text: `The base is red before anything was changed: ${red.map(({ gate, why }) => `${gate} (${why})`).join(', ')}.\n${sayUntold(untold)}\n${red.map((result) => sayRed(result, red.length)).join('\n\n')}\n\n${howToMend(spec.settings.workspace.name)}`,
      choices: [
        choice(
          'go_on',
          untold.length === 0
            ? 'go on and judge only new failures'
            : `go on; the task ends not verified while ${untold.join(' and ')} fails`,
        ),
        choice('retry', 'run the base again'),
        renewing,
        choice('cancel', 'cancel the task'),
      ],
      binding: known(state, 'base').commit,
      shown: { results: red },
      // A policy lets pass what can be told apart; what ends not verified is a person's word.
      auto: untold.length === 0 ? 'go_on' : null,
    },
    { kind: 'staging_base' },
  );
}

const sayUntold = (gates: readonly string[]): string =>
  gates.length === 0
    ? ''
    : `Nothing names what fails in ${gates.join(', ')}: a new failure there could not be told from these.\n`;

/** Each has the end of its output; all of them together stay as long as one. */
const sayRed = ({ gate, tail, argv }: GateResult, of: number): string =>
  `${gate}: ${asLine(argv)}\n${tail.slice(-Math.floor(longestTail / of))}`.trimEnd();

const longestTail = 8 * 1024;

// What is checked: the base's own words, then the person's overlay, and who said each gate.

const defaultTdd: GateSettings['tdd'] = { behaviour: 'enforce', refactor: 'green', docs: 'off', config: 'off' };

const largestOf = (largest: number | undefined) => (largest === undefined ? {} : { largest });

/** The overlay wins gate by gate; protected paths add up. */
export function gateSettings(own: Partial<Omit<GateSettings, 'sources'>>, overlay: Settings['overlay']): GateSettings {
  const said = (gates: GateSettings['gates'] | undefined, by: DefinitionSource) =>
    Object.fromEntries(Object.keys(gates ?? {}).map((gate) => [gate, by]));
  return {
    gates: { ...own.gates, ...overlay.gates },
    setup: overlay.setup ?? own.setup ?? null,
    tests: overlay.tests ?? own.tests ?? null,
    ...largestOf(overlay.largest ?? own.largest),
    protect: [...(own.protect ?? []), ...(overlay.protect ?? [])],
    tdd: { ...defaultTdd, ...own.tdd, ...overlay.tdd },
    sources: { ...said(own.gates, 'base'), ...said(overlay.gates, 'person') },
  };
}

// What came of each of these acts.

function opened({ thing, state, output }: Done<'opening', 'open-hub'>): Applied<TaskState> {
  const { hub, dirty, notes, fetchedAt } = output;
  const isFetched = fetchedAt !== undefined && isServedBy(thing, fetchedAt);
  return isFetched
    ? go(state, { kind: 'surveying' }, [{ kind: 'base_fetched' }], { hub, dirty, notes })
    : go(state, { kind: 'fetching' }, [], { hub, dirty, notes });
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
      ...{ base, gatePlan: plan, gateSettings: settings, copyFiles: copy, hooks, sandbox },
      ...(template === undefined ? {} : { template }),
      ...(head === undefined ? {} : goneOnWith(thing, head)),
      ...(toTrust === undefined ? {} : { toTrust }),
      ...(preview === undefined ? {} : { preview }),
      ...(teardown === undefined ? {} : { teardown }),
    },
  );
}

function copied({ thing, state, output }: Done<'copying', 'make-copy'>): Applied<TaskState> {
  const { path, branch } = output;
  const { spec } = thing;
  const first = spec.pull?.branch ?? branchName(spec, thing.id, 0);
  const wanted = first === branch ? {} : { wanted: first };
  return go(state, { kind: 'preparing' }, [{ kind: 'copy_made', data: { path, branch, ...wanted } }], {
    copy: { path, branch, tree: (state.known.head ?? known(state, 'base')).tree, ...wanted },
  });
}

/** So many names are tried. */
const mostNames = 20;

/** The next name, or a person's word where they gave it. Only where the name of the branch is taken; its place stays the same whatever the branch. */
function nextName({ effect, thing: { spec }, state, at, failure }: Undone<'copying'>): Applied<TaskState> | null {
  if (effect.name !== 'make-copy') return null;
  const isNameTaken = failure.error_code === 'ALREADY_EXISTS' && failure.details?.path === undefined;
  if (!isNameTaken || at.tried >= mostNames) return null;
  return spec.branch !== null && spec.pull === undefined && at.numbered !== true
    ? go(state, { ...at, taken: failure.message })
    : go(state, { ...at, tried: at.tried + 1 });
}

function prepared({ state, output }: Done<'preparing', 'prepare-dependencies'>): Applied<TaskState> {
  const { folder, ready } = output;
  return go(state, ready ? { kind: 'furnishing' } : { kind: 'setting_up', folder, index: 0 }, [], {
    dependencies: folder,
  });
}

function furnished({ thing, state, output }: Done<'furnishing', 'furnish-copy'>): Applied<TaskState> {
  const first: TaskStep = thing.spec.driven === 'hand' ? { kind: 'by_hand' } : { kind: 'staging_base' };
  return go(state, state.known.afterwards ?? first, [], {
    copy: { ...known(state, 'copy'), tree: output.tree },
    ...(state.known.afterwards == null ? {} : { afterwards: null }),
  });
}

function baseStaged({ state, output }: Done<'staging_base', 'stage-tree'>): Applied<TaskState> {
  const { folder, kept } = output;
  if (kept === undefined) return go(state, { kind: 'base_gates', folder, results: [] });
  return go(
    state,
    { kind: 'recording_base', results: kept },
    kept.map(({ gate, verdict, why }) => ({ kind: 'gate_judged', data: { on: 'base', gate, verdict, why } })),
  );
}

function baseRecorded({ thing, state, at }: Done<'recording_base', 'record-evidence'>): Applied<TaskState> {
  const next: TaskStep = failing(at.results).length > 0 ? { kind: 'base_judged' } : afterBaseIsJudged(thing);
  return go(state, next, [], { baseline: at.results });
}

export const setupSteps: StepRows<
  | 'opening'
  | 'fetching'
  | 'surveying'
  | 'copying'
  | 'preparing'
  | 'setting_up'
  | 'sealing'
  | 'furnishing'
  | 'staging_base'
  | 'base_gates'
  | 'recording_base'
  | 'base_judged'
> = {
  opening: { ...atWork, host: 'free', decide: open, applied: { 'open-hub': opened } },
  fetching: {
    ...atWork,
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
    host: 'free',
    decide: survey,
    applied: { 'survey-base': surveyed },
    waysAround: otherBases,
    answers: { base_: ({ thing: { state } }, back, { rest }) => advance(state, back, [], { startFrom: rest }) },
  },
  copying: {
    ...atWork,
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
    decide: prepareDependencies,
    applied: { 'prepare-dependencies': prepared, 'remember-trust': remembered },
    answers: trustAnswers,
  },
  setting_up: { ...atWork, decide: setUp },
  sealing: {
    ...atWork,
    decide: seal,
    applied: { 'seal-dependencies': ({ state }) => go(state, { kind: 'furnishing' }) },
  },
  furnishing: { ...atWork, decide: furnish, applied: { 'furnish-copy': furnished } },
  staging_base: {
    ...atWork,
    decide: stageBase,
    applied: { 'stage-tree': baseStaged },
    answers: { go_on: ({ thing }) => advance(thing.state, afterBaseIsJudged(thing)) },
  },
  base_gates: { ...atWork, decide: baseGates },
  recording_base: { ...atWork, decide: recordBase, applied: { 'record-evidence': baseRecorded } },
  base_judged: { ...atWork, decide: afterBase },
};
