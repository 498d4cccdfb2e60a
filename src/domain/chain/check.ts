// The gates of one plan's work, on a clean checkout of its tree; what fails goes back to the worker.
import { failing, testOf } from '../criterion/judge-attempt.ts';
import type { Applied } from '../decision.ts';
import type { GuardedKnown } from '../evidence/guarded-change.ts';
import { judgeGates } from '../evidence/judge-gates.ts';
import { unlessOutlived } from '../evidence/judge-left.ts';
import { filesWithTests } from '../evidence/test-id.ts';
import type { GateResult } from '../evidence/verdict.ts';
import type { Said } from '../fact/fact.ts';
import {
  capturing,
  foundResults,
  type Ground,
  inspecting,
  judgingGuarded,
  nextGate,
  recording,
  staging,
  stagingGuarded,
} from '../parts/check.ts';
import { showPath } from '../text/safe/show-path.ts';
import { type Chain, type ChainState, type ChainStep, type ChainView, mostRounds, plansOf } from './chain.ts';
import {
  advance,
  atWork,
  type ChainDecision,
  type ChainRows,
  copyOf,
  labelOf,
  lastRun,
  looksAtPlan,
  placeOf,
  planAt,
  type Step,
  startRun,
  stuck,
  to,
  trouble,
  turn,
  wait,
} from './moves.ts';
import { commitMessage } from './note.ts';

const saysGates = (chain: Chain): string => `gates of plan ${planAt(chain)}`;

export const checkSteps: ChainRows<
  | 'looking'
  | 'inspecting'
  | 'staging'
  | 'gating'
  | 'staging_guarded'
  | 'guarded_gates'
  | 'guarding'
  | 'recording'
  | 'committing'
> = {
  looking: {
    ...atWork,
    says: looksAtPlan,
    act: 'snapshot',
    input: ({ thing }, { round }) =>
      capturing(groundOf(thing), copyOf(thing.state).path, `${labelOf(thing)}-r${round}`),
    applied: ({ state }, at, { tree, changes }) => {
      const { round, of } = at;
      const again = { ...turn('impl', 1, of), cuts: state.asked + 1 };
      if (changes.length === 0)
        return to(state, trouble('The work on the plan changed nothing.', again), { work: { tree } });
      const next: ChainStep =
        at.to === 'review' ? turn('review', round, of) : { kind: 'inspecting', tree, round, of, changes };
      return to(state, next, { work: { tree } });
    },
  },
  inspecting: {
    ...atWork,
    says: looksAtPlan,
    act: 'inspect-change',
    input: ({ thing }, { tree }) => inspecting(groundOf(thing), tree),
    applied: ({ state }, { tree, round, of }, output) => {
      const found = foundResults(output);
      return to(state, { kind: 'staging', tree, round, of, found }, {}, failing(found).map(saidOf));
    },
  },
  staging: {
    ...atWork,
    says: looksAtPlan,
    act: 'stage-tree',
    input: ({ thing }, { tree, round }) => staging(groundOf(thing), tree, `${labelOf(thing)}-r${round}`),
    applied: ({ state }, at, { folder }) => to(state, { ...at, kind: 'gating', folder, results: [] }),
  },
  gating: { ...atWork, says: saysGates, act: null, decide: gate },
  staging_guarded: {
    ...atWork,
    says: looksAtPlan,
    act: 'stage-tree',
    input: ({ thing }, { tree, round, results }) =>
      stagingGuarded(groundOf(thing), tree, `${labelOf(thing)}-r${round}-guarded`, knownBy(results)),
    applied: ({ state }, at, { folder, laid = [] }) =>
      to(state, laid.length === 0 ? { ...at, kind: 'guarding' } : { ...at, kind: 'guarded_gates', folder, held: [] }),
  },
  guarded_gates: { ...atWork, says: saysGates, act: null, decide: gateGuarded },
  guarding: {
    ...atWork,
    says: looksAtPlan,
    act: 'judge-guarded',
    input: ({ thing: { state } }, { tree, held = [], results }) =>
      judgingGuarded(placeOf(state), tree, { known: knownBy(results), baseline: [], held, own: results }),
    applied: ({ state }, { held: _, ...at }, { result }) => {
      if (result === null) return to(state, { ...at, kind: 'recording' });
      return to(state, { ...at, kind: 'recording', results: [...at.results, result] }, {}, [saidOf(result)]);
    },
  },
  recording: {
    ...atWork,
    says: looksAtPlan,
    act: 'record-evidence',
    input: ({ thing }, { tree, results }) => recording(groundOf(thing), tree, results),
    applied: ({ state }, at) => to(state, afterGates(at)),
  },
  committing: {
    ...atWork,
    says: looksAtPlan,
    act: 'commit',
    input: ({ thing, now }, { tree, override }) => {
      const { state } = thing;
      const { hub, base, gatePlan } = placeOf(state);
      const what = { hub, tree, parent: base.commit };
      const how = { message: commitMessage(thing), atSeconds: Math.floor(now / 1000) };
      const { definitions } = gatePlan;
      return { ...what, ...how, definitions, branch: copyOf(state).branch, override };
    },
    applied: (thing, at, { commit }) => committed(thing, at, commit),
  },
};

const groundOf = ({ state, spec }: Chain): Ground => ({ ...placeOf(state), sandbox: spec.settings.sandbox });

