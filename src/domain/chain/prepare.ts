// A place to work in, for each plan anew: the hub, the base, the copy, and what set-up makes.
import type { Applied } from '../decision.ts';
import type { EffectMap } from '../effect/effect.ts';
import type { Said } from '../fact/fact.ts';
import {
  afterPreparing,
  fetchRun,
  furnishing,
  isNameTaken,
  judgePlain,
  mending,
  mostNames,
  nextSetUp,
  preparing,
  roomAt,
  sealing,
} from '../parts/place.ts';
import { nextTrust, withoutAgreed } from '../parts/trust.ts';
import type { Run } from '../run/run.ts';
import { type Chain, type ChainState, type ChainStep, type ChainView, plansOf } from './chain.ts';
import {
  advance,
  atWork,
  type ChainDecision,
  type ChainRows,
  copyOf,
  firstTurn,
  known,
  labelOf,
  lastRun,
  looksAtPlan,
  placeOf,
  type Step,
  startRun,
  stuck,
  to,
  trouble,
  wait,
} from './moves.ts';
import { handOff } from './note.ts';

const makesReady = { ...atWork, says: 'makes its copy ready' } as const;

export const placeSteps: ChainRows<
  | 'opening'
  | 'fetching'
  | 'surveying'
  | 'trusting'
  | 'copying'
  | 'preparing'
  | 'setting_up'
  | 'sealing'
  | 'furnishing'
  | 'mending'
  | 'leaving'
