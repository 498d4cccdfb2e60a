// A place to work in, for each plan anew: the hub, the base, the copy, and what set-up makes.
import type { Applied } from '../decision.ts';
import type { EffectMap } from '../effect.ts';
import type { Said } from '../fact/fact.ts';
import { withoutSecrets } from '../task/phases/trust.ts';
import { showPath } from '../text/safe/show-path.ts';
import { type Chain, type ChainState, type ChainStep, type ChainView, plansOf } from './chain.ts';
import {
  advance,
  atWork,
  type ChainDecision,
  type ChainRows,
  firstTurn,
  known,
  labelOf,
  lastRun,
  minutes,
  type Step,
  startRun,
  to,
  trouble,
  wait,
} from './moves.ts';
import { handOff } from './note.ts';

/** Numbers that are put behind a branch's name while it is taken. */
const mostTried = 20;

export const placeSteps: ChainRows<
  'opening' | 'fetching' | 'surveying' | 'copying' | 'preparing' | 'setting_up' | 'sealing' | 'furnishing' | 'leaving'
> = {
  opening: {
    ...atWork,
    act: 'open-hub',
    input: ({ thing: { spec } }) => ({ workspace: spec.settings.workspace.name, path: spec.settings.workspace.path }),
    applied: ({ state }, _, { hub }) => to(state, { kind: 'fetching' }, { hub }),
  },
  fetching: { ...atWork, act: null, decide: fetchBase },
  surveying: {
    ...atWork,
    act: 'survey-base',
    input: ({ thing: { state, spec } }) => ({ hub: known(state, 'hub'), wanted: spec.base }),
    applied: surveyed,
  },
  copying: {
    ...atWork,
    act: 'make-copy',
    input: ({ thing }, { tried }) => {
      const { state, spec } = thing;
      const branch = state.known.copy?.branch ?? `${spec.branch}${tried === 0 ? '' : `-${tried + 1}`}`;
      return { hub: known(state, 'hub'), base: known(state, 'base'), branch, isolation: isolationOf(thing) };
    },
    applied: ({ state }, _, copy) => to(state, { kind: 'preparing' }, { copy, plan: null }),
    // A name that is taken is tried with a number.
    failed: (state, at, failure) => {
      const isTaken = failure.error_code === 'ALREADY_EXISTS' && failure.details?.path === undefined;
      if (isTaken && at.tried < mostTried) return to(state, { ...at, tried: at.tried + 1 });
      return atWork.failed(state, at, failure);
    },
  },
  preparing: {
    ...atWork,
    act: 'prepare-dependencies',
    instead: ({ thing }) => {
      if (isThrough(thing)) return advance(thing.state, handOff(thing));
      return known(thing.state, 'gatePlan').setup.length > 0 ? null : advance(thing.state, { kind: 'furnishing' });
    },
    input: ({ thing: { state } }) => {
      const { setup, dependencyKey: key } = known(state, 'gatePlan');
      return { hub: known(state, 'hub'), tree: known(state, 'base').tree, key, setup };
    },
    applied: ({ state }, _, { folder, ready }) =>
      ready
        ? to(state, { kind: 'furnishing' }, { dependencies: folder })
        : to(state, { kind: 'setting_up', folder, index: 0 }),
  },
  setting_up: { ...atWork, act: null, decide: setUp },
  sealing: {
    ...atWork,
    act: 'seal-dependencies',
    input: ({ thing: { state } }, { folder }) => ({ folder, folders: known(state, 'gatePlan').dependencyFolders }),
    applied: ({ state }, { folder }) => to(state, { kind: 'furnishing' }, { dependencies: folder }),
  },
  furnishing: {
    ...atWork,
    act: 'furnish-copy',
    input: ({ thing }) => {
      const { state } = thing;
      const { dependencies, copyFiles: files } = state.known;
      const { dependencyFolders: folders } = known(state, 'gatePlan');
      const where = { hub: known(state, 'hub'), base: known(state, 'base').tree, copy: known(state, 'copy').path };
      return { ...where, dependencies, folders, files, label: labelOf(thing) };
    },
    applied: (thing, _, { tree }) => to(thing.state, firstTurn(thing), { tree }),
  },
  /** Its commit is kept; the next plan has a copy of its own. */
  leaving: {
    ...atWork,
    act: 'remove-copy',
    input: ({ thing }) => {
      const { path: copy, branch } = known(thing.state, 'copy');
      const where = { hub: known(thing.state, 'hub'), base: known(thing.state, 'base') };
      return { ...where, copy, branch, isolation: isolationOf(thing) };
    },
    applied: ({ state }) => to(state, { kind: 'copying', tried: 0 }),
  },
};