/** What the gates of this plan's own tree tell of its files. */
const knownBy = (results: readonly GateResult[]): GuardedKnown => ({
  tests: [...filesWithTests(testOf(results)?.ids ?? null)],
  read: [],
  commands: [],
  agreed: [],
});

function gate(view: ChainView, at: Step<'gating'>): ChainDecision {
  return eachGate(view, at, at.results, {
    next: (results) => ({ ...at, results }),
    over: (said) => {
      const { kind: _, folder: __, found, ...checked } = at;
      const results = [...said, ...found];
      const { fromStart } = placeOf(view.thing.state).gatePlan;
      if (fromStart !== true) return { ...checked, kind: 'recording', results };
      // What fails goes back to the worker as it is.
      return { ...checked, kind: judgeGates(results) === 'failed' ? 'guarding' : 'staging_guarded', results };
    },
  });
}

function gateGuarded(view: ChainView, at: Step<'guarded_gates'>): ChainDecision {
  return eachGate(view, at, at.held, {
    next: (held) => ({ ...at, held }),
    over: (held) => {
      const { folder: _, ...checked } = at;
      return { ...checked, kind: 'guarding', held };
    },
  });
}

type Gating = {
  /** Where it stands when these have their verdicts, and when all have. */
  readonly next: (said: readonly GateResult[]) => ChainStep;
  readonly over: (said: readonly GateResult[]) => ChainStep;
};

function eachGate(
  view: ChainView,
  at: Step<'gating' | 'guarded_gates'>,
  results: readonly GateResult[],
  { next: then, over }: Gating,
): ChainDecision {
  const { state } = view.thing;
  const run = lastRun(view);
  const dealt = run === null ? state : { ...state, dealt: state.runs };
  const next = nextGate(groundOf(view.thing), { ...at, results }, () => run);
  switch (next.kind) {
    case 'done':
      return advance(state, over(results));
    case 'begin':
      return startRun(state, next.run);
    case 'wait':
      return wait(next.on);
    case 'lost':
      return advance(dealt, at);
    case 'judged': {
      // Its base was not run: what a gate leaves behind there is not known.
      const result = unlessOutlived(null, next.result);
      return advance(dealt, then([...next.before, result]), at.kind === 'gating' ? [saidOf(result)] : []);
    }
  }
}

const saidOf = ({ gate, verdict, why }: GateResult): Said => ({
  kind: 'gate_judged',
  data: { on: 'tree', gate, verdict, why },
});

/** What only a person lets through, by name. */
const needingYes = (of: 'secrets' | 'guarded', results: readonly GateResult[]): readonly string[] =>
  results
    .flatMap(({ findings }) => findings)
    .filter(({ gate, needs }) => gate === of && needs === 'yes')
    .map(({ file, what }) => (file === null ? what : `${showPath(file)}: ${what}`));

/** After the results are on record: to the commit, back to the worker, or to a person. */
export function afterGates({ tree, round, of, results }: Step<'recording'>): ChainStep {
  const verdict = judgeGates(results);
  const secret = needingYes('secrets', results);
  const guarded = needingYes('guarded', results);
  const commit = (override: string | null): ChainStep => ({ kind: 'committing', tree, override, results });
  if (verdict !== 'failed' && secret.length > 0)
    return stuck(
      'rounds',
      `The work is done, and these files would be committed with it:\n${secret.map((each) => `- ${each}`).join('\n')}`,
      turn('fix', round, of + mostRounds, [`These must not be part of the change: ${secret.join(', ')}`]),
      { accept: commit('a person, in the chain') },
    );
  if (verdict !== 'failed' && guarded.length > 0)
    return stuck(
      'rounds',
      `The work is done, and it changes what decides what gates say:\n${guarded.map((each) => `- ${each}`).join('\n')}`,
      turn('fix', round, of + mostRounds, [`These must stay as they were: ${guarded.join(', ')}`]),
      { accept: commit(verdict === 'passed' ? null : 'a person, in the chain') },
    );
  if (verdict === 'passed') return commit(null);
  if (verdict === 'not_verified') return commit('the chain: no test gate is configured to prove it');
  const red = failing(results);
  const findings = red.map(
    ({ gate, why, tail }) => `The gate ${gate} says no: ${why}${tail === '' ? '' : `\n${tail}`}`,
  );
  if (round < of) return turn('fix', round, of, findings);
  const text = `The gates still say no after ${round} rounds: ${red.map(({ gate, why }) => `${gate} (${why})`).join(', ')}.`;
  return stuck('rounds', text, turn('fix', round, of + mostRounds, findings), {
    accept: commit('a person, in the chain'),
  });
}

/** The next plan starts from this commit, in a copy made from it. */
function committed(chain: Chain, at: Step<'committing'>, commit: string): Applied<ChainState> {
  const { state } = chain;
  const label = plansOf(chain)[state.plan]?.label ?? '';
  const verified = at.override === null;
  const gates = at.results.map(({ gate, verdict }) => ({ gate, verdict }));
  const done = [...state.done, { label, commit, verified, gates }];
  const base = { ...placeOf(state).base, commit, tree: at.tree };
  return to(
    { ...state, done, plan: state.plan + 1 },
    { kind: 'leaving' },
    { place: { base }, work: { plan: null, divergence: null, replans: 0, agents: {} } },
    [{ kind: 'chain_committed', data: { plan: label, commit, verified } }],
  );
}