> = {
  opening: {
    ...makesReady,
    act: 'open-hub',
    input: ({ thing: { spec } }) => ({ workspace: spec.settings.workspace.name, path: spec.settings.workspace.path }),
    applied: ({ state }, _, { hub }) => to(state, { kind: 'fetching' }, { place: { hub } }),
  },
  fetching: { ...makesReady, act: null, decide: fetchBase },
  surveying: {
    ...makesReady,
    act: 'survey-base',
    input: ({ thing: { state, spec } }) => ({ hub: known(state, 'place', 'hub'), wanted: spec.base }),
    applied: surveyed,
  },
  trusting: {
    ...makesReady,
    act: 'remember-trust',
    instead: ({ thing }) => {
      const next = trustOf(thing);
      if (next === null) return advance(thing.state, { kind: 'copying', tried: 0 });
      if (next.kind === 'remember') return null;
      const { kind: _, text, ...question } = next;
      const asks = { ...question, kind: 'permission' } as const;
      return advance(thing.state, stuck('trust', text, { kind: 'trusting' }, { asks }));
    },
    input: ({ thing: { state } }) => {
      const { grants, by } = known(state, 'place', 'toTrust').agreed ?? { grants: [], by: '' };
      return { checkout: placeOf(state).hub.checkout, grants, by };
    },
    applied: ({ state }, at) => {
      const { agreed } = known(state, 'place', 'toTrust');
      const said: readonly Said[] = [{ kind: 'trusted', data: { what: agreed?.grants ?? [] } }];
      return to(state, at, { place: { toTrust: withoutAgreed(state.known.place.toTrust) } }, said);
    },
  },
  copying: {
    ...makesReady,
    act: 'make-copy',
    input: ({ thing }, { tried }) => {
      const { state, spec } = thing;
      const branch = state.known.place.copy?.branch ?? `${spec.branch}${tried === 0 ? '' : `-${tried + 1}`}`;
      const { hub, base } = placeOf(state);
      return { hub, base, branch, isolation: isolationOf(thing) };
    },
    applied: ({ state }, _, copy) => to(state, { kind: 'preparing' }, { place: { copy }, work: { plan: null } }),
    // A name that is taken is tried with a number.
    failed: (state, at, failure) => {
      if (isNameTaken(failure) && at.tried < mostNames) return to(state, { ...at, tried: at.tried + 1 });
      return atWork.failed(state, at, failure);
    },
  },
  preparing: {
    ...makesReady,
    act: 'prepare-dependencies',
    instead: ({ thing }) => {
      if (isThrough(thing)) return advance(thing.state, handOff(thing));
      return placeOf(thing.state).gatePlan.setup.length > 0 ? null : advance(thing.state, { kind: 'furnishing' });
    },
    input: ({ thing: { state } }) => preparing(placeOf(state)),
    applied: ({ state }, _, output) => to(state, afterPreparing(output), { place: { dependencies: output.folder } }),
  },
  setting_up: { ...makesReady, act: null, decide: setUp },
  sealing: {
    ...makesReady,
    act: 'seal-dependencies',
    input: ({ thing: { state } }, { folder }) => sealing(placeOf(state), folder),
    applied: ({ state }, { folder }) => to(state, { kind: 'furnishing' }, { place: { dependencies: folder } }),
  },
  furnishing: {
    ...makesReady,
    act: 'furnish-copy',
    input: ({ thing }) => furnishing(placeOf(thing.state), copyOf(thing.state).path, labelOf(thing)),
    applied: (thing, _, { tree }) => to(thing.state, firstTurn(thing), { work: { tree } }),
  },
  mending: {
    ...makesReady,
    act: 'mend-copy',
    input: ({ thing }) => {
      const { state, spec } = thing;
      const { path: copy, branch } = copyOf(state);
      const place = placeOf(state);
      const where = { workspace: spec.settings.workspace.name, isolation: isolationOf(thing) };
      return mending(place, { ...where, copy, branch, tree: state.known.work.tree ?? place.base.tree });
    },
    applied: ({ state }, { next }, { made, tree, hub }) => {
      const said: readonly Said[] = made ? [{ kind: 'copy_made_anew', data: { tree } }] : [];
      return to(state, next, hub === undefined ? {} : { place: { hub } }, said);
    },
  },
  /** Its commit is kept; the next plan has a copy of its own. */
  leaving: {
    ...atWork,
    says: looksAtPlan,
    act: 'remove-copy',
    input: ({ thing }) => {
      const { path: copy, branch } = copyOf(thing.state);
      const { hub, base } = placeOf(thing.state);
      return { hub, base, copy, branch, isolation: isolationOf(thing) };
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
  _at: Step<'surveying'>,
  { base, plan, settings, copy, toTrust }: EffectMap['survey-base']['output'],
): Applied<ChainState> {
  const place = { base, gatePlan: plan, gateSettings: settings, copyFiles: copy, ...(toTrust && { toTrust }) };
  const gates = plan.gates.map(({ gate, absent }) => ({ gate, absent }));
  return to(state, toTrust === undefined ? { kind: 'copying', tried: 0 } : { kind: 'trusting' }, { place }, [
    { kind: 'base_surveyed', data: { base: base.commit, branch: base.branch, gates } },
  ]);
}

const trustOf = ({ state, spec }: Chain) =>
  nextTrust(state.known.place.toTrust, {
    checkout: placeOf(state).hub.checkout,
    workspace: spec.settings.workspace.name,
  });

function fetchBase(view: ChainView): ChainDecision {
  const { state, spec } = view.thing;
  const run = lastRun(view);
  if (run === 'wait') return wait('the fetch');
  if (run === null) return startRun(state, fetchRun(known(state, 'place', 'hub'), spec.settings.sandbox));
  const dealt = { ...state, dealt: state.runs };
  const came = judgePlain(run);
  switch (came.kind) {
    case 'cut':
      return advance(dealt, state.at);
    case 'done':
      return advance(dealt, { kind: 'surveying' }, [{ kind: 'base_fetched' }]);
    case 'failed':
      return (
        waitForRoom(view, run, state.at) ??
        advance(dealt, trouble(`The remote could not be fetched: ${came.why}`, state.at))
      );
  }
}

/** The disk was full: it is done again from `from` when room may have come. Null: that was not the reason. */
function waitForRoom({ thing: { state }, children, now }: ChainView, run: Run, from: ChainStep): ChainDecision | null {
  const due = roomAt(children, run, now);
  if (due === null) return null;
  if (due !== 'now') return wait('room on the disk', due);
  return advance({ ...state, dealt: state.runs }, from, [{ kind: 'disk_was_full' }]);
}

function setUp(view: ChainView, at: Step<'setting_up'>): ChainDecision {
  const { state, spec } = view.thing;
  const ground = { gatePlan: placeOf(state).gatePlan, sandbox: spec.settings.sandbox };
  const run = lastRun(view);
  const came = nextSetUp(ground, at, run);
  const dealt = { ...state, dealt: state.runs };
  switch (came.kind) {
    case 'ready':
      return advance(state, { kind: 'sealing', folder: at.folder });
    case 'begin':
      return startRun(state, came.run);
    case 'wait':
      return wait(came.on);
    case 'lost':
      return advance(dealt, { kind: 'preparing' });
    case 'done':
      return advance(dealt, { ...at, index: at.index + 1 });
    case 'failed': {
      const room = run === null || run === 'wait' ? null : waitForRoom(view, run, { kind: 'preparing' });
      return room ?? advance(dealt, trouble(came.why.trim(), { kind: 'preparing' }));
    }
  }
}