/** A chain works beside the checkout, never in it. */
const isolationOf = ({ spec }: Chain): 'clone' | 'worktree' =>
  spec.settings.workspace.isolation === 'worktree' ? 'worktree' : 'clone';

/** All its plans are done. */
const isThrough = (chain: Chain): boolean =>
  (chain.spec.issue == null || chain.state.cut !== undefined) && chain.state.plan >= plansOf(chain).length;

function surveyed(
  { state }: Chain,
  at: Step<'surveying'>,
  { base, plan, settings, copy, toTrust }: EffectMap['survey-base']['output'],
): Applied<ChainState> {
  const programs = toTrust?.programs ?? null;
  if (programs !== null) return to(state, untrusted(programs.lines, at));
  const left = (toTrust?.secrets ?? []).map(({ path }) => path);
  const copyFiles = withoutSecrets(copy, left);
  const gates = plan.gates.map(({ gate, absent }) => ({ gate, absent }));
  return to(state, { kind: 'copying', tried: 0 }, { base, gatePlan: plan, gateSettings: settings, copyFiles }, [
    ...(left.length === 0 ? [] : [{ kind: 'secrets_left_out', data: { paths: left } } satisfies Said]),
    { kind: 'base_surveyed', data: { base: base.commit, branch: base.branch, gates } },
  ]);
}

/** A chain asks for no trust of its own: once a person has given it in a task, it goes on. */
const untrusted = (lines: readonly string[], at: ChainStep): ChainStep =>
  trouble(
    `There is no sandbox here: these programs would run with all your rights, and are new or have changed. Say yes to them in a task first (drover do), then try again.\n${lines.map((line) => `- ${showPath(line)}`).join('\n')}`,
    at,
  );

function fetchBase(view: ChainView): ChainDecision {
  const { state, spec } = view.thing;
  const run = lastRun(view);
  if (run === 'wait') return wait('the fetch');
  if (run === null)
    return startRun(state, {
      purpose: { kind: 'fetch', hub: known(state, 'hub') },
      deadlineMs: minutes(10),
      sandbox: spec.settings.sandbox,
    });
  const dealt = { ...state, dealt: state.runs };
  const why = whyFailed(run);
  if (why === 'lost') return advance(dealt, state.at);
  if (why === null) return advance(dealt, { kind: 'surveying' }, [{ kind: 'base_fetched' }]);
  return advance(dealt, trouble(`The remote could not be fetched: ${why}`, state.at));
}

function setUp(view: ChainView, at: Step<'setting_up'>): ChainDecision {
  const { state, spec } = view.thing;
  const argv = known(state, 'gatePlan').setup[at.index];
  if (argv === undefined) return advance(state, { kind: 'sealing', folder: at.folder });
  const run = lastRun(view);
  if (run === 'wait') return wait(`set-up: ${argv.join(' ')}`);
  if (run === null)
    return startRun(state, {
      purpose: { kind: 'setup', argv, folder: at.folder },
      deadlineMs: minutes(20),
      sandbox: spec.settings.sandbox,
    });
  const dealt = { ...state, dealt: state.runs };
  const why = whyFailed(run);
  if (why === 'lost') return advance(dealt, { kind: 'preparing' });
  if (why === null) return advance(dealt, { ...at, index: at.index + 1 });
  return advance(
    dealt,
    trouble(`Set-up \`${argv.join(' ')}\` does not work on the base: ${why}`, { kind: 'preparing' }),
  );
}

/** null: it has not. */
function whyFailed({ state }: Exclude<ReturnType<typeof lastRun>, 'wait' | null>): string | null {
  if (state.kind !== 'ended') return null;
  if (state.ending?.kind === 'lost') return 'lost';
  if (state.result.kind === 'refused') return state.result.failure.message;
  if (state.result.kind !== 'plain') return `it came to ${state.result.kind}`;
  return state.result.ok ? null : `${state.result.why}\n${state.result.tail}`.trim();
}
